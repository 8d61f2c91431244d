package route

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/vocab"
)

const (
	maxVerbs   = 64
	maxObjects = 64
	maxQuals   = 96
)

// ask is a sentence as evidence.
type ask struct {
	parsed
	said    []spoken
	lang    int // sense.It, sense.En or -1
	verbs   [maxVerbs]float32
	this    bool // it speaks of something at hand: "this picture"
	objects [maxObjects]float32
	main    int32 // the meaning of the act that matters, -1
	clause  []int // by word
	clauses int

	acts    []heard
	nouns   []heard
	marks   []heard
	has     kinds
	picks   bool // it says which of many
	chosen  bool // by more than a plural: the oldest, those over, that contain
	lits    []literal
	lit     bool  // it names the file or the path it is about
	file    bool  // a file
	drawn   bool  // it names the file something is taken from
	when    []int // words that tell a time
	numbers int
	weight  []float32 // by word
	quals   [maxQuals]float32
	before  leading // what gives things, wanted before what is asked for
	from    int     // the object those things are of, -1 for any
}

// literal is a file or a path that is written out.
type literal struct {
	at   int
	role string // the preposition before it
	file bool
}

// heard is a meaning found at a word.
type heard struct {
	sense.Sense
	at     int
	weight float32
}

// determiners stand before a noun: a word after them is no order.
var determiners = map[string]bool{
	"the": true, "a": true, "an": true, "my": true, "your": true, "his": true, "her": true, "our": true, "their": true, "this": true, "these": true, "those": true,
	"of": true, "in": true, "on": true, "for": true, "with": true, "by": true, "from": true, "any": true, "every": true, "no": true, "new": true, "some": true,
	"il": true, "lo": true, "la": true, "i": true, "gli": true, "le": true, "un": true, "uno": true, "una": true, "dei": true, "delle": true, "degli": true, "del": true,
	"della": true, "di": true, "nel": true, "nella": true, "nelle": true, "nei": true, "sul": true, "sulla": true, "da": true, "dal": true, "dalla": true, "con": true,
	"al": true, "alla": true, "ai": true, "alle": true, "ogni": true, "questo": true, "questa": true, "questi": true, "queste": true, "l": true, "dell": true, "all": true, "mia": true, "mio": true,
	"mie": true, "miei": true, "più": true, "piu": true, "per": false, "to": false, "s": true, "nuova": true, "nuovo": true, "unread": true, "most": true,
}

// joins begin another request, or the same one after a polite word.
var joins = map[string]bool{"and": true, "then": true, "e": true, "ed": true, "poi": true, "to": true, "puoi": true, "please": true, "you": true, "vorrei": true, "voglio": true,
	"potresti": true, "favore": true, "mi": true, "dopo": true, "infine": true, "per": true, "devi": true, "devo": true, "want": true, "need": true, "quindi": true, "can": true, "ti": true, "hai": true,
	"also": true, "finally": true, "ci": true, "che": true, "me": true, "ora": true, "just": true, "ok": true, "i": false, "us": true, "riesci": true, "si": true, "da": true, "ho": true, "non": true, "don": true}

// source come before what things are taken from; place before where they go.
var (
	source = map[string]bool{"of": true, "from": true, "with": true, "di": true, "dei": true, "delle": true, "degli": true, "del": true, "della": true, "dello": true, "dell": true,
		"dal": true, "dalla": true, "dalle": true, "dai": true, "da": true, "con": true, "d": true, "about": true, "sulle": true, "sui": true, "in": false}
	place = map[string]bool{"in": true, "into": true, "to": true, "on": true, "at": true, "nel": true, "nella": true, "nelle": true, "nei": true, "nello": true, "nell": true, "al": true, "alla": true,
		"su": true, "sul": true, "sulla": true, "per": true, "for": true, "via": true, "under": true, "inside": true, "dentro": true, "all": true, "a": false}
)

