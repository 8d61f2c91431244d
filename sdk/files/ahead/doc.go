// Package ahead walks folders and lists those it is about to visit while others are visited: [Walk.From] walks, an [Open]
// folder's entries answer what they are.
//
// A few folders are read at the same time, the rest when their turn comes: [Reader.Folder] prepares, a [Queue] starts,
// [Pending.Wait] has the names. What was prepared is waited for or dropped before the folder above it is closed.
package ahead
