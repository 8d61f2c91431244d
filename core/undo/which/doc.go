// Package which reads a message that asks to take something back: which changes, of what kind, from when.
//
// Start at [Read]: a [Wish], or false. The grammar is closed and takes the whole message; a word it does not know,
// a misspelling included, makes the message something else, never a wider undo. It is pure.
package which
