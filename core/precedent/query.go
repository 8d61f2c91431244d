package precedent

import (
	"slices"
	"strconv"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sign"
	"github.com/metnos/metnos/core/precedent/watch"
)

// RoutingEpoch is the version of how sentences become plans. Another value forgets every plan kept before.
const RoutingEpoch = "1"

// Query is a request that looks for a plan. The same value that was asked about is recorded.
type Query struct {
	Owner    core.Owner
	Lang     string // of the turn, before the sentence shows its own: it or en
	Text     string // redacted
	Now      time.Time
	Zone     *time.Location
	Home     string    // absolute path of the person's home folder
	Host     plan.Host // the machine the request is for, once it is resolved; the sentence no longer says it
	Places   plan.Places
	Previous *plan.Previous
	Catalog  []core.Executor
	Epoch    string // of the program: its version, so that a better composer is not hidden by its older plans
	Fresh    bool   // attachments, or the conversation goes on from a dialog: no kept plan may answer
}

// Level is how close a precedent is.
type Level int

const (
	Same  Level = iota // the same request
	Alike              // another request of the same sense
)

// Hit is a plan that may be used again.
type Hit struct {
	Framework plan.Framework
	Key       string // of its row, for [Run] and [Book.Fail]; opaque
	Proposed  bool   // a model wrote it first
	Level     Level
	Lang      string // of the sentence, as its proposer read it; "" when undecided
}

// Watched is what a proposer asked of the places.
type Watched = watch.Watched

// Watch returns places that answer as p does, and the record of what they were asked.
func Watch(p plan.Places) (plan.Places, *Watched) { return watch.Places(p) }

// Run is what became of a plan.
type Run struct {
	Turn      string // 16 hex
	Framework plan.Framework
	Origin    core.Origin
	Proposed  bool   // a model wrote it, this time or first
	Key       string // Hit.Key, when the plan came from the book
	Lang      string // Draft.Lang, or Hit.Lang
	Outcome   core.Outcome
	Watched   *Watched // what the proposer asked of the places; nil when it was given none
}

// Row is one value of the book's shelf. Exactly one field is set, as the key's first letter says.
type Row struct {
	Plan   *Kept    `json:"plan,omitempty"`   // 0/ and 1/
	Ballot *Ballot  `json:"ballot,omitempty"` // b/
	Turn   *Mention `json:"turn,omitempty"`   // t/
}

// Kept is a plan and everything it was made from.
type Kept struct {
	Framework plan.Framework `json:"framework"`
	Hash      string         `json:"hash"` // of its form, which verdicts count against
	Words     []string       `json:"words"`
	Order     string         `json:"order"` // of the words that carry the sense, in their order
	Verbatim  string         `json:"verbatim,omitempty"`
	Specific  bool           `json:"specific,omitempty"` // it holds what only this sentence said
	Lang      string         `json:"lang,omitempty"`
	Origin    core.Origin    `json:"origin"`
	Proposed  bool           `json:"proposed,omitempty"`

	Host      plan.Host     `json:"host,omitempty"`
	Home      string        `json:"home"`
	Previous  string        `json:"previous"`
	Executors string        `json:"executors"`
	Families  string        `json:"families"`
	Asked     []watch.Asked `json:"asked,omitempty"`

	Made time.Time `json:"made"`
	Used time.Time `json:"used"` // last made or used with success
	Uses int       `json:"uses"`

	State State     `json:"state,omitempty"` // level 1 from here on
	Since time.Time `json:"since"`           // of the state
	Seen  int       `json:"seen,omitempty"`  // times it was made anew
	Good  int       `json:"good,omitempty"`
	Fails int       `json:"fails,omitempty"` // since it last worked
}

// State is where a plan of level 1 stands.
type State string

const (
	Candidate State = ""        // nobody said anything about it
	Champion  State = "active"  // a person approved
	Demoted   State = "demoted" // it disappointed
)

// Ballot counts the verdicts against the form of a plan, for one owner and language.
type Ballot struct {
	Bad   int       `json:"bad"`
	Until time.Time `json:"until"` // excluded before
	Last  time.Time `json:"last"`
}

// Mention is what a turn used, so that a verdict on the turn finds it.
type Mention struct {
	Lang    string    `json:"lang"`
	Hash    string    `json:"hash"`
	Same    string    `json:"same,omitempty"`  // key of level 0
	Alike   string    `json:"alike,omitempty"` // key of level 1
	Verdict Verdict   `json:"verdict,omitempty"`
	At      time.Time `json:"at"`
}

// Shelf keeps the rows by owner and key; store.TableOf[precedent.Row] is one.
type Shelf interface {
	Get(owner core.Owner, key string) (Row, bool, error)
	Put(owner core.Owner, key string, row Row) error
	Delete(owner core.Owner, key string) error
	Update(owner core.Owner, key string, change func(row Row, found bool) (Row, error)) (Row, error)
	Each(owner core.Owner, prefix string, visit func(key string, row Row) bool) error
	DeleteWhere(owner core.Owner, match func(key string, row Row) bool) (int, error)
	Owners() ([]core.Owner, error)
}

// shape signs what a plan may depend on of the conversation's earlier result: what it is and whether it is none,
// one or several. A sentence that may go on from it depends on the plan that made it too.
func shape(p *plan.Previous, leans bool) string {
	if p == nil {
		return "none"
	}
	parts := []string{p.Tool, strconv.Itoa(min(p.Count, 2))}
	for name, kind := range p.Fields {
		parts = append(parts, name+"="+kind)
	}
	slices.Sort(parts[2:])
	if leans {
		parts = append(parts, sign.Plan(p.Framework))
	}
	return sign.Of(parts...)
}
