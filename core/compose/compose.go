package compose

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/metnos/metnos/core/compose/called"
	"github.com/metnos/metnos/core/compose/courtesy"
	"github.com/metnos/metnos/core/compose/dated"
	"github.com/metnos/metnos/core/compose/meant"
	"github.com/metnos/metnos/core/compose/mood"
	"github.com/metnos/metnos/core/compose/part"
	"github.com/metnos/metnos/core/compose/phrase"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/saying"
	"github.com/metnos/metnos/core/compose/sheet"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/special"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/table"
	"github.com/metnos/metnos/core/compose/task"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
)

// Composer plans the sentences it fully understands. The zero value is ready; it may be used by many turns at once.
type Composer struct {
	shelf atomic.Pointer[shelf.Shelf]
}

// New returns a composer.
func New() *Composer { return new(Composer) }

var _ plan.Proposer = (*Composer)(nil)

// Propose reads the sentence in its dominant language, then in the other one when that makes a plan.
func (c *Composer) Propose(ctx context.Context, req plan.Request) (plan.Draft, error) {
	if err := ctx.Err(); err != nil {
		return plan.Draft{}, err
	}
	if strings.TrimSpace(req.Text) == "" {
		return plan.Draft{}, nil
	}
	lang := vocab.Language(token.Words(req.Text))
	first := lang
	if first == "" {
		first = req.Lang
	}
	draft := c.draft(req, first)
	if !draft.Accepted && draft.Limit == nil && draft.Question == nil {
		if other := c.draft(req, opposite(first)); other.Accepted || other.Question != nil {
			draft = other
			if lang == "" {
				lang = opposite(first)
			}
		}
	}
	if bare := token.Unquoted(req.Text, req.Places); bare != "" && !draft.Accepted {
		asked := req
		asked.Text = bare
		if again, err := c.Propose(ctx, asked); err == nil && (again.Accepted || again.Question != nil) {
			return again, nil
		}
	}
	draft.Lang = lang
	if draft.Accepted && draft.Framework.Found == "" {
		draft.Framework.Found = sheet.Again(c.shelf.Load(), req, draft.Framework)
	}
	if !draft.Accepted && len(draft.Unknown) > 0 && courtesy.Undoing(req.Text) {
		draft.Unknown, draft.Limit = nil, sdk.Errorf(sdk.OutOfScope, "undo_alone", "undoing is a request of its own")
	}
	c.lacking(&draft, req)
	return mood.Keep(draft, req.Text, c.shelf.Load()), nil
}

// nearest bounds the executors named for each thing a sentence asks that made no plan.
const nearest = 7

// lacking tells of a sentence that made no plan which executors come nearest, and what is missing when none can do it.
func (c *Composer) lacking(d *plan.Draft, req plan.Request) {
	missing := d.Limit != nil && slices.Contains([]string{"capability_missing", "recurrence_missing"}, d.Limit.Code)
	s := c.shelf.Load()
	if s == nil || len(d.Unknown) == 0 && !missing {
		return
	}
	lang := d.Lang
	if lang == "" {
		lang = req.Lang
	}
	d.Near = s.Near(req.Text, lang, nearest)
	if missing {
		said := d.Limit.Params["what"]
		if said == "" {
			said = strings.TrimSpace(req.Text)
		}
		d.Missing = &plan.Missing{Said: said, Clauses: d.Intent, Near: d.Near}
	}
}

func opposite(lang string) string {
	if lang == "en" {
		return "it"
	}
	return "en"
}

