package intent

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/metnos/metnos/core/vocab"
)

//go:embed it.lex
var italian string

//go:embed en.lex
var english string

var lexicons = map[string]func() *vocab.Lexicon{
	"it": sync.OnceValue(func() *vocab.Lexicon { return own("it", italian) }),
	"en": sync.OnceValue(func() *vocab.Lexicon { return own("en", english) }),
}

func own(lang, text string) *vocab.Lexicon {
	l, err := vocab.Read(lang, text)
	if err != nil {
		panic(err) // the embedded files are checked by the tests
	}
	return l
}

// Read takes a sentence apart, in its own language when it shows one, else in lang ("it" or "en").
func Read(text, lang string) []Clause {
	r := newReader(text, lang)
	r.read()
	out := r.finish()
	if r.guessed && !ordered(out) { // "create a file": either language may have said it
		other := newReader(text, opposite(r.lang))
		other.read()
		if in := other.finish(); ordered(in) {
			return in
		}
	}
	return out
}

func ordered(list []Clause) bool {
	return slices.ContainsFunc(list, func(c Clause) bool { return c.Said != "" })
}

func opposite(lang string) string {
	if lang == "en" {
		return "it"
	}
	return "en"
}

// Words are the folded words of a text, "" for names and texts.
func Words(text string) (words []string) {
	for _, t := range tokens(text) {
		words = append(words, t.fold)
	}
	return words
}

// Sentence is what Read sees of a text beside its clauses.
type Sentence struct {
	Lang  string
	Words []string // folded, "" for names and texts
	Order bool     // something is told to come before or after something else
	// Replaces is set when what is there already may be replaced: the sentence says so, and does not deny it.
	Replaces bool
}

// Skim tells the language and the words of a text.
func Skim(text, lang string) Sentence {
	r := newReader(text, lang)
	s := Sentence{Lang: r.lang, Words: slices.Clone(r.words)}
	for i := range r.tokens {
		s.Order = s.Order || r.is(i, "order")
		verb, is := r.sense(i, "verb")
		s.Replaces = s.Replaces || is && verb.Value == "replace" || r.is(i, "replacing")
	}
	r.read()
	for _, c := range r.finish() {
		s.Replaces = s.Replaces && !(c.Said == "replace" && c.Denied)
	}
	return s
}

type reader struct {
	lang   string
	text   string
	tokens []token
	words  []string
	senses [][]vocab.Sense

	out     []Clause
	cur     *Clause
	start   int // token where the open clause begins
	headed  bool
	broken  bool   // a mark, "and" or "then" stands just before
	role    string // the preposition said last, until a verb or a comma
	denied  bool   // while a negation still waits for its verb
	hedged  bool
	loose   bool
	covered int  // tokens below this one belong to a phrase already read
	quotes  bool // "says", "written": a colon here opens a text
	asking  bool // the open clause began with "which", "what": a verb in it is what is asked about
	polite  int  // the token after a polite opening
	guessed bool // the sentence does not show its language
}

func newReader(text, lang string) *reader {
	r := &reader{text: text, tokens: tokens(text)}
	for _, t := range r.tokens {
		r.words = append(r.words, t.fold)
	}
	if r.lang = vocab.Language(r.words); r.lang == "" {
		r.lang, r.guessed = lang, true
	}
	if r.lang != "en" {
		r.lang = "it"
	}
	main, mine := vocab.For(r.lang), lexicons[r.lang]()
	for i := range r.tokens {
		var s []vocab.Sense
		if r.words[i] != "" {
			s = mine.AppendLook(main.Look(r.words[i:]), r.words[i:])
		}
		r.senses = append(r.senses, s)
	}
	return r
}

// is reports whether a word or phrase of a set starts at token i.
func (r *reader) is(i int, sets ...string) bool { return r.span(i, sets...) > 0 }

// span is how many tokens the longest word or phrase of the sets takes at token i.
func (r *reader) span(i int, sets ...string) (n int) {
	if i < 0 || i >= len(r.senses) {
		return 0
	}
	for _, s := range r.senses[i] {
		for _, set := range sets {
			if s.Class == "set" && s.Value == set {
				n = max(n, s.Words)
			}
		}
	}
	return n
}

// sense is the longest sense of a class at token i.
func (r *reader) sense(i int, class string) (out vocab.Sense, ok bool) {
	if i < 0 || i >= len(r.senses) {
		return out, false
	}
	for _, s := range r.senses[i] {
		if s.Class == class && s.Words > out.Words {
			out, ok = s, true
		}
	}
	return out, ok
}

func (r *reader) read() {
	r.cur, r.broken = new(Clause), true
	for i := range r.tokens {
		t := r.tokens[i]
		if t.kind == mark {
			if t.text == ":" && r.writes() {
				r.close(i)
				r.tokens, r.words, r.senses = r.tokens[:i], r.words[:i], r.senses[:i]
				return // what follows is text to be written, not a request
			}
			r.broken, r.role, r.denied = true, "", false
			continue
		}
		r.take(i)
		r.quotes = r.is(i, "quotes")
	}
}

// writes reports whether what follows a colon is text.
func (r *reader) writes() bool {
	return r.cur.Verb == "write" || r.cur.Verb == "create" || r.cur.Verb == "send" || r.quotes
}

