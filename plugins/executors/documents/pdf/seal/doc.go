// Package seal is the arithmetic of PDF's standard protection, for the empty password alone: [Proof] and [Digest]
// recognise it, [Decipher] undoes what it did. Whether a file is protected and how is for package object.
package seal
