package wish

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/rank/sentence"
)

// Wish is a sentence weighed against the columns of a catalog.
type Wish struct {
	*sentence.Sentence
	Verbs   [MaxVerbs]float32
	Objects [MaxObjects]float32
	Quals   [MaxQuals]float32
	Before  Leading // what gives things, wanted before what is asked for
	From    int     // the object those things are of, -1 for any
	Lit     bool    // it names the file or the path it is about

	main  int32 // the meaning of the act that matters, -1
	file  bool  // it names a file
	drawn bool  // it names the file something is taken from
}

// Of weighs a sentence, with its first clause in front.
func Of(s *sentence.Sentence, x *Columns) *Wish {
	a := &Wish{Sentence: s}
	a.Focus(x, 0)
	return a
}

// Focus weighs the sentence with one clause in front.
func (a *Wish) Focus(x *Columns, clause int) {
	a.Verbs, a.Objects, a.Quals, a.main = [MaxVerbs]float32{}, [MaxObjects]float32{}, [MaxQuals]float32{}, -1
	a.weighActs(x, clause)
	a.roles(x, clause)
	a.weighThings(x, clause)
	a.weighMarks(x, clause)
	if a.file {
		a.raise(x, "files", 0.85)
	}
	if slices.ContainsFunc(a.Lits, func(l sentence.Literal) bool { return !l.File && a.Clause[l.At] == clause }) && a.Lit && !a.file {
		a.raise(x, "dirs", 0.7)
		a.raise(x, "files", 0.6)
	}
	if a.Has&sentence.HasExtension != 0 {
		a.raise(x, "files", 0.7)
	}
	if a.Has&sentence.HasURL != 0 {
		a.raise(x, "urls", 0.95)
		a.raise(x, "sites", 0.75)
	}
	if a.Has&sentence.HasEmail != 0 {
		a.raise(x, "messages", 0.4)
		a.raise(x, "contacts", 0.2)
	}
	a.pictured(x)
	a.idiomatic(x, clause)
	a.reckoned(x)
	if slices.Contains([]string{"copy", "move", "put", "rename", "compress", "archive", "tidy"}, a.named(x)) {
		a.raise(x, "files", 0.9*a.Objects[x.Objects["dirs"]])
		if a.named(x) != "move" && a.named(x) != "put" {
			a.Objects[x.Objects["dirs"]] *= 0.7
		}
	}
	if len(a.Nouns) == 0 && !a.Lit && a.Has&sentence.HasTime != 0 && slices.Contains([]string{"which", "tell", "exist", "when", "show"}, a.named(x)) {
		a.raise(x, "events", 0.7) // what somebody does on a day
	} else if a.named(x) == "exist" && !a.file && len(a.Nouns) > 0 && x.Lex.Lines[a.Nouns[0].ID].Name == "machine" {
		a.raise(x, "packages", 0.85) // "do we have git on this computer"
	} else if len(a.Nouns) == 0 && !a.Lit && a.named(x) == "when" {
		a.raise(x, "events", 0.6)
	} else if len(a.Nouns) == 0 && len(a.Marks) == 0 && !a.Lit && a.main >= 0 && slices.Contains([]string{"which", "tell", "find", "when"}, a.named(x)) {
		a.raise(x, "urls", 0.4) // what nothing here is about is asked of the world
	}
	a.ofTheDay(x)
	a.imply(x)
	a.literally(x)
	if list := a.Verbs[x.Verbs["list"]]; a.Chosen && list > 0 {
		a.Verbs[x.Verbs["find"]] = max(a.Verbs[x.Verbs["find"]], list) // one that chooses, not one that shows all
	}
	a.lead(x)
	a.inText(x)
}

// act names the act that matters, "" when there is none.
func (a *Wish) named(x *Columns) string {
	if a.main < 0 {
		return ""
	}
	return x.Lex.Lines[a.main].Name
}

func (a *Wish) raise(x *Columns, object string, to float32) {
	if col, ok := x.Objects[object]; ok {
		a.Objects[col] = max(a.Objects[col], to)
	}
}

// meta acts only lead into the one that follows: "tell me how many", "let me see which".
var meta = []string{"tell", "show", "which", "make", "ask", "look"}

func (a *Wish) weighActs(x *Columns, clause int) {
	firm := false
	for i, h := range a.Acts {
		w := h.Weight * x.Late(a.Clause[h.At], clause)
		name := x.Lex.Lines[h.ID].Name
		if name == "fresh" && slices.ContainsFunc(a.Acts, func(o sentence.Heard) bool { return o.Weight == 1 && o.At != h.At }) {
			continue // "add a new row": what is done has been said
		}
		if name == "put" && a.takes(x, h) {
			continue
		}
		if a.Clause[h.At] == clause && slices.Contains(meta, name) && slices.ContainsFunc(a.Acts[i+1:], func(o sentence.Heard) bool {
			return a.Clause[o.At] == clause && o.At > h.At && o.Weight >= 0.4 && o.At-h.At < 6 && !slices.Contains(meta[:2], x.Lex.Lines[o.ID].Name)
		}) {
			w *= 0.6
		} else if a.main < 0 && h.Weight >= 0.8 && a.Clause[h.At] == clause {
			a.main = h.ID
		}
		firm = firm || w >= 0.6
		for _, t := range x.Acts[h.ID] {
			a.Verbs[t.Col] = max(a.Verbs[t.Col], w*t.Weight)
		}
	}
	for _, facts := range []bool{true, false} { // "what is the size": it is the size that is asked for
		for _, h := range a.Acts {
			if a.Clause[h.At] == clause && a.main < 0 && h.Weight >= 0.4 && (!facts || slices.Contains(forFacts, x.Lex.Lines[h.ID].Name)) {
				a.main = h.ID
			}
		}
	}
	if !firm {
		most := float32(1)
		if a.Unheard() {
			most = 0.6
		}
		for verb, w := range unsaid {
			col := x.Verbs[verb]
			a.Verbs[col] = max(a.Verbs[col], most*w)
		}
	}
}

