// Package pattern reads the grammar files of core/compose/speech: one line `fact arguments : pattern` each. Start
// at [Compile]; what a pattern matches is up to the reader of the sentence, which walks the [Node]s.
package pattern
