// Package delimited reads rows of text fields out of CSV and its relatives: [Sniff] tells the delimiter from
// the start of a text, a [Reader] reads the rows. Memory is bounded whatever the text is, and a quote that is
// never closed costs no more than its own line.
package delimited
