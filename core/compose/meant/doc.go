// Package meant tells what a sentence was understood to ask, in the words of the vocabulary: [Clauses].
package meant
