package precedent

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
)

// How long rows are kept, and how many of one owner.
const (
	day          = 24 * time.Hour
	neverReused  = 14 * day // level 0, not used once
	idleAfter    = 30 * day // level 0
	staleAfter   = 90 * day // level 1
	demotedLasts = 30 * day // level 1
	ballotLasts  = 90 * day
	mentionLasts = 30 * day

	maxSame     = 500  // level 0, the least recently used go
	maxUnvoted  = 5000 // level 1
	maxMentions = 5000
)

// Sweep forgets what is too old or too much, for every owner. It is meant for once a day.
func (b *Book) Sweep(ctx context.Context, now time.Time) error {
	owners, err := b.rows.Owners()
	errs := []error{err}
	for _, owner := range owners {
		if err := ctx.Err(); err != nil {
			return errors.Join(append(errs, err)...)
		}
		errs = append(errs, b.trim(owner, now, 0))
	}
	return errors.Join(errs...)
}

// aged is a row and when it last mattered.
type aged struct {
	key  string
	last time.Time
}

// room is the part of a full level, in percent, that is given up at once, so that not every new row has all of them read.
const room = 10

// trim forgets one owner's old and surplus rows, with some room when asked for, and counts the rest.
func (b *Book) trim(owner core.Owner, now time.Time, spare int) error {
	gone := map[string]time.Time{}
	var same, unvoted, mentions []aged
	err := b.rows.Each(owner, "", func(key string, row Row) bool {
		last := row.last()
		switch {
		case row.expired(key, now):
			gone[key] = last
		case strings.HasPrefix(key, "0/"):
			same = append(same, aged{key, last})
		case row.Turn != nil:
			mentions = append(mentions, aged{key, last})
		case row.Plan != nil && row.Plan.State == Candidate:
			unvoted = append(unvoted, aged{key, last})
		}
		return true
	})
	if err != nil {
		return err
	}
	same0, unvoted0 := kept(len(same), maxSame, spare), kept(len(unvoted), maxUnvoted, spare)
	surplus(gone, same, same0)
	surplus(gone, unvoted, unvoted0)
	surplus(gone, mentions, maxMentions)
	b.mu.Lock()
	b.sizes[owner] = &size{same: same0, alike: unvoted0}
	b.mu.Unlock()
	if len(gone) == 0 {
		return nil
	}
	_, err = b.rows.DeleteWhere(owner, func(key string, row Row) bool {
		last, listed := gone[key]
		return listed && row.last().Equal(last) // not one that was used meanwhile
	})
	return err
}

// kept is how many of n rows stay: all within the limit, else the limit without the spare part.
func kept(n, limit, spare int) int {
	if n <= limit {
		return n
	}
	return limit - spare*limit/100
}

func surplus(gone map[string]time.Time, rows []aged, limit int) {
	if len(rows) <= limit {
		return
	}
	slices.SortFunc(rows, func(x, y aged) int {
		if c := x.last.Compare(y.last); c != 0 {
			return c
		}
		return strings.Compare(x.key, y.key)
	})
	for _, r := range rows[:len(rows)-limit] {
		gone[r.key] = r.last
	}
}

// last is when a row last mattered.
func (r Row) last() time.Time {
	switch {
	case r.Plan != nil:
		return r.Plan.Used
	case r.Ballot != nil:
		return r.Ballot.Last
	case r.Turn != nil:
		return r.Turn.At
	}
	return time.Time{}
}

func (r Row) expired(key string, now time.Time) bool {
	since := func(t time.Time) time.Duration { return now.Sub(t) }
	switch {
	case strings.HasPrefix(key, "0/") && r.Plan != nil:
		return r.Plan.Uses == 0 && since(r.Plan.Made) >= neverReused || since(r.Plan.Used) >= idleAfter
	case r.Plan != nil:
		return r.Plan.State == Demoted && since(r.Plan.Since) >= demotedLasts || since(r.Plan.Used) >= staleAfter
	case r.Ballot != nil:
		return since(r.Ballot.Last) >= ballotLasts // longer than any exclusion
	case r.Turn != nil:
		return since(r.Turn.At) >= mentionLasts
	}
	return true // it holds nothing
}

// size is how many rows an owner has, at most; it is counted when first needed.
type size struct{ same, alike int }

// grown counts a new row and trims when there are too many.
func (b *Book) grown(owner core.Owner, level string) error {
	b.mu.Lock()
	s, known := b.sizes[owner]
	if known && level == "0/" {
		s.same++
	} else if known {
		s.alike++
	}
	within := known && s.same <= maxSame && s.alike <= maxUnvoted
	b.mu.Unlock()
	if within {
		return nil
	}
	return b.trim(owner, b.now(), room)
}
