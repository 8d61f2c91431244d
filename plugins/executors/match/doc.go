// Package match decides whether a file name is the one a person meant.
//
// To match by pattern: [Glob] once, then [Pattern.Match] per name. Patterns know *, ?, [a-z], {a,b} and, with
// a slash, ** for any number of folders; case does not matter.
package match