func (c *Composer) draft(req plan.Request, lang string) plan.Draft {
	reading := called.Numbered(speech.For(lang).Read(req.Text, speech.Env{Places: req.Places, Now: req.Now, Zone: req.Zone}))
	facts := slices.Clone(reading.Facts)
	if d, ok := c.carried(req, lang, reading); ok {
		return d
	}
	if d, ok := (saying.Planner{Builder: &steps.Builder{Req: req, Shelf: c.stocked(req), Reading: reading}}).Owned(); ok && !reading.Long {
		d.Intent = meant.Clauses(d, c.shelf.Load(), facts)
		return d
	}
	d := c.planned(req, reading)
	if !d.Accepted && d.Question == nil {
		d = c.called(req, reading, d)
	}
	if said := c.unsaved(req.Text, d); said != "" {
		d = plan.Draft{Unknown: []string{said}}
	}
	d.Intent = meant.Clauses(d, c.shelf.Load(), facts)
	return d
}

// called plans once more what made no plan, with the words for what is there in the place of names.
func (c *Composer) called(req plan.Request, reading speech.Reading, otherwise plan.Draft) plan.Draft {
	if limit := otherwise.Limit; limit != nil && limit.Code != "capability_missing" && limit.Code != "nothing_to_refer_to" || reading.Long {
		return otherwise
	}
	s := c.shelf.Load()
	said := func(text string) plan.Draft {
		asked := req
		asked.Text, asked.Previous = text, nil
		return tabular(asked, s, speech.For(reading.Lang).Read(text, speech.Env{Places: req.Places, Now: req.Now, Zone: req.Zone}), otherwise)
	}
	if added, ok := called.Added(reading, req.Home, req.Places); ok {
		if d := c.planned(req, added); d.Accepted {
			return d
		}
	}
	finder := sheet.Finder{Reading: reading, Home: req.Home, Places: req.Places, Shelf: s, Rows: said}
	if !special.Changes(reading) {
		if d, ok := finder.Find(); ok {
			return d
		}
	}
	name, alone := called.Table(reading, req.Home, req.Places, func(ext string) bool { return s.Tabled(ext) != nil })
	rows := func() plan.Draft {
		if d := said(strings.TrimRight(req.Text, " .?!") + " in " + name); finder.Fits(d) {
			return d
		}
		return otherwise
	}
	sums := slices.ContainsFunc(reading.Facts, func(f speech.Fact) bool {
		return slices.Contains([]string{"mod", "by", "sum", "group", "orderby"}, f.Name)
	})
	placed := slices.ContainsFunc(reading.Facts, func(f speech.Fact) bool {
		return slices.Contains([]string{"in", "of", "from", "dir", "ext", "kind"}, f.Name)
	})
	first := name != "" && (alone || sums && !placed) // what is asked is asked of rows
	if first {
		if d := rows(); d.Accepted {
			return d
		}
	}
	if named, ok := called.Read(reading, req.Home, req.Places); ok {
		if d := c.planned(req, named); d.Accepted || d.Question != nil {
			return d
		}
	}
	if name != "" && !first {
		if d := rows(); d.Accepted {
			return d
		}
	}
	return otherwise
}

// stocked is the shelf of the catalog asked of.
func (c *Composer) stocked(req plan.Request) *shelf.Shelf {
	s := c.shelf.Load()
	if !s.Same(req.Catalog) {
		s = shelf.New(req.Catalog)
		c.shelf.Store(s)
	}
	return s
}

