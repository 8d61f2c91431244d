// Package reading is read_files_doc: [Reader] chooses the reader of a format and makes items of what it gives.
//
// To read another format: write a package with a paper.Reader and name it in formats. How blocks become lines,
// and which of them are kept, is in pad.go.
package reading
