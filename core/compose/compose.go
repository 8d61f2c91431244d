package compose

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Composer plans the sentences it fully understands. The zero value is ready; it may be used by many turns at once.
type Composer struct {
	shelf atomic.Pointer[shelf]
}

// New returns a composer.
func New() *Composer { return new(Composer) }

var _ plan.Proposer = (*Composer)(nil)

// refusal carries a draft that is not a plan out of the planning functions.
type refusal struct{ draft plan.Draft }

// open reports whether another executor may still serve the request.
func (r *refusal) open() bool {
	return len(r.draft.Unknown) > 0 || r.draft.Limit != nil && r.draft.Limit.Code == "capability_missing"
}

func (r *refusal) Error() string { return "not composed" }

func limit(code, detail string, params ...string) error {
	e := sdk.Errorf(sdk.OutOfScope, code, "%s", detail)
	for i := 0; i+1 < len(params); i += 2 {
		e = e.With(params[i], params[i+1])
	}
	return &refusal{plan.Draft{Limit: e}}
}

func unknown(words ...string) error { return &refusal{plan.Draft{Unknown: words}} }

// Propose reads the sentence in its dominant language, then in the other one when that makes a plan.
func (c *Composer) Propose(ctx context.Context, req plan.Request) (plan.Draft, error) {
	if err := ctx.Err(); err != nil {
		return plan.Draft{}, err
	}
	if strings.TrimSpace(req.Text) == "" {
		return plan.Draft{}, nil
	}
	lang := speech.Language(req.Text)
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
	draft.Lang = lang
	return draft, nil
}

func opposite(lang string) string {
	if lang == "en" {
		return "it"
	}
	return "en"
}

func (c *Composer) draft(req plan.Request, lang string) plan.Draft {
	reading := speech.For(lang).Read(req.Text, speech.Env{Places: req.Places, Now: req.Now, Zone: req.Zone})
	if reading.Long {
		return plan.Draft{Unknown: []string{"…"}}
	}
	s := c.shelf.Load()
	if !s.same(req.Catalog) {
		s = newShelf(req.Catalog)
		c.shelf.Store(s)
	}
	b := &builder{req: req, shelf: s, reading: reading}
	err := b.build()
	var r *refusal
	switch {
	case errors.As(err, &r) && r.open() && b.generic():
	case errors.As(err, &r):
		return r.draft
	case err != nil:
		return plan.Draft{Unknown: []string{err.Error()}}
	}
	return plan.Draft{Accepted: true, Framework: b.framework}
}
