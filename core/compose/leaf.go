package compose

import (
	"slices"

	"github.com/metnos/metnos/core/compose/sheet"
	"github.com/metnos/metnos/core/compose/special"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// carried refuses a plan that leaves out what the sentence names and the plan would not show: the sheet of a workbook,
// which is put in the step that reads it, and that the outcome is to be saved.
func (c *Composer) carried(req plan.Request, lang string, reading speech.Reading) (plan.Draft, bool) {
	name, rest, ok := sheet.Leaf(req.Text, lang)
	if !ok {
		return plan.Draft{}, false
	}
	unknown := plan.Draft{Unknown: []string{name}}
	if special.Changes(reading) {
		return unknown, true
	}
	asked := req
	asked.Text = rest
	d := c.draft(asked, lang)
	if !d.Accepted {
		return d, true
	}
	put := false
	d.Framework.Steps = slices.Clone(d.Framework.Steps)
	for i, s := range d.Framework.Steps {
		if t := c.shelf.Load().Named(s.Tool); t != nil && t.Rows() && t.Has("sheet") && !vocab.Closed().Mutates(t.Parts.Verb) {
			put = t.Put(s.Args, "sheet", name) || put
			d.Framework.Steps[i] = s
		}
	}
	if !put {
		return unknown, true
	}
	return d, true
}

// unsaved is what a sentence says of saving where the plan saves nothing, "" when it says nothing of it.
func (c *Composer) unsaved(text string, d plan.Draft) string {
	if !d.Accepted || slices.ContainsFunc(d.Framework.Steps, func(s plan.Step) bool {
		t := c.shelf.Load().Named(s.Tool)
		return t == nil || vocab.Closed().Mutates(t.Parts.Verb)
	}) {
		return ""
	}
	return sheet.Keeps(text)
}
