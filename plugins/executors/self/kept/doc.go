// Package kept turns items into the typed fields of the rows metnos keeps for a person. Start at [Cells].
package kept
