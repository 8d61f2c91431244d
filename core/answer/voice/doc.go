// Package voice puts values, names and failures into a person's language.
//
// Start at [Voice.Tell] for a sentence of the catalogue and [Voice.Value] for a typed value. It is pure.
package voice