// unsaid is what a sentence without a verb most likely wants.
var unsaid = map[string]float32{"find": 0.7, "read": 0.7, "list": 0.6, "get": 0.7}

func (a *Wish) weighThings(x *Columns, clause int) {
	first, last := true, -1
	for _, h := range a.Nouns {
		w := h.Weight * x.Late(a.Clause[h.At], clause)
		p := a.Preposition(h.At)
		name := x.Lex.Lines[h.ID].Name
		folder := name == "folder"
		if name == "clock" && a.Lit || name == "clock" && slices.ContainsFunc(a.Nouns, func(o sentence.Heard) bool { return x.Lex.Lines[o.ID].Name != name }) {
			w *= 0.4 // "what time is the meeting"
		}
		switch {
		case folder && p != "" && (sentence.Where(p) || sentence.FromWhat(p)):
			w *= 0.3
		case sentence.Where(p) && !first:
			w *= 0.6
		case sentence.FromWhat(p) && !first:
			w *= 0.65
		case !first && h.At != last:
			w *= 0.7
		}
		if a.Clause[h.At] == clause && !folder {
			if first {
				last = h.At
			}
			first = false
		}
		for _, t := range x.Things[h.ID] {
			a.Objects[t.Col] = max(a.Objects[t.Col], w*t.Weight)
		}
	}
	a.folderAlone(x, clause)
	if first {
		for _, h := range a.Marks {
			if name := x.Lex.Lines[h.ID].Name; slices.Contains(fileMarks, name) {
				a.raise(x, "files", 0.85*x.Late(a.Clause[h.At], clause))
			}
		}
	}
}

// folderAlone reads "what is in the folder X": it is the folder that is asked about.
func (a *Wish) folderAlone(x *Columns, clause int) {
	folder := false
	for _, h := range a.Nouns {
		if a.Clause[h.At] == clause {
			if n := x.Lex.Lines[h.ID].Name; n != "folder" {
				return
			}
			folder = true
		}
	}
	if folder && len(a.Marks) == 0 && slices.Contains([]string{"which", "show", "tell", "list", "look", "open", "read", "exist", "count", ""}, a.named(x)) {
		a.raise(x, "dirs", 0.95)
		a.Verbs[x.Verbs["list"]] = max(1, a.Verbs[x.Verbs["list"]])
		if a.named(x) == "count" {
			a.Verbs[x.Verbs["find"]] *= 0.8 // those of a folder are counted where they are
		}
	}
}

// fileMarks are the formats that speak of files where no thing is named.
var fileMarks = []string{"csv", "excel", "pdf", "json", "xml", "zip", "tar", "hash", "doc", "audio", "video"}

// weighMarks tells which qualifiers are Spoken of. A format of files counts where content is read or made, not where files
// are only moved about.
func (a *Wish) weighMarks(x *Columns, clause int) {
	for _, h := range a.Marks {
		for _, t := range x.Marks[h.ID] {
			a.Quals[t.Col] = max(a.Quals[t.Col], t.Weight*x.Late(a.Clause[h.At], clause))
		}
	}
	a.suffixes(x)
	act := a.named(x)
	content := a.file && a.inside() || slices.Contains(forContent, act) && (a.Lit || a.Has&sentence.HasURL != 0) || slices.Contains(forNew, act) ||
		slices.Contains([]string{"read", "open", "extract", "transcribe", "summarize", "describe", "compute"}, act)
	for col, w := range a.Quals[:len(x.Format)] {
		if w > 0 && x.Format[col] && !content {
			a.Quals[col] = 0.2 * w
		}
	}
	if a.Has&sentence.HasURL != 0 && a.Quals[x.Quals["pdf"]] == 0 && slices.Contains(forContent, act) && act != "look" {
		a.Quals[x.Quals["html"]] = max(a.Quals[x.Quals["html"]], 0.8)
	}
}

// suffixes are the qualifiers of readers of the extensions that are written.
func (a *Wish) suffixes(x *Columns) {
	for _, s := range a.Said {
		if s.Piece != sentence.File && s.Piece != sentence.Suffix && s.Piece != sentence.Link {
			continue
		}
		ext := s.Fold[strings.LastIndexByte(s.Fold, '.')+1:]
		for _, col := range x.Reads[ext] {
			a.Quals[col] = 1
		}
	}
}
