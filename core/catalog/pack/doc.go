// Package pack copies the source of an install, a folder or a .tar.gz, into a staging folder.
//
// [Unpack] does it: plugins beside, everything else into executor/, plain files with plain names only.
package pack
