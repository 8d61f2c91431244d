// Package field reads one value of a result by its path: count, value, a field of each item or of one of them.
//
// Start at [Select]. It is pure.
package field
