package compose

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/onward"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// ellipsis answers "e i docx?", "and WARN?", "e in Backup?": the previous plan again with the one value of that
// kind replaced. Only a plan that changes nothing is repeated.
func (b planner) ellipsis(c *request.Clause) (bool, error) {
	if f, ok := c.Only("sup"); ok {
		return b.otherEnd(f)
	}
	value, folder, ok := c.Elliptic()
	if !ok || b.Req.Previous == nil || len(b.Req.Previous.Framework.Steps) == 0 {
		return false, nil
	}
	f := b.Req.Previous.Framework
	if n := len(f.Steps) - 1; f.Steps[n].Aside { // counted anew, beside the new answer
		f.Steps, b.Shallow = f.Steps[:n], true
	}
	if folder && b.alike(f.Steps) { // "how many in A and in B?" "and in C?"
		f.Steps, f.Answers, b.Shallow = f.Steps[:1], nil, true
	}
	var at, arg = -1, ""
	for i, s := range f.Steps {
		t := b.Shelf.Named(s.Tool)
		if t == nil || vocab.Closed().Mutates(t.Parts.Verb) {
			return false, nil
		}
		for _, name := range shelf.SortedKeys(s.Args) {
			if !(replaceable(t.Args.Properties[name], value, folder) || value.Slot == "file" && onlyFile(t, name, s.Args)) || ordering(t, s.Args) {
				continue
			}
			if at >= 0 {
				return false, nil // two values could be meant
			}
			at, arg = i, name
		}
	}
	if at < 0 {
		return false, nil
	}
	steps := append([]plan.Step(nil), f.Steps...)
	t := b.Shelf.Named(steps[at].Tool)
	args := make(map[string]any, len(steps[at].Args))
	for k, v := range steps[at].Args {
		args[k] = v
	}
	if value.Slot == "file" {
		if done, err := b.otherFile(t, args, arg, value); !done || err != nil {
			return false, err
		}
	} else if folder {
		ch, err := b.Folder(value)
		if err != nil || ch.Path == "" {
			return false, err
		}
		args[arg] = plan.Literal(ch.Path)
	} else {
		args[arg] = same(t.Args.Properties[arg], value)
	}
	steps[at] = plan.Step{Tool: steps[at].Tool, Args: args}
	b.Framework = plan.Framework{Steps: steps, Shape: f.Shape, Fillers: f.Fillers}
	return true, nil
}

// alike reports steps that differ in nothing but their folder.
func (b planner) alike(list []plan.Step) bool {
	if len(list) < 2 {
		return false
	}
	t := b.Shelf.Named(list[0].Tool)
	bare := func(s plan.Step) map[string]any {
		args := maps.Clone(s.Args)
		delete(args, t.ByMeaning["folder"])
		return args
	}
	return t != nil && !slices.ContainsFunc(list, func(s plan.Step) bool {
		return s.Tool != list[0].Tool || !reflect.DeepEqual(bare(s), bare(list[0]))
	})
}

// onlyFile reports an argument that names the one file of a step.
func onlyFile(t *shelf.Tool, arg string, args map[string]any) bool {
	switch list, _ := args[arg].([]any); t.Args.Properties[arg].Semantic {
	case "paths":
		return len(list) == 1
	case "glob", "name":
		return args[arg] != nil && !strings.ContainsAny(plan.Text(args[arg]), "*?[")
	}
	return arg == plan.FromPrevious
}

// otherFile puts another file in the place of the one of a step: "and the contract?".
func (b planner) otherFile(t *shelf.Tool, args map[string]any, arg string, value speech.Capture) (bool, error) {
	if s := t.Args.Properties[arg].Semantic; s == "glob" || s == "name" {
		delete(args, arg)
		if strings.ContainsAny(value.Text, "./") {
			return t.Put(args, "glob", request.GlobText(value.Text)), nil
		}
		return t.Put(args, "name", value.Text), nil
	}
	ch, err := b.File(value, "")
	if err != nil || ch.Path == "" {
		return false, err
	}
	delete(args, arg)
	return b.Feed(t, args, &steps.Items{Paths: []any{plan.Literal(ch.Path)}}), nil
}

