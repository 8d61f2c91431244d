// Package rundir is the runtime folder of a core: sockets, records of live processes, the canary.
//
// Start at [Open]; [Sweep] ends what a core that was killed left behind.
package rundir