// read takes a sentence apart. lang settles a sentence that shows none.
func (x *Index) read(text, lang string) *ask {
	a := &ask{said: hear(text), main: -1}
	a.lex = x.lex
	a.words = make([]string, len(a.said))
	for i, s := range a.said {
		if s.piece == aWord {
			a.words[i] = s.fold
		}
	}
	if a.lang = a.language(); a.lang < 0 && lang == "it" {
		a.lang = sense.It
	} else if a.lang < 0 && lang == "en" {
		a.lang = sense.En
	}
	a.interpret()
	a.weigh(x)
	return a
}

// language settles what the sentence is in, names apart, and stems it in both.
func (a *ask) language() int {
	plain := make([]string, len(a.words))
	for i, w := range a.words {
		if !a.said[i].name {
			plain[i] = w
		}
	}
	a.stem(sense.It)
	a.stem(sense.En)
	return a.lex.Tongue(plain)
}

// senses are the meanings at a word in the sentence's language; those of the other language where it has none.
func (a *ask) senses(out []sense.Sense, at int) []sense.Sense {
	if a.words[at] == "" {
		return out
	}
	for lang := range a.stems {
		if a.lang < 0 || a.lang == lang {
			out = a.lex.Look(out, lang, a.words, a.stems[lang], at)
		}
	}
	if len(out) == 0 && a.lang >= 0 && len(a.words[at]) > 3 && !a.lex.Stopped(a.lang, a.words[at]) {
		out = a.lex.Look(out, 1-a.lang, a.words, a.stems[1-a.lang], at)
	}
	return out
}

// stop reports whether a word carries nothing in the sentence's language.
func (a *ask) stop(at int) bool {
	w := a.words[at]
	if w == "" || len(w) == 1 && (w[0] < '0' || w[0] > '9') {
		return true
	}
	for lang := range a.stems {
		if (a.lang < 0 || a.lang == lang) && a.lex.Stopped(lang, w) {
			return true
		}
	}
	return false
}

// interpret finds the meanings, the clauses and the typed pieces.
func (a *ask) interpret() {
	a.clause, a.weight = make([]int, len(a.said)), make([]float32, len(a.said))
	covered := [7]int{}
	clause, began := 0, false
	var room [24]sense.Sense
	for i := range a.said {
		a.said[i].quoted = a.said[i].quoted || a.said[i].colon && a.tells()
		a.pieces(i, a.said[i])
		found := a.senses(room[:0], i)
		ordered := false
		act, strong := a.act(i, found)
		if polite := act.Words > 0 && a.polite(act); polite {
			covered[sense.Act] = max(covered[sense.Act], i+act.Words)
		} else if act.Words > 0 && i >= covered[sense.Act] {
			if strong && began && (a.said[i].opens || i > 0 && conjunction[a.words[i-1]]) {
				clause++
			}
			began = began || strong
			w := float32(0.4)
			switch {
			case strong:
				w = 1
			case act.Words > 1 && !a.asked(i):
				w = 0.8
			case act.Mood != vocab.Command:
				w = 0.15
			}
			for _, f := range found {
				if f.Class == sense.Act && f.Words == act.Words {
					a.acts = append(a.acts, heard{f, i, w})
				}
			}
			covered[sense.Act] = i + act.Words
			ordered = strong && act.Words == 1
		}
		a.clause[i] = clause
		for _, class := range []sense.Class{sense.Noun, sense.Mark, sense.When, sense.Pick} {
			if i >= covered[class] && (i >= covered[sense.Act] || ordered || act.Words < 2) {
				covered[class] = max(covered[class], i+a.keep(i, class, found, ordered))
			}
		}
	}
	a.clauses = clause + 1
	for _, s := range a.said {
		if s.piece == aNumber {
			a.numbers++
		}
	}
}

