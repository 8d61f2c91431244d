// Package fault gives what goes wrong with files a class and a code: wrap an error with [At].
//
// Every error is an [sdk.Error] with the parameter "path", and satisfies errors.Is against the fs errors and
// the system's own.
package fault
