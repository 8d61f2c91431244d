package answer

import (
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/plan"
)

// several writes one answer per question; a step that failed is told in its place.
func (w Writer) several(a Account) ([]string, *core.Table) {
	var said []string
	var table *core.Table
	for _, one := range a.Several {
		mine := a
		mine.Several, mine.Steps, mine.Shape = nil, nil, one.Shape
		for _, i := range one.Steps {
			if i < len(a.Steps) {
				mine.Steps = append(mine.Steps, a.Steps[i])
			}
		}
		if len(mine.Steps) < len(one.Steps) || mine.Steps[len(mine.Steps)-1].Err != nil {
			continue // it never came to this one
		}
		p, last := w.page(mine), mine.Steps[len(mine.Steps)-1]
		last.Result.Entries = voice.Spoken(last.Result.Entries)
		said = append(said, p.body(last))
		if t := p.table(last); t != nil && one.Shape == plan.ShapeList {
			table = t
		}
	}
	return said, table
}

// severally writes the reply to a sentence that asked several things: what was changed, then every answer.
func (w Writer) severally(a Account) Reply {
	p := w.page(a)
	out := Reply{Kind: core.Answer}
	var parts []string
	for _, s := range a.Steps {
		out.Attachments = append(out.Attachments, s.Result.Attachments...)
		if s.mutates() && !s.Skipped && (s.Err == nil || a.changed(s)) {
			parts = append(parts, p.receipt(s))
		}
	}
	answers, table := w.several(a)
	out.Table = table
	parts = append(parts, answers...)
	last := a.Steps[len(a.Steps)-1]
	switch {
	case last.Err != nil:
		out.Kind = kindOf(last)
		parts = append(parts, p.failure(last))
	case last.Skipped && len(answers) == 0:
		parts = append(parts, p.empty(), p.Tell("nothing_changed"))
	}
	out.Message = voice.Join(append(parts, p.notices(last)...), "\n")
	return out
}
