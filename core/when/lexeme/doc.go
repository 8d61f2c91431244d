// Package lexeme cuts the words of a sentence into what the grammars of time are written in: words, numbers in digits
// or words of either language, clock times, and dates in digits. Start at [Cut].
package lexeme
