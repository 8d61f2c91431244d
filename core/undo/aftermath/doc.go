// Package aftermath finds out how far a change came that was cut off: what the disk shows of what was about to happen.
//
// Start at [Foresee], which is written down before a change begins, and at [Foresight.Look], which holds it against
// the disk afterwards. What it calls done carries evidence such as the executor itself leaves, by the pattern its
// manifest declares; what cannot be told is left alone and named. It reads the disk and changes nothing.
package aftermath
