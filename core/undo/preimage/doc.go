// Package preimage keeps what files held before a turn changed them.
//
// Start at [Shelf.Keep]; [Shelf.Open] hands a copy back after checking its hash, and [Shelf.Like] finds one by how its
// file looked. One file per content, named by its SHA-256, with the time its file had.
package preimage
