// Package move moves and renames: [Mover] is move_files.
//
// To add a placeholder: give it a value in facts, and name it in the manifest and in the sentence
// placeholder_unknown.
package move
