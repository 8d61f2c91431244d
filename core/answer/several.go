package answer

import (
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/plan"
)

// Several writes what was changed, then one answer per question there is an answer to; a step that failed is told in its
// place. The table is that of the last list.
func (w Writer) Several(a Account) (said []string, table *core.Table) {
	for _, s := range a.Steps {
		if s.mutates() && !s.Skipped && (s.Err == nil || a.changed(s)) {
			said = append(said, w.page(a).receipt(s))
		}
	}
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
	for _, s := range a.Steps {
		out.Attachments = append(out.Attachments, s.Result.Attachments...)
	}
	parts, table := w.Several(a)
	out.Table = table
	last := a.Steps[len(a.Steps)-1]
	switch {
	case last.Err != nil:
		out.Kind = kindOf(last)
		parts = append(parts, p.failure(last))
	case last.Skipped && len(parts) == 0:
		parts = append(parts, p.empty(), p.Tell("nothing_changed"))
	}
	out.Message = voice.Join(append(parts, p.notices(last)...), "\n")
	return out
}
