package part

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/plan"
)

// Again completes what is said of the archive whose contents were the answer before: "extract only the pdfs". What is
// listed there is no file to act on: any other change, and reading one, is refused.
func (b Planner) Again(clauses []*request.Clause) error {
	p := b.Req.Previous
	if p == nil || p.Fields["member"] == "" || len(p.Framework.Steps) == 0 {
		return nil
	}
	first, t, archive := p.Framework.Steps[0], b.Inventory(), ""
	if t != nil && first.Tool == t.Manifest.Name {
		if list, _ := first.Args[t.ByMeaning["paths"]].([]any); len(list) == 1 {
			archive = strings.TrimPrefix(plan.Text(list[0]), `\`)
		}
	}
	for _, c := range clauses {
		if c.Has("file", "infile", "from", "of", "clock") {
			continue
		}
		refers := c.Pronoun != "" || c.Has("those", "nth", "one")
		parts := c.Has("ext", "kind", "glob", "obj", "everything", "everyfile")
		switch {
		case c.Act == "extract" && archive != "" && (refers || parts || c.Bare()):
			if refers && !b.same(c, p.Framework.Steps) {
				return b.refused(c, archive)
			}
			c.Pronoun = ""
			c.All("those", "obj", "everything", "everyfile")
			f := speech.Fact{Name: "file", Captures: []speech.Capture{{Slot: "file", Text: archive, Paths: []string{archive}}}}
			c.Facts, c.Used = slices.Insert(c.Facts, 0, f), slices.Insert(c.Used, 0, false)
		case c.Has("content") && (refers || !c.Has("in", "dir", "obj", "ext", "kind")): // "which of them mention rent?"
			return b.refused(c, archive)
		case refers && (slices.Contains(changing, c.Act) || slices.Contains([]string{"extract", "read", "open", "send"}, c.Act)):
			return b.refused(c, archive)
		}
	}
	return nil
}

func (b Planner) refused(c *request.Clause, archive string) error {
	if archive == "" {
		return steps.Unknown(strings.TrimSpace(b.From(b.Position(c))))
	}
	return steps.Limit("inside_archive", "a part of a file", "file", archive, "what", strings.TrimSpace(b.From(b.Position(c))))
}

// same says in the clause which files were listed, all or those of one sort; false when they were chosen otherwise.
func (b Planner) same(c *request.Clause, list []plan.Step) bool {
	if len(list) != 1 || c.Has("nth", "one") {
		return false
	}
	t := b.Inventory()
	for name, value := range list[0].Args {
		f := speech.Fact{}
		switch semantic := t.Args.Properties[name].Semantic; semantic {
		case "paths", "order", "order_by":
			continue
		case "extension":
			var all []string
			values, _ := value.([]any)
			for _, v := range values {
				all = append(all, plan.Text(v))
			}
			f.Name, f.Captures = "ext", []speech.Capture{{Slot: "ext", Value: strings.Join(all, ",")}}
		case "kind":
			f.Name, f.Captures = "kind", []speech.Capture{{Slot: "kind", Value: plan.Text(value)}}
		default:
			return false
		}
		c.Add(f)
	}
	return true
}
