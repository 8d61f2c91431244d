package task

import (
	"slices"
	"strings"

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
	all     []piece                      // the whole sentence
}

// Plan returns the draft of a sentence that is about what metnos keeps; false when it is about something else.
func (p Planner) Plan() (plan.Draft, bool) {
	if p.Reading.Long || len(p.Reading.Tokens) == 0 {
		return plan.Draft{}, false
	}
	p.all = cut(p.Reading.Lang, p.Reading.Tokens, 0, len(p.Reading.Tokens))
	for _, read := range [...]func() (plan.Draft, bool){p.here, p.skills, p.preferences, p.manage, p.schedule} {
		if d, ok := read(); ok {
			return d, true
		}
	}
	return plan.Draft{}, false
}

// skills plans "enable the skill notes", and the list of them.
func (p Planner) skills() (plan.Draft, bool) {
	pieces := p.all
	noun := slices.IndexFunc(pieces, func(one piece) bool { return one.has("skill") })
	if noun < 0 {
		return plan.Draft{}, false
	}
	first := slices.IndexFunc(pieces, func(one piece) bool { return !one.silent() })
	named := p.content(pieces[noun].end, len(p.Reading.Tokens))
	for _, one := range pieces[first+1 : max(noun, first+1)] {
		if !one.silent() && !one.has("have") && !one.has("ask") && !one.has("all") {
			return plan.Draft{}, false
		}
	}
	switch one := pieces[first]; {
	case one.verb("pause", "resume"):
		t := p.Shelf.Find("set", "skills", "skill", "state")
		if t == nil {
			return plan.Draft{}, false
		}
		args := map[string]any{}
		t.Put(args, "state", map[bool]string{true: "enabled", false: "disabled"}[one.verb("resume")])
		if len(named) > 0 {
			t.Put(args, "skill", strings.Join(named, " "))
		}
		return accepted(t, args, plan.ShapeReceipt)
	case (one.has("ask") || one.has("have") || one.verb("list")) && len(named) == 0:
		if t := p.Shelf.Find("list", "skills"); t != nil {
			return accepted(t, map[string]any{}, map[bool]plan.Shape{true: plan.ShapeCount, false: plan.ShapeList}[one.value("ask") == "count"])
		}
	}
	return plan.Draft{}, false
}

// here plans "where am I?": the whole sentence, and not after an answer whose things it may be about.
func (p Planner) here() (plan.Draft, bool) {
	pieces := p.all
	t := p.Shelf.Find("get", "location")
	asked := func(one piece) bool { return one.has("where") }
	other := func(one piece) bool { return !one.has("where") && !one.silent() }
	if t == nil || !slices.ContainsFunc(pieces, asked) || slices.ContainsFunc(pieces, other) {
		return plan.Draft{}, false
	}
	if first := pieces[0]; p.Req.Previous != nil && first.end-first.start <= 2 && p.Reading.Lang == "it" {
		return plan.Draft{}, false // "dove sono?" asks for what was found
	}
	return accepted(t, map[string]any{}, plan.ShapeScalar)
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
