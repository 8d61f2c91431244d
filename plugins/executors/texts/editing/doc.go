// Package editing changes the lines of text files: [Editor] is change_texts.
//
// What is done to one line is in edit.go; the rest of a file stays as it is, byte for byte.
package editing
