// Package window reads a part of a text file in bounded memory: all of it, its first or its last lines.
//
// To read: fill a [Cut] and call [Read]. To take the part apart: [Lines] and [Paragraphs].
package window
