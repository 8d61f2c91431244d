// Package state tells whether a file is still the one that was judged, without reading it again.
//
// [Take] a [Mark] before reading and compare it later with [Mark.Same]; [Hashes] keeps the digest of big files
// by the same means.
package state
