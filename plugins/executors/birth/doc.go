// Package birth tests a family of executors inside `go test`.
//
// To test a family: embed its manifests and call [Run] with the entries it serves, and [Conform] for the
// binary. To call an executor on real files by hand, with a host that can be wrapped: make a [Home].
package birth
