// Package object reads the objects a PDF file is made of: [Open] finds them, [File.Resolve] and its kin read them,
// [File.Data] unpacks a stream. The table of references a file carries is not believed: the objects are looked
// for where they are, so that a file whose table is wrong reads like any other.
//
// Everything is bounded: how deep and how long an object is, how much a stream and all of them unpack to, and how
// much work broken bytes cause.
package object
