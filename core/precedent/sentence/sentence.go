package sentence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core/precedent/sign"
	"github.com/metnos/metnos/core/rank"
	"github.com/metnos/metnos/core/vocab"
)

// Sentence is a request as precedents see it.
type Sentence struct {
	Lang   string   // its own, or the turn's
	Text   string   // as written, without the space around it
	Plain  string   // folded, without what says nothing: two sentences with the same one are the same request
	Words  []string // of plain
	senses []sense
	Terms  rank.Terms
	Stems  map[string]bool // of every word of text
}

// sense is a word, or a fixed phrase, by what it means.
type sense struct {
	of     []vocab.Sense // none for a word the lexicon does not know
	name   string        // equal for words that mean the same
	silent bool          // it says nothing
	held   bool          // inside quotes or after a colon: content, not a request
	at, n  int           // its words
}

// Read takes a sentence apart.
func Read(text, lang string) Sentence {
	r := Sentence{Text: strings.TrimSpace(text)}
	every := Cut(vocab.Fold(r.Text))
	if r.Lang = vocab.Language(every); r.Lang == "" {
		r.Lang = lang
	}
	r.Stems = make(map[string]bool, len(every))
	for _, w := range every {
		r.Stems[rank.Of(r.Lang).Stem(w)] = true
	}
	r.Plain = plain(r.Text, r.Lang)
	r.Words = Cut(r.Plain)
	r.interpret(free(r.Plain))
	return r
}

// Cut splits folded text into words, elided ones apart: "l'ultimo" is "l'" and "ultimo".
func Cut(folded string) []string {
	var out []string
	for _, w := range strings.Fields(folded) {
		w = strings.TrimRight(strings.TrimLeft(w, `,;:!?(["“«‹`), `.,;:!?)]"”»›…`)
		at := strings.IndexByte(w, '\'')
		switch {
		case w == "":
		case at > 0 && at < 7 && at+1 < len(w) && (w[at+1:] == "s" || w[at+1:] == "re" || w[at+1:] == "m" || w[at+1:] == "ll"):
			out = append(out, w[:at], w[at:])
		case at > 0 && at < 7 && at+1 < len(w):
			out = append(out, w[:at+1], w[at+1:])
		default:
			out = append(out, w)
		}
	}
	return out
}

// free is how many words stand before the first quote or colon; what follows is content.
func free(plain string) int {
	if at := strings.IndexAny(plain, "\"“«:"); at >= 0 {
		plain = plain[:at]
	}
	return len(Cut(plain))
}

// interpret looks the words up, the longest phrase first.
func (r *Sentence) interpret(free int) {
	lexicon := vocab.For(r.Lang)
	scorer := rank.Of(r.Lang)
	var buffer []vocab.Sense
	for i := 0; i < len(r.Words); {
		buffer = lexicon.AppendLook(buffer[:0], r.Words[i:])
		s := sense{at: i, n: 1, held: i >= free, name: "w:" + scorer.Stem(r.Words[i])}
		for _, one := range buffer {
			s.n = max(s.n, one.Words)
		}
		for _, one := range buffer {
			if one.Words == s.n {
				s.of = append(s.of, one)
			}
		}
		switch {
		case s.held:
			s.n, s.name = 1, "q:"+r.Words[i]
		case len(s.of) > 0:
			s.name, s.silent = named(s.of), silent(r.Words[i:i+s.n], s.of)
		case IsNumber(r.Words[i]):
			s.name = "num:" + r.Words[i]
		}
		r.senses = append(r.senses, s)
		i += s.n
	}
	r.Terms = scorer.Weigh(r.Scored())
}

// named is the meaning of a word, however it is inflected. A verb that only tells is not one that asks.
func named(of []vocab.Sense) string {
	parts := make([]string, 0, len(of))
	for _, s := range of {
		part := s.Class + ":" + s.Value
		if s.Class == "verb" {
			part += [...]string{"", "", ".done", ".told"}[s.Mood] + s.Pronoun
		}
		parts = append(parts, part)
	}
	slices.Sort(parts)
	return strings.Join(slices.Compact(parts), "|")
}

// tying are words the lexicon counts as padding that tie a sentence to the one before.
var tying = []string{"invece", "also", "too", "pure", "anche"}

// silent reports whether a word carries nothing: courtesy, "there are".
func silent(words []string, of []vocab.Sense) bool {
	if slices.ContainsFunc(words, func(w string) bool { return slices.Contains(tying, w) }) {
		return false
	}
	return !slices.ContainsFunc(of, func(s vocab.Sense) bool {
		return s.Class != "set" || !slices.Contains([]string{"pad", "be", "have", "there", "there_is_q"}, s.Value)
	})
}

