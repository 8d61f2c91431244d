package structure

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard/argument"
	"github.com/metnos/metnos/core/plan/guard/scene"
	"github.com/metnos/metnos/core/plan/intent"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/plan/splice"
	"github.com/metnos/metnos/core/vocab"
)

// swapped gives step i another executor when every argument finds its place there and the plan stays as sound.
func (s view) swapped(f plan.Framework, i int, was, to shelf.Tool) (plan.Framework, bool) {
	if was.Changes() != to.Changes() || was.Changes() && was.Parts.Verb != to.Parts.Verb {
		return f, false
	}
	args, ok := moved(f.Steps[i].Args, was, to)
	if !ok {
		return f, false
	}
	next := f.Clone()
	next.Steps[i].Tool, next.Steps[i].Args = to.Name, args
	return next, s.Faults(next) <= s.Faults(f)
}

// moved puts arguments under the names another executor has for what they mean.
func moved(args map[string]any, was, to shelf.Tool) (map[string]any, bool) {
	out := map[string]any{}
	for _, name := range shelf.Keys(args) {
		value := args[name]
		if name == plan.FromStep || name == plan.FromPrevious {
			if len(to.Fed()) == 0 {
				return nil, false
			}
			out[name] = value
			continue
		}
		p := was.Args.Properties[name]
		target := name
		if q, same := to.Args.Properties[name]; !same || q.Semantic != p.Semantic {
			if target = to.Arg(p.Semantic); p.Semantic == "" || target == "" {
				return nil, false
			}
		}
		if _, taken := out[target]; taken {
			return nil, false
		}
		fitted, ok := argument.Fit(value, to.Args.Properties[target])
		if !ok && !plan.References(value) {
			fitted = value // the validator judges it
		}
		out[target] = fitted
	}
	return out, true
}

// EnforceProviderBinding: an executor of a service nobody named -> the plain one of the same verb and object.
func EnforceProviderBinding(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	return s.each(f, func(i int, t shelf.Tool) (shelf.Tool, bool) {
		if t.Parts.Provider == "" {
			return t, false
		}
		for _, o := range s.Shelf.Siblings(t) {
			if o.Parts.Provider == "" && o.Parts.Qualifier == t.Parts.Qualifier && !s.marked(t, o) {
				return o, true
			}
		}
		return t, false
	})
}

// marked reports whether the sentence names the service of t: a word of its name, or one only its phrases have.
func (s view) marked(t, plain shelf.Tool) bool {
	marks := strings.Split(t.Parts.Provider, "_")
	for _, lang := range shelf.Keys(t.Affinity) {
		for _, w := range strings.Fields(vocab.Fold(strings.Join(t.Affinity[lang], " "))) {
			if !slices.Contains(strings.Fields(vocab.Fold(strings.Join(plain.Affinity[lang], " "))), w) {
				marks = append(marks, w)
			}
		}
	}
	l := vocab.For(s.Sentence.Lang)
	return slices.ContainsFunc(s.Sentence.Words, func(w string) bool {
		return w != "" && !l.Knows(w) && slices.Contains(marks, w)
	})
}

// DecontaminateReader: a reader of one format, when only what is to be written has that format -> the plain reader.
func DecontaminateReader(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	return s.each(f, func(i int, t shelf.Tool) (shelf.Tool, bool) {
		formats := vocab.Closed().Reads[t.Parts.Qualifier]
		if t.Parts.Verb != "read" || len(formats) == 0 {
			return t, false
		}
		written, read := false, false
		for _, c := range s.Clauses {
			has := slices.ContainsFunc(c.Words, func(w string) bool { return w == t.Parts.Qualifier || slices.Contains(formats, w) }) ||
				slices.ContainsFunc(c.Places, func(p intent.Place) bool { return hasExtension(p.Text, formats) })
			written = written || has && !c.Reading()
			read = read || has && c.Reading()
		}
		if !written || read || s.mentions(f, i, formats) {
			return t, false
		}
		plain, ok := s.Shelf.Find("read", t.Parts.Object)
		return plain, ok
	})
}

// mentions reports whether step i, or what it reads, is about files of the formats.
func (s view) mentions(f plan.Framework, i int, formats []string) bool {
	for _, n := range append(plan.Reads(f.Steps[i]), i+1) {
		if n < 1 || n > i+1 {
			continue
		}
		for _, name := range shelf.Keys(f.Steps[n-1].Args) {
			list, _ := scene.Texts(f.Steps[n-1].Args, name)
			for _, p := range list {
				if hasExtension(p, formats) || slices.Contains(formats, strings.TrimPrefix(strings.ToLower(p), ".")) {
					return true
				}
			}
		}
	}
	return false
}

func hasExtension(p string, formats []string) bool {
	i := strings.LastIndexByte(p, '.')
	return i >= 0 && slices.Contains(formats, strings.ToLower(p[i+1:]))
}

// AlignObjects: a producer of things nobody asked for, where exactly one asked-for object has no producer -> the
// executor of the same verb for that object.
func AlignObjects(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	wanted := s.uncovered(f)
	if len(wanted) != 1 {
		return f, 0
	}
	return s.each(f, func(i int, t shelf.Tool) (shelf.Tool, bool) {
		if t.Changes() || t.Parts.Object == "entries" || s.asked(t.Parts.Object) || f.Steps[i].Aside || s.Changing(f, i+1) {
			return t, false
		}
		return s.Shelf.Find(t.Parts.Verb, wanted[0])
	})
}

// asked reports whether some clause speaks of an object.
func (s view) asked(object string) bool {
	return slices.ContainsFunc(s.Clauses, func(c intent.Clause) bool {
		return slices.ContainsFunc(c.Things, func(o string) bool { return scene.SameThings(o, object) })
	})
}

