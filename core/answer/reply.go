package answer

import (
	"errors"
	"strconv"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Reply writes the answer to a turn that ran to its end or to its first failure.
func (w Writer) Reply(a Account) Reply {
	if len(a.Several) > 0 {
		return w.severally(a)
	}
	a, aside := a.withoutAside()
	p := w.page(a)
	last := a.Steps[len(a.Steps)-1]
	last.Result.Entries = voice.Spoken(last.Result.Entries)
	out := Reply{Kind: core.Answer}
	var parts []string
	for i, s := range a.Steps {
		out.Attachments = append(out.Attachments, s.Result.Attachments...)
		if s.mutates() && (i < len(a.Steps)-1 || s.Err != nil) && a.changed(s) {
			parts = append(parts, p.receipt(s))
		}
	}
	switch {
	case last.Err != nil:
		out.Kind = kindOf(last)
		parts = append(parts, p.failure(last))
	case last.Skipped && a.Before != "" && len(a.Steps) == 1:
		parts = append(parts, p.Tell("nothing_before"))
	case last.Skipped:
		parts = append(parts, p.empty(), p.Tell("nothing_changed"))
	case last.mutates():
		parts = append(parts, p.receipt(last))
		if len(last.Result.Results) == 0 && len(last.Result.Failed) > 0 {
			out.Kind = core.Error
		}
	default:
		parts = append(parts, p.body(last))
		out.Table = p.table(last)
		parts = append(parts, p.deeper(last, aside)...)
	}
	parts = append(parts, p.notices(last)...)
	if a.mayClose() {
		parts = append(parts, glyph.Line(a.Closing))
	}
	out.Message = voice.Join(parts, "\n")
	return out
}

// withoutAside takes the last step out when it only counts beside the answer; one that failed says nothing.
func (a Account) withoutAside() (Account, *Step) {
	n := len(a.Steps) - 1
	if n < 1 || !a.Steps[n].Aside {
		return a, nil
	}
	aside := a.Steps[n]
	a.Steps = a.Steps[:n]
	if aside.Err != nil || a.Steps[n-1].Err != nil {
		return a, nil
	}
	return a, &aside
}

// deeper tells how many there are with the subfolders, when that is another number; of a list only when it
// would otherwise be empty.
func (p page) deeper(s Step, aside *Step) []string {
	if aside == nil || aside.total() <= s.total() || p.Shape == plan.ShapeList && s.total() > 0 {
		return nil
	}
	n := aside.total()
	return []string{p.Tell("with_subfolders", "Count", strconv.Itoa(n))}
}

// changed reports whether a step left effects to tell.
func (a Account) changed(s Step) bool {
	return s.Result.Effects.Mutations > 0 && len(s.Result.Results) > 0
}

// mayClose reports whether the framework's own closing sentence can stand: it follows what was counted,
// and only a turn that changed something and failed nowhere has anything to claim.
func (a Account) mayClose() bool {
	return a.Closing != "" && a.Effects.Mutations > 0 && a.Effects.Failures == 0 && a.Effects.Uncertain == 0
}

func kindOf(s Step) core.Kind {
	switch sdk.ClassOf(s.Err) {
	case sdk.PolicyDenied, sdk.OutOfScope:
		return core.Refused
	}
	return core.Error
}

// failure says what went wrong; a change that was under way is uncertain.
func (p page) failure(s Step) string {
	said := p.Sentence(p.Lang, p.relative(s.Err))
	if beyond(s.Err) {
		return said
	}
	if s.Uncertain {
		return p.Tell("uncertain_failure")
	}
	if s.mutates() && s.Result.Effects.Mutations == 0 && p.Effects.Mutations == 0 {
		return voice.Join([]string{said, p.Tell("nothing_changed")}, " ")
	}
	return said
}

// beyond reports whether a step changed more than was foreseen: its sentence says what to do about it.
func beyond(err error) bool {
	var e *sdk.Error
	return errors.As(err, &e) && e.Code == "effects_beyond_preview"
}

// relative shortens the paths an error carries.
func (p page) relative(err error) error {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return err
	}
	for name, value := range e.Params {
		if short := p.Below(value); short != value {
			e = e.With(name, short)
		}
	}
	return e
}

