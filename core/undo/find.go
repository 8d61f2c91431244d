package undo

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo/evidence"
	"github.com/metnos/metnos/core/undo/which"
	"github.com/metnos/metnos/core/vocab"
)

// Change is a turn that changed something: who asked what, where and when, and what it did.
type Change struct {
	Turn         string
	Aliases      []string // turns whose message let it go on
	Conversation string
	Text         string     // the request; "" of a change older than these are kept
	At           time.Time  // when it began to change something
	Kind         which.Kind // of its changes; [which.Other] when there are several
	Changed      int        // mutations it counted
	Cut          bool       // a step of it was cut off: Changed is as far as anybody can tell
	Planned      int        // objects it was to change, when it was cut off; 0 when nobody knows
	Unclear      int        // of these: objects of which nobody can tell
	Undoing      bool       // it was being undone when that was cut off
	Tried        bool       // it was undone as far as it could be
	Back, Left   int        // objects that are back, and those still to be put back, once an undo began
}

// changeOf sums a turn up. The folder's name says when a turn began that is older than that is kept in its steps.
func changeOf(folder string, steps []Entry) Change {
	first := steps[0]
	c := Change{Turn: first.Turn, Conversation: first.Conversation, Text: first.Text, At: first.Began}
	if nanos, err := strconv.ParseInt(filepath.Base(folder)[:16], 16, 64); err == nil && c.At.IsZero() {
		c.At = time.Unix(0, nanos)
	}
	unknown := false // how much a step was to change
	for _, e := range steps {
		c.Changed += e.Changed
		if e.Alias != "" && !slices.Contains(c.Aliases, e.Alias) {
			c.Aliases = append(c.Aliases, e.Alias)
		}
		switch kind := e.Kind(); {
		case e.Changed == 0 && !e.lost():
		case c.Kind == which.Any:
			c.Kind = kind
		case c.Kind != kind:
			c.Kind = which.Other
		}
		planned, unclear := e.reach()
		c.Planned, c.Unclear = c.Planned+planned, c.Unclear+unclear
		c.Cut, unknown = c.Cut || e.Cut != nil || e.lost(), unknown || e.Cut == nil && e.lost() || e.Cut != nil && e.Cut.Planned == 0
		if e.State == Undoing {
			e, c.Undoing = e.counted(folder), true
		}
		if e.open() && (e.State == Undoing || e.Tried) {
			c.Back, c.Left = c.Back+e.Back, c.Left+e.Left()
		}
		c.Tried = c.Tried || e.open() && e.Tried
	}
	if unknown || !c.Cut {
		c.Planned = 0
	}
	return c
}

