package which

import (
	"strings"
	"time"

	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
)

// Kind is a kind of change, "" for any.
type Kind string

const (
	Any    Kind = ""
	Move   Kind = "move"
	Rename Kind = "rename"
	Delete Kind = "delete"
	Create Kind = "create"
	Write  Kind = "write"
	Copy   Kind = "copy"
	Send   Kind = "send"
	Other  Kind = "other" // a change that has no name of its own; nobody asks for it
)

// Wish is what somebody wants undone. Without Count and All it is one change: of several, the person chooses.
type Wish struct {
	Lang     string // it or en; "" when the words belong to both
	Kind     Kind
	Thing    string    // name of a file the change was of, folded; "" for any
	From, To time.Time // the change began in [From, To); a zero bound is open
	Count    int       // the latest so many
	All      bool      // every one that fits
	Several  bool      // more than one, nobody said which
}

// Plain reports whether the wish is for the latest change, whatever it was.
func (w Wish) Plain() bool {
	return w.Count == 1 && w.Kind == Any && w.Thing == "" && w.From.IsZero() && w.To.IsZero()
}

// All reports whether a message chooses every one of what was offered.
func All(text string) bool {
	switch strings.Join(split(text), " ") {
	case "tutte", "tutti", "tutto", "tutte quante", "tutti quanti", "entrambe", "entrambi", "annullale tutte", "all", "all of them", "everything", "both", "undo them all":
		return true
	}
	return false
}

// Read reads a whole message as the wish to undo something.
func Read(text string, clock when.Clock) (Wish, bool) {
	if clock.Zone != nil {
		clock.Now = clock.Now.In(clock.Zone)
	}
	words := split(text)
	if len(words) == 0 || len(words) > maxWords {
		return Wish{}, false
	}
	for _, s := range [...]*speech{italian, english} {
		r := reader{words: words, clock: clock, speech: s}
		if w, ok := r.message(); ok {
			w.Lang = s.lang
			if len(words) == 1 && words[0] == "undo" {
				w.Lang = ""
			}
			return w, true
		}
	}
	return Wish{}, false
}

const maxWords = 24

