// Package onward hears a sentence that only changes the question before it: "and today?", "only the pdfs", "what about
// the photos?". Start at [Planner.Changed]: it makes the plan before once more with the one thing said in its place, or
// none. Only a plan that looks, and that stands without an earlier answer, is made again.
package onward

import (
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
)

// Planner goes on from the question before. Read reads a part of the sentence.
type Planner struct {
	*steps.Builder
	Read func(text string) speech.Reading
}
