package hear

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core/vocab"
)

// Kind is what is asked about a topic.
type Kind string

// The kinds of questions.
const (
	Able  Kind = "able"  // what can you do; about a topic: what can you do with it
	Know  Kind = "know"  // are you able to do it, by a word that never asks for it to be done
	Could Kind = "could" // the same by a word that may ask for it: "can you"
	Told  Kind = "told"  // the same within a question: "tell me if you can"
	How   Kind = "how"   // how is it done
	Verb  Kind = "verb"  // the same, when the topic begins with a verb told rather than ordered: "come sposto i file"
	Where Kind = "where" // where is it set or seen
	Why   Kind = "why"   // why is it not done, or asked about
	What  Kind = "what"  // what is it
	Which Kind = "which" // which of them are there, or have you: a word of its own must answer it
	Done  Kind = "done"  // what happened
	Blame Kind = "blame" // why was the last request not done
	Reach Kind = "reach" // what can you see and touch
	Next  Kind = "next"  // and what about this: goes on from another question
)

var kinds = []Kind{Able, Know, Could, Told, How, Verb, Where, Why, What, Which, Done, Blame, Reach, Next}

// Question is a question about metnos.
type Question struct {
	Kind  Kind
	Lang  string
	Topic string   // what it is about, as it was written; "" when the question is whole without
	Words []string // of the topic, folded; of the whole question when there is none
}

// maxWords is how long a question may be. A longer message is a request, or a story.
const maxWords = 40

// Word is a piece of a text: folded, and where it stands.
type Word struct {
	Fold       string
	Start, End int
}

// Cut cuts a text into words. Apostrophes part words; the signs of paths and addresses do not.
func Cut(text string) (out []Word) {
	start := -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		word := text[start:end]
		trimmed := strings.TrimRight(word, ".-_")
		if fold := vocab.Fold(trimmed); strings.Trim(fold, "/.-_~@") != "" {
			out = append(out, Word{fold, start, start + len(trimmed)})
		}
		start = -1
	}
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("/.-_~@", r) {
			if start < 0 {
				start = i
			}
			continue
		}
		flush(i)
	}
	flush(len(text))
	return out
}

// Read hears what a text asks. lang settles a text that is a question in both languages. Several ways to hear it are
// listed, the one that says most first.
func Read(text, lang string) []Question {
	if len(text) > 2000 || !utf8.ValidString(text) {
		return nil
	}
	words := Cut(text)
	if len(words) == 0 || len(words) > maxWords {
		return nil
	}
	order := known()
	if lang == "en" {
		order[0], order[1] = order[1], order[0]
	}
	var out []Question
	for _, s := range order {
		out = append(out, s.read(text, words)...)
	}
	if asks := strings.HasSuffix(strings.TrimSpace(text), "?"); asks { // whatever its shape
		for _, s := range order {
			q := Question{Kind: Which, Lang: s.lang, Topic: text}
			for _, w := range s.plain(words) {
				q.Words = append(q.Words, w.Fold)
			}
			out = append(out, q)
		}
	}
	return out
}

// read lists what a text asks in one language.
func (s *shapes) read(text string, words []Word) (out []Question) {
	words = s.plain(words)
	type heard struct {
		Question
		said int
	}
	var all []heard
	for _, p := range s.asks {
		about, ok := p.fits(words)
		if !ok {
			continue
		}
		q := Question{Kind: p.kind, Lang: s.lang}
		if !p.open {
			about = words
		} else {
			q.Topic = text[about[0].Start:about[len(about)-1].End]
		}
		for _, w := range about {
			q.Words = append(q.Words, w.Fold)
		}
		said := len(words)
		if p.open {
			said -= len(about)
		}
		all = append(all, heard{q, said})
	}
	slices.SortStableFunc(all, func(a, b heard) int { return b.said - a.said })
	for _, h := range all {
		same := func(o Question) bool { return o.Kind == h.Kind && o.Topic == h.Topic }
		if !slices.ContainsFunc(out, same) {
			out = append(out, h.Question)
		}
	}
	return out
}

// plain leaves out how a question is led in and out; something is always left.
func (s *shapes) plain(words []Word) []Word {
	for again := true; again; {
		n := 0
		for _, p := range s.before {
			n = max(n, p.leads(words))
		}
		if again = n > 0 && n < len(words); again {
			words = words[n:]
		}
	}
	for again := true; again; {
		again = false
		for k := 1; k <= min(3, len(words)-1) && !again; k++ {
			tail := words[len(words)-k:]
			again = slices.ContainsFunc(s.after, func(p pattern) bool { return p.leads(tail) == k })
			if again {
				words = words[:len(words)-k]
			}
		}
	}
	return words
}

// Civil reports whether a text is only what leads a question in or out.
func Civil(text string) bool {
	words := Cut(text)
	for _, s := range known() {
		left := words
		for n := 1; n > 0 && len(left) > 0; left = left[n:] {
			n = 0
			for _, p := range append(s.before[:len(s.before):len(s.before)], s.after...) {
				n = max(n, p.leads(left))
			}
		}
		if len(left) == 0 {
			return true
		}
	}
	return false
}

// Order turns a verb that is told into the order of it: "sposto i file", "si spostano i file" and "spostato i file" into "sposta i
// file". False
// when the topic of a question does not begin with a verb metnos knows.
func (q Question) Order() (string, bool) {
	if q.Lang != "it" || len(q.Words) == 0 {
		return "", false
	}
	lex, told := vocab.It(), q.Words[0]
	commands := func(word string) bool {
		return slices.ContainsFunc(lex.Look([]string{word}), func(s vocab.Sense) bool { return s.Class == "verb" && s.Mood == vocab.Command })
	}
	for _, ending := range []string{"ano", "ono", "ggo", "ato", "ito", "uto", "o", "a", "e"} {
		stem, ok := strings.CutSuffix(told, ending)
		if !ok || len(stem) < 3 {
			continue
		}
		for _, form := range []string{stem + "a", stem + "i", stem + "isci"} {
			if commands(form) {
				return form + q.Topic[len(Cut(q.Topic)[0].Fold):], true
			}
		}
	}
	return "", false
}
