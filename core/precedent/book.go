package precedent

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/precedent/roster"
	"github.com/metnos/metnos/core/precedent/sentence"
	"github.com/metnos/metnos/core/precedent/sign"
	"github.com/metnos/metnos/core/precedent/value"
	"github.com/metnos/metnos/core/precedent/watch"
	"github.com/metnos/metnos/core/rank"
)

// Likeness a sentence needs to one that was understood before.
const (
	alikeSame    = 0.92 // level 0, in other words
	alikeCluster = 0.90 // level 1
	alikeIntent  = 0.87 // level 1, when the words that carry the sense come in the same order
)

// What makes a plan nobody voted on a shadow of a champion.
const (
	shadowSteps = 4
	shadowSeen  = 2
)

// maxFails is how many failures in a row demote a plan of level 1.
const maxFails = 3

// maxText bounds the sentences that are looked up, in bytes; longer ones carry a text of their own.
const maxText = 2000

// Book is the precedents of every owner. It may be used by many turns at once.
type Book struct {
	rows   Shelf
	now    func() time.Time
	roster atomic.Pointer[roster.Roster]
	mu     sync.Mutex
	sizes  map[core.Owner]*size
}

// New returns a book over its shelf and a clock.
func New(rows Shelf, now func() time.Time) *Book {
	return &Book{rows: rows, now: now, sizes: map[core.Owner]*size{}}
}

// asked is a query taken apart.
type asked struct {
	Query
	sentence.Sentence
	shape string
}

func (a *asked) zone() *time.Location {
	if a.Zone == nil {
		return time.UTC
	}
	return a.Zone
}

func (b *Book) ask(q Query) *asked {
	a := &asked{Query: q, Sentence: sentence.Read(q.Text, q.Lang)}
	a.shape = shape(q.Previous, a.Leans())
	return a
}

// unfit reports a request that no kept plan may answer.
func unfit(q Query) bool {
	return q.Fresh || q.Lang == "" || len(q.Text) > maxText || strings.TrimSpace(q.Text) == "" || redacted(q.Text)
}

// redacted reports the mark that stands for a secret.
func redacted(text string) bool { return strings.Contains(text, "<REDACTED") }

// key is 16 hex of the request and what it may go on from.
func (a *asked) key() string { return sign.Of(a.Query.Lang, a.Plain, a.shape, string(a.Host)) }

// Keys: level/language/sense/request, so that requests of one sense lie together.
func (a *asked) prefix(level string) string { return level + "/" + a.Query.Lang + "/" + a.Bag() + "/" }
func (a *asked) same() string               { return a.prefix("0") + a.key() }
func (a *asked) alike(id string) string     { return a.prefix("1") + sign.Of(id, string(a.Host)) }

// Exact is level 0: the plan of the same request, or of one that says the same in other words and holds nothing that
// only the other one said.
func (b *Book) Exact(ctx context.Context, q Query) (Hit, bool, error) {
	if err := ctx.Err(); err != nil || unfit(q) {
		return Hit{}, false, err
	}
	a := b.ask(q)
	key := a.same()
	row, found, err := b.rows.Get(q.Owner, key)
	if err != nil {
		return Hit{}, false, err
	}
	if found && row.Plan != nil {
		switch b.judge(a, row.Plan) {
		case stale:
			return Hit{}, false, b.rows.Delete(q.Owner, key)
		case other:
			return Hit{}, false, nil
		}
		return b.unlessExcluded(q, key, row.Plan, Same)
	}
	return b.reworded(a)
}

// judgement is what a kept plan is to a request.
type judgement byte

const (
	fits  judgement = iota
	other           // not for this request, or not in this world
	stale           // for no request any more: the executors are others
)

// judge compares everything a plan was made from with what is now.
func (b *Book) judge(a *asked, k *Kept) judgement {
	sign, whole := roster.Executors(a.Catalog, RoutingEpoch+" "+a.Epoch, k.Framework)
	fam := b.rosterOf(a.Catalog).Families(&a.Sentence, k.Framework)
	switch {
	case !whole || sign != k.Executors || fam == "" || fam != k.Families: // a row without signatures never fits
		return stale
	case k.Host != a.Host || k.Home != a.Home || k.Previous != a.shape:
		return other
	case k.Verbatim != "" && k.Verbatim != value.Verbatim(a.Sentence.Text, k.Verbatim[0]):
		return other
	case a.Lacks(k.Framework) || !watch.Unchanged(k.Asked, a.Places):
		return other
	}
	return fits
}

func (b *Book) rosterOf(catalog []core.Executor) roster.Roster {
	if s := b.roster.Load(); s != nil && s.Of(catalog) {
		return *s
	}
	s := roster.New(catalog)
	b.roster.Store(&s)
	return s
}

// reworded looks for a request of level 0 that says the same in the same order with other words, the likest first.
func (b *Book) reworded(a *asked) (Hit, bool, error) {
	order := a.Order()
	var cluster []contender
	err := b.rows.Each(a.Owner, a.prefix("0"), func(key string, row Row) bool {
		if row.Plan == nil || row.Plan.Specific || row.Plan.Order != order {
			return true
		}
		if like := a.like(row.Plan); like >= alikeSame {
			cluster = append(cluster, contender{key, row.Plan, like})
		}
		return true
	})
	if err != nil {
		return Hit{}, false, err
	}
	slices.SortFunc(cluster, func(x, y contender) int {
		return cmp.Or(cmp.Compare(y.like, x.like), cmp.Compare(x.key, y.key))
	})
	return b.first(a, cluster, Same)
}

