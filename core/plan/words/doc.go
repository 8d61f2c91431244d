// Package words holds a plan a model wrote against what the person wrote: a literal is theirs when their words
// show it, and a change was asked for when a verb of theirs asks for it.
//
// Start at [Read], which takes the request and the answers given to its questions, then [Words.Asks] and
// [Judge.Literal]. What is negated, quoted or handed over as material asks for nothing. It is pure.
package words
