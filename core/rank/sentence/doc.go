// Package sentence hears what a sentence says, before any catalog is known: its language, words and typed pieces, what it
// asks to be done (acts), with which things (nouns), of what quality (marks), in which clause, and which way a written path goes.
//
// Start at [Read]. What a word may mean comes from core/rank/sense; what it is worth in a catalog is decided by core/rank/wish.
// The package is pure, and no sentence makes it work more than its bounds say.
package sentence