// first is the hit of the first contender that fits.
func (b *Book) first(a *asked, cluster []contender, level Level) (Hit, bool, error) {
	for _, c := range cluster {
		if b.judge(a, c.kept) != fits || !a.generic(c.kept) {
			continue
		}
		if hit, ok, err := b.unlessExcluded(a.Query, c.key, c.kept, level); ok || err != nil {
			return hit, ok, err
		}
	}
	return Hit{}, false, nil
}

func (a *asked) like(k *Kept) float64 { return a.Terms.Cosine(rank.Of(a.Sentence.Lang).Weigh(k.Words)) }

// generic reports whether a plan made for other words may change what it would change, and whether the other words
// are names of nothing here.
func (a *asked) generic(k *Kept) bool {
	list, ok := value.All(k.Framework, a.Catalog)
	if !ok {
		return false
	}
	if value.Mutates(k.Framework, a.Catalog) && slices.ContainsFunc(list, func(l value.Value) bool { return !l.SaidIn(&a.Sentence) }) {
		return false
	}
	for _, w := range a.Words {
		if a.Places != nil && !slices.ContainsFunc(k.Asked, func(q watch.Asked) bool { return q.Name == w }) &&
			(len(a.Places.Folder(w)) > 0 || len(a.Places.File(w)) > 0) {
			return false
		}
	}
	return true
}

// Similar is level 1: the champion among the plans of requests of this sense, or a shadow that only looks.
func (b *Book) Similar(ctx context.Context, q Query) (Hit, bool, error) {
	if err := ctx.Err(); err != nil || unfit(q) {
		return Hit{}, false, err
	}
	a := b.ask(q)
	order := a.Order()
	var cluster []contender
	err := b.rows.Each(q.Owner, a.prefix("1"), func(key string, row Row) bool {
		if row.Plan != nil {
			floor := alikeCluster
			if row.Plan.Order == order {
				floor = alikeIntent
			}
			if like := a.like(row.Plan); like >= floor {
				cluster = append(cluster, contender{key, row.Plan, like})
			}
		}
		return true
	})
	if err != nil {
		return Hit{}, false, err
	}
	return b.first(a, champions(cluster, a.Catalog), Alike)
}

// contender is a plan made for other words.
type contender struct {
	key  string
	kept *Kept
	like float64
}

// champions are those that may serve, best first: approved ones, else shadows.
func champions(cluster []contender, catalog []core.Executor) []contender {
	approved := slices.DeleteFunc(slices.Clone(cluster), func(c contender) bool { return c.kept.State != Champion })
	if len(approved) == 0 {
		approved = slices.DeleteFunc(cluster, func(c contender) bool { return !c.kept.shadows(catalog) })
	}
	slices.SortFunc(approved, func(x, y contender) int {
		return cmp.Or(cmp.Compare(y.kept.score(), x.kept.score()), cmp.Compare(y.kept.Seen, x.kept.Seen),
			cmp.Compare(y.kept.Uses, x.kept.Uses), cmp.Compare(x.key, y.key))
	})
	return approved
}

// shadows reports a plan costly enough to make that it may serve unapproved, as long as it only looks.
func (k *Kept) shadows(catalog []core.Executor) bool {
	return k.State == Candidate && k.Seen >= shadowSeen && len(k.Framework.Steps) >= shadowSteps && !value.Mutates(k.Framework, catalog)
}

// score weighs approval over use, and use over failure.
func (k *Kept) score() int { return 4*k.Good + min(k.Uses, 20) + min(k.Seen, 10) - 3*k.Fails }

// unlessExcluded is the hit, when no verdict keeps its form away.
func (b *Book) unlessExcluded(q Query, key string, k *Kept, level Level) (Hit, bool, error) {
	excluded, err := b.excluded(q.Owner, q.Lang, k.Hash)
	if err != nil || excluded {
		return Hit{}, false, err
	}
	return Hit{Framework: k.Framework, Key: key, Proposed: k.Proposed, Level: level, Lang: k.Lang}, true, nil
}

// Fail tells that a plan of the book did not work: one of level 0 is forgotten, one of level 1 is demoted when it goes
// on failing.
func (b *Book) Fail(_ context.Context, owner core.Owner, key string) error {
	if !strings.HasPrefix(key, "1/") {
		return b.rows.Delete(owner, key)
	}
	return b.change(owner, key, func(k *Kept) {
		if k.Fails++; k.Fails >= maxFails {
			k.State, k.Since = Demoted, b.now()
		}
	})
}

// errGone stops a change to a row that is no longer there.
var errGone = errors.New("the row is gone")

// change alters a plan that is still kept.
func (b *Book) change(owner core.Owner, key string, do func(*Kept)) error {
	_, err := b.rows.Update(owner, key, func(row Row, found bool) (Row, error) {
		if !found || row.Plan == nil {
			return row, errGone
		}
		k := *row.Plan // a change may run twice
		do(&k)
		return Row{Plan: &k}, nil
	})
	if errors.Is(err, errGone) {
		return nil
	}
	return err
}
