// Package host runs plugins: it verifies the bytes, confines the process, speaks to it, keeps it warm,
// watches it and ends it.
//
// Read [Host.Invoke] in host.go first; it is the order of one call. Then, in the order a start goes through
// them: program.go (the bytes that were verified are the bytes that run), probe.go (what confinement this
// machine really offers), launch.go and confine.go (the three launchers), start.go (go-plugin's handshake
// on our terms), pool.go and breaker.go (warm processes, crash loops), guard.go (denied paths after a
// call), channel.go (long-lived plugins), sweep.go (what a core that was killed left behind).
//
// The program's main hands its arguments to [RunConfine] when the first one is [ConfineArg].
package host
