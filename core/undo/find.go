package undo

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo/which"
)

// Change is a turn that changed something: who asked what, where and when, and what it did.
type Change struct {
	Turn         string
	Conversation string
	Text         string     // the request; "" of a change older than these are kept
	At           time.Time  // when it began to change something
	Kind         which.Kind // of its changes; [which.Other] when there are several
	Changed      int        // mutations it counted
}

// changeOf sums a turn up. The folder's name says when it began: undoing gives its steps later times.
func changeOf(folder string, steps []Entry) Change {
	first := steps[0]
	c := Change{Turn: first.Turn, Conversation: first.Conversation, Text: first.Text, At: first.At}
	if nanos, err := strconv.ParseInt(filepath.Base(folder)[:16], 16, 64); err == nil {
		c.At = time.Unix(0, nanos)
	}
	for _, e := range steps {
		c.Changed += e.Changed
		switch kind := e.Kind(); {
		case e.Changed == 0:
		case c.Kind == which.Any:
			c.Kind = kind
		case c.Kind != kind:
			c.Kind = which.Other
		}
	}
	return c
}

// Kind is what a step did, from its evidence, else from the verb of its tool.
func (e Entry) Kind() which.Kind {
	verb, _, _ := strings.Cut(e.Tool, "_")
	kind := which.Kind(verb)
	switch {
	case e.Tool == "create_files": // it makes copies
		return which.Copy
	case e.Evidence != nil && e.Evidence.Pattern == "delete_created":
		return which.Create
	case kind == which.Move && e.renames():
		return which.Rename
	case slices.Contains([]which.Kind{which.Move, which.Rename, which.Delete, which.Create, which.Write, which.Copy, which.Send}, kind):
		return kind
	}
	return which.Other
}

// renames reports whether everything a step moved stayed in its folder.
func (e Entry) renames() bool {
	if e.Evidence == nil || len(e.Evidence.Evidence) == 0 {
		return false
	}
	for _, item := range e.Evidence.Evidence {
		from, fromOK := item["from"].(string)
		to, toOK := item["to"].(string)
		if !fromOK || !toOK || filepath.Dir(from) != filepath.Dir(to) {
			return false
		}
	}
	return true
}

// is reports whether a step did what a kind names. A copy was created, too.
func (e Entry) is(kind which.Kind) bool {
	own := e.Kind()
	return kind == which.Any || own == kind || kind == which.Create && own == which.Copy
}

// open reports whether a step changed something that was not taken back.
func (e Entry) open() bool { return e.State == Done && e.Changed > 0 }

// Filter chooses changes. Zero fields choose everything.
type Filter struct {
	From, To time.Time  // the change began in [From, To)
	Kind     which.Kind // at least one of its steps, not taken back, is of it
	Limit    int        // only so many, the latest
}

func (f Filter) fits(c Change, steps []Entry) bool {
	return (f.From.IsZero() || !c.At.Before(f.From)) && (f.To.IsZero() || c.At.Before(f.To)) &&
		slices.ContainsFunc(steps, func(e Entry) bool { return e.open() && e.is(f.Kind) })
}

// Find returns the owner's turns with something to undo that fit the filter, latest first.
func (j *Journal) Find(owner core.Owner, f Filter) ([]Change, error) {
	var found []Change
	err := j.each(owner, func(c Change, steps []Entry) bool {
		if f.fits(c, steps) {
			found = append(found, c)
		}
		return f.Limit == 0 || len(found) < f.Limit
	})
	return found, err
}

// Latest returns the owner's most recent turn with something to undo: of the conversation when it has
// one, else of any. Its Turn is "" when there is none.
func (j *Journal) Latest(owner core.Owner, conversation string) (Change, error) {
	var latest Change
	err := j.each(owner, func(c Change, steps []Entry) bool {
		if !slices.ContainsFunc(steps, Entry.open) {
			return true
		}
		here := c.Conversation == conversation
		if latest.Turn == "" || here {
			latest = c
		}
		return !here
	})
	return latest, err
}

// each visits the owner's turns, latest first, until visit says no.
func (j *Journal) each(owner core.Owner, visit func(c Change, steps []Entry) bool) error {
	names, err := j.folders(owner)
	if err != nil {
		return err
	}
	for _, name := range names {
		steps, err := read(filepath.Join(j.dir, string(owner), name))
		if err != nil {
			return err
		}
		if len(steps) > 0 && !visit(changeOf(name, steps), steps) {
			return nil
		}
	}
	return nil
}

// Course is what becomes of a wish.
type Course int

const (
	Nothing Course = iota // no change fits; Changes holds the latest one there is, if any
	Do                    // exactly the change that was just made: it is undone
	Confirm               // the person is asked, once, about all the changes
	Choose                // the person is asked which
)

// MaxOffered is how many changes a person is asked to choose among.
const MaxOffered = 9

// Meant is what a wish means in this journal. More counts changes that fit and are not among Changes.
type Meant struct {
	Course  Course
	Changes []Change // latest first
	More    int
}

// Mean finds what somebody wants undone. just is the turn that was just made, "" when that changed nothing: it
// alone is undone without asking.
func (j *Journal) Mean(owner core.Owner, conversation, just string, w which.Wish) (Meant, error) {
	found, err := j.Find(owner, Filter{From: w.From, To: w.To, Kind: w.Kind, Limit: w.Count})
	if err != nil {
		return Meant{}, err
	}
	switch {
	case len(found) == 0:
		latest, err := j.Latest(owner, conversation)
		if err != nil || latest.Turn == "" {
			return Meant{}, err
		}
		return Meant{Changes: []Change{latest}}, nil
	case len(found) == 1 && found[0].Turn == just:
		return Meant{Course: Do, Changes: found}, nil
	case len(found) == 1 || w.All || w.Count > 0:
		return Meant{Course: Confirm, Changes: found}, nil
	}
	m := Meant{Course: Choose, Changes: found}
	if len(found) > MaxOffered {
		m.Changes, m.More = found[:MaxOffered], len(found)-MaxOffered
	}
	return m, nil
}
