// Package jail starts confined processes and ends them with everything they started.
//
// Start at [Jail.Spawn] in launch.go: the three launchers, bwrap, landlock and plain. probe.go tells by
// trying which of them this machine offers and [Choose] picks one; confine.go is the landlock launcher,
// which the program's main reaches through [RunConfine]; child.go is the running process.
package jail
