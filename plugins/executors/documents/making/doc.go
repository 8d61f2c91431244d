// Package making is create_files_doc: [Maker] makes documents. What goes into one is decided by package draft, how
// a format writes it by package render; here is what is asked, foreseen, written and undone.
package making
