// Package grammar reads a grammar written as lines `name : pattern` and finds what it makes of a list of tokens.
// Start at [Compile], then ask [Grammar.Each] or [Grammar.Whole].
//
// A pattern is words; #class (any token of a class); <name> (another rule); [x] for what may be missing; (a | b)
// for a choice, also at the top. "= tag" at its end names what is meant; a tag that is a number is a value. Of
// two rules of one name that take the same tokens the earlier comes first, and every length is tried.
package grammar
