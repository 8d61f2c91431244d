// Package beneath opens, lists and describes files by an open directory and a path below it: [Open] follows
// no symbolic link and leaves the directory by no way.
//
// It works on descriptors, which the caller closes, and returns the system's own errors.
package beneath
