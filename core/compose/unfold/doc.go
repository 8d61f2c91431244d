// Package unfold takes apart what one pattern hears at once: "rename a.txt to b.txt" is a verb, a file and a new name.
// Start at [Facts].
package unfold
