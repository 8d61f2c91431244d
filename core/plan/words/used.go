package words

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk/manifest"
)

func (j *Judge) use(i, n int) {
	if j.used == nil {
		j.used = map[int]bool{}
	}
	for k := i; k < i+n; k++ {
		j.used[k] = true
	}
}

// shown is Words.Shows of words, which are then used.
func (j *Judge) shown(want []string, denied bool) bool {
	at := j.at(want, denied)
	if at >= 0 {
		j.use(at, len(want))
	}
	return at >= 0
}

// said reports whether every word of a text is among the person's, in any order and number: "bozze" says "bozza".
func (j *Judge) said(text string, denied bool) bool {
	some := false
	for _, fold := range cut(text) {
		if !strings.ContainsFunc(fold, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			continue
		}
		some = true
		if !j.shown([]string{fold}, denied) && !j.inflected(fold, denied) {
			return false
		}
	}
	return some
}

func (j *Judge) inflected(fold string, denied bool) bool {
	stem := stemOf(fold)
	for i, at := range j.all {
		if len(stem) >= 4 && stemOf(at.fold) == stem && (denied || !at.denied) {
			j.use(i, 1)
			return true
		}
	}
	return false
}

// stemOf drops the ending that tells one from many.
func stemOf(fold string) string {
	return strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(fold, "s"), "h"), "aeioh")
}

var reference = regexp.MustCompile(`\$\{[^}]*\}`)

// See looks at every literal of a step before the plan begins: what the person said may be taken up by a later one.
func (j *Judge) See(m *manifest.Manifest, args map[string]any) {
	for name, value := range args {
		j.see(m, m.Args.Properties[name], value)
	}
}

func (j *Judge) see(m *manifest.Manifest, p manifest.Property, value any) {
	switch v := value.(type) {
	case []any:
		item := manifest.Property{}
		if p.Items != nil {
			item = *p.Items
		}
		if item.Semantic == "" {
			item.Semantic = p.Semantic
		}
		for _, one := range v {
			j.see(m, item, one)
		}
	case map[string]any:
		for k, one := range v {
			part := p.Properties[k]
			if part.Semantic == "" {
				part.Semantic = k
			}
			j.see(m, part, one)
		}
	case string:
		j.Literal(m, p, reference.ReplaceAllString(v, ""))
	default:
		j.Literal(m, p, v)
	}
}

// Ignored is the first thing the person said of what to work on that no literal of the plan takes up, "" when there
// is none: a type of file, a name, a number, a time, an exception, a word no lexicon knows, or that only one was
// meant.
func (j *Judge) Ignored() string {
	explained := 0 // words before it belong to a phrase the lexicons know
	for i := 0; i < len(j.all); i++ {
		at := j.all[i]
		for _, s := range j.senses(i) {
			if s.Words > 1 {
				explained = max(explained, i+s.Words)
			}
			if superlative(s) { // "grande" of "più grande"
				explained = max(explained, i+2)
			}
		}
		if at.text > 0 || at.material {
			continue
		}
		if n := j.timed(i); n > 0 {
			if !j.uses(i, n) {
				return j.spelt(i, n)
			}
			i += n - 1
			continue
		}
		if n := j.selects(i, i < explained); n > 0 && !j.uses(i, n) {
			return j.spelt(i, n)
		}
	}
	return ""
}

func (j *Judge) uses(i, n int) bool {
	for k := i; k < i+n; k++ {
		if j.used[k] {
			return true
		}
	}
	return false
}

func (j *Judge) spelt(i, n int) string {
	var out []string
	for k := i; k < min(i+n, len(j.all)); k++ {
		out = append(out, j.all[k].raw)
	}
	return strings.Join(out, " ")
}

// timed is how many words from i on say a time with both or one of its ends.
func (j *Judge) timed(i int) int {
	w, n, err := when.Parse(j.folds(i), j.Clock)
	if err != nil || w.From.IsZero() && w.To.IsZero() {
		return 0
	}
	return n
}

// selects is how many words from i on choose some things among others, 0 when they do not. A word no lexicon knows
// does, unless it is explained as part of a phrase.
func (j *Judge) selects(i int, explained bool) int {
	at := j.all[i]
	if at.quoted || strings.ContainsAny(strings.Trim(at.fold, "'-"), "./*@") || numeric(at.fold) {
		return 1
	}
	known, verb := common(at.fold), false
	for _, s := range j.senses(i) {
		verb = verb || s.Class == "verb"
		switch {
		case s.Class == "ext", s.Class == "kind":
			return s.Words
		case s.Class == "num" && s.Value != "1" && s.Value != "0", s.Class == "ord" && !j.limit:
			return s.Words
		case superlative(s) && !j.limit && !j.compares(i):
			return min(2, len(j.all)-i)
		}
	}
	switch {
	case most[at.fold] && !j.limit:
		return 1
	case explained || known || verb || len([]rune(at.fold)) < 4 || at.denied && !at.excepted:
		return 0
	}
	return 1
}

func numeric(fold string) bool { return fold != "" && fold != "1" && unicode.IsDigit([]rune(fold)[0]) }

func superlative(s vocab.Sense) bool { return s.Class == "set" && s.Value == "more" }

// most are superlatives of one word.
var most = set(`most least biggest largest smallest oldest newest latest longest shortest heaviest lightest massimo minimo`)

// compares reports whether "more" is of something: "più vecchi di 30 giorni".
func (j *Judge) compares(i int) bool {
	for k := i + 1; k < min(i+4, len(j.all)); k++ {
		switch j.all[k].fold {
		case "di", "del", "della", "dei", "than":
			return true
		}
	}
	return false
}
