// Package writing writes text files: [Writer] is write_files.
//
// What a line for each item looks like is in lines.go.
package writing
