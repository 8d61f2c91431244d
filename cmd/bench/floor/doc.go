// Package floor is what no plugin call can beat: net/rpc with bytes on a unix socket, between two processes.
//
// [Serve] is the one that answers, [Start] gives a client to it.
package floor
