// Package sandbox computes how a plugin process is confined. It is pure: it starts nothing and touches no
// disk except through the [Tree] it is handed.
//
// Read [For] first: a signed manifest and the grants of the configuration become a [Profile]. The profile
// is resolved against the file system into a [Layout], and a layout is written down for the two launchers
// of core/host: [Layout.Bwrap] is an argument list, [Layout.Landlock] a rule set. [Seccomp] is the system
// call filter both use. [Explain] turns what bwrap says when it cannot work into a reason and a remedy.
//
// What a process sees is what its manifest asks for and the configuration grants, and nothing else: no
// path is ever taken from the arguments of a call.
package sandbox