// tells reports whether something is to be written or said: what follows a colon is that.
func (a *ask) tells() bool {
	return slices.ContainsFunc(a.acts, func(h heard) bool {
		return h.weight >= 0.8 && slices.Contains([]string{"write", "create", "append", "send", "save", "replace", "make", "set", "remind"}, a.lex.Lines[h.ID].Name)
	})
}

// polite reports whether an act asks for nothing by itself.
func (a *ask) polite(s sense.Sense) bool {
	l := a.lex.Lines[s.ID]
	return len(l.Targets) == 0 && len(l.Implied) == 0
}

var conjunction = map[string]bool{"and": true, "then": true, "e": true, "ed": true, "poi": true, "infine": true, "quindi": true, "dopo": true, "finally": true, "afterwards": true}

func (a *ask) pieces(i int, s spoken) {
	switch s.piece {
	case anAddress:
		a.has |= anEmail
	case aLink:
		a.has |= anURL
	case aPathPiece:
		a.has |= aPath
		a.lits = append(a.lits, literal{i, a.toward(i), false})
	case aFilePiece:
		a.has |= aPath | anExtension
		a.lits = append(a.lits, literal{i, a.toward(i), true})
	case aSuffix:
		a.has, a.picks = a.has|anExtension, true
	case aNumber:
		a.has |= aQuantity
	}
	if s.quoted {
		a.has |= aName
	}
}

// act is the longest act that starts at a word, and whether it is an order there.
func (a *ask) act(i int, found []sense.Sense) (best sense.Sense, strong bool) {
	for _, s := range found {
		if s.Class == sense.Act && (s.Words > best.Words || s.Words == best.Words && s.Mood == vocab.Command && best.Mood != vocab.Command) {
			best = s
		}
	}
	if best.Words == 0 || a.said[i].quoted {
		return sense.Sense{}, false
	}
	prev := ""
	if i > 0 {
		prev = a.words[i-1]
	}
	if best.Words == 1 && determiners[prev] && !a.said[i].opens {
		if prev == "i" && a.lang == sense.En {
			return best, false // "did I edit": told, not asked for
		}
		return sense.Sense{}, false
	}
	if best.Mood == vocab.Participle {
		return best, false
	}
	if best.Mood == vocab.Command && len(a.acts) == 0 && i > 1 && place[a.words[0]] {
		return best, true // "in the folder X delete ..."
	}
	if a.asked(i) && !a.said[i].opens {
		return best, false
	}
	return best, a.said[i].opens || joins[prev] || best.Words > 1 && i < 3
}

// questions open a sentence that asks: a verb after them tells what is asked about.
var questions = []string{"which", "when", "locate", "amount", "count"}

// asked reports whether the clause of a word began as a question.
func (a *ask) asked(i int) bool {
	for _, h := range a.acts {
		if h.weight == 1 && h.at < i && slices.Contains(questions, a.lex.Lines[h.ID].Name) && !slices.ContainsFunc(a.said[h.at+1:i], func(s spoken) bool { return s.opens }) {
			return !conjunction[a.words[i-1]]
		}
	}
	return false
}

// keep takes the longest meanings of a class at a word, and says how many words they cover.
func (a *ask) keep(i int, class sense.Class, found []sense.Sense, ordered bool) (n int) {
	for _, s := range found {
		if s.Class == class {
			n = max(n, s.Words)
		}
	}
	if n == 0 || ordered && n == 1 && class != sense.Noun {
		return 0
	}
	if a.said[i].name && n == 1 && class != sense.When && (class != sense.Mark || a.lex.Lines[found[0].ID].Class != sense.Mark && len(found) > 2) || a.said[i].quoted {
		return 0
	}
	for _, s := range found {
		if s.Class != class || s.Words != n {
			continue
		}
		switch class {
		case sense.Noun:
			w := float32(1)
			if ordered && n == 1 {
				w = 0.35 // "archive the mail": what is done, not with what
			}
			a.nouns = append(a.nouns, heard{s, i, w})
			a.picks = a.picks || a.many(i, n)
			a.this = a.this || i > 0 && deictic[a.words[i-1]]
		case sense.Mark:
			a.marks = append(a.marks, heard{s, i, 1})
			a.picks = a.picks || a.many(i, n)
		case sense.When:
			a.has |= aTime
			a.when = append(a.when, i)
		case sense.Pick:
			a.picks, a.chosen = true, true
		}
	}
	return n
}

