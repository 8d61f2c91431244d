package labels

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/table/hearing"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/when"
)

// maxLabel and maxField bound a label and the name of a column, in words.
const (
	maxLabel = 3
	maxField = 4
)

// Rules are the rules the tokens state, in order, as an executor takes them: objects of label and predicates, these of
// field, operation, value or values, as. One for all the rest has no predicates and stands last.
func Rules(lang string, tokens []token.Token, clock when.Clock) ([]any, bool) {
	h := hearer{lang: lang, words: words[lang], tokens: tokens, clock: clock}
	if h.words == nil {
		return nil, false
	}
	var out []any
	for rest := false; ; {
		for h.separator(h.at) {
			h.at++
		}
		if h.at == len(tokens) {
			return out, len(out) > 0
		}
		if rest {
			return nil, false // nothing comes after what holds of all others
		}
		rule, ok := h.rule()
		if !ok {
			return nil, false
		}
		rest = rule["predicates"] == nil
		out = append(out, rule)
	}
}

type hearer struct {
	lang   string
	words  *vocabulary
	tokens []token.Token
	clock  when.Clock
	at     int
}

// rule takes one rule: "over 100 high", "high if the amount is over 100", "the rest low".
func (h *hearer) rule() (map[string]any, bool) {
	if n := phrase(h.tokens[h.at:], h.words.otherwise); n > 0 {
		h.at += n
		h.divider()
		label, ok := h.label(h.rest())
		return map[string]any{"label": label}, ok
	}
	start := h.at
	for i := start; i < len(h.tokens) && !h.separator(i); i++ {
		if n := phrase(h.tokens[i:], h.words.otherwise); n > 0 { // "low otherwise"
			h.at = i + n
			label, ok := h.label(h.tokens[start:i])
			return map[string]any{"label": label}, ok && (h.at == len(h.tokens) || h.separator(h.at))
		}
		if op, n := h.comparison(i); n > 0 {
			return h.compared(op, h.tokens[start:i], i+n)
		}
	}
	return nil, false
}

// compared takes a rule whose comparison stands after some words and ends before token at.
func (h *hearer) compared(op string, before []token.Token, at int) (map[string]any, bool) {
	h.at = at
	link := slices.IndexFunc(before, func(t token.Token) bool { return one(t, h.words.links) })
	label, field := before[:0], before
	if link >= 0 {
		label, field = before[:link], before[link+1:]
	}
	first := link > 0
	conditions, ok := h.value(op, first || link < 0 && len(before) > 0)
	if !ok {
		return nil, false
	}
	quoted := h.tokens[h.at-1].Kind == token.Quoted
	h.closing()
	divided := h.divider()
	after := h.rest()
	if (op == "contains" || op == "eq") && len(after) > 1 && !divided && !quoted {
		return nil, false // where the value ends and the label begins is not told
	}
	switch {
	case first == (len(after) > 0) && (first || link >= 0 || len(before) == 0):
		return nil, false // two labels, or none
	case link < 0 && len(after) == 0 && !divided:
		label, field = before, nil
	case !first:
		label = after
	}
	name, ok := h.field(field)
	if !ok {
		return nil, false
	}
	said, ok := h.label(label)
	var predicates []any
	for _, c := range conditions {
		if name != "" {
			c["field"] = name
		}
		predicates = append(predicates, c)
	}
	return map[string]any{"label": said, "predicates": predicates}, ok
}

// rest are the tokens up to the end of the rule.
func (h *hearer) rest() []token.Token {
	start := h.at
	for h.at < len(h.tokens) && !h.separator(h.at) && phrase(h.tokens[h.at:], h.words.otherwise) == 0 {
		h.at++
	}
	return h.tokens[start:h.at]
}

// separator reports whether a token ends a rule.
func (h *hearer) separator(i int) bool {
	if i >= len(h.tokens) {
		return false
	}
	t := h.tokens[i]
	return t.Kind == token.Mark && (t.Text == "," || t.Text == ";" || t.Text == ".") || slices.Contains(h.words.and, t.Fold) && !isIt(t)
}

// divider skips what stands between a condition and its label.
func (h *hearer) divider() bool {
	found := false
	for h.at < len(h.tokens) && one(h.tokens[h.at], h.words.dividers) {
		h.at++
		found = true
	}
	return found
}

func (h *hearer) closing() {
	if h.at < len(h.tokens) && h.tokens[h.at].Text == ")" {
		h.at++
	}
}

// field is the name of a column without the small words around it, "" when there is none.
func (h *hearer) field(t []token.Token) (string, bool) {
	for len(t) > 0 && one(t[0], h.words.small) {
		t = t[1:]
	}
	for len(t) > 0 && (one(t[len(t)-1], h.words.be) || isIt(t[len(t)-1])) {
		t = t[:len(t)-1]
	}
	if len(t) == 0 {
		return "", true
	}
	return said(t), len(t) <= maxField && plain(t) && !slices.ContainsFunc(t, func(t token.Token) bool { return one(t, h.words.not) })
}

