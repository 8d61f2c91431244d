// Package piece is the small parts of plans and of drafts that depend on nothing else; core/plan gives them their names.
package piece
