// Package host runs plugins: it verifies the bytes, confines the process, speaks to it, keeps it warm,
// watches it and ends it.
//
// Read [Host.Invoke] first; it is the order of one call. start.go is a start: go-plugin's handshake on our
// terms, then the measurement of the process from inside; channel.go keeps channels running. The parts are
// packages of their own: program (the bytes that were verified are the bytes that run), jail (confinement
// and launch), measure (what a process found inside), pool (warm processes, crash loops), guard (denied
// paths after a call), rundir (sockets, records, what a killed core left behind).
//
// The program's main calls [RunConfine] before anything else.
package host

import "github.com/metnos/metnos/core/host/jail"

// RunConfine turns this process into a plugin when that is what it was started for, and then never
// returns; args are os.Args. Otherwise it returns at once.
func RunConfine(args []string) {
	if len(args) > 1 && args[1] == jail.ConfineArg {
		jail.RunConfine(args[2:])
	}
}
