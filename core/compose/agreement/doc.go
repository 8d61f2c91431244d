// Package agreement tells one thing from many, and what a pronoun may stand for. Start at [Number] for a noun and at
// [Of] for a pronoun; [Word.Fits] says whether a pronoun may stand for a thing.
package agreement
