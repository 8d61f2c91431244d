// Package fact is what reading a sentence gives: a [Fact] for each thing it says, with a [Capture] for each word or name
// taken from it. core/compose/speech makes them, core/compose/request gathers them into clauses.
package fact
