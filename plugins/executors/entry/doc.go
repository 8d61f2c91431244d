// Package entry is what every executor of the family knows about an object: its path as JSON shows it and
// as the disk has it, its type, the fields of its item, and how a failure about it is told.
//
// To report an object: start with [Named], add [Typed] for a file. To report a failure: [Problem] for an
// error of the file system, [Failed] for one of your own; collect them in [Failures].
package entry
