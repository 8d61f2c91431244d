package scene

import (
	"path"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/intent"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/plan/splice"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// Request is a plan to be mended and everything it is judged by.
type Request struct {
	Framework plan.Framework
	Intent    []intent.Clause // nil: read from Text
	Text      string
	Lang      string // it or en
	Home      string // absolute: where relative paths start
	Find      plan.Lookup
	Catalog   []core.Executor // what may stand in for what
	Shelf     *shelf.Shelf    // the catalog's; nil: it is made
}

// Scene is what every rule reads.
type Scene struct {
	Req      Request
	Shelf    *shelf.Shelf
	Clauses  []intent.Clause
	Sentence intent.Sentence
}

// New reads the sentence and indexes the catalog.
func New(req Request) *Scene {
	if hands(req) {
		req.Text, req.Intent = "", []intent.Clause{}
	}
	s := &Scene{Req: req, Shelf: req.Shelf, Clauses: req.Intent, Sentence: intent.Skim(req.Text, req.Lang)}
	if s.Shelf == nil {
		s.Shelf = shelf.New(req.Catalog)
	}
	if s.Clauses == nil {
		s.Clauses = intent.Read(req.Text, req.Lang)
	}
	if s.Req.Find == nil {
		s.Req.Find = func(string) (*manifest.Manifest, bool) { return nil, false }
	}
	return s
}

// hands reports a plan that hands a request on, to be carried out later: of what the sentence says nothing is to be
// done now.
func hands(req Request) bool {
	for _, step := range req.Framework.Steps {
		for _, e := range req.Catalog {
			if e.Manifest == nil || e.Manifest.Name != step.Tool {
				continue
			}
			for name := range step.Args {
				if e.Manifest.Args.Properties[name].Semantic == "request" {
					return true
				}
			}
		}
	}
	return false
}

// Tool is the executor of a step.
func (s *Scene) Tool(step plan.Step) (shelf.Tool, bool) {
	m, _ := s.Req.Find(step.Tool)
	return shelf.Of(m)
}

// Covers reports whether a step does what a clause asks. Any producer serves a question.
func (s *Scene) Covers(c intent.Clause, step plan.Step) bool {
	t, ok := s.Tool(step)
	if !ok {
		return false
	}
	if c.Reading() {
		return !t.Changes()
	}
	return c.CoveredBy(t.Parts.Verb)
}

// Ordered reports whether the sentence orders a change by a verb of this kind.
func (s *Scene) Ordered(verb string) bool {
	return slices.ContainsFunc(s.Clauses, func(c intent.Clause) bool { return c.Orders() && c.CoveredBy(verb) })
}

// Orders lists the clauses that order what an executor of the verb does.
func (s *Scene) Orders(verb string) (out []intent.Clause) {
	for _, c := range s.Clauses {
		if c.Orders() && c.CoveredBy(verb) {
			out = append(out, c)
		}
	}
	return out
}

// Changing reports whether step n, or one that reads it, may change something.
func (s *Scene) Changing(f plan.Framework, n int) bool {
	return slices.ContainsFunc(append(splice.Downstream(f, n), n), func(m int) bool {
		t, ok := s.Tool(f.Steps[m-1])
		return !ok || t.Changes()
	})
}

// SameThings: files and folders are told apart by arguments as often as by executors.
func SameThings(a, b string) bool {
	return a == b || (a == "files" || a == "dirs") && (b == "files" || b == "dirs")
}

// Text is a literal string argument, with no placeholder in it.
func Text(args map[string]any, name string) (string, bool) {
	v, ok := args[name].(string)
	return v, ok && v != "" && !plan.References(v)
}

// Texts is a literal list of strings, or one string.
func Texts(args map[string]any, name string) (out []string, ok bool) {
	switch v := args[name].(type) {
	case string:
		out = []string{v}
	case []string:
		out = v
	case []any:
		for _, item := range v {
			one, is := item.(string)
			if !is {
				return nil, false
			}
			out = append(out, one)
		}
	}
	if len(out) == 0 || plan.References(args[name]) {
		return nil, false
	}
	return out, true
}

// Sourced reports whether a step takes a collection.
func Sourced(step plan.Step) bool {
	_, a := step.Args[plan.FromStep]
	_, b := step.Args[plan.FromPrevious]
	return a || b
}

// From is the step whose collection step takes, 0 when it takes none.
func From(step plan.Step) int {
	if _, ok := step.Args[plan.FromStep]; !ok {
		return 0
	}
	if list := plan.Reads(plan.Step{Args: map[string]any{plan.FromStep: step.Args[plan.FromStep]}}); len(list) == 1 {
		return list[0]
	}
	return 0
}

// Base is the last name of a path, folded.
func Base(p string) string { return vocab.Fold(path.Base(strings.TrimSuffix(p, "/"))) }

// Filelike reports whether a path's last name has an extension.
func Filelike(p string) bool {
	name := path.Base(strings.TrimSuffix(p, "/"))
	i := strings.LastIndexByte(name, '.')
	return i > 0 && i < len(name)-1
}

// Absolute is a path the person wrote, from the root.
func (s *Scene) Absolute(p string) string {
	switch {
	case p == "~" || strings.HasPrefix(p, "~/"):
		return path.Join(s.Req.Home, strings.TrimPrefix(p, "~"))
	case strings.HasPrefix(p, "/"):
		return path.Clean(p)
	}
	return path.Join(s.Req.Home, p)
}

// Faults counts what is wrong with a plan, wherever its steps run.
func (s *Scene) Faults(f plan.Framework) int {
	f.Steps = slices.Clone(f.Steps)
	for i := range f.Steps {
		f.Steps[i].Host = ""
	}
	return len(plan.Validate(f, s.Req.Find, plan.MaxRuntimeSteps))
}
