// Package document finds and edits keys in the text of a TOML document, leaving every other byte alone.
//
// [Read] tells where each key was written; [Set] writes one string value in place.
package document
