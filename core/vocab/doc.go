// Package vocab is the closed vocabulary of executor names and the Italian/English words people use for it.
//
// Read vocabulary.toml for the verbs, objects and qualifiers, it.lex and en.lex for the words; adding one is
// a line of data. [CheckName] holds the grammar of a name, [Lexicon.Look] turns a written word into
// [Sense]s (inflected forms and Italian clitics included), [Lexicon.Nearest] forgives an unambiguous
// misspelling, [Language] says which of the two languages a sentence is in. The package is pure.
package vocab
