package labels

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/token"
)

// vocabulary is what rules are said with in one language, folded.
type vocabulary struct {
	compare   []comparison
	otherwise [][]string
	links     []string // between a label and its condition
	dividers  []string // between a condition and its label
	and, or   []string
	to        []string // between the ends of a range
	small     []string // articles and the like
	be, not   []string
}

type comparison struct {
	op    string
	words []string
}

func phrases(text string) (out [][]string) {
	for _, p := range strings.Split(text, "|") {
		out = append(out, strings.Fields(p))
	}
	return out
}

func compared(op, text string) (out []comparison) {
	for _, p := range phrases(text) {
		out = append(out, comparison{op, p})
	}
	return out
}

var currencies = strings.Fields("euro euros eur € $ £ dollari dollars usd sterline pounds")

var words = map[string]*vocabulary{
	"it": {
		compare: slices.Concat(
			compared("gt", "sopra|oltre|piu di|maggiore di|maggiori di|superiore a|superiori a|supera|superano|piu alto di|piu alta di|piu grande di|>"),
			compared("ge", "almeno|a partire da|> =|>="),
			compared("lt", "sotto|meno di|minore di|minori di|inferiore a|inferiori a|piu basso di|piu bassa di|piu piccolo di|<"),
			compared("le", "fino a|al massimo|non oltre|non piu di|entro|< =|<="),
			compared("between", "tra|fra|compreso tra|compresa tra|compresi tra|da|dai|dal"),
			compared("contains", "contiene|contengono|include|parla di|menziona|nomina|c'e|c' e"),
			compared("eq", "uguale a|pari a|vale|="),
			compared("before", "prima di|prima del|prima dell'|prima della"),
			compared("after", "dopo|dopo il"),
			compared("since", "dal|da|dall'"),
			compared("until", "fino al|fino a"),
			compared("during", "in|nel|a|di|del"),
		),
		otherwise: phrases("altrimenti|senno|se no|gli altri|le altre|tutti gli altri|tutte le altre|il resto|tutto il resto|per il resto|per le altre|per gli altri"),
		links:     strings.Fields("se quando dove con ( : -> => → ="),
		dividers:  strings.Fields(": -> => → allora diventa come ="),
		and:       []string{"e", "ed", "poi"}, or: []string{"o", "od", "oppure"}, to: []string{"e", "ed", "a", "ai", "al", "-"},
		small: strings.Fields("il lo la l' i gli le un una un' quelli quelle quella quello righe riga voci di del dei degli delle dello della dell' a ad ai agli alle al che hanno ha come"),
		be:    strings.Fields("e' sia sono"), not: strings.Fields("non senza mai ne"),
	},
	"en": {
		compare: slices.Concat(
			compared("gt", "over|above|more than|greater than|higher than|bigger than|larger than|exceeds|exceed|beyond|>"),
			compared("ge", "at least|starting from|> =|>="),
			compared("lt", "under|below|less than|lower than|smaller than|fewer than|<"),
			compared("le", "up to|at most|no more than|not more than|within|< =|<="),
			compared("between", "between|from"),
			compared("contains", "contains|contain|includes|include|mentions|mention|has the word"),
			compared("eq", "equals|equal to|="),
			compared("before", "before"), compared("after", "after"), compared("since", "since|from"), compared("until", "until|up to"),
			compared("during", "in|during|of"),
		),
		otherwise: phrases("otherwise|else|the rest|the others|all others|all the others|everything else|all the rest|for the rest|for the others|or else"),
		links:     strings.Fields("if when where with for ( : -> => → ="),
		dividers:  strings.Fields(": -> => → then becomes as ="),
		and:       []string{"and"}, or: []string{"or"}, to: []string{"and", "to", "-"},
		small: strings.Fields("the a an those rows row ones lines of whose that have has which as to"),
		be:    strings.Fields("is are was were 's be"), not: strings.Fields("not no without never n't"),
	},
}

// comparison is the comparison that begins at a token, and how many words it takes: the longest, that with a date only
// where one follows. What says a thing is another counts where no comparison follows it.
func (h *hearer) comparison(i int) (op string, n int) {
	t := h.tokens[i]
	for _, c := range h.words.compare {
		if len(c.words) <= n || phrase(h.tokens[i:], [][]string{c.words}) == 0 {
			continue
		}
		switch c.op {
		case "before", "after", "since", "until", "during":
			if !h.dates(i + len(c.words)) {
				continue
			}
		case "between":
			if at := i + len(c.words); !h.counts(at) && !h.dates(at) || !h.ranged(at) {
				continue
			}
		case "eq":
			if t.Text == "=" && i+1 < len(h.tokens) {
				if _, next := h.comparison(i + 1); next > 0 {
					continue // "high = over 100"
				}
			}
		}
		op, n = c.op, len(c.words)
	}
	if n > 0 || !isIt(t) && !slices.Contains([]string{"is", "are"}, t.Fold) || i+1 >= len(h.tokens) {
		return op, n
	}
	if _, next := h.comparison(i + 1); next > 0 {
		return "", 0
	}
	return "eq", 1
}

// counts reports whether a number stands at a token, dates whether a date does.
func (h *hearer) counts(i int) bool {
	probe := *h
	probe.at = i
	_, ok := probe.number()
	return ok
}

func (h *hearer) dates(i int) bool {
	probe := *h
	probe.at = i
	_, ok := probe.dated("during")
	return ok
}

// ranged reports whether two values follow.
func (h *hearer) ranged(i int) bool {
	probe := *h
	probe.at = i
	_, ok := probe.between()
	return ok
}

// isIt tells "è" from "e".
func isIt(t token.Token) bool {
	return t.Fold == "e'" || t.Fold == "e" && t.Text != "e" && t.Text != "E"
}

func one(t token.Token, words []string) bool {
	return t.Kind != token.Quoted && slices.Contains(words, t.Fold) && !isIt(t)
}

// phrase is how many tokens the longest of the phrases takes that stands first, 0 when none does.
func phrase(t []token.Token, phrases [][]string) (n int) {
	for _, p := range phrases {
		if len(p) <= n || len(p) > len(t) {
			continue
		}
		same := true
		for i, w := range p {
			same = same && t[i].Kind != token.Quoted && t[i].Fold == w && (w != "e" || t[i].Text == "e")
		}
		if same {
			n = len(p)
		}
	}
	return n
}
