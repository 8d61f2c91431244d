// Package wish is what a sentence asks of a table, before any step is made: which rows, in what groups, which calculations.
// core/compose/table fills a [Wish] from the sentence and plans from it; [Wish.Over] is how "and for each city?" changes
// the one before.
package wish
