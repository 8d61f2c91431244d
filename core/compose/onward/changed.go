package onward

import (
	"maps"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/called"
	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// places are the facts that say a folder.
var places = []string{"in", "of", "from", "dir", "to"}

// Changed is the plan before with the one thing the sentence says in its place; ok is false when the sentence does not
// go on from it so, or would have to be more than one thing.
func (b Planner) Changed() (f plan.Framework, ok bool) {
	if b.Req.Previous == nil {
		return f, false
	}
	old := b.Req.Previous.Framework
	if n := len(old.Steps) - 1; n > 0 && old.Steps[n].Aside {
		old.Steps = old.Steps[:n]
	}
	if len(old.Answers) > 0 || !b.stands(old) {
		return f, false
	}
	text, narrow, ok := b.changed()
	if !ok {
		return f, false
	}
	said, ok := b.difference(b.Read(text), narrow)
	if !ok {
		return f, false
	}
	for i, s := range old.Steps {
		t := b.Shelf.Named(s.Tool)
		args := maps.Clone(s.Args)
		if put(b, t, args, said, narrow) {
			old.Steps = slices.Clone(old.Steps)
			old.Steps[i] = plan.Step{Tool: s.Tool, Args: args}
			b.Shallow = b.Shallow || !recursive(t, args)
			return plan.Framework{Steps: old.Steps, Shape: old.Shape, Fillers: old.Fillers}, true
		}
	}
	return f, false
}

// stands reports a plan that only looks, and needs no answer of another turn.
func (b Planner) stands(f plan.Framework) bool {
	for _, s := range f.Steps {
		t := b.Shelf.Named(s.Tool)
		if t == nil || t.Rows() || vocab.Closed().Mutates(t.Parts.Verb) || s.Args[plan.FromPrevious] != nil {
			return false
		}
	}
	return len(f.Steps) > 0
}

// recursive reports a step that looks below the folder it is given, or takes none.
func recursive(t *shelf.Tool, args map[string]any) bool {
	deep, said := args[t.ByMeaning["recursive"]].(bool)
	return deep || !said
}

// difference is the one fact the words left say; none is one of a kind this package changes.
func (b Planner) difference(r speech.Reading, narrow bool) (out speech.Fact, ok bool) {
	if len(r.Unknown) > 0 {
		if r, ok = called.Read(r, b.Req.Home, b.Req.Places); !ok {
			return out, false
		}
	}
	ok = false
	for _, f := range r.Facts {
		switch {
		case slices.Contains(request.Silent, f.Name), f.Name == "those":
			continue
		case ok:
			return out, false
		case slices.Contains([]string{"ext", "kind", "mod", "name", "sup", "zonename"}, f.Name), slices.Contains(places, f.Name):
			out, ok = f, true
		case f.Name == "file" && narrow:
			return out, false // one file is asked for by its name
		default:
			return out, false
		}
	}
	return out, ok
}

// put makes the change in the arguments of a step: false when the step has no place for it, or says something already
// that it would contradict.
func put(b Planner, t *shelf.Tool, args map[string]any, f speech.Fact, narrow bool) bool {
	set := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { _, ok := args[t.ByMeaning[n]]; return ok && t.Has(n) })
	}
	drop := func(names ...string) {
		for _, n := range names {
			if t.Has(n) {
				delete(args, t.ByMeaning[n])
			}
		}
	}
	switch f.Name {
	case "ext", "kind":
		if narrow && set("extension", "kind") || !t.Has("extension") && !t.Has("kind") {
			return false
		}
		drop("extension", "kind")
		return sorted(t, args, f)
	case "mod":
		if narrow && set("modified_after", "modified_before") {
			return false
		}
		drop("modified_after", "modified_before")
		w, _ := f.Get("when")
		return !w.Window.From.After(b.Req.Now) && timed(t, args, f) // nothing was changed tomorrow
	case "name":
		text, ok := f.Get("text")
		if !ok || f.Arg(0) != "contains" || narrow == set("name") || set("glob") {
			return false
		}
		return t.Put(args, "name", text.Text)
	case "sup":
		if narrow || !set("order_by") || !t.Has("order") || !t.Allows("order_by", f.Arg(0)) || len(f.Captures) > 0 {
			return false
		}
		return t.Put(args, "order_by", f.Arg(0)) && t.Put(args, "order", f.Arg(1))
	case "zonename":
		z, _ := f.Get("zone")
		return !narrow && (set("zone") || t.Has("zone") && t.Parts.Object == "now") && t.Put(args, "zone", z.Value)
	}
	if narrow || !set("folder") {
		return false
	}
	ch, err := b.Folder(request.PlaceName(f))
	return err == nil && ch.Path != "" && t.Put(args, "folder", ch.Path)
}

// sorted puts another sort of files.
func sorted(t *shelf.Tool, args map[string]any, f speech.Fact) bool {
	if e, ok := f.Get("ext"); ok {
		list := strings.Split(e.Value, ",")
		if t.Has("extension") && !t.List("extension") && len(list) > 1 {
			return false
		}
		values := make([]any, len(list))
		for i, x := range list {
			values[i] = x
		}
		if len(list) == 1 {
			return t.Put(args, "extension", list[0])
		}
		return t.Put(args, "extension", values)
	}
	k, ok := f.Get("kind")
	return ok && t.Allows("kind", k.Value) && t.Put(args, "kind", k.Value)
}

// timed puts another time.
func timed(t *shelf.Tool, args map[string]any, f speech.Fact) bool {
	w, ok := f.Get("when")
	if !ok || !t.Has("modified_after", "modified_before") || f.Arg(0) != "" && f.Arg(0) != "bare" || w.Window.From.IsZero() && w.Window.To.IsZero() {
		return false
	}
	if !w.Window.From.IsZero() {
		t.Put(args, "modified_after", constraint.Stamp(w.Window.From))
	}
	if !w.Window.To.IsZero() {
		t.Put(args, "modified_before", constraint.Stamp(w.Window.To))
	}
	return true
}
