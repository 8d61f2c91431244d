// Package packing makes archives: [Packer] is compress_files. What goes into the archive and under which name
// is decided in contents.go, before anything is written.
package packing
