// Package reading is read_files_doc: [Reader] makes items of what the reader of a format gives.
//
// To read another format: see package format. How blocks become lines,
// and which of them are kept, is in pad.go.
package reading
