// Package tongue tells in which language a text is written, and keeps a generated text in the person's.
//
// Start at [Write], around whatever generates: a text in another language is asked for once more, then the sentence
// of the message catalogue takes its place. [Is] is the check alone. It counts the small words a language cannot do
// without, outside quotations, names, paths and code, so that an Italian answer about English documents is Italian.
// words.go holds them. It is pure.
package tongue
