package when

import (
	_ "embed"
	"errors"
	"strings"
	"sync"

	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when/calendar"
	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/interval"
	"github.com/metnos/metnos/core/when/lexeme"
	"github.com/metnos/metnos/core/when/place"
	"github.com/metnos/metnos/core/when/recurring"
)

var (
	//go:embed it.grammar
	italian string
	//go:embed en.grammar
	english string
)

// tongue is one language: its grammar and its lexicon of places.
type tongue struct {
	lang string
	*grammar.Grammar
	places *vocab.Lexicon
}

var tongues = sync.OnceValue(func() [2]tongue {
	return [2]tongue{speak("it", italian, vocab.It()), speak("en", english, vocab.En())}
})

func speak(lang, text string, places *vocab.Lexicon) tongue {
	g, err := lexeme.Grammar(text, "place : #p1 | #p2 #any | #p3 #any #any\n")
	if err != nil {
		panic(lang + ": " + err.Error()) // the embedded files are checked by the tests
	}
	return tongue{lang, g, places}
}

// order is the tongues as they are asked: the person's own first.
func order(clock Clock) [2]tongue {
	t := tongues()
	if strings.HasPrefix(clock.Lang, "en") {
		t[0], t[1] = t[1], t[0]
	}
	return t
}

// find reads the longest thing of a name at the start of the words.
func find(name string, words []string, clock Clock) (best Reading, n int, err error) {
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	if len(words) == 0 || words[0] == "" {
		return Reading{}, 0, nil
	}
	for _, t := range order(clock) {
		first := lexeme.Cut(words[:1], t.Knows)
		if !t.Starts(name, first[0].Token) {
			continue
		}
		lexemes := t.anchored(lexeme.Cut(words, t.Knows))
		if len(lexemes) == 0 {
			continue
		}
		place.Mark(lexemes, t.places)
		nodes := t.Each(name, tokens(lexemes))
		for len(nodes) > 0 {
			same := 1
			for same < len(nodes) && nodes[same].To == nodes[0].To {
				same++
			}
			to := lexemes[nodes[0].To-1]
			if !to.Ends || to.Word+1 <= n {
				nodes = nodes[same:]
				continue
			}
			got, bad := t.first(nodes[:same], lexemes, clock)
			if nodes = nodes[same:]; !errors.Is(bad, calendar.ErrOther) {
				best, n, err = got, to.Word+1, bad
				break
			}
		}
	}
	var many *Ambiguous
	if err != nil && (name != "rep" || !errors.As(err, &many)) {
		return Reading{}, 0, err
	}
	return best, n, err
}

// anchored cuts off what follows the last word that a time cannot do without, and a few that may still belong to it.
func (t tongue) anchored(lexemes []lexeme.Lexeme) []lexeme.Lexeme {
	const beyond = 6
	for i := len(lexemes) - 1; i >= 0; i-- {
		if t.Starts("anchor", lexemes[i].Token) {
			return lexemes[:min(i+1+beyond, len(lexemes))]
		}
	}
	return nil
}

// whole reads all the words as one expression.
func whole(words []string, clock Clock) (Reading, error) {
	for _, t := range order(clock) {
		lexemes := lexeme.Cut(words, t.Knows)
		place.Mark(lexemes, t.places)
		var readings []Reading
		var failed error
		for _, name := range []string{"rep", "window", "lrep", "amount", "loose"} {
			if name == "loose" && len(readings) > 0 {
				break
			}
			got, err := t.first(t.Whole(name, tokens(lexemes)), lexemes, clock)
			var many *Ambiguous
			switch {
			case errors.As(err, &many):
				readings = append(readings, many.Readings...)
			case err == nil && len(readings) > 0 && (name == "amount" || name == "lrep" && got.Repeat.Missing() != ""):
			case err == nil:
				readings = append(readings, got)
			case failed == nil && !errors.Is(err, calendar.ErrOther):
				failed = err
			}
			if name == "rep" && len(readings) > 0 {
				break
			}
		}
		readings = distinct(readings)
		switch {
		case len(readings) == 1:
			return readings[0], nil
		case len(readings) > 1:
			return Reading{}, &Ambiguous{strings.Join(words, " "), readings}
		case failed != nil:
			return Reading{}, failed
		}
	}
	return Reading{}, ErrNotTime
}

