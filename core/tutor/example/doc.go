// Package example finds sentences that work: for an executor, or for a kind of things, sentences the composer really
// plans, with the person's own folders and files in them where there are some.
//
// Start at [Finder.For] and [Finder.About]. The sentences are data, in examples.lex, with {folder} and {csv} for what is
// filled in; an executor that is not there offers the phrases of its manifest. Whatever it comes from, a sentence is
// offered only when the composer plans it.
package example