// uncovered lists the objects the questions of the sentence are about that no step has.
func (s view) uncovered(f plan.Framework) (out []string) {
	for _, c := range s.Clauses {
		if !c.Reading() || c.Denied || c.Object == "" || slices.Contains(out, c.Object) {
			continue
		}
		done := slices.ContainsFunc(f.Steps, func(step plan.Step) bool {
			t, ok := s.Tool(step)
			return !ok || slices.ContainsFunc(c.Things, func(o string) bool { return scene.SameThings(o, t.Parts.Object) })
		})
		if !done {
			out = append(out, c.Object)
		}
	}
	return out
}

// AlignAffinity: a producer, where the phrases of exactly one other producer of the same object are said at greater
// length -> that one. What a change works on is never chosen by a phrase, and one made for a kind of its object (the
// rows of a table) never gives way to the plain one, whose phrases say nothing against it.
func AlignAffinity(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	return s.each(f, func(i int, t shelf.Tool) (shelf.Tool, bool) {
		if t.Changes() || !shelf.Reads(t.Parts.Verb) || f.Steps[i].Aside || s.Changing(f, i+1) {
			return t, false
		}
		best, top, tie := t, s.said(t), false
		for _, o := range s.Shelf.All() {
			if o.Name == t.Name || o.Changes() || o.Parts.Object != t.Parts.Object || !shelf.Reads(o.Parts.Verb) || o.Parts.Provider != t.Parts.Provider {
				continue
			}
			if t.Parts.Qualifier != "" && o.Parts.Qualifier == "" || !reads(o, f.Steps[i]) {
				continue
			}
			switch n := s.said(o); {
			case n > top:
				best, top, tie = o, n, false
			case n == top && n > 0 && best.Name != t.Name:
				tie = true
			}
		}
		return best, best.Name != t.Name && top > 1 && !tie
	})
}

// reads reports whether an executor is made for every path a step names in so many words: a workbook is none of the
// reader's of text tables, whatever is said of its columns.
func reads(t shelf.Tool, step plan.Step) bool {
	kinds := vocab.Closed().Reads[t.Parts.Qualifier]
	if len(kinds) == 0 {
		return true
	}
	for _, v := range step.Args {
		list, ok := v.([]any)
		if !ok {
			list = []any{v}
		}
		for _, x := range list {
			text, _ := x.(string)
			ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(text), "."))
			if strings.Contains(text, "/") && ext != "" && !slices.Contains(kinds, ext) {
				return false
			}
		}
	}
	return true
}

// said is how many words the longest phrase of an executor has that the sentence holds, in its language.
func (s view) said(t shelf.Tool) int {
	longest := 0
	for _, words := range s.Shelf.Phrases(t, s.Sentence.Lang) {
		for i := 0; i+len(words) <= len(s.Sentence.Words) && len(words) > longest; i++ {
			if slices.Equal(words, s.Sentence.Words[i:i+len(words)]) {
				longest = len(words)
			}
		}
	}
	return longest
}

// AlignPairs: verb and object of an order are in the plan but not together -> the one step with that verb and an
// object nobody joins to it gets the executor of the pair.
func AlignPairs(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	for _, c := range s.Clauses {
		if !c.Orders() || c.Reading() || c.Object == "" {
			continue
		}
		var loose []int
		paired := false
		for i, step := range f.Steps {
			t, ok := s.Tool(step)
			if !ok || !t.Changes() || t.Parts.Verb != c.Verb {
				continue
			}
			paired = paired || t.Parts.Object == c.Object
			if !slices.ContainsFunc(s.Clauses, func(o intent.Clause) bool { return o.CoveredBy(t.Parts.Verb) && o.Names(t.Parts.Object) }) {
				loose = append(loose, i)
			}
		}
		pair, ok := s.Shelf.Find(c.Verb, c.Object)
		if paired || len(loose) != 1 || !ok {
			continue
		}
		was, _ := s.Tool(f.Steps[loose[0]])
		if next, fits := s.swapped(f, loose[0], was, pair); fits {
			return next, 1
		}
	}
	return f, 0
}

// each offers every step another executor, and counts the swaps that fit.
func (s view) each(f plan.Framework, choose func(i int, t shelf.Tool) (shelf.Tool, bool)) (plan.Framework, int) {
	fired := 0
	for i := range f.Steps {
		t, ok := s.Tool(f.Steps[i])
		if !ok {
			continue
		}
		if to, wanted := choose(i, t); wanted {
			if next, fits := s.swapped(f, i, t, to); fits {
				f = next
				fired++
			}
		}
	}
	return f, fired
}

// WithholdDenied: a change the sentence only forbids -> taken out, with what reads it.
func WithholdDenied(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for n := len(f.Steps); n >= 1; n-- {
		t, ok := s.Tool(f.Steps[n-1])
		if !ok || !t.Changes() || !s.forbidden(t.Parts.Verb) {
			continue
		}
		gone := append(splice.Downstream(f, n), n)
		for i := len(gone) - 2; i >= 0; i-- { // the last to read goes first
			if next, clean := splice.Remove(f, gone[i]); clean {
				f = next
				fired++
			}
		}
		if next, clean := splice.Remove(f, n); clean {
			f = next
			fired++
		}
	}
	return f, fired
}

func (s view) forbidden(verb string) bool {
	denied := false
	for _, c := range s.Clauses {
		if c.Reading() || !c.CoveredBy(verb) {
			continue
		}
		if !c.Denied {
			return false
		}
		denied = true
	}
	return denied
}
