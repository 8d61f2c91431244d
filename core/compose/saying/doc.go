// Package saying hears the sentences an executor says it is asked in: its manifest's [sayings]. Start at [Planner.Heard]:
// hear.go matches the whole sentence with the patterns, fill.go turns the words where an argument is said into its value
// by its semantic, things.go finds the files and records such words mean. Two readings that differ are none.
package saying

import "github.com/metnos/metnos/core/compose/steps"

// Planner plans a sentence heard from the manifests of the shelf.
type Planner struct{ *steps.Builder }
