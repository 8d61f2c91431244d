// Package render writes a draft in a format: [Formats] lists them, [Write] writes one. To add a format: write its
// function in a file of its own and name it in writers.
package render
