// Package change plans the clauses that change something: moving, renaming, deleting, making folders, writing
// files, and whatever an executor makes of files. Start at [Planner.Change]. It is strict where
// core/compose/query is lenient: a place must be named, subfolders count only when said, and "some files" is
// no selection.
package change

import "github.com/metnos/metnos/core/compose/steps"

// Planner plans changes into the steps of its builder.
type Planner struct{ *steps.Builder }
