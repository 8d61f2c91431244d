package compose

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/constraint"
	"github.com/metnos/metnos/core/compose/courtesy"
	"github.com/metnos/metnos/core/compose/phrase"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// generic plans a request of one clause for an executor the file requests know nothing about: its verb, its
// object or one of its phrases is said, every other word is one of its affinity phrases', every value fills an
// argument by its semantic. Two executors that fit equally are none.
func (b planner) generic() bool {
	own, addressed := phrase.Planner{Builder: b.Builder}, courtesy.Addressed(b.Reading)
	if own.Reckoned() || own.Wholly() || !addressed && own.Asked() {
		return true
	}
	clauses := request.Split(b.Reading.Facts)
	if len(clauses) != 1 || addressed {
		return false
	}
	c := clauses[0]
	if c.Has("neg", "cond", "except", "few", "dont", "wish", "repeat", "outside") {
		return false
	}
	var best *shelf.Tool
	var bestArgs map[string]any
	top, tie := 0, false
	for i := range b.Shelf.Tools {
		t := &b.Shelf.Tools[i]
		args, score := b.fits(c, t)
		switch {
		case score > top:
			best, bestArgs, top, tie = t, args, score, false
		case score == top && score > 0:
			tie = true
		}
	}
	if best == nil || tie {
		return false
	}
	b.Framework = plan.Framework{Steps: []plan.Step{{Tool: best.Manifest.Name, Args: bestArgs}}}
	if c.Ask == "count" {
		b.Framework.Shape = plan.ShapeCount
	}
	b.Question = nil
	return true
}

// fits returns the arguments a tool would get and how well the words match it, 0 when it does not fit. A phrase
// of the tool said word for word speaks for it, whatever its verb and its object; what is asked besides must still
// be explained. An argument left out is asked for when the plan is checked.
func (b planner) fits(c *request.Clause, t *shelf.Tool) (map[string]any, int) {
	start, end := phrase.Spanned(t, b.Reading)
	exact := end-start > 1 || end-start == 1 && len(b.Reading.Tokens) == 1
	if !exact {
		start, end = 0, 0
	}
	if !exact && (t.Parts.Object == "files" || t.Parts.Object == "dirs" || !b.spoken(c, t)) {
		return nil, 0 // files have their own rules
	}
	if slices.Contains([]string{"sum", "compute", "group", "sort", "filter"}, c.Act) && t.Rows() {
		return nil, 0 // what is read is not yet what was asked of it
	}
	changes := vocab.Closed().Mutates(t.Parts.Verb)
	if changes && !exact && request.Actions[c.Act] != t.Parts.Verb {
		return nil, 0 // a change is asked for by its own verb
	}
	outside := c.Act != "" && !b.within(c, start, end)
	if !changes && outside && request.Actions[c.Act] != "" && request.Actions[c.Act] != t.Parts.Verb {
		return nil, 0
	}
	said := phrase.NewStems(b.Reading.Lang, t)
	score := 10 * (end - start)
	for _, w := range b.Reading.Unknown {
		if !said.Has(w) {
			return nil, 0
		}
		score += 2
	}
	args := map[string]any{}
	for _, f := range c.Facts {
		if f.Start >= start && f.End <= end {
			continue
		}
		n, ok := b.explain(t, args, f, said)
		if !ok {
			return nil, 0
		}
		score += n
	}
	for _, arg := range t.Args.Required {
		if _, ok := args[arg]; !ok && !exact {
			return nil, 0
		}
	}
	if len(t.Args.RequiresOneOf) > 0 && !oneOf(t, args) && !exact || score < 3 || b.Req.Previous != nil && t.Parts.Object == "entries" && t.TakesItems() {
		return nil, 0 // the things are those of the answer before, and what to do with them was not understood
	}
	phrase.Planner{Builder: b.Builder}.Topics(t, args)
	return args, score
}

// within reports whether the clause's verb stands in a run of tokens.
func (b planner) within(c *request.Clause, start, end int) bool {
	at := b.Position(c)
	return at >= start && at < end
}

// spoken reports whether the sentence says the tool's object or verb, or one of its phrases entire.
func (b planner) spoken(c *request.Clause, t *shelf.Tool) bool {
	if c.HasObject(t.Parts.Object) || request.Actions[c.Act] == t.Parts.Verb {
		return true
	}
	said := phrase.Words(b.Reading.Lang, b.Reading.Tokens)
	for _, one := range t.Affinity[b.Reading.Lang] {
		words := strings.Fields(vocab.Fold(one))
		if len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !said.Has(w) }) {
			return true
		}
	}
	return false
}

func oneOf(t *shelf.Tool, args map[string]any) bool {
	for _, group := range t.Args.RequiresOneOf {
		if !slices.ContainsFunc(group, func(arg string) bool { _, ok := args[arg]; return ok }) {
			return false
		}
	}
	return true
}

// explain accounts for one fact: a word of the tool's, or a value for one of its arguments.
func (b planner) explain(t *shelf.Tool, args map[string]any, f speech.Fact, said phrase.Stems) (int, bool) {
	switch f.Name {
	case "obj":
		o, _ := f.Get("obj")
		if o.Value == t.Parts.Object {
			return 2, true
		}
	case "which", "count", "contents", "exists":
		return 0, true
	case "num", "first":
		n, _ := f.Get("num")
		return 1, t.Put(args, "quantity", int64(n.Number))
	case "mod":
		w, _ := f.Get("when")
		if t.Has("modified_after", "modified_before") {
			t.Put(args, "modified_after", constraint.Stamp(w.Window.From))
			t.Put(args, "modified_before", constraint.Stamp(w.Window.To))
			return 1, !w.Window.From.IsZero() && !w.Window.To.IsZero()
		}
	case "text":
		q, _ := f.Get("quoted")
		for _, semantic := range []string{"text_query", "query", "text"} {
			if q.Text != "" && t.Put(args, semantic, q.Text) {
				return 1, true
			}
		}
	case "in", "of", "from", "dir":
		if _, taken := args[t.ByMeaning["folder"]]; taken || args[t.ByMeaning["path"]] != nil {
			return 0, false // two places
		}
		ch, err := b.Folder(request.PlaceName(f))
		return 1, err == nil && ch.Path != "" && (t.Put(args, "folder", ch.Path) || t.Put(args, "path", ch.Path))
	case "file", "infile":
		name, _ := f.Get("file")
		ch, err := b.File(name, "")
		return 1, err == nil && ch.Path != "" && (t.Put(args, "path", ch.Path) || t.Put(args, "paths", ch.Path))
	case "zonename":
		z, _ := f.Get("zone")
		return 1, t.Put(args, "zone", z.Value)
	}
	if slices.Contains(request.Silent, f.Name) {
		return 0, true
	}
	if k := f.Captures; len(k) == 0 || len(k) == 1 && (k[0].Slot == "obj" || k[0].Slot == "kind" || k[0].Slot == "prop" || k[0].Slot == "ext") {
		for _, w := range strings.Fields(vocab.Fold(b.Words(f))) {
			if !said.Has(w) && !b.smallWord(w) {
				return 0, false
			}
		}
		return 1, true
	}
	return 0, false
}

func (b planner) smallWord(w string) bool {
	for _, s := range vocab.For(b.Reading.Lang).Look([]string{w}) {
		if s.Class == "set" && s.Words == 1 {
			return true
		}
	}
	return false
}
