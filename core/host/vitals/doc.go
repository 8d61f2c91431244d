// Package vitals reads what the machine says about itself, for executors with the capability system:read: [New] a
// reader, then [Reader.Read].
//
// It reads a fixed set of files of the kernel, each within bounds, and of a process its name, its state and its
// figures alone. To tell more: add it to sdk.System, and read it in machine.go.
package vitals