// first is the meaning of the first tree that has one. Of recurrences a complete one comes before others.
func (t tongue) first(nodes []*grammar.Node, lexemes []lexeme.Lexeme, clock Clock) (best Reading, err error) {
	err = calendar.ErrOther
	for _, n := range nodes {
		got, bad := t.reader(lexemes, clock).all(n)
		if errors.Is(bad, calendar.ErrOther) {
			continue
		}
		if lacks := bad == nil && got.Kind == Repetition && got.Repeat.Missing() != ""; !lacks {
			return got, bad
		}
		if err != nil {
			best, err = got, nil
		}
	}
	return best, err
}

func distinct(list []Reading) (out []Reading) {
next:
	for _, r := range list {
		for _, o := range out {
			if r.Equal(o) {
				continue next
			}
		}
		out = append(out, r)
	}
	return out
}

func tokens(lexemes []lexeme.Lexeme) []grammar.Token {
	out := make([]grammar.Token, len(lexemes))
	for i, l := range lexemes {
		out[i] = l.Token
	}
	return out
}

var marks = strings.NewReplacer(";", " , ", "?", " ", "!", " ", "(", " ", ")", " ", "\"", " ", "«", " ", "»", " ")

// split cuts a text into folded words. A comma within a word stays: 21,30.
func split(text string) (words []string) {
	for _, w := range strings.Fields(marks.Replace(vocab.Fold(text))) {
		bare := strings.TrimRight(w, ",")
		if bare != "" {
			words = append(words, bare)
		}
		if bare != w {
			words = append(words, ",")
		}
	}
	for len(words) > 0 && words[len(words)-1] == "," {
		words = words[:len(words)-1]
	}
	if n := len(words); n > 0 {
		if bare := strings.TrimSuffix(words[n-1], "."); bare != "" && !strings.Contains(bare, ".") {
			words[n-1] = bare
		}
	}
	return words
}

// reader reads whole trees.
type reader struct{ recurring.Reader }

func (t tongue) reader(lexemes []lexeme.Lexeme, clock Clock) reader {
	foreign := func(word string) bool {
		for _, other := range tongues() {
			if other.lang != t.lang && other.Knows(word) {
				return true
			}
		}
		return false
	}
	days := &calendar.Reader{Lang: t.lang, Clock: clock, Now: clock.Local(), Lexemes: lexemes, Knows: t.Knows, Foreign: foreign}
	return reader{recurring.Reader{Reader: &interval.Reader{Reader: days, Places: t.places}}}
}

// maxReadings bounds how often a tree is read.
const maxReadings = 32

// all reads the tree in every way it can be meant.
func (r reader) all(n *grammar.Node) (Reading, error) {
	var readings []Reading
	var failed error
	for range maxReadings {
		got, err := r.reading(n)
		var bad *Impossible
		switch {
		case err == nil:
			readings = append(readings, got)
		case errors.As(err, &bad) && bad.Why == Skipped:
			return Reading{}, err
		case failed == nil || errors.Is(failed, calendar.ErrOther):
			failed = err
		}
		if !r.Next() {
			break
		}
	}
	readings = distinct(readings)
	switch len(readings) {
	case 0:
		return Reading{}, failed
	case 1:
		return readings[0], nil
	}
	return readings[0], &Ambiguous{r.Text(n), readings}
}

func (r reader) reading(n *grammar.Node) (Reading, error) {
	switch n.Name() {
	case "rep", "lrep":
		rec, err := r.Repeat(n)
		return Reading{Kind: Repetition, Repeat: rec}, err
	case "amount":
		s, _, err := r.Amount(n)
		return Reading{Kind: Duration, Span: s}, err
	}
	w, err := r.Window(n)
	if err != nil {
		return Reading{}, err
	}
	if !w.From.IsZero() && !w.To.IsZero() && !w.From.Before(w.To) {
		return Reading{}, &Impossible{Text: r.Text(n), Why: Reversed}
	}
	kind := Interval
	if w.Moment {
		kind = Moment
	}
	return Reading{Kind: kind, Window: w.Window}, nil
}
