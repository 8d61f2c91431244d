// Package consent holds what a person agrees to: a turn frozen before one exact step, the digest that
// binds the agreement to it, and the reading of an answer.
//
// Start at [Frozen]. [Frozen.Digest] is what a channel shows and gives back; [Frozen.Covers] is asked
// again just before the step runs. [Read] and [Choose] understand an answer, in both languages, only when
// the whole message is one. It is pure.
package consent
