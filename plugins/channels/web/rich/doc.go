// Package rich turns the text of an answer into a small tree that a page can build element by element.
//
// Start at [Outcome]. No markup is ever written or read back: [Markdown] walks what goldmark parsed and knows a dozen
// kinds of nodes, raw HTML among them as the text it is, so there is nothing to sanitise and the page needs no markup
// sink. What the core wrote itself is read by [Plain], which knows paragraphs and lists and no marks: a file may be
// called **anything**.
package rich