// toward is the preposition that says which way a written path goes: "into the archive x.zip".
func (a *ask) toward(i int) string {
	for j := i - 1; j >= max(0, i-4) && !a.said[j+1].opens; j-- {
		if w := a.words[j]; source[w] || place[w] || w == "as" || w == "come" {
			return w
		} else if w == "e" || w == "and" || w == "" {
			return ""
		}
	}
	return ""
}

// roles settles which of the written paths the clause is about, and which only say where something goes.
func (a *ask) roles(x *Index, clause int) {
	a.lit, a.file, a.drawn = false, false, false
	act := a.named(x)
	moves := slices.Contains(overSets, act) || slices.Contains(forNew, act)
	for _, l := range a.lits {
		switch {
		case a.clause[l.at] != clause:
		case moves && slices.Contains(intoSinks, act) && taken[l.role] && slices.ContainsFunc(a.lits, func(o literal) bool { return o.at != l.at }):
			a.drawn = true
		case moves && slices.Contains(overSets, act) && (place[l.role] || taken[l.role]):
		default:
			a.lit, a.file = true, a.file || l.file
		}
	}
	a.lit = a.lit || a.this || a.called(x, clause)
}

// called reports whether the thing is named by its name: "the folder Old", "la cartella Prove".
func (a *ask) called(x *Index, clause int) bool {
	for _, h := range a.nouns {
		next := h.at + h.Words
		if a.clause[h.at] == clause && next < len(a.said) && a.said[next].name && !a.said[next].opens && !a.many(h.at, h.Words) {
			if p := a.preposition(h.at); p == "" || source[p] && a.nouns[0].at == h.at {
				return true
			}
		}
	}
	return false
}

// taken come before what something is taken from.
var taken = map[string]bool{"of": true, "from": true, "di": true, "del": true, "dal": true, "da": true, "della": true, "dalla": true, "dei": true, "delle": true}

// many reports whether several things are meant: by the noun in English, by the article in Italian.
func (a *ask) many(i, n int) bool {
	if i+1 < len(a.said) && a.said[i+1].piece == aFilePiece {
		return false
	}
	if a.lang != sense.It && strings.HasSuffix(a.words[min(i+n, len(a.words))-1], "s") {
		return true
	}
	for j := i - 1; j >= max(0, i-2) && a.lang != sense.En; j-- {
		if several[a.words[j]] {
			return true
		}
	}
	return false
}

var indefinite = map[string]bool{"a": true, "an": true, "un": true, "una": true, "uno": true, "new": true, "another": true}

var deictic = map[string]bool{"questo": true, "questa": true, "quest": true, "this": true, "that": true}

var several = map[string]bool{"i": true, "gli": true, "le": true, "dei": true, "degli": true, "delle": true, "ai": true, "alle": true, "dai": true, "dalle": true,
	"quali": true, "quanti": true, "quante": true, "miei": true, "mie": true, "tutti": true, "tutte": true, "quei": true, "quelle": true, "quegli": true, "questi": true, "queste": true}

// preposition is the word before the thing at i that says how it takes part, articles and adjectives passed over.
func (a *ask) preposition(i int) string {
	for j := i - 1; j >= max(0, i-3); j-- {
		w := a.words[j]
		if source[w] || place[w] {
			return w
		}
		if a.said[j].opens || !determiners[w] && j < i-1 {
			return ""
		}
	}
	return ""
}

// late is what a clause counts beside the first.
func (x *Index) late(clause, focus int) float32 {
	if clause == focus {
		return 1
	}
	return x.w.Late
}

