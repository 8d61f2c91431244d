// Package argument holds the guards over the arguments of single steps: their names, types, comparisons and counts.
//
// Each function is one guard: its comment says condition -> effect. Package guard runs them in order. It is pure.
package argument

import "github.com/metnos/metnos/core/plan/guard/scene"

// view adds this package's questions to a scene.
type view struct{ *scene.Scene }
