// Package arg reads the arguments of a call by name and type.
//
// To read a call: start with [Of], take every argument, then look once at [Reader.Err]: it reports the
// first value that was not of its type. The host has already checked the call against the manifest; this
// is what keeps an executor right when it is called without one.
package arg