// weigh turns meanings into columns, with the first clause in front.
func (a *ask) weigh(x *Index) { a.focus(x, 0) }

// focus weighs the sentence with one clause in front.
func (a *ask) focus(x *Index, clause int) {
	a.verbs, a.objects, a.quals, a.main = [maxVerbs]float32{}, [maxObjects]float32{}, [maxQuals]float32{}, -1
	a.weighActs(x, clause)
	a.roles(x, clause)
	a.weighThings(x, clause)
	a.weighMarks(x, clause)
	if a.file {
		a.raise(x, "files", 0.85)
	}
	if slices.ContainsFunc(a.lits, func(l literal) bool { return !l.file && a.clause[l.at] == clause }) && a.lit && !a.file {
		a.raise(x, "dirs", 0.7)
		a.raise(x, "files", 0.6)
	}
	if a.has&anExtension != 0 {
		a.raise(x, "files", 0.7)
	}
	if a.has&anURL != 0 {
		a.raise(x, "urls", 0.95)
		a.raise(x, "sites", 0.75)
	}
	if a.has&anEmail != 0 {
		a.raise(x, "messages", 0.4)
		a.raise(x, "contacts", 0.2)
	}
	a.pictured(x)
	a.idioms(x, clause)
	if a.numbers >= 3 {
		a.raise(x, "numbers", 1)
	}
	if slices.Contains([]string{"copy", "move", "put", "rename", "compress", "archive", "tidy"}, a.named(x)) {
		a.raise(x, "files", 0.9*a.objects[x.objects["dirs"]])
		if a.named(x) != "move" && a.named(x) != "put" {
			a.objects[x.objects["dirs"]] *= 0.7
		}
	}
	if len(a.nouns) == 0 && !a.lit && a.has&aTime != 0 && slices.Contains([]string{"which", "tell", "exist", "when", "show"}, a.named(x)) {
		a.raise(x, "events", 0.7) // what somebody does on a day
	} else if len(a.nouns) == 0 && len(a.marks) == 0 && !a.lit && a.main >= 0 && slices.Contains([]string{"which", "tell", "find", "when"}, a.named(x)) {
		a.raise(x, "urls", 0.4) // what nothing here is about is asked of the world
	}
	a.imply(x)
	a.literally(x)
	if list := a.verbs[x.verbs["list"]]; a.chosen && list > 0 {
		a.verbs[x.verbs["find"]] = max(a.verbs[x.verbs["find"]], list) // one that chooses, not one that shows all
	}
	a.lead(x)
}

// imply raises the objects the act goes with, over those that are merely named.
func (a *ask) imply(x *Index) {
	if a.main < 0 || len(x.implied[a.main]) == 0 {
		return
	}
	if !a.spoken(x) {
		for i := range a.objects {
			a.objects[i] *= 0.75
		}
	}
	for _, t := range x.implied[a.main] {
		a.objects[t.col] = max(a.objects[t.col], t.weight)
	}
	if x.lex.Lines[a.main].Name == "repeat" {
		for i := range a.verbs {
			if i != x.verbs["create"] {
				a.verbs[i] *= 0.5
			}
		}
	}
}

// spoken reports whether an object the act goes with is named: then the others keep their weight.
func (a *ask) spoken(x *Index) bool {
	for _, t := range x.implied[a.main] {
		if a.objects[t.col] >= 0.9 {
			return true
		}
	}
	return false
}

