// Package font turns the codes of a PDF into characters: [Load] reads a font, [Font.Each] goes through a string
// set in it. A font that says what its codes mean is believed; else the names of its glyphs tell, else the
// encoding it is in. Codes nobody can tell are counted, not guessed.
package font
