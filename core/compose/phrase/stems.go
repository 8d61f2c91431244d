package phrase

import (
	"strings"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
)

// Stems are word stems of one language.
type Stems struct {
	lang string
	set  map[string]bool
}

// NewStems are the stems of a tool's affinity phrases.
func NewStems(lang string, t *shelf.Tool) Stems {
	s := Stems{lang: lang, set: make(map[string]bool)}
	for _, words := range t.Phrases[lang] {
		s.add(words)
	}
	return s
}

// Words are the stems of a sentence.
func Words(lang string, tokens []token.Token) Stems {
	s := Stems{lang: lang, set: make(map[string]bool, len(tokens))}
	s.add(tokens)
	return s
}

func (s Stems) add(tokens []token.Token) {
	for _, t := range tokens {
		if t.Fold != "" && t.Kind != token.Mark {
			s.set[s.stem(t.Fold)] = true
		}
	}
}

// Has reports whether a word has one of the stems.
func (s Stems) Has(word string) bool { return s.set[s.stem(vocab.Fold(word))] }

func (s Stems) stem(word string) string {
	env := snowballstem.NewEnv(strings.Trim(word, "'’"))
	if s.lang == "en" {
		english.Stem(env)
	} else {
		italian.Stem(env)
	}
	return env.Current()
}