// idioms are things that verbs and nouns say together.
func (a *ask) idioms(x *Index, clause int) {
	act := a.named(x)
	noun := func(names ...string) bool {
		return slices.ContainsFunc(a.nouns, func(h heard) bool { return slices.Contains(names, x.lex.Lines[h.ID].Name) })
	}
	set := func(verb string, w float32) { a.verbs[x.verbs[verb]] = max(a.verbs[x.verbs[verb]], w) }
	if noun("photo") && noun("kin", "person") {
		a.raise(x, "persons", 0.95)
	}
	if a.this && noun("photo") && slices.Contains([]string{"which", "exist", "tell", "show"}, act) {
		set("describe", 1.2)
	}
	if act == "find" && noun("site") {
		a.raise(x, "urls", 0.95)
	}
	if noun("net") && a.has&anURL == 0 {
		set("find", 1)
		a.verbs[x.verbs["read"]] *= 0.6
	}
	if noun("browser") {
		a.raise(x, "sites", 0.97)
		a.objects[x.objects["urls"]] *= 0.6
	}
	if slices.Contains([]string{"put", "tidy", "write", "save", "append", "memorize", "want", "get", "act", "make"}, act) && noun("event") {
		set("create", 1)
		a.raise(x, "events", 1)
	}
	if slices.Contains([]string{"write", "make", "save"}, act) && len(a.nouns) > 0 && a.nouns[0].at > 0 && indefinite[a.words[a.nouns[0].at-1]] {
		set("create", 1)
	}
	if slices.Contains([]string{"open", "make", "get", "put", "want"}, act) && slices.ContainsFunc(a.acts, func(h heard) bool { return x.lex.Lines[h.ID].Name == "fresh" }) {
		set("create", 1.1)
	}
	if act == "amount" && noun("folder") {
		a.raise(x, "files", 0.95)
	}
	if act == "let" && slices.ContainsFunc(a.acts, func(h heard) bool { return x.lex.Lines[h.ID].Name == "tell" }) {
		set("send", 1)
		a.raise(x, "messages", 0.85)
	}
	if slices.Contains([]string{"move", "put"}, act) && noun("event", "task", "recurring") {
		set("set", 0.95)
		set("change", 0.95)
	}
	if len(a.nouns) == 0 && !a.lit && a.has&aTime != 0 && slices.Contains([]string{"create", "memorize", "put", "make", "write", "set", "allow"}, act) {
		a.raise(x, "events", 0.8)
		set("create", 0.9)
	}
	for _, h := range a.acts {
		for _, t := range x.implied[h.ID] {
			if h.ID != a.main && a.clause[h.at] == clause {
				a.objects[t.col] = max(a.objects[t.col], 0.6*t.weight)
			}
		}
	}
}

// act names the act that matters, "" when there is none.
func (a *ask) named(x *Index) string {
	if a.main < 0 {
		return ""
	}
	return x.lex.Lines[a.main].Name
}

// Acts that ask for the content of what is named, and those that ask for facts about it.
var (
	forContent = []string{"", "read", "open", "summarize", "describe", "extract", "translate", "transcribe", "classify", "compare", "compute", "group", "sort", "filter", "count", "show", "tell", "which", "look", "list"}
	forFacts   = []string{"when", "amount"}
	forNew     = []string{"create", "make", "write", "save", "append", "convert", "change", "render", "want", "replace"}
)

// literally reads a sentence that names a file or an address: what is asked is asked of that one.
func (a *ask) literally(x *Index) {
	act := a.named(x)
	file, link := a.file, a.has&anURL != 0
	inside := a.inside()
	if !file && !link {
		return
	}
	set := func(verb string, w float32) { a.verbs[x.verbs[verb]] = w }
	switch {
	case link && !file && slices.Contains([]string{"probe", "look"}, act):
		set("get", 1)
		set("read", 0.5)
		a.quals[x.quals["html"]] = 0
	case slices.Contains(forFacts, act) && !inside:
		set("get", 1)
		set("read", 0.6)
		set("find", 0.6)
		set("list", 0.3)
	case act == "exist" && !inside:
		set("find", 1)
		set("read", 0.6)
		set("get", 0.7)
	case act == "" && a.unheard():
	case slices.Contains(forContent, act), inside && (slices.Contains(forFacts, act) || act == "find" || act == "exist" || act == "filter"):
		a.verbs[x.verbs["read"]] = max(1, a.verbs[x.verbs["read"]])
		a.verbs[x.verbs["find"]] *= 0.6
		a.verbs[x.verbs["list"]] *= 0.6
		a.verbs[x.verbs["get"]] *= 0.9
	case a.boxed() && slices.Contains([]string{"create", "make", "put", "save"}, act):
		set("compress", 1)
	case act == "create" || act == "make":
		set("write", 1)
	}
}

