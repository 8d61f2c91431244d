// Package line carries calls one way over a stream: [New] calls, [Server] answers. A call is net/rpc with a
// codec of length-prefixed frames, a JSON head and a JSON body; a cancel is a frame without an answer.
//
// [Meter] is the connection below the streams: it closes on a peer that sends what nobody asked for.
package line
