// Package sense tells what Italian and English words mean to the router: what is asked to be done, with which things,
// of what quality, and which words of the two languages name one notion.
//
// Add a word to senses.lex or words.lex: one line of data each, the format is at the top. [Lexicon.Look] reads the words
// of a sentence, [Tongue] says which of the two languages it is in. The package is pure.
package sense
