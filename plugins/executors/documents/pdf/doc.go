// Package pdf reads the text of PDF files with its pages: [Read]. Package object finds what the file holds and
// package font says what codes mean; here a page is drawn as far as its letters go (page.go), and the letters are
// put together into the lines a person sees (lines.go), column by column (columns.go).
//
// It is our own because no reader in Go alone bounds what a hostile file may cost; every bound is named where it
// is kept.
package pdf
