package task

import (
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

// Planner plans one sentence.
type Planner struct {
	Req     plan.Request
	Shelf   *shelf.Shelf
	Reading speech.Reading
	Body    func(text string) plan.Draft // plans a part of the sentence as a request of its own
}

// Plan returns the draft of a sentence that is about what metnos keeps; false when it is about something else.
func (p Planner) Plan() (plan.Draft, bool) {
	if p.Reading.Long || len(p.Reading.Tokens) == 0 {
		return plan.Draft{}, false
	}
	for _, read := range [...]func() (plan.Draft, bool){p.preferences, p.manage, p.schedule} {
		if d, ok := read(); ok {
			return d, true
		}
	}
	return plan.Draft{}, false
}

func (p Planner) clock() when.Clock {
	return when.Clock{Now: p.Req.Now, Zone: p.Req.Zone, Lang: p.Reading.Lang, Future: true}
}

// accepted is a plan of one step.
func accepted(t *shelf.Tool, args map[string]any, shape plan.Shape) (plan.Draft, bool) {
	return plan.Draft{Accepted: true, Framework: plan.Framework{Steps: []plan.Step{{Tool: t.Manifest.Name, Args: args}}, Shape: shape}}, true
}

func limit(code, detail, name, value string) (plan.Draft, bool) {
	return plan.Draft{Limit: sdk.Errorf(sdk.OutOfScope, code, "%s", detail).With(name, value)}, true
}
