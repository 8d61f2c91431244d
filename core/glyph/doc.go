// Package glyph makes text of any origin safe to show: [Line] is for a value inside a sentence or a list,
// [Block] for content that keeps its lines. What a terminal or a page would obey, hide or reorder becomes a
// visible escape: a file's name can start no line, move no cursor and turn no text around. It is pure.
package glyph