// pluralArticle reports a plural article before the things it is about: "i file" are "file". A singular one, or one that
// stands for the things themselves, says how many are meant.
func pluralArticle(words []string, lang string) bool {
	if lang != "it" || len(words) < 2 || words[0] != "i" && words[0] != "gli" {
		return false
	}
	for _, s := range vocab.It().Look(words[1:2]) {
		if s.Class == "obj" || s.Class == "kind" || s.Class == "ext" {
			return true
		}
	}
	return false
}

// courtesy is said around a request and is no part of it. Negations, quantities, articles that say "one", and
// prepositions are never here.
var courtesy = map[string][]string{
	"it": {"per favore", "per piacere", "per cortesia", "gentilmente", "cortesemente", "grazie mille", "grazie", "ciao", "buongiorno",
		"buonasera", "salve", "ehi", "scusami", "scusa", "ti prego"},
	"en": {"please", "pls", "plz", "kindly", "thank you", "thanks", "hi", "hello", "hey"},
}

// plain is the text that tells one request from another: lower case, without accents, courtesy, and the
// punctuation at its end. A capital inside the sentence begins a name: that word stays.
func plain(text, lang string) string {
	raw := strings.Fields(text)
	loud := strings.ToUpper(text) == text // all in capitals: none begins a name
	var kept []string
	for i := 0; i < len(raw); {
		first, _ := utf8.DecodeRuneInString(raw[i])
		named := i > 0 && !loud && unicode.IsUpper(first)
		if n := courteous(raw[i:], lang); n > 0 && !named {
			i += n
			continue
		}
		folded := vocab.Fold(raw[i])
		if named || !pluralArticle([]string{folded, vocab.Fold(strings.Trim(next(raw, i), ".,;!?…"))}, lang) {
			kept = append(kept, folded)
		}
		i++
	}
	return strings.TrimRight(strings.Join(kept, " "), " .,;:!?…")
}

func next(raw []string, i int) string {
	if i+1 < len(raw) {
		return raw[i+1]
	}
	return ""
}

// courteous is how many words of courtesy stand here.
func courteous(raw []string, lang string) int {
	for _, phrase := range courtesy[lang] {
		words := strings.Fields(phrase)
		if len(words) > len(raw) {
			continue
		}
		same := true
		for i, w := range words {
			same = same && strings.Trim(vocab.Fold(raw[i]), ".,;!?…") == w
		}
		if same {
			return len(words)
		}
	}
	return 0
}

// Bag and Order are what the sentence says, whatever its inflections, synonyms and courtesies.
func (r *Sentence) Bag() string {
	said := r.said()
	slices.Sort(said)
	return sign.Of(said...)
}

func (r *Sentence) Order() string { return sign.Of(r.said()...) }

func (r *Sentence) said() []string {
	out := make([]string, 0, len(r.senses))
	for _, s := range r.senses {
		if !s.silent {
			out = append(out, s.name)
		}
	}
	return out
}

// Scored are the words as the scorer compares them: the meaning of those that have one, courtesies left out.
func (r *Sentence) Scored() []string {
	out := make([]string, 0, len(r.senses))
	for _, s := range r.senses {
		switch {
		case !s.silent:
			out = append(out, s.name)
		case !slices.ContainsFunc(s.of, func(of vocab.Sense) bool { return of.Value == "pad" }):
			out = append(out, r.Words[s.at])
		}
	}
	return out
}

// Leans reports whether the sentence may go on from the one before: "e i docx?", "what about Backup?".
func (r *Sentence) Leans() bool {
	if len(r.Words) == 0 {
		return false
	}
	if s := r.senses[0]; len(s.of) > 0 && (s.of[0].Value == "howmany" || s.of[0].Value == "howmuch") {
		return false
	}
	return slices.Contains([]string{"e", "ed", "and", "what", "how", "invece", "anche", "pure", "also"}, r.Words[0])
}

// Digits reports whether the number is among those the sentence holds.
func (r *Sentence) Digits(n string) bool {
	for _, field := range strings.FieldsFunc(r.Text, func(c rune) bool { return !unicode.IsDigit(c) }) {
		if field == n {
			return true
		}
	}
	return false
}

// IsNumber reports digits, with or without a fraction.
func IsNumber(w string) bool { return strings.Trim(w, "0123456789.,") == "" }

// Holds reports whether part stands in text with nothing of a word around it.
func Holds(text, part string) bool {
	if part == "" {
		return false
	}
	for from := 0; ; {
		at := strings.Index(text[from:], part)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(part)
		if (at == 0 || !inWord(text[at-1])) && (end == len(text) || !inWord(text[end])) {
			return true
		}
		from = at + 1
	}
}

func inWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= 0x80 || b == '_'
}
