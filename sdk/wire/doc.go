// Package wire carries the sdk's contracts between the core and a plugin process: [Connect] on the core's
// side answers a [Peer]; package guest is the plugin's side, which needs no go-plugin.
//
//	peer, err := wire.Connect(conn, wire.Limits{})
//	opened, err := peer.Open(ctx, wire.Opening{Executor: "find_files", Roots: roots})
//	result, err := peer.Executor().Invoke(ctx, call, host)
//
// go-plugin starts the process, checks the cookie and the protocol, and multiplexes one connection. Calls and
// callbacks travel beside it, on a line the process inherits ([ConnectLine]), or else on a stream of it: length-
// prefixed frames of a JSON head and a JSON body, both ways. gob meets only [Hello] and [Welcome].
//
// A call ends in one of three ways. The plugin answers: a result or an [sdk.Error]. Its context ends: the
// plugin is told, has [Limits.Grace] to answer, and otherwise the call fails with Timeout or Cancelled and
// the code "plugin_unresponsive"; such a process must be killed, which is the caller's business. The
// connection is lost: Crashed. A panic in a plugin's method is answered as Crashed with the code
// "plugin_panicked" and its stack on stderr; the process stays up so that other calls may finish, and the
// caller should retire it.
//
// The peer is not trusted: frame lengths are checked before memory is taken, bytes that belong to no frame
// or stream are counted and end the connection beyond [Limits.Slack], and whatever does not decode into the
// contract is a ContractViolation.
package wire