// inside reports whether a written file is where something is looked for.
func (a *ask) inside() bool {
	return slices.ContainsFunc(a.lits, func(l literal) bool { return l.file && place[l.role] })
}

// boxed reports whether an archive is written out.
func (a *ask) boxed() bool {
	return slices.ContainsFunc(a.lits, func(l literal) bool {
		name := a.said[l.at].fold
		return l.file && slices.Contains([]string{"zip", "tar", "gz", "tgz", "7z", "zst", "bz2"}, name[strings.LastIndexByte(name, '.')+1:])
	})
}

// weighMarks tells which qualifiers are spoken of. A format of files counts where content is read or made, not where files
// are only moved about.
func (a *ask) weighMarks(x *Index, clause int) {
	for _, h := range a.marks {
		for _, t := range x.kinds[h.ID] {
			a.quals[t.col] = max(a.quals[t.col], t.weight*x.late(a.clause[h.at], clause))
		}
	}
	a.suffixes(x)
	act := a.named(x)
	content := a.file && a.inside() || slices.Contains(forContent, act) && (a.lit || a.has&anURL != 0) || slices.Contains(forNew, act) ||
		slices.Contains([]string{"read", "open", "extract", "transcribe", "summarize", "describe", "compute"}, act)
	for col, w := range a.quals[:len(x.format)] {
		if w > 0 && x.format[col] && !content {
			a.quals[col] = 0.2 * w
		}
	}
	if a.has&anURL != 0 && a.quals[x.quals["pdf"]] == 0 && slices.Contains(forContent, act) && act != "look" {
		a.quals[x.quals["html"]] = max(a.quals[x.quals["html"]], 0.8)
	}
}

// suffixes are the qualifiers of readers of the extensions that are written.
func (a *ask) suffixes(x *Index) {
	for _, s := range a.said {
		if s.piece != aFilePiece && s.piece != aSuffix && s.piece != aLink {
			continue
		}
		ext := s.fold[strings.LastIndexByte(s.fold, '.')+1:]
		for _, col := range x.reads[ext] {
			a.quals[col] = 1
		}
	}
}

// pictured raises pictures where a file of a picture is named.
func (a *ask) pictured(x *Index) {
	for _, s := range a.said {
		if s.piece == aFilePiece {
			switch s.fold[strings.LastIndexByte(s.fold, '.')+1:] {
			case "jpg", "jpeg", "png", "heic", "gif", "webp", "bmp", "tif", "tiff":
				a.raise(x, "images", 0.8)
				if act := a.named(x); slices.Contains([]string{"read", "extract", "transcribe"}, act) {
					a.quals[x.quals["ocr"]] = 0.9
				}
				for _, h := range a.marks {
					if x.lex.Lines[h.ID].Name == "similar" {
						a.raise(x, "images", 1)
						a.verbs[x.verbs["find"]] = 1
					}
				}
			}
		}
	}
}

func (a *ask) raise(x *Index, object string, to float32) {
	if col, ok := x.objects[object]; ok {
		a.objects[col] = max(a.objects[col], to)
	}
}

// meta acts only lead into the one that follows: "tell me how many", "let me see which".
var meta = []string{"tell", "show", "which", "make", "ask", "look"}

