// Package move moves and renames: [Mover] is move_files. Where things go is package target's to say.
package move
