package mood

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
)

// Mood is how a sentence speaks of what might be done.
type Mood string

// The moods. Plain is every other sentence.
const (
	Plain    Mood = ""
	Able     Mood = "asked_whether"    // tell me if you can delete it
	Imagined Mood = "only_imagined"    // imagine you delete it
	Proposed Mood = "asked_an_opinion" // shall we delete it?
)

//go:embed it.lex
var italian string

//go:embed en.lex
var english string

var lexicons = sync.OnceValue(func() (out []language) {
	for _, of := range []struct{ name, text string }{{"it", italian}, {"en", english}} {
		own, err := vocab.Read(of.name, of.text)
		if err != nil {
			panic(err) // the embedded files are checked by the tests
		}
		out = append(out, language{own, vocab.For(of.name)})
	}
	return out
})

type language struct{ own, main *vocab.Lexicon }

// Of tells how a sentence speaks, in either language. What follows a colon or stands in quotes is a text.
func Of(text string) Mood {
	tokens, _ := token.Split(text)
	var words []string
	for _, t := range tokens {
		if t.Kind == token.Mark && t.Text == ":" {
			break
		}
		words = append(words, t.Fold)
	}
	asks := strings.HasSuffix(strings.TrimSpace(text), "?")
	for _, l := range lexicons() {
		for i := range words {
			if !opens(words, i) {
				continue
			}
			if m := l.mood(words[i:], asks); m != Plain {
				return m
			}
		}
	}
	return Plain
}

// joins are the words after which another clause may begin.
var joins = strings.Fields("e ed poi quindi ma and then but so or o oppure")

// opens reports whether a clause may begin at word i.
func opens(words []string, i int) bool {
	return i == 0 || words[i-1] == "" || strings.Trim(words[i-1], ",.;!?()-") == "" || slices.Contains(joins, words[i-1])
}

// mood is how a clause speaks.
func (l language) mood(words []string, asks bool) Mood {
	words = l.plain(words)
	if len(words) == 0 {
		return Plain
	}
	switch n := l.span(words, "ask"); {
	case l.span(words, "imagine") > 0:
		return Imagined
	case asks && (l.span(words, "propose") > 0 || l.own.Lang == "it" && strings.HasSuffix(words[0], "iamo") && l.verb(words)):
		return Proposed
	case n > 0 && l.embeds(l.plain(words[n:])):
		return Able
	}
	return Plain
}

// embeds reports whether a clause is "if you can do it".
func (l language) embeds(words []string) bool {
	n := l.span(words, "whether")
	if n == 0 {
		return false
	}
	words = words[n:]
	for len(words) > 0 && slices.Contains(strings.Fields("tu mi ci me lo la li le per caso anche also"), words[0]) {
		words = words[1:]
	}
	n = l.span(words, "able")
	return n > 0 && n < len(words) && strings.Trim(words[n], ",.;:!?") != ""
}

// plain leaves out what a clause is led in by.
func (l language) plain(words []string) []string {
	for len(words) > 0 && l.span(words, "ask", "imagine", "propose", "whether") == 0 {
		n := 0
		for _, s := range l.main.Look(words) {
			if s.Class == "set" && s.Value == "pad" {
				n = max(n, s.Words)
			}
		}
		n = max(n, l.span(words, "lead"))
		if n == 0 {
			break
		}
		words = words[n:]
	}
	return words
}

func (l language) verb(words []string) bool {
	return slices.ContainsFunc(l.main.Look(words), func(s vocab.Sense) bool { return s.Class == "verb" })
}

// span is how many words the longest phrase of the sets takes.
func (l language) span(words []string, sets ...string) (n int) {
	for _, s := range l.own.Look(words) {
		if s.Class == "set" && slices.Contains(sets, s.Value) {
			n = max(n, s.Words)
		}
	}
	return n
}