func (a *ask) weighActs(x *Index, clause int) {
	firm := false
	for i, h := range a.acts {
		w := h.weight * x.late(a.clause[h.at], clause)
		name := x.lex.Lines[h.ID].Name
		if name == "fresh" && slices.ContainsFunc(a.acts, func(o heard) bool { return o.weight == 1 && o.at != h.at }) {
			continue // "add a new row": what is done has been said
		}
		if a.clause[h.at] == clause && slices.Contains(meta, name) && slices.ContainsFunc(a.acts[i+1:], func(o heard) bool {
			return a.clause[o.at] == clause && o.at > h.at && o.weight >= 0.4 && o.at-h.at < 6 && !slices.Contains(meta[:2], x.lex.Lines[o.ID].Name)
		}) {
			w *= 0.6
		} else if a.main < 0 && h.weight >= 0.8 && a.clause[h.at] == clause {
			a.main = h.ID
		}
		firm = firm || w >= 0.6
		for _, t := range x.acts[h.ID] {
			a.verbs[t.col] = max(a.verbs[t.col], w*t.weight)
		}
	}
	if a.main < 0 {
		for _, h := range a.acts {
			if a.clause[h.at] == clause && (a.main < 0) && h.weight >= 0.4 {
				a.main = h.ID
			}
		}
	}
	if !firm {
		most := float32(1)
		if a.unheard() {
			most = 0.6
		}
		for verb, w := range unsaid {
			col := x.verbs[verb]
			a.verbs[col] = max(a.verbs[col], most*w)
		}
	}
}

// unheard reports whether the sentence begins with a word that may be an order nobody knows.
func (a *ask) unheard() bool {
	for i, w := range a.words {
		if a.stop(i) {
			continue
		}
		var room [8]sense.Sense
		return w != "" && !a.said[i].name && len(a.senses(room[:0], i)) == 0
	}
	return false
}

// unsaid is what a sentence without a verb most likely wants.
var unsaid = map[string]float32{"find": 0.7, "read": 0.7, "list": 0.6, "get": 0.7}

func (a *ask) weighThings(x *Index, clause int) {
	first, last := true, -1
	for _, h := range a.nouns {
		w := h.weight * x.late(a.clause[h.at], clause)
		p := a.preposition(h.at)
		name := x.lex.Lines[h.ID].Name
		folder := name == "folder"
		if name == "clock" && slices.ContainsFunc(a.nouns, func(o heard) bool { return x.lex.Lines[o.ID].Name != name }) {
			w *= 0.4 // "what time is the meeting"
		}
		switch {
		case folder && p != "" && (place[p] || source[p]):
			w *= 0.3
		case place[p] && !first:
			w *= 0.6
		case source[p] && !first:
			w *= 0.65
		case !first && h.at != last:
			w *= 0.7
		}
		if a.clause[h.at] == clause && !folder {
			if first {
				last = h.at
			}
			first = false
		}
		for _, t := range x.things[h.ID] {
			a.objects[t.col] = max(a.objects[t.col], w*t.weight)
		}
	}
	a.folderAlone(x, clause)
	if first {
		for _, h := range a.marks {
			if name := x.lex.Lines[h.ID].Name; slices.Contains(fileMarks, name) {
				a.raise(x, "files", 0.85*x.late(a.clause[h.at], clause))
			}
		}
	}
}

// folderAlone reads "what is in the folder X": it is the folder that is asked about.
func (a *ask) folderAlone(x *Index, clause int) {
	folder := false
	for _, h := range a.nouns {
		if a.clause[h.at] == clause {
			if n := x.lex.Lines[h.ID].Name; n != "folder" {
				return
			}
			folder = true
		}
	}
	if folder && len(a.marks) == 0 && slices.Contains([]string{"which", "show", "tell", "list", "look", "open", "read", "exist", ""}, a.named(x)) {
		a.raise(x, "dirs", 0.95)
		a.verbs[x.verbs["list"]] = max(1, a.verbs[x.verbs["list"]])
	}
}

// fileMarks are the formats that speak of files where no thing is named.
var fileMarks = []string{"csv", "excel", "pdf", "json", "xml", "zip", "tar", "hash", "doc", "audio", "video"}