// split folds a message into words. An Italian article keeps its apostrophe; what ends a sentence goes.
func split(text string) []string {
	folded := strings.ReplaceAll(vocab.Fold(text), "'", "' ")
	var out []string
	for _, w := range strings.Fields(folded) {
		if w = strings.Trim(w, `.,;:!?…«»"“”()`); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// reader reads one message in one language.
type reader struct {
	words []string
	clock when.Clock
	*speech
	at int
}

func (r *reader) rest() []string { return r.words[r.at:] }

func (r *reader) done() bool { return r.at == len(r.words) }

// take consumes the longest phrase of a set, and reports which.
func (r *reader) take(set phrases) (string, bool) {
	best, size := "", 0
	for _, p := range set {
		if len(p) > size && begins(r.rest(), p) {
			best, size = strings.Join(p, " "), len(p)
		}
	}
	r.at += size
	return best, size > 0
}

func begins(words, phrase []string) bool {
	if len(words) < len(phrase) {
		return false
	}
	for i := range phrase {
		if words[i] != phrase[i] {
			return false
		}
	}
	return true
}

// skip passes over any number of phrases of a set.
func (r *reader) skip(set phrases) {
	for _, more := r.take(set); more; _, more = r.take(set) {
	}
}

// kind takes a word that names a kind.
func (r *reader) kind(table map[string]Kind) (Kind, bool) {
	if r.done() {
		return Any, false
	}
	k, ok := table[r.words[r.at]]
	if ok {
		r.at++
	}
	return k, ok
}

// message is: courtesies, a verb, what to undo, from when, courtesies.
func (r *reader) message() (Wish, bool) {
	r.skip(r.courtesies)
	verb, ok := r.take(r.verbs)
	restoring := !ok
	if restoring {
		if verb, ok = r.take(r.restores); !ok {
			return Wish{}, false
		}
	}
	r.skip(r.politely)
	if r.done() {
		_, alone := r.needy[verb]
		return Wish{Count: 1}, !restoring && !alone
	}
	for _, form := range []func() (Wish, bool){r.thrownAway(restoring), r.everything, r.whatWasDone, r.these} {
		at := r.at
		w, ok := form()
		if ok = ok && r.when(&w) && (!restoring || w.Kind == Delete); ok {
			return r.settled(w)
		}
		r.at = at
	}
	return Wish{}, false
}

// settled gives a wish without a number, without "all" and without a time the meaning it has: the latest.
func (r *reader) settled(w Wish) (Wish, bool) {
	if !w.From.IsZero() && w.From.After(r.clock.Now) {
		return Wish{}, false // nothing was done in the future: this is about something else
	}
	if !w.All && !w.Several && w.Count == 0 && w.From.IsZero() && w.To.IsZero() {
		w.Count = 1
	}
	return w, true
}

// everything reads "tutto", "tutto quello che hai fatto", "everything you did", with the time left to read. Without
// any time it is the latest turn, whole: nobody undoes a month with one word.
func (r *reader) everything() (Wish, bool) {
	if _, ok := r.take(r.all); !ok {
		return Wish{}, false
	}
	w := Wish{All: true}
	r.take(r.what)
	if k, said := r.did(); said {
		w.Kind = k
	}
	if r.ends() {
		return Wish{Count: 1, Kind: w.Kind}, true
	}
	return w, true
}

// whatWasDone reads "quello che hai spostato", "quello di ieri", "what you did", "that".
func (r *reader) whatWasDone() (Wish, bool) {
	if _, ok := r.take(r.what); !ok {
		if _, ok := r.take(r.that); !ok {
			return Wish{}, false
		}
		return Wish{}, true
	}
	k, said := r.did()
	if !said && (r.ends() || !r.bareWhat) {
		return Wish{}, false
	}
	return Wish{Kind: k}, true
}

// did reads "che hai appena spostato", "you have moved": the kind, and whether it was there.
func (r *reader) did() (Kind, bool) {
	at := r.at
	if _, ok := r.take(r.youDid); ok {
		if k, ok := r.kind(r.pasts); ok {
			return k, true
		}
	}
	r.at = at
	return Any, false
}

// thrownAway reads "ripristina foto.jpg": the deletion of that file.
func (r *reader) thrownAway(restoring bool) func() (Wish, bool) {
	return func() (Wish, bool) {
		w := Wish{Kind: Delete}
		if restoring {
			w.Thing = r.thing(nil)
		}
		return w, w.Thing != ""
	}
}

// thing reads the name of a file, after one of the words of a set when there is a set: "di foto.jpg". A name without an
// extension may be anything else, and is none.
func (r *reader) thing(after phrases) string {
	at := r.at
	_, linked := r.take(after)
	r.take(r.articles)
	if !r.done() && r.words[r.at] == "file" {
		r.at++
	}
	if (linked || after == nil) && !r.done() {
		w := r.words[r.at]
		if name, ext, ok := strings.Cut(w, "."); ok && name != "" && len(ext) > 1 && strings.Trim(ext, "0123456789.") != "" {
			r.at++
			return w
		}
	}
	r.at = at
	return ""
}

// these reads "l'ultimo spostamento", "le ultime due operazioni", "all the moves", "the deletion".
func (r *reader) these() (Wish, bool) {
	var w Wish
	_, w.All = r.take(r.every)
	_, determined := r.take(r.articles)
	n, counted := r.number()
	_, last := r.take(r.last)
	if !counted {
		n, counted = r.number()
	}
	var named, plural bool
	if w.Kind, named = r.kind(r.ones); !named {
		if w.Kind, named = r.kind(r.manys); !named {
			return w, false
		}
		plural = true
	}
	_, closed := r.did()
	if !closed {
		r.take(r.made)
	}
	w.Thing = r.thing(r.ofThing)
	switch {
	case counted && (n < 1 || n > maxCount || !last || w.All || (n > 1) != plural):
		return w, false
	case counted:
		w.Count = n
	case w.All:
		return w, plural && !last && !r.ends() // "all the moves" of ever is nothing to undo at once
	case last:
		w.Count, w.Several = 1, plural
		if plural {
			w.Count = 0
		}
	case plural:
		w.All = true
		return w, determined && !r.ends()
	case !determined && !r.terse:
		return w, false
	}
	return w, true
}

const maxCount = 20

func (r *reader) number() (int, bool) {
	if r.done() {
		return 0, false
	}
	w := r.words[r.at]
	n, ok := r.numbers[w]
	if !ok && len(w) <= 2 && strings.Trim(w, "0123456789") == "" {
		for _, digit := range w {
			n = 10*n + int(digit-'0')
		}
		ok = true
	}
	if ok {
		r.at++
	}
	return n, ok
}

// ends reports whether only courtesies are left.
func (r *reader) ends() bool {
	at := r.at
	defer func() { r.at = at }()
	r.skip(r.politely)
	return r.done()
}

// when reads a time, if any, and what is left of courtesy. Nothing else may follow.
func (r *reader) when(w *Wish) bool {
	if !r.ends() {
		window, ok := r.window()
		if !ok {
			return false
		}
		w.From, w.To = window.From, window.To
		if k, said := r.did(); said && w.Kind == Any { // "what this morning you moved"
			w.Kind = k
		}
	}
	r.skip(r.politely)
	return r.done()
}
