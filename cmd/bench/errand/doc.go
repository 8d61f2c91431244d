// Package errand measures the work a person would do with another program: finding files, duplicates, totals of a table,
// making an archive. Start at [Bench.Measure].
//
// Ours is the installed executor in its own process under the strongest sandbox, called through the host as a turn calls
// it; theirs is the program alone. Both run in turn and the best time of each counts, because other work on the machine
// only adds. What they work on is made by trees.go in a temporary folder and removed.
package errand
