package wish

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/rank/sentence"
)

// roles settles which of the written paths the clause is about, and which only say where something goes.
func (a *Wish) roles(x *Columns, clause int) {
	a.Lit, a.file, a.drawn = false, false, false
	act := a.named(x)
	moves := slices.Contains(overSets, act) || slices.Contains(forNew, act)
	for _, l := range a.Lits {
		switch {
		case a.Clause[l.At] != clause:
		case moves && slices.Contains(intoSinks, act) && sentence.Drawn(l.Role) && slices.ContainsFunc(a.Lits, func(o sentence.Literal) bool { return o.At != l.At }):
			a.drawn = true
		case moves && slices.Contains(overSets, act) && (sentence.Where(l.Role) || sentence.Drawn(l.Role) && !(l.File && (l.Role == "di" || l.Role == "of"))):
		default:
			a.Lit, a.file = true, a.file || l.File
		}
	}
	a.Lit = a.Lit || a.This || a.called(x, clause)
}

// takes reports whether a word that puts or takes away, "drop", takes away: it is said from where, and nothing of where to.
func (a *Wish) takes(x *Columns, put sentence.Heard) bool {
	from := false
	for at := put.At + 1; at < len(a.Words) && a.Clause[at] == a.Clause[put.At]; at++ {
		if sentence.Where(a.Words[at]) {
			return false
		}
		from = from || sentence.Drawn(a.Words[at])
	}
	return from && slices.ContainsFunc(a.Acts, func(o sentence.Heard) bool { return o.At == put.At && x.Lex.Lines[o.ID].Name == "delete" })
}

// called reports whether the thing is named by its name: "the folder Old", "la cartella Prove".
func (a *Wish) called(x *Columns, clause int) bool {
	for _, h := range a.Nouns {
		next := h.At + h.Words
		if a.Clause[h.At] == clause && next < len(a.Said) && a.Said[next].Name && !a.Said[next].Opens && !a.Many(h.At, h.Words) {
			if p := a.Preposition(h.At); p == "" || sentence.FromWhat(p) && a.Nouns[0].At == h.At {
				return true
			}
		}
	}
	return false
}

// imply raises the objects the act goes with, over those that are merely named.
func (a *Wish) imply(x *Columns) {
	if a.main < 0 || len(x.Implied[a.main]) == 0 {
		return
	}
	if !a.spoken(x) {
		for i := range a.Objects {
			a.Objects[i] *= 0.75
		}
	}
	planned := a.named(x) == "remind" && slices.ContainsFunc(a.Nouns, func(h sentence.Heard) bool {
		return slices.Contains([]string{"event", "social", "calendar"}, x.Lex.Lines[h.ID].Name)
	})
	for _, t := range x.Implied[a.main] {
		if planned {
			a.raise(x, "events", 0.95) // "plan a lunch"
			continue
		}
		a.Objects[t.Col] = max(a.Objects[t.Col], t.Weight)
	}
	if x.Lex.Lines[a.main].Name == "repeat" {
		for i := range a.Verbs {
			if i != x.Verbs["create"] {
				a.Verbs[i] *= 0.5
			}
		}
	}
}

// Spoken reports whether an object the act goes with is named: then the others keep their weight.
func (a *Wish) spoken(x *Columns) bool {
	for _, t := range x.Implied[a.main] {
		if a.Objects[t.Col] >= 0.9 {
			return true
		}
	}
	return false
}

// idiom is what an act and a thing say together. Weights only rise.
type idiom struct {
	acts, nouns []string // any of each; none means whatever
	verb        string
	to          float32
	object      string
	at          float32
}

var idioms = []idiom{
	{nil, []string{"browser"}, "", 0, "sites", 0.97},
	{nil, []string{"here"}, "", 0, "location", 1},
	{nil, []string{"state"}, "describe", 0.95, "processes", 0.95},
	{[]string{"find"}, []string{"site"}, "", 0, "urls", 0.95},
	{[]string{"amount"}, []string{"folder"}, "", 0, "files", 0.95}, // it is what is in it that is large
	{[]string{"put", "tidy", "write", "save", "append", "memorize", "want", "get", "act", "make"}, []string{"event"}, "create", 1, "events", 1},
	{[]string{"book"}, []string{"event"}, "create", 1, "events", 1},
	{[]string{"move", "put"}, []string{"event", "task", "recurring"}, "set", 0.95, "", 0},
	{[]string{"move", "put"}, []string{"event", "task", "recurring"}, "change", 0.95, "", 0},
	{[]string{"disable", "stop"}, []string{"task", "alarm", "recurring", "event"}, "delete", 1, "", 0},
	{[]string{"write", "make", "create", "fresh"}, []string{"mail"}, "send", 1, "", 0},
	{[]string{"write", "save", "memorize"}, []string{"person"}, "set", 1, "", 0},
}

