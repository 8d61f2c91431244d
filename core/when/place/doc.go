// Package place finds the zones of places people name: [Mark] the words of a sentence, then [Zone] what was marked. The
// places are those of the lexicons in package vocab.
package place
