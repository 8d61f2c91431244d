package onward

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/token"
)

// leads are the words such a sentence begins with: those that ask the same of something else, and those that keep a
// part of the answer.
var leads = map[string]struct{ again, narrow []string }{
	"it": {
		again: []string{"e invece", "ed invece", "e per", "e", "ed", "invece", "che mi dici di", "che mi dici",
			"no intendevo", "intendevo", "no volevo dire", "volevo dire", "no dicevo", "scusa intendevo", "no scusa intendevo", "no parlavo di"},
		narrow: []string{"dammi solo", "mostrami solo", "fammi vedere solo", "mostra solo", "elenca solo", "voglio solo", "ma solo", "no solo", "solo", "soltanto", "solamente", "unicamente"},
	},
	"en": {
		again: []string{"and what about", "and how about", "what about", "how about", "and", "and for", "now",
			"no i meant", "i meant", "no i mean", "sorry i meant", "no sorry i meant", "i meant to say", "no i was talking about"},
		narrow: []string{"show me only", "show only", "list only", "give me only", "just show me", "show me just", "show just", "but only", "no only", "only", "just"},
	},
}

// trailing are the words it may end with and lose nothing by.
var trailing = []string{"invece", "pero", "allora", "instead", "then", "though", "please", "grazie", "favore", "per"}

// longest is how many words may be left for what is changed.
const longest = 6

// changed is the part of the sentence that says what is changed; narrow reports that it keeps a part. ok is false for
// any other sentence.
func (b Planner) changed() (text string, narrow, ok bool) {
	tokens := slices.Clone(b.Reading.Tokens)
	for len(tokens) > 0 && (tokens[len(tokens)-1].Kind == token.Mark || len(tokens) > 2 && slices.Contains(trailing, tokens[len(tokens)-1].Fold)) {
		tokens = tokens[:len(tokens)-1]
	}
	tokens = slices.DeleteFunc(tokens, func(t token.Token) bool { return t.Text == "," })
	set := leads[b.Reading.Lang]
	n := begins(tokens, set.narrow)
	if narrow = n > 0; !narrow {
		n = begins(tokens, set.again)
	}
	if n == 0 || n == len(tokens) || len(tokens)-n > longest {
		return "", false, false
	}
	if k := begins(tokens[n:], set.narrow); !narrow && k > 0 && n+k < len(tokens) { // "and only the pdfs"
		narrow, n = true, n+k
	}
	var words []string
	for i := n; i < len(tokens); i++ {
		t := tokens[i]
		if one(t.Fold) || t.Fold == "the" && i+1 < len(tokens) && one(tokens[i+1].Fold) {
			continue // "the pdf ones"
		}
		words = append(words, b.Reading.Text[t.Start:t.End])
	}
	return strings.Join(words, " "), narrow, len(words) > 0
}

func one(word string) bool { return word == "one" || word == "ones" }

// begins is how many tokens the longest of the leads takes at the start.
func begins(tokens []token.Token, list []string) (n int) {
	for _, lead := range list {
		words := strings.Fields(lead)
		if len(words) <= n || len(words) > len(tokens) {
			continue
		}
		same := true
		for i, w := range words {
			same = same && tokens[i].Fold == w && tokens[i].Kind == token.Word
		}
		if same {
			n = len(words)
		}
	}
	return n
}

// meant are the leads that correct what was asked before.
var meant = []string{"intend", "meant", "mean", "volevo", "dicevo", "parlavo", "talking"}

// Corrected is what a sentence says was meant, without the words that say so: "no, I meant the pdfs in Downloads".
func (b Planner) Corrected() (text string, ok bool) {
	tokens := b.Reading.Tokens
	words := slices.DeleteFunc(slices.Clone(tokens), func(t token.Token) bool { return t.Text == "," })
	n := begins(words, leads[b.Reading.Lang].again)
	if n == 0 || n == len(words) || b.Req.Previous == nil || !b.stands(b.Req.Previous.Framework) {
		return "", false
	}
	if !slices.ContainsFunc(words[:n], func(t token.Token) bool {
		return slices.ContainsFunc(meant, func(m string) bool { return strings.HasPrefix(t.Fold, m) })
	}) {
		return "", false
	}
	return b.Reading.Text[words[n].Start:], true
}