// idiomatic weighs what verbs and nouns say together.
func (a *Wish) idiomatic(x *Columns, clause int) {
	act := a.named(x)
	for _, r := range idioms {
		if (r.acts == nil || slices.Contains(r.acts, act)) && (r.nouns == nil || a.noun(x, r.nouns...)) {
			if r.verb != "" {
				a.call(x, r.verb, r.to)
			}
			if r.object != "" {
				a.raise(x, r.object, r.at)
			}
		}
	}
	a.subdue(x, act)
	a.indefinite(x, act)
	a.people(x, act)
	if act == "put" && a.Has&sentence.HasName != 0 && a.inside() {
		a.call(x, "write", 1.1) // a text, into a file
		a.Verbs[x.Verbs["move"]] *= 0.6
	}
	if a.noun(x, "list") && len(a.Nouns) > 0 && x.Lex.Lines[a.Nouns[0].ID].Name == "list" {
		a.call(x, "filter", 0.9)
	}
	if len(a.Nouns) == 0 && !a.Lit && a.Has&sentence.HasTime != 0 && slices.Contains([]string{"create", "memorize", "put", "make", "write", "set", "allow"}, act) {
		a.raise(x, "events", 0.8)
		a.call(x, "create", 0.9)
	}
	for _, h := range a.Acts {
		for _, t := range x.Implied[h.ID] {
			if h.ID != a.main && a.Clause[h.At] == clause {
				a.Objects[t.Col] = max(a.Objects[t.Col], 0.6*t.Weight*min(1, 1.6*h.Weight))
			}
		}
	}
}

// subdue makes less of what is named beside something that decides.
func (a *Wish) subdue(x *Columns, act string) {
	if a.noun(x, "net") && a.Has&sentence.HasURL == 0 {
		a.call(x, "find", 1)
		a.Verbs[x.Verbs["read"]] *= 0.6
	}
	if a.noun(x, "here") {
		a.Objects[x.Objects["places"]] *= 0.5
	}
	if a.noun(x, "calendar") && a.noun(x, "event", "social", "reminder") {
		a.Objects[x.Objects["calendars"]] *= 0.4 // it is where they stand
		a.raise(x, "events", 0.95)
	}
	if act == "book" && a.noun(x, "event") {
		a.Verbs[x.Verbs["act"]] *= 0.5
	}
	if a.noun(x, "browser") {
		a.Objects[x.Objects["urls"]] *= 0.6
	}
	if act == "amount" && a.noun(x, "file", "photo", "video", "audio", "report", "suffix", "picture") {
		a.Objects[x.Objects["processes"]] *= 0.4 // "how much memory do my photos take"
	}
	if a.does(x, "permit") {
		for i := range a.Verbs {
			a.Verbs[i] *= 0.5
		}
		a.call(x, "admin", 1)
	}
}

// indefinite reads "write a letter", "open a new folder": something is to be made.
func (a *Wish) indefinite(x *Columns, act string) {
	if slices.Contains([]string{"write", "make", "save"}, act) && len(a.Nouns) > 0 && a.Nouns[0].At > 0 && a.Verbs[x.Verbs["compress"]] < 0.5 &&
		sentence.Indefinite(a.Words[a.Nouns[0].At-1]) {
		a.call(x, "create", 1)
	}
	if slices.Contains([]string{"open", "make", "get", "put", "want", "start"}, act) && a.does(x, "fresh") {
		a.call(x, "create", 1.1)
		if a.noun(x, "mail") {
			a.call(x, "send", 1.2)
		}
	}
	if slices.Contains([]string{"send", "show", "get", "want", "set", "put", "append"}, act) && a.indefinitely(x, "task", "alarm", "recurring") {
		a.call(x, "create", 1.1)
		a.Objects[x.Objects["messages"]] *= 0.5
	}
}

// people reads who pictures are of, and who is to know or be called.
func (a *Wish) people(x *Columns, act string) {
	if a.noun(x, "photo") && a.noun(x, "kin", "person") {
		a.raise(x, "persons", 0.95)
	}
	if a.This && a.noun(x, "photo") && slices.Contains([]string{"which", "exist", "tell", "show"}, act) {
		a.call(x, "describe", 1.2)
	}
	if slices.Contains([]string{"save", "append", "memorize", "write", "set", "put"}, act) && a.does(x, "count") && a.does(x, act) && slices.ContainsFunc(a.Words, func(w string) bool { return w == "numero" || w == "number" }) {
		a.raise(x, "contacts", 0.95) // "save the number of Anna"
		a.call(x, "set", 1)
	}
	if act == "count" && len(a.Nouns) == 0 && slices.Contains(a.Words, "numero") && slices.ContainsFunc(a.Said, func(s sentence.Spoken) bool { return s.Name }) {
		a.raise(x, "contacts", 0.9) // "the number of Anna"
	}
	if act == "let" && a.does(x, "tell") {
		a.call(x, "send", 1)
		a.raise(x, "messages", 0.85)
	}
}

