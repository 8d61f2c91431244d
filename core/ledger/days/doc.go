// Package days is the files of a ledger: one a day, old ones packed, the oldest dropped behind an anchor.
//
// Start at [Folder.List]; [Day.Lines] reads a day, packed or not. [Folder.Pack] and [Folder.Drop] change the
// files so that a crash at any point leaves every line there exactly once to be read, or anchored and gone.
package days
