// Package tally computes one number over a field of rows that come one after another: an [Aggregate] starts a [Tally], which
// takes the rows and tells the [Outcome].
package tally