// noun reports whether one of the things is named.
func (a *Wish) noun(x *Columns, names ...string) bool {
	return slices.ContainsFunc(a.Nouns, func(h sentence.Heard) bool { return slices.Contains(names, x.Lex.Lines[h.ID].Name) })
}

// does reports whether an act is spoken of.
func (a *Wish) does(x *Columns, name string) bool {
	return slices.ContainsFunc(a.Acts, func(h sentence.Heard) bool { return x.Lex.Lines[h.ID].Name == name })
}

// call raises a verb.
func (a *Wish) call(x *Columns, verb string, to float32) {
	a.Verbs[x.Verbs[verb]] = max(a.Verbs[x.Verbs[verb]], to)
}

// Acts that ask for the content of what is named, and those that ask for facts about it.
var (
	forContent = []string{"", "read", "open", "summarize", "describe", "extract", "translate", "transcribe", "classify", "compare", "compute", "group", "sort", "filter", "count", "show", "tell", "which", "look", "list"}
	forFacts   = []string{"when", "amount"}
	forNew     = []string{"create", "make", "write", "save", "append", "convert", "change", "render", "want", "replace"}
)

// literally reads a sentence that names a file or an address: what is asked is asked of that one.
func (a *Wish) literally(x *Columns) {
	act := a.named(x)
	file, link := a.file, a.Has&sentence.HasURL != 0
	inside := a.inside()
	if !file && !link {
		return
	}
	set := func(verb string, w float32) { a.Verbs[x.Verbs[verb]] = w }
	switch {
	case link && !file && slices.Contains([]string{"probe", "look"}, act):
		set("get", 1)
		set("read", 0.5)
		a.Quals[x.Quals["html"]] = 0
	case a.boxed() && slices.Contains([]string{"create", "make", "put", "save", "archive", "compress"}, act):
		set("compress", 1.1)
	case a.boxed() && slices.Contains([]string{"open", "show", "get"}, act):
		set("extract", 1.15)
	case slices.Contains(forFacts, act) && !inside:
		set("get", 1)
		set("read", 0.6)
		set("find", 0.6)
		set("list", 0.3)
	case act == "exist" && !inside:
		set("find", 1)
		set("read", 0.6)
		set("get", 0.7)
	case act == "" && a.Unheard():
	case act == "start":
		set("write", 1.1)
	case slices.Contains(forContent, act), inside && (slices.Contains(forFacts, act) || act == "find" || act == "exist" || act == "filter"):
		a.Verbs[x.Verbs["read"]] = max(1, a.Verbs[x.Verbs["read"]])
		a.Verbs[x.Verbs["find"]] *= 0.6
		a.Verbs[x.Verbs["list"]] *= 0.6
		a.Verbs[x.Verbs["get"]] *= 0.9
	case act == "create" || act == "make":
		set("write", 1)
	}
}

// inside reports whether a written file is where something is looked for.
func (a *Wish) inside() bool {
	return slices.ContainsFunc(a.Lits, func(l sentence.Literal) bool { return l.File && sentence.Where(l.Role) })
}

// boxed reports whether an archive is written out.
func (a *Wish) boxed() bool {
	return slices.ContainsFunc(a.Lits, func(l sentence.Literal) bool {
		name := a.Said[l.At].Fold
		return l.File && slices.Contains([]string{"zip", "tar", "gz", "tgz", "7z", "zst", "bz2"}, name[strings.LastIndexByte(name, '.')+1:])
	})
}

// pictured raises pictures where a file of a picture is named.
func (a *Wish) pictured(x *Columns) {
	for _, s := range a.Said {
		if s.Piece == sentence.File {
			switch s.Fold[strings.LastIndexByte(s.Fold, '.')+1:] {
			case "jpg", "jpeg", "png", "heic", "gif", "webp", "bmp", "tif", "tiff":
				a.raise(x, "images", 0.8)
				if act := a.named(x); slices.Contains([]string{"read", "extract", "transcribe"}, act) {
					a.Quals[x.Quals["ocr"]] = 0.9
				}
				for _, h := range a.Marks {
					if x.Lex.Lines[h.ID].Name == "similar" {
						a.raise(x, "images", 1)
						a.Verbs[x.Verbs["find"]] = 1
					}
				}
			}
		}
	}
}

// indefinitely reports whether one of the things is spoken of as a new one: "a reminder", "una sveglia".
func (a *Wish) indefinitely(x *Columns, names ...string) bool {
	return slices.ContainsFunc(a.Nouns, func(h sentence.Heard) bool {
		return slices.Contains(names, x.Lex.Lines[h.ID].Name) && h.At > 0 && sentence.Indefinite(a.Words[h.At-1])
	})
}
