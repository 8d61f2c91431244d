package source

import (
	"context"
	"iter"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent"
	"github.com/metnos/metnos/core/turn/blank"
)

// Precedents are plans that worked. Neither question asks a model.
type Precedents interface {
	Exact(ctx context.Context, q precedent.Query) (precedent.Hit, bool, error)
	Similar(ctx context.Context, q precedent.Query) (precedent.Hit, bool, error)
	Record(ctx context.Context, q precedent.Query, run precedent.Run) (precedent.Reason, error)
	Fail(ctx context.Context, owner core.Owner, key string) error
}

// Sources are where plans come from. Models and Precedents may be nil.
type Sources struct {
	Precedents Precedents
	Composer   plan.Proposer // deterministic
	Models     plan.Proposer
	Catalog    func() []core.Executor
	Epoch      string // of the program: its version
}

// Request is a sentence and what its plan may depend on.
type Request struct {
	Turn     core.Turn
	Places   plan.Places
	Previous *plan.Remembered // the conversation's last result
	Attached bool             // it brings more than its text: no kept plan may answer
}

// Draft is what a source made of a request.
type Draft struct {
	plan.Draft
	Origin   core.Origin
	Proposed bool // a model wrote it, this time or first
	key      string
	watched  *precedent.Watched
}

// Reused reports whether the draft is an earlier plan.
func (d Draft) Reused() bool { return d.key != "" }

// Drafts asks the sources in their order. The loop over them ends with the first draft that holds; when no
// model knows better, the last is what the composer said of a sentence it could not plan.
func (s Sources) Drafts(ctx context.Context, req Request) iter.Seq2[Draft, error] {
	return func(yield func(Draft, error) bool) {
		if blank.Said(req.Turn.Text) {
			yield(s.withheld(ctx, req))
			return
		}
		if s.Precedents != nil {
			for _, level := range [...]level{{core.FromFastpath, s.Precedents.Exact}, {core.FromAutopath, s.Precedents.Similar}} {
				if d, ok := s.reuse(ctx, req, level); ok && !yield(d, nil) {
					return
				}
			}
		}
		composed, err := s.Compose(ctx, req)
		if err != nil || s.Models == nil || explained(composed.Draft) {
			yield(composed, err)
			return
		}
		proposed, err := s.draw(ctx, req, s.Models, composed.Near)
		if err != nil {
			yield(proposed, err)
			return
		}
		if proposed.Accepted || proposed.Question != nil { // a model may suggest; it never has the last word
			proposed.Origin, proposed.Proposed = core.FromPropose, true
			if !yield(proposed, nil) {
				return
			}
		}
		yield(composed, nil)
	}
}

// withheld is the refusal of a sentence that held a secret, in the language the composer hears in it.
func (s Sources) withheld(ctx context.Context, req Request) (Draft, error) {
	composed, err := s.Compose(ctx, req)
	return Draft{Draft: plan.Draft{Limit: blank.Refusal(), Lang: composed.Lang}, Origin: core.FromCompose}, err
}

// explained reports whether the composer's word on a sentence is final. What it could not explain, and what it
// found no executor for, a model may understand differently.
func explained(d plan.Draft) bool {
	return d.Accepted || d.Question != nil || d.Limit != nil && d.Limit.Code != "capability_missing"
}

// Compose asks the deterministic proposer alone.
func (s Sources) Compose(ctx context.Context, req Request) (Draft, error) {
	d, err := s.draw(ctx, req, s.Composer, nil)
	d.Origin = core.FromCompose
	return d, err
}

// draw asks a proposer. It sees names and shapes, never content. near are the executors to look at first.
func (s Sources) draw(ctx context.Context, req Request, p plan.Proposer, near []string) (d Draft, err error) {
	ask := plan.Request{
		Text: req.Turn.Text, Lang: req.Turn.Lang, Now: req.Turn.Now, Zone: req.Turn.Zone, Home: req.Turn.Home,
		Catalog: s.Catalog(), Previous: previous(req.Previous), Near: near,
	}
	ask.Places, d.watched = precedent.Watch(req.Places)
	d.Draft, err = p.Propose(ctx, ask)
	return d, err
}

// level is one way to find an earlier plan.
type level struct {
	origin core.Origin
	find   func(context.Context, precedent.Query) (precedent.Hit, bool, error)
}

// reuse looks for an earlier plan. A book that cannot be read is no reason to refuse a request.
func (s Sources) reuse(ctx context.Context, req Request, l level) (Draft, bool) {
	hit, ok, err := l.find(ctx, s.query(req))
	if err != nil || !ok {
		return Draft{}, false
	}
	return Draft{
		Draft: plan.Draft{Accepted: true, Framework: hit.Framework, Lang: hit.Lang},
		// The literals of a plan made for other words are held against these words, whoever made it.
		Origin: l.origin, Proposed: hit.Proposed || l.origin == core.FromAutopath, key: hit.Key,
	}, true
}

// query is a request as the book compares it.
func (s Sources) query(req Request) precedent.Query {
	return precedent.Query{
		Owner: req.Turn.Owner, Lang: req.Turn.Lang, Text: req.Turn.Text, Now: req.Turn.Now, Zone: req.Turn.Zone, Home: req.Turn.Home,
		Places: req.Places, Previous: previous(req.Previous), Catalog: s.Catalog(), Epoch: s.Epoch, Fresh: req.Attached,
	}
}

// Failed drops a reused draft that failed.
func (s Sources) Failed(ctx context.Context, owner core.Owner, d Draft) {
	_ = s.Precedents.Fail(ctx, owner, d.key) // at worst it fails again, and is told again
}

// Learn keeps the plan of a turn that went well. Nothing depends on it: without it the next turn is planned anew.
func (s Sources) Learn(ctx context.Context, req Request, d Draft, out core.Outcome) {
	if s.Precedents == nil || !d.Accepted {
		return
	}
	_, _ = s.Precedents.Record(ctx, s.query(req), precedent.Run{
		Turn: out.TurnID, Framework: d.Framework, Origin: out.Origin, Proposed: d.Proposed, Key: d.key, Lang: d.Lang,
		Outcome: out, Watched: d.watched,
	})
}

// previous is as much of the conversation's last result as planning may see.
func previous(was *plan.Remembered) *plan.Previous {
	if was == nil {
		return nil
	}
	return &plan.Previous{
		Turn: was.Turn, Framework: was.Framework, Tool: was.Observed.Tool,
		Fields: was.Observed.Types, Count: was.Observed.Count(), Ref: was.Turn,
	}
}
