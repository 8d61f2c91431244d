// Package format chooses the reader of a document: [Of] by the name of the file, else by its first bytes; [Known] by an
// extension alone. To read another format, write a package with a paper.Reader and name it in [Known].
package format
