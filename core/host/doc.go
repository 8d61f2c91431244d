// Package host runs plugins: it verifies the bytes, confines the process, speaks to it, keeps it warm,
// watches it and ends it.
//
// Read [Host.Invoke] first; it is the order of one call. start.go is a start: go-plugin's handshake on our
// terms, then the measurement of the process from inside. guard.go looks at denied paths after a call,
// channel.go keeps channels running. The parts are packages of their own: program (the bytes that were
// verified are the bytes that run), jail (confinement and launch), pool (warm processes, crash loops),
// rundir (sockets, records, what a killed core left behind).
//
// The program's main hands its arguments to [RunConfine] when the first one is [ConfineArg].
package host

import "github.com/metnos/metnos/core/host/jail"

// ConfineArg is the hidden first argument with which the program confines itself and becomes a plugin.
const ConfineArg = jail.ConfineArg

// RunConfine is what the program does then, with the arguments after it. It never returns.
func RunConfine(args []string) { jail.RunConfine(args) }
