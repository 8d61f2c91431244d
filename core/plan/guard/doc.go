// Package guard mends proposed plans by structure alone: no model, no clock, no disk, no executor known by name.
//
// Start at [Apply]: it runs the ordered rules below until none fires any more. Each rule reads the manifests, what
// the person asked ([Read]) and the plan, and is bounded by what holds for all of them: no rule makes a plan change
// something that the sentence does not order by a verb, and none leaves a plan with more faults than it had.
package guard
