// Package query plans the clauses that only look: counting, listing, finding, adding up, reading files, telling
// the time. Start at [Planner.Query].
package query

import "github.com/metnos/metnos/core/compose/steps"

// Planner plans questions into the steps of its builder.
type Planner struct{ *steps.Builder }
