// Package notice writes what a person reads beside answers: what an approval would do, what an undo did, what
// was not understood and what is left out.
//
// Start at [Writer.Proposal] and [Writer.Undone]. It is pure.
package notice