// take reads one token.
func (r *reader) take(i int) {
	if r.is(i, "negation", "not", "condition", "doubt", "later") {
		r.hedged = true
	}
	if r.is(i, "exclusion", "or") || r.is(i, "few") && !r.is(i, "rank") && !r.is(i-1, "howmany") {
		r.loose = true
	}
	if r.is(i, "negation", "not") {
		r.denied = true
	}
	if n := r.span(i, "instead"); n > 0 { // "instead of deleting them": the verb after it is not ordered
		r.denied, r.covered = true, max(r.covered, i+n)
	}
	if s, ok := r.verbAt(i); ok {
		r.head(i, s)
		return
	}
	if r.denied && i >= r.covered {
		n := r.span(i, "pad", "negation", "not", "only", "aux")
		if r.covered = i + n; n == 0 {
			r.denied = false // what was denied is not what comes later
		}
	}
	switch {
	case i < r.covered:
		return
	case r.broken && !r.is(i, "and", "next", "pad") && r.is(i, "howmany", "howmuch", "which", "what", "where", "there_is_q") && (r.headed || r.cur.Object != ""):
		r.close(i)
		r.cur.Verb, r.headed, r.asking = "find", true, true
	case r.is(i, "and", "next"):
		r.broken = true
		return
	case r.is(i, "pad"):
		r.covered = i + r.span(i, "pad")
		r.polite = r.covered
		return
	}
	r.asking = r.asking || r.broken && r.is(i, "which", "what", "howmany")
	r.broken = false
	r.describe(i)
}

// head opens a clause with its verb.
func (r *reader) head(i int, s vocab.Sense) {
	denied := r.denied
	r.hedged = r.hedged || r.asking && !r.broken && covers[s.Value] != nil
	r.loose = r.loose || s.Value == "keep"
	if r.headed || r.cur.Object != "" && r.broken && !r.placed() {
		r.close(i)
	}
	r.cur.Said, r.cur.Verb, r.cur.Denied = s.Value, s.Value, denied
	if v, ok := verbs[s.Value]; ok {
		r.cur.Verb = v
	}
	if s.Value == "outside" {
		r.cur.Said, r.cur.Verb = "", ""
	}
	r.cur.Them = r.cur.Them || s.Pronoun == "li" || s.Pronoun == "le"
	r.headed, r.broken, r.role, r.denied, r.covered = true, false, "", false, i+s.Words
}

// placed reports whether the open clause says no more than where: "in Downloads, delete the zips".
func (r *reader) placed() bool { return len(r.out) == 0 && !r.headed }

// verbAt is the verb that heads a clause at token i. After a negation any form of it does.
func (r *reader) verbAt(i int) (vocab.Sense, bool) {
	s, ok := r.sense(i, "verb")
	if !ok || i < r.covered {
		return s, false
	}
	if r.denied && s.Mood != vocab.Participle {
		return s, true
	}
	if s.Mood != vocab.Command || r.noun(i, s) || r.words[i] == "di" && !(r.broken && r.is(i+1, "howmany", "where", "which")) {
		return s, false
	}
	return s, r.broken || s.Pronoun != "" && s.Words+i <= len(r.tokens) || r.opens(i)
}

// noun reports whether a word that may be a verb is none here: "i duplicati", "la copia", "zip files".
func (r *reader) noun(i int, s vocab.Sense) bool {
	if s.Pronoun != "" {
		return false
	}
	if r.is(i-1, "art", "def", "of", "have", "that", "more") && !r.is(i-1, "pad") {
		return true
	}
	for _, class := range []string{"ext", "kind", "obj"} {
		if _, is := r.sense(i, class); !is {
			continue
		}
		if _, next := r.sense(i+1, "obj"); next {
			return true
		}
	}
	return false
}

// opens reports whether a verb may head a clause where nothing but a place was said, or after a polite opening.
func (r *reader) opens(i int) bool {
	if i == 0 || r.polite == i {
		return true
	}
	if r.headed || r.is(i-1, "in", "of", "from", "to", "by", "with", "have", "that", "be") && r.tokens[i-1].fold != "to" {
		return false
	}
	for _, class := range []string{"obj", "kind", "ext", "prop"} {
		if _, is := r.sense(i-1, class); is && !r.cur.Folder {
			return false
		}
	}
	return true
}

// trash are the words for where deleted things go.
var trash = []string{"cestino", "trash", "bin"}

func (r *reader) close(i int) {
	c := *r.cur
	if c.Said != "" || c.Verb != "" || c.Object != "" || c.Folder || c.Contents || c.Sized || len(c.Places) > 0 {
		c.Words = r.words[r.start:i]
		if (c.Said == "move" || c.Said == "put") && slices.ContainsFunc(c.Words, func(w string) bool { return slices.Contains(trash, w) }) {
			c.Said, c.Verb = "delete", "delete" // "put it in the trash"
		}
		if r.start < i {
			c.Text = strings.TrimSpace(r.text[r.tokens[r.start].start:r.tokens[i-1].end])
		}
		r.out = append(r.out, c)
		r.start = i
	}
	r.cur, r.headed, r.role, r.asking = new(Clause), false, "", false
}

// finish closes the last clause and tells every one what the sentence says of all.
func (r *reader) finish() []Clause {
	r.close(len(r.tokens))
	for i := range r.out {
		r.out[i].Hedged, r.out[i].Loose = r.hedged, r.loose
		if r.out[i].Verb == "" && r.out[i].Said == "" {
			r.out[i].Verb = "find"
		}
	}
	return r.out
}

// count reads a whole number at token i; "one" and "a" are none.
func (r *reader) count(i int) int {
	if r.tokens[i].kind == number {
		n, err := strconv.Atoi(r.tokens[i].text)
		if err != nil || n > 1_000_000 {
			return 0
		}
		return n
	}
	s, ok := r.sense(i, "num")
	n, err := strconv.Atoi(s.Value)
	if !ok || err != nil || n < 2 {
		return 0
	}
	return n
}