// label is what a row will be called.
func (h *hearer) label(t []token.Token) (string, bool) {
	for len(t) > 1 && one(t[0], h.words.small) {
		t = t[1:]
	}
	return said(t), len(t) > 0 && len(t) <= maxLabel && plain(t) && !slices.ContainsFunc(t, func(t token.Token) bool {
		return one(t, h.words.links) || one(t, h.words.dividers) || one(t, h.words.not)
	})
}

// plain reports words alone, or one text between quotes.
func plain(t []token.Token) bool {
	return len(t) == 1 && t[0].Kind == token.Quoted || !slices.ContainsFunc(t, func(t token.Token) bool { return t.Kind == token.Mark || t.Kind == token.Quoted })
}

// said is a run of tokens as written.
func said(t []token.Token) string {
	out := ""
	for i, w := range t {
		if i > 0 && w.Start > t[i-1].End {
			out += " "
		}
		out += w.Text
	}
	return out
}

// value takes what the comparison is with; labelled tells that the label may have been said, so that all words up to the
// end of the rule are the value.
func (h *hearer) value(op string, labelled bool) ([]map[string]any, bool) {
	switch op {
	case "between":
		return h.between()
	case "contains", "eq":
		return h.texts(op, labelled)
	case "before", "after", "since", "until", "during":
		return h.dated(op)
	}
	if text, ok := h.number(); ok {
		return []map[string]any{{"operation": op, "value": text}}, true
	}
	return h.dated(map[string]string{"gt": "after", "ge": "since", "lt": "before", "le": "until"}[op])
}

// between takes two numbers, or two dates.
func (h *hearer) between() ([]map[string]any, bool) {
	start := h.at
	low, ok := h.number()
	if ok && h.joined() {
		if high, ok := h.number(); ok {
			return []map[string]any{{"operation": "ge", "value": low}, {"operation": "le", "value": high}}, true
		}
	}
	h.at = start
	from, ok := h.dated("since")
	if !ok || !h.joined() {
		return nil, false
	}
	to, ok := h.dated("until")
	return append(from, to...), ok
}

func (h *hearer) joined() bool {
	if h.at < len(h.tokens) && one(h.tokens[h.at], h.words.to) {
		h.at++
		return true
	}
	return false
}

// number takes a number with its currency, as written.
func (h *hearer) number() (string, bool) {
	for h.at < len(h.tokens) && (one(h.tokens[h.at], h.words.small) || one(h.tokens[h.at], currencies)) {
		h.at++
	}
	if h.at == len(h.tokens) {
		return "", false
	}
	text := strings.Trim(h.tokens[h.at].Text, "€$£")
	if _, ok := (token.Token{Text: text, Kind: token.Number}).Value(); !ok {
		return "", false
	}
	h.at++
	for h.at < len(h.tokens) && one(h.tokens[h.at], currencies) {
		h.at++
	}
	return text, true
}

// dated takes a day, a month or a year.
func (h *hearer) dated(op string) ([]map[string]any, bool) {
	from := h.at
	for from < len(h.tokens) && one(h.tokens[from], h.words.small) {
		from++
	}
	var folded []string
	for _, t := range h.tokens[from:] {
		folded = append(folded, t.Fold)
	}
	window, n, err := when.Parse(folded, h.clock)
	if err != nil || n == 0 {
		return nil, false
	}
	text, bare := hearing.Period(speech.Capture{Text: said(h.tokens[from : from+n]), Window: window})
	if text == "" {
		return nil, false
	}
	h.at = from + n
	c := map[string]any{"operation": map[string]string{"before": "lt", "after": "gt", "since": "ge", "until": "le", "during": "eq"}[op], "value": text}
	if !bare {
		c["as"] = "datetime"
	}
	return []map[string]any{c}, true
}

// texts takes the words a text contains, or is.
func (h *hearer) texts(op string, labelled bool) ([]map[string]any, bool) {
	var values []any
	end := h.at
	for end < len(h.tokens) && !h.separator(end) && phrase(h.tokens[end:], h.words.otherwise) == 0 && !one(h.tokens[end], h.words.dividers) {
		end++
	}
	if divided := end < len(h.tokens) && one(h.tokens[end], h.words.dividers); !divided && !labelled || end > h.at && h.tokens[h.at].Kind == token.Quoted {
		end = h.single(end)
	}
	for h.at < end {
		stop := h.at
		for stop < end && !one(h.tokens[stop], h.words.or) {
			stop++
		}
		if stop == h.at || !plain(h.tokens[h.at:stop]) || stop-h.at > maxLabel {
			return nil, false
		}
		values = append(values, said(h.tokens[h.at:stop]))
		if h.at = stop; h.at < end {
			h.at++
		}
	}
	if op == "eq" {
		op = "in"
	}
	return []map[string]any{{"operation": op, "values": values}}, len(values) > 0
}

// single is where one-word values joined by "or" end, at most end: after them comes the label.
func (h *hearer) single(end int) int {
	i := h.at
	for i < end {
		i++
		if i+1 >= end || !one(h.tokens[i], h.words.or) {
			return i
		}
		i++
	}
	return i
}
