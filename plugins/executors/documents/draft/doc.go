// Package draft is a document that is going to be written: [Markdown] makes its blocks out of a text, [Items] out
// of the items of an earlier step. How each format writes them is for package render.
package draft
