// Package structure holds the guards over the shape of a plan: which executors, which steps, in what order, fed by
// what, where.
//
// Each function is one guard: its comment says condition -> effect. Package guard runs them in order. It is pure.
package structure

import "github.com/metnos/metnos/core/plan/guard/scene"

// view adds this package's questions to a scene.
type view struct{ *scene.Scene }