// ordering reports a step that compares by size: only a number could take its value's place.
func ordering(t *shelf.Tool, args map[string]any) bool {
	op, _ := args[t.ByMeaning["operation"]].(string)
	return slices.Contains([]string{"gt", "ge", "lt", "le"}, op)
}

// otherEnd answers "and the smallest?": the previous plan again from the other end of an order.
func (b planner) otherEnd(f speech.Fact) (bool, error) {
	if b.Req.Previous == nil {
		return false, nil
	}
	old := b.Req.Previous.Framework
	if n := len(old.Steps) - 1; n > 0 && old.Steps[n].Aside {
		old.Steps, b.Shallow = old.Steps[:n], true
	}
	at := -1
	for i, s := range old.Steps {
		t := b.Shelf.Named(s.Tool)
		if t == nil || vocab.Closed().Mutates(t.Parts.Verb) {
			return false, nil
		}
		if t.Has("order_by", "order") && s.Args[t.ByMeaning["order_by"]] != nil && t.Allows("order_by", f.Arg(0)) {
			at = i
		}
	}
	if at < 0 || f.Arg(0) == "" || len(f.Captures) > 0 {
		return false, nil
	}
	list := slices.Clone(old.Steps)
	t := b.Shelf.Named(list[at].Tool)
	args := maps.Clone(list[at].Args)
	t.Put(args, "order_by", f.Arg(0))
	t.Put(args, "order", f.Arg(1))
	list[at].Args = args
	b.Framework = plan.Framework{Steps: list, Shape: old.Shape, Fillers: old.Fillers}
	return true, nil
}

// replaceable reports whether the value is of the argument's kind.
func replaceable(p manifest.Property, v speech.Capture, folder bool) bool {
	switch p.Semantic {
	case "folder":
		return folder
	case "extension":
		return v.Slot == "ext"
	case "kind":
		return v.Slot == "kind"
	case "text_query", "value", "name":
		return v.Slot == "text"
	}
	return false
}

// same gives the new value the shape of the argument.
func same(p manifest.Property, v speech.Capture) any {
	text := v.Text
	if v.Value != "" {
		text = v.Value
	}
	if p.Type != "array" {
		return plan.Literal(text)
	}
	var out []any
	for _, x := range strings.Split(text, ",") {
		out = append(out, x)
	}
	return out
}

// further plans a sentence that only changes the question before it.
func further(req plan.Request, s *shelf.Shelf, reading speech.Reading) func() (plan.Draft, bool) {
	return func() (plan.Draft, bool) {
		b := planner{&steps.Builder{Req: req, Shelf: s, Reading: reading}}
		read := func(text string) speech.Reading {
			return speech.For(reading.Lang).Read(text, speech.Env{Places: req.Places, Now: req.Now, Zone: req.Zone})
		}
		on := onward.Planner{Builder: b.Builder, Read: read}
		if text, ok := on.Row(); ok {
			req.Text = text
			d := tabular(req, s, read(text), plan.Draft{Unknown: []string{text}})
			return d, d.Accepted
		}
		if f, ok := on.Others(); ok {
			return plan.Draft{Accepted: true, Framework: f}, true
		}
		f, ok := on.Changed()
		if !ok {
			return plan.Draft{}, false
		}
		b.Framework = f
		b.aside()
		return plan.Draft{Accepted: true, Framework: b.Framework}, true
	}
}

// corrected plans what a person says they meant instead of what was looked up before: it only looks, too.
func (c *Composer) corrected(req plan.Request, s *shelf.Shelf, reading speech.Reading) func() (plan.Draft, bool) {
	return func() (plan.Draft, bool) {
		text, ok := onward.Planner{Builder: &steps.Builder{Req: req, Shelf: s, Reading: reading}}.Corrected()
		if !ok {
			return plan.Draft{}, false
		}
		req.Text, req.Previous = text, nil
		d := c.draft(req, reading.Lang)
		looks := !slices.ContainsFunc(d.Framework.Steps, func(step plan.Step) bool {
			t := s.Named(step.Tool)
			return t == nil || t.Execution.Effect != "read_only"
		})
		return d, d.Accepted && looks
	}
}
