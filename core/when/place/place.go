package place

import (
	"time"

	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when/grammar"
	"github.com/metnos/metnos/core/when/lexeme"
)

// Mark gives the names of places their classes, where a zone may be said.
func Mark(lexemes []lexeme.Lexeme, lexicon *vocab.Lexicon) {
	said := false
	for _, l := range lexemes {
		switch l.Text {
		case "ora", "orario", "fuso", "time":
			said = true
		}
	}
	if !said {
		return
	}
	words := make([]string, len(lexemes))
	for i, l := range lexemes {
		words[i] = l.Text
	}
	for i := range lexemes {
		lexemes[i].Class |= lexeme.Any
		for _, s := range lexicon.Look(words[i:]) {
			if s.Class == "zone" && s.Words >= 1 && s.Words <= 3 {
				lexemes[i].Class |= [...]grammar.Class{lexeme.Place1, lexeme.Place2, lexeme.Place3}[s.Words-1]
			}
		}
	}
}

// Zone is the IANA name of the place that all the words name.
func Zone(words []string, lexicon *vocab.Lexicon) (string, bool) {
	for _, s := range lexicon.Look(words) {
		if s.Class == "zone" && s.Words == len(words) {
			return s.Value, true
		}
	}
	return "", false
}

// Named is a folded name of the zone database as it is written there: America/New_York.
func Named(folded string) (string, bool) {
	b := []byte(folded)
	for i := range b {
		if (i == 0 || b[i-1] == '/' || b[i-1] == '_' || b[i-1] == '-') && b[i] >= 'a' && b[i] <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	_, err := time.LoadLocation(string(b))
	return string(b), err == nil
}
