// Package kind tells what kind of file an extension means: image, document, archive and so on.
//
// To add an extension: put it in the list of its kind in kind.go. One extension has one kind.
package kind
