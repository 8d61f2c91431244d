// Package birth runs the birth tests of a family's manifests inside `go test`, without processes.
//
// To test a family: embed its manifests and call [Run] with the entries it serves. To call one executor on
// real files by hand: make a [Home] and use its Host.
package birth
