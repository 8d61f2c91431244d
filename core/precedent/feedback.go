package precedent

import (
	"context"
	"errors"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sign"
)

// Verdict is what a person thought of a turn.
type Verdict string

// The verdicts. Repeat asks for another try.
const (
	Good   Verdict = "good"
	Bad    Verdict = "bad"
	Repeat Verdict = "repeat"
)

// What verdicts do to the form of a plan.
const (
	maxBad     = 3
	badRests   = 30 * 24 * time.Hour
	tryAnother = time.Hour
)

// Feedback takes a person's verdict on a turn. A good one makes the turn's plan serve every request of its sense; a
// bad one forgets the plan and counts against its form; either may be changed. known is false when nothing is
// remembered of the turn.
func (b *Book) Feedback(ctx context.Context, owner core.Owner, turn string, v Verdict) (known bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	var before Verdict
	row, err := b.rows.Update(owner, "t/"+turn, func(row Row, found bool) (Row, error) {
		if !found || row.Turn == nil {
			return row, errGone
		}
		m := *row.Turn
		before, m.Verdict = m.Verdict, v
		return Row{Turn: &m}, nil
	})
	if errors.Is(err, errGone) {
		return false, nil
	}
	if err != nil || before == v {
		return err == nil, err
	}
	return true, b.count(owner, *row.Turn, before, v)
}

// count moves a turn's vote from one verdict to another.
func (b *Book) count(owner core.Owner, m Mention, before, v Verdict) error {
	now := b.now()
	var errs []error
	if m.Same != "" && v == Bad {
		errs = append(errs, b.rows.Delete(owner, m.Same))
	}
	if m.Alike != "" && v != Repeat {
		errs = append(errs, b.change(owner, m.Alike, func(k *Kept) { k.voted(before, v, now) }))
	}
	if v != Good || before == Bad {
		_, err := b.rows.Update(owner, ballotKey(m.Lang, m.Hash), func(row Row, _ bool) (Row, error) {
			var ballot Ballot
			if row.Ballot != nil {
				ballot = *row.Ballot
			}
			ballot.voted(before, v, now)
			return Row{Ballot: &ballot}, nil
		})
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (k *Kept) voted(before, v Verdict, now time.Time) {
	if before == Good {
		k.Good--
	}
	k.Since = now
	switch v {
	case Good:
		k.Good++
		k.State, k.Fails = Champion, 0
	case Bad:
		k.State = Demoted
	}
}

func (b *Ballot) voted(before, v Verdict, now time.Time) {
	if b.Bad >= maxBad && !now.Before(b.Until) { // it has rested
		b.Bad = 0
	}
	if before == Bad {
		b.Bad = max(0, b.Bad-1)
		if b.Bad < maxBad && b.Until.Sub(now) > tryAnother {
			b.Until = now
		}
	}
	b.Last = now
	switch v {
	case Bad:
		if b.Bad++; b.Bad >= maxBad {
			b.Until = now.Add(badRests)
		}
	case Repeat:
		if until := now.Add(tryAnother); until.After(b.Until) {
			b.Until = until
		}
	}
}

func ballotKey(lang, hash string) string { return "b/" + lang + "/" + hash }

// Excluded reports whether verdicts keep plans of this form away from an owner's requests in a language.
func (b *Book) Excluded(ctx context.Context, owner core.Owner, lang string, f plan.Framework) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	return b.excluded(owner, lang, sign.Form(f))
}

func (b *Book) excluded(owner core.Owner, lang, hash string) (bool, error) {
	row, found, err := b.rows.Get(owner, ballotKey(lang, hash))
	return found && row.Ballot != nil && b.now().Before(row.Ballot.Until), err
}

func (b *Book) mention(owner core.Owner, turn string, m Mention) error {
	_, err := b.rows.Update(owner, "t/"+turn, func(row Row, found bool) (Row, error) {
		mention := m
		if found && row.Turn != nil {
			mention.Verdict = row.Turn.Verdict
		}
		return Row{Turn: &mention}, nil
	})
	return err
}
