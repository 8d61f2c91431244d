// Package files reaches granted directories: open a [Set] over the roots, hand it out as [sdk.Files].
//
//	set, err := files.Open([]sdk.Root{{Path: "/home/anna", Write: true}}, []string{"/home/anna/.ssh"})
//	defer set.Close()
//
// Every path is absolute and belongs to the innermost root above it. A symbolic link is resolved first, one
// component at a time, inside the [os.Root] of its root; the resolved path is checked against the denied
// ones; then it is opened with links forbidden, so that swapping a component in between fails instead of
// escaping. Fifos, sockets and devices are never opened.
//
// Names are bytes: newlines and invalid UTF-8 are kept. A path that came through JSON, where an invalid
// byte turns into U+FFFD, still finds its file when exactly one name matches.
package files
