package precedent

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/roster"
	"github.com/metnos/metnos/core/precedent/sign"
	"github.com/metnos/metnos/core/precedent/value"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
)

// Reason is why a plan is not kept. It is told to traces, never to a person.
type Reason string

// The reasons; Stored means that there is none.
const (
	Stored        Reason = ""
	UnfitQuery    Reason = "unfit_query"  // attachments, a dialog going on, a secret taken out, too long, no language
	NoPlan        Reason = "no_plan"      // nothing ran
	WrongOrigin   Reason = "wrong_origin" // not planned from this sentence alone
	NotAnswered   Reason = "not_answered" // it ended with a question, a refusal, an error or consent pending
	Failed        Reason = "failed"       // a step, or an item of one
	Partial       Reason = "partial"      // a step did not run
	Uncertain     Reason = "uncertain"    // a change nobody could count
	ChangeNothing Reason = "changed_nothing"
	UsesPrevious  Reason = "uses_previous"
	Consents      Reason = "consents"       // it asks, undoes, or acts in a live page
	Dated         Reason = "dated"          // it holds a moment
	ClockBound    Reason = "clock_bound"    // the sentence speaks of a moment
	PathList      Reason = "path_list"      // paths that were found, not said
	VerbMissing   Reason = "verb_missing"   // the sentence asks for more than the plan does
	NoExecutor    Reason = "no_executor"    // one of its executors cannot be identified
	Unwatched     Reason = "unwatched"      // what it was made from is not known
	AskedTooMuch  Reason = "asked_too_much" // of the places
	TooLarge      Reason = "too_large"
	Excluded      Reason = "excluded" // by verdicts
)

// maxAsked bounds the questions a row keeps. A plan that asked more is not kept.
const maxAsked = 200

// maxKept bounds the JSON of a plan that is kept, in bytes.
const maxKept = 32 << 10

// Record keeps the plan of a finished turn, when it may be used again, and counts the use of one that came from the
// book. A plan that may not be kept is no error: the reason says why.
func (b *Book) Record(ctx context.Context, q Query, run Run) (Reason, error) {
	if err := ctx.Err(); err != nil {
		return Stored, err
	}
	a := b.ask(q)
	run.Framework = unplaced(run.Framework)
	m := Mention{Lang: q.Lang, Hash: sign.Form(run.Framework), At: b.now()}
	why := b.keepable(a, run)
	if why == Stored {
		excluded, err := b.excluded(q.Owner, q.Lang, m.Hash)
		if err != nil {
			return Stored, err
		}
		if excluded {
			why = Excluded
		}
	}
	var work []func() error
	cached := run.Origin == core.FromFastpath || run.Origin == core.FromAutopath
	switch {
	case cached:
		if strings.HasPrefix(run.Key, "1/") {
			m.Alike = run.Key
		} else {
			m.Same = run.Key
		}
		if why == Stored {
			work = append(work, func() error { return b.used(q.Owner, run.Key) })
		}
	case why == Stored:
		kept := b.keep(a, run, m.Hash)
		m.Same = a.same()
		work = append(work, func() error { return b.put(q.Owner, m.Same, kept) })
		if !kept.Specific {
			m.Alike = a.alike(sign.Plan(run.Framework))
			work = append(work, func() error { return b.observe(q.Owner, m.Alike, kept) })
		}
	}
	if why != UnfitQuery && why != NoPlan && run.Turn != "" {
		work = append(work, func() error { return b.mention(q.Owner, run.Turn, m) })
	}
	return why, together(work)
}

// unplaced is a plan as its proposer made it: where a step runs is decided anew each time.
func unplaced(f plan.Framework) plan.Framework {
	f.Steps = slices.Clone(f.Steps)
	for i := range f.Steps {
		f.Steps[i].Host = ""
	}
	return f
}

// together runs the writes at once: the store makes one commit of them.
func together(work []func() error) error {
	errs := make([]error, len(work))
	var all sync.WaitGroup
	for i, do := range work {
		all.Go(func() { errs[i] = do() })
	}
	all.Wait()
	return errors.Join(errs...)
}

// keepable is why a run leaves no precedent.
func (b *Book) keepable(a *asked, run Run) Reason {
	cached := run.Origin == core.FromFastpath || run.Origin == core.FromAutopath
	switch {
	case unfit(a.Query):
		return UnfitQuery
	case len(roster.Tools(run.Framework)) == 0:
		return NoPlan
	case !cached && run.Origin != core.FromCompose && run.Origin != core.FromPropose || cached && run.Key == "":
		return WrongOrigin
	}
	if _, whole := roster.Executors(a.Catalog, RoutingEpoch+" "+a.Epoch, run.Framework); !whole {
		return NoExecutor
	}
	if why := ended(a, run); why != Stored || cached {
		return why
	}
	if why := made(a, run); why != Stored {
		return why
	}
	return worded(a, run)
}

