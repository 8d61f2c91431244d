// Package problem carries every fault of one document or call in a single error.
//
// [Of] reaches the [List] through whatever wraps it.
package problem
