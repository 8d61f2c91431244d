// Package splice edits frameworks: steps put in, taken out and reordered with every reference following.
//
// [Insert], [Remove] and [Order] return copies; [Before] puts the search in front of a step that was given a place
// or a pattern where it wants files. It is pure.
package splice
