// Package sifting keeps lines of text files: [Filter] is filter_texts_lines.
package sifting