// ended judges how the run went.
func ended(a *asked, run Run) Reason {
	out := run.Outcome
	switch {
	case out.Kind != core.Answer:
		return NotAnswered
	case out.Effects.Uncertain > 0:
		return Uncertain
	case out.Effects.Failures > 0 || slices.ContainsFunc(out.Steps, func(s core.Step) bool { return !s.OK || s.ErrorClass != "" }):
		return Failed
	}
	for i, s := range run.Framework.Steps {
		ran := slices.ContainsFunc(out.Steps, func(done core.Step) bool { return done.N == i+1 && done.Tool == s.Tool })
		if !ran && !s.Aside && s.Tool != plan.FinalAnswer {
			return Partial
		}
	}
	if value.Mutates(run.Framework, a.Catalog) && out.Effects.Mutations == 0 {
		return ChangeNothing
	}
	return Stored
}

// made judges what the plan was made from, beside the sentence.
func made(a *asked, run Run) Reason {
	f := run.Framework
	all := sign.JSON(f)
	switch {
	case a.Places != nil && run.Watched == nil:
		return Unwatched
	case len(run.Watched.Questions()) > maxAsked:
		return AskedTooMuch
	case all == "" || len(all) > maxKept:
		return TooLarge
	case f.UsesPrevious() || strings.Contains(all, "${previous."):
		return UsesPrevious
	case slices.ContainsFunc(f.Steps, func(s plan.Step) bool { return consents(s.Tool) }):
		return Consents
	}
	return Stored
}

// consents reports an executor that asks the person, undoes, or acts in a page whose state nobody can compare.
func consents(tool string) bool {
	name, err := vocab.CheckName(tool)
	return strings.HasPrefix(tool, "undo") || err == nil && slices.Contains([]string{"inputs", "approval", "sites"}, name.Object)
}

// worded judges the plan's values against the sentence.
func worded(a *asked, run Run) Reason {
	list, ok := value.All(run.Framework, a.Catalog)
	all := sign.JSON(run.Framework)
	told := strings.Contains(all, "${RUNTIME:now}") || strings.Contains(all, "${RUNTIME:today}") // it asks the clock itself
	spoken, moves := a.Timed(when.Clock{Now: a.Now, Zone: a.zone()})
	reckoned := slices.ContainsFunc(list, func(l value.Value) bool { return l.Reckoned(&a.Sentence, a.Home) })
	switch {
	case !ok:
		return NoExecutor
	case redacted(all):
		return UnfitQuery
	case slices.ContainsFunc(list, value.Value.Dated):
		return Dated
	case moves && !told, spoken && reckoned:
		return ClockBound
	case slices.ContainsFunc(list, func(l value.Value) bool { return l.Materialised(&a.Sentence, a.Home) }):
		return PathList
	case a.Lacks(run.Framework):
		return VerbMissing
	}
	return Stored
}

// keep makes the row of a run.
func (b *Book) keep(a *asked, run Run, hash string) Kept {
	now := b.now()
	k := Kept{
		Framework: run.Framework, Hash: hash, Words: a.Scored(), Order: a.Order(), Lang: run.Lang, Origin: run.Origin, Proposed: run.Proposed,
		Host: a.Host, Home: a.Home, Previous: a.shape, Asked: run.Watched.Questions(), Made: now, Used: now, Since: now,
	}
	k.Executors, _ = roster.Executors(a.Catalog, RoutingEpoch+" "+a.Epoch, run.Framework)
	k.Families = b.rosterOf(a.Catalog).Families(&a.Sentence, run.Framework)
	list, _ := value.All(run.Framework, a.Catalog)
	how := value.Anyhow
	for _, l := range list {
		k.Specific = k.Specific || l.Specific(&a.Sentence, a.Home)
		switch w := l.Writing(a.Home, run.Watched.Told); {
		case w == value.Written, how == value.Anyhow:
			how = w
		}
	}
	k.Verbatim = value.Verbatim(a.Sentence.Text, how)
	return k
}

// put keeps a plan of level 0. What was used before goes on being counted when the plan is the same.
func (b *Book) put(owner core.Owner, key string, kept Kept) error {
	kept.State = ""
	fresh := false
	_, err := b.rows.Update(owner, key, func(row Row, found bool) (Row, error) {
		k := kept
		if fresh = !found; found && row.Plan != nil && sign.Plan(row.Plan.Framework) == sign.Plan(k.Framework) {
			k.Uses, k.Made = row.Plan.Uses, row.Plan.Made
		}
		return Row{Plan: &k}, nil
	})
	if err == nil && fresh {
		err = b.grown(owner, "0/")
	}
	return err
}

// observe counts a plan of level 1 once more.
func (b *Book) observe(owner core.Owner, key string, kept Kept) error {
	fresh := false
	_, err := b.rows.Update(owner, key, func(row Row, found bool) (Row, error) {
		k := kept
		if fresh = !found; found && row.Plan != nil {
			was := row.Plan
			k.Uses, k.Made, k.State, k.Since, k.Good, k.Seen = was.Uses, was.Made, was.State, was.Since, was.Good, was.Seen
		}
		k.Seen++
		return Row{Plan: &k}, nil
	})
	if err == nil && fresh {
		err = b.grown(owner, "1/")
	}
	return err
}

// used counts a use that went well.
func (b *Book) used(owner core.Owner, key string) error {
	return b.change(owner, key, func(k *Kept) {
		k.Uses++
		k.Used, k.Fails = b.now(), 0
	})
}
