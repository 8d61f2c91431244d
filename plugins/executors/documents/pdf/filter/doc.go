// Package filter unpacks what the standard library does not: the [LZW] and [Run] of PDF, and the [Rows] that were
// written as differences. Every function takes the most it may unpack to.
package filter
