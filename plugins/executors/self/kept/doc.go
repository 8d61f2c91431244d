// Package kept turns items into the typed fields of the rows metnos keeps for a person, and back. Start at [Cells] and [Item].
package kept