// body answers a question in the shape it was asked.
func (p page) body(s Step) string {
	shape := p.Shape
	if s.Manifest.Output.Collection == "none" && s.Result.Value != nil && (shape != plan.ShapeCount || s.argument("aggregate") != "count") {
		return p.scalar(s)
	}
	if shape == plan.ShapeAuto || shape == plan.ShapeReceipt {
		shape = shapeOf(s)
	}
	items := s.Result.Items()
	switch shape {
	case plan.ShapeScalar:
		if s.Result.Value != nil {
			return p.scalar(s)
		}
	case plan.ShapeCount:
		return p.count(s)
	case plan.ShapeExists:
		return p.exists(s)
	}
	if len(items) == 0 {
		return p.empty()
	}
	switch shape {
	case plan.ShapeList:
		if len(items) == 1 && s.argument("paths") == items[0]["path"] { // the one thing asked about
			return p.line(s, items[0], p.columns(s)) + "."
		}
	case plan.ShapeText:
		if p.hasText(s) {
			return p.text(s)
		}
	case plan.ShapeWhere:
		return p.where(s)
	}
	return p.list(s)
}

// shapeOf chooses a shape from what the executor's manifest says of its result.
func shapeOf(s Step) plan.Shape {
	switch s.Manifest.Presentation.View {
	case "scalar":
		return plan.ShapeScalar
	case "cards", "file":
		if _, ok := s.Types["text"]; ok {
			return plan.ShapeText
		}
	}
	return plan.ShapeList
}

// empty says that nothing was there: of what was looked for, not of what would have been made of it.
func (p page) empty() string {
	for len(p.Steps) > 1 && p.Steps[len(p.Steps)-1].argument("group_by") != "" {
		p.Steps = p.Steps[:len(p.Steps)-1]
	}
	if place := p.place(); place != "" {
		return p.Tell("none_in", "none", p.none(), "criteria", p.criteria(), "place", place)
	}
	return p.Tell("none_found", "none", p.none(), "criteria", p.criteria())
}

// head is the sentence that counts, without its end.
func (p page) head(s Step) string {
	n, total := len(s.Result.Items()), s.total()
	place, key := p.place(), "count"
	params := []string{"Count", strconv.Itoa(total), "what", p.counted(s, total) + p.criteria(), "place", place}
	if n < total && p.Shape != plan.ShapeCount && p.Shape != plan.ShapeExists {
		key = "shown"
		params[1] = strconv.Itoa(n)
		params = append(params, "shown", p.Figure(float64(n)))
	}
	if place != "" {
		key += "_in"
	}
	return p.Tell(key, params...)
}

func (p page) count(s Step) string {
	if s.total() == 0 {
		return p.empty()
	}
	if t := s.Result.Truncated; t != nil && t.Available < 0 {
		return p.Tell("count_at_least", "what", p.what(len(s.Result.Items()))+p.criteria())
	}
	return p.head(s) + "."
}

func (p page) exists(s Step) string {
	if s.total() == 0 {
		return p.Tell("exists_no") + " " + p.empty()
	}
	return p.Tell("exists_yes") + " " + voice.LowerFirst(p.head(s)) + ":\n" + p.bullets(s, 10)
}

// valueType is the type of a step's scalar: what the manifest declares or, for an aggregate, the type of
// the field it was computed on.
func (p page) valueType(s Step) string {
	switch s.argument("aggregate") {
	case "count", "distinct":
		return "integer"
	}
	if field := s.argument("field"); field != "" && s.Manifest.Output.Value != "text" {
		if kind := p.typeOf(field); kind != "" {
			return kind
		}
	}
	return s.Manifest.Output.Value
}

// typeOf looks a field up in what the steps produced, latest first.
func (p page) typeOf(field string) string {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if kind := p.Steps[i].Types[field]; kind != "" {
			return kind
		}
	}
	return ""
}
