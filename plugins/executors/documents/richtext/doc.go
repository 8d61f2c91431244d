// Package richtext reads the text of RTF documents: [Read]. Fonts, pictures and everything else a reader may
// leave out is left out.
package richtext