// planned makes a draft of a sentence that was read.
func (c *Composer) planned(req plan.Request, reading speech.Reading) plan.Draft {
	if reading.Long {
		return plan.Draft{Unknown: []string{"…"}}
	}
	s := c.stocked(req)
	kept := task.Planner{Req: req, Shelf: s, Reading: reading, Body: func(text string) plan.Draft {
		body := req
		body.Text, body.Previous = text, nil
		return c.draft(body, reading.Lang)
	}}
	for _, way := range []func() (plan.Draft, bool){kept.Plan, further(req, s, reading), c.corrected(req, s, reading)} {
		if d, ok := way(); ok {
			return d
		}
	}
	if q := dated.Question(reading, when.Clock{Now: req.Now, Zone: req.Zone, Lang: reading.Lang}); q != nil {
		return plan.Draft{Question: q}
	}
	own, covered := special.Find(s, reading)
	if own != nil && !special.Changes(special.Without(reading, covered)) {
		if f, ok := specially(req, s, reading, own, covered); ok {
			return plan.Draft{Accepted: true, Framework: f}
		}
		if b := (planner{&steps.Builder{Req: req, Shelf: s, Reading: special.Without(reading, covered)}}); covered == [2]int{0, len(reading.Tokens)} && b.generic() {
			return plan.Draft{Accepted: true, Framework: b.Framework}
		}
	}
	ranks := table.Planner{Builder: &steps.Builder{Req: req, Shelf: s, Reading: reading}}.Ranks()
	if ranks || table.Valued(reading) {
		if d := tabular(req, s, reading, plan.Draft{Unknown: []string{strings.TrimSpace(req.Text)}}); ranks || d.Accepted {
			return d
		}
	}
	b := planner{&steps.Builder{Req: req, Shelf: s, Reading: reading}}
	err := b.build()
	var r *steps.Refusal
	switch {
	case errors.As(err, &r):
		if heard, ok := b.said(r); ok {
			return heard
		}
		if r.Open() && b.generic() || (phrase.Planner{Builder: b.Builder}).Reckoned() {
			break
		}
		if own != nil && r.Open() && (own.Has("keep") || !special.Deletes(reading)) { // what is changed is found by the plain executor when it can
			if f, ok := specially(req, s, reading, own, covered); ok {
				return plan.Draft{Accepted: true, Framework: f}
			}
		}
		return tabular(req, s, reading, r.Draft)
	case err != nil:
		return plan.Draft{Unknown: []string{err.Error()}}
	}
	return plan.Draft{Accepted: true, Framework: b.Framework}
}

// said hears the sentence as one an executor states it is asked in, those of the program before others. What a value of it
// was lacking counts where nothing else was understood.
func (b planner) said(r *steps.Refusal) (plan.Draft, bool) {
	if !r.Open() && !part.Refused(r) && (r.Draft.Limit == nil || r.Draft.Limit.Code != "nothing_to_refer_to") {
		return plan.Draft{}, false
	}
	p := saying.Planner{Builder: &steps.Builder{Req: b.Req, Shelf: b.Shelf, Reading: b.Reading}}
	own, ok := p.Heard(true)
	if own.Accepted || own.Question != nil {
		return own, true
	}
	if other, also := p.Heard(false); also {
		return other, true
	}
	return own, ok
}

// acts reports a sentence that asks for something to be done, rather than about something.
func acts(reading speech.Reading) bool {
	return slices.ContainsFunc(reading.Facts, func(f speech.Fact) bool {
		act, _ := f.Get("act")
		return f.Name == "outside" || f.Name == "repeat" || request.Actions[act.Value] != ""
	})
}

// tabular reads a sentence that makes no plan once more when it is about a table: its words may be columns and values.
func tabular(req plan.Request, s *shelf.Shelf, reading speech.Reading, otherwise plan.Draft) plan.Draft {
	b := table.Planner{Builder: &steps.Builder{Req: req, Shelf: s, Reading: reading}}
	if otherwise.Question != nil || !b.About() {
		return otherwise
	}
	b.Reading = speech.ForTables(reading.Lang).Read(req.Text, speech.Env{Places: req.Places, Now: req.Now, Zone: req.Zone})
	err := b.Plan()
	var r *steps.Refusal
	switch {
	case errors.As(err, &r):
		lacking := otherwise.Limit != nil && otherwise.Limit.Code == "capability_missing" && len(r.Draft.Unknown) > 0
		if len(otherwise.Unknown) > 0 || lacking && !acts(reading) || otherwise.Limit != nil && r.Draft.Question != nil { // the rows can be read: some words were not understood
			return r.Draft
		}
		return otherwise
	case err != nil:
		return otherwise
	}
	return plan.Draft{Accepted: true, Framework: b.Framework}
}