// reach is how many objects a step was to change, and of how many of these nobody can tell.
func (e Entry) reach() (planned, unclear int) {
	if e.Cut == nil {
		return e.Changed, 0
	}
	return e.Cut.Planned, len(e.Cut.Unclear) + e.Cut.Beyond
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

// of reports whether a step changed a file of a name, "" for any.
func (e Entry) of(thing string) bool {
	return thing == "" || e.Evidence != nil && slices.ContainsFunc(e.Evidence.Evidence, func(item map[string]any) bool {
		return slices.ContainsFunc(evidence.Paths(item), func(path string) bool { return vocab.Fold(filepath.Base(path)) == thing })
	})
}

// open reports whether a step changed something that was not taken back.
func (e Entry) open() bool {
	return e.Changed > 0 && (e.State == Done || e.State == Undoing || e.State == Uncertain)
}

// Filter chooses changes. Zero fields choose everything.
type Filter struct {
	From, To time.Time  // the change began in [From, To)
	Kind     which.Kind // at least one of its steps, not taken back, is of it
	Thing    string     // and changed a file of this name, folded
	Limit    int        // only so many, the latest
}

func (f Filter) fits(c Change, steps []Entry, may func(Entry) bool) bool {
	return (f.From.IsZero() || !c.At.Before(f.From)) && (f.To.IsZero() || c.At.Before(f.To)) &&
		slices.ContainsFunc(steps, func(e Entry) bool { return may(e) && e.is(f.Kind) && e.of(f.Thing) })
}

// Find returns the owner's turns with something to undo that fit the filter, latest first.
func (j *Journal) Find(owner core.Owner, f Filter) ([]Change, error) {
	return j.find(owner, f, Entry.open)
}

func (j *Journal) find(owner core.Owner, f Filter, may func(Entry) bool) ([]Change, error) {
	var found []Change
	err := j.each(owner, func(c Change, steps []Entry) bool {
		if f.fits(c, steps, may) {
			found = append(found, c)
		}
		return f.Limit == 0 || len(found) < f.Limit
	})
	return found, err
}

// latest looks for the owner's most recent turn with something to undo: of the conversation, else of any. What a
// conversation remembers of itself has no say: a core that was killed may not have written its last change there. One
// that was undone as far as it could be comes after all others. lost are turns after it that were cut off and of which
// nothing can be told. Its Turn is "" when there is none.
func (j *Journal) latest(owner core.Owner, conversation string) (latest Change, lost []Change, err error) {
	best := 0
	err = j.each(owner, func(c Change, steps []Entry) bool {
		rank := 0
		switch {
		case !slices.ContainsFunc(steps, Entry.open):
			if best == 0 && slices.ContainsFunc(steps, Entry.lost) {
				lost = append(lost, c)
			}
			return true
		case c.Tried:
			rank = 1
		case c.Conversation == conversation:
			rank = 3
		default:
			rank = 2
		}
		if rank > best {
			best, latest = rank, c
		}
		return rank < 3
	})
	return latest, lost, err
}

// Next finds what somebody means who says no more than to undo. Only the turn that was just made is undone without
// asking, and only when it came to its end.
func (j *Journal) Next(owner core.Owner, conversation, just string) (Meant, error) {
	latest, lost, err := j.latest(owner, conversation)
	m := Meant{Lost: lost}
	switch {
	case err != nil || latest.Turn == "":
		return m, err
	case latest.Turn == just && !latest.unfinished():
		m.Course = Do
	default:
		m.Course = Confirm
	}
	m.Changes = []Change{latest}
	return m, nil
}

// unfinished reports whether a person must hear how a change stands before it is undone.
func (c Change) unfinished() bool { return c.Cut || c.Undoing || c.Tried }

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
		if len(steps) > 0 && !visit(changeOf(filepath.Join(j.dir, string(owner), name), steps), steps) {
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

// Meant is what a wish means in this journal. More counts changes that fit and are not among Changes; Lost are those
// that fit, were cut off, and cannot be undone because nobody can tell how far they came.
type Meant struct {
	Course  Course
	Changes []Change // latest first
	More    int
	Lost    []Change // latest first
}

// Mean finds what somebody wants undone. just is the turn that was just made, "" when that changed nothing: it
// alone is undone without asking.
func (j *Journal) Mean(owner core.Owner, conversation, just string, w which.Wish) (Meant, error) {
	f := Filter{From: w.From, To: w.To, Kind: w.Kind, Thing: w.Thing, Limit: w.Count}
	found, err := j.Find(owner, f)
	if err != nil {
		return Meant{}, err
	}
	lost, err := j.find(owner, f, Entry.lost)
	if err != nil {
		return Meant{}, err
	}
	if w.Count > 0 && len(found) > 0 { // the latest so many are meant: what came before them is not
		lost = slices.DeleteFunc(lost, func(c Change) bool { return c.At.Before(found[len(found)-1].At) })
	}
	m := Meant{Changes: found, Lost: lost}
	switch {
	case len(found) == 0:
		latest, _, err := j.latest(owner, conversation)
		if err == nil && latest.Turn != "" {
			m.Changes = []Change{latest}
		}
		return m, err
	case len(found) == 1 && found[0].Turn == just && !found[0].unfinished() && (w.Thing == "" || found[0].Changed == 1):
		m.Course = Do
	case len(found) == 1 || w.All || w.Count > 0:
		m.Course = Confirm
	default:
		m.Course = Choose
		if len(found) > MaxOffered {
			m.Changes, m.More = found[:MaxOffered], len(found)-MaxOffered
		}
	}
	return m, nil
}
