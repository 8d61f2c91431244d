package called

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/agreement"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
)

// Numbered takes a number that stands behind the name of one thing as a part of it: "find invoice 02" is about the file
// invoice_02.pdf, not about two files. Of such a name no word is explained any more; [Read] looks for it.
func Numbered(r speech.Reading) speech.Reading {
	r = compound(r)
	for i, f := range r.Facts {
		if f.Name != "seek" && f.Name != "sought" || i+1 >= len(r.Facts) || !follows(r, f.End, r.Facts[i+1]) {
			continue
		}
		head, start := headOf(f)
		if start <= f.Start || !alone(r, start, f.End) {
			continue
		}
		facts := slices.Clone(r.Facts)
		facts[i] = head
		r.Facts = slices.Delete(facts, i+1, i+2)
		for _, t := range r.Tokens[start : f.End+1] {
			r.Unknown = append(r.Unknown, t.Text)
		}
	}
	return r
}

// headOf is the verb or the question of a fact that looks for a thing, and the token where the thing begins.
func headOf(f speech.Fact) (speech.Fact, int) {
	thing, _ := f.Get("thing")
	start := f.End - len(strings.Fields(thing.Text))
	if verb, ok := f.Get("verb"); ok {
		verb.Slot = "act"
		return speech.Fact{Name: "act", Captures: []speech.Capture{verb}, Start: f.Start, End: start}, start
	}
	return speech.Fact{Name: "where", Start: f.Start, End: start}, start
}

// compound takes "of" and a word nobody explained behind the name of a thing as a part of it: "contratto di affitto".
func compound(r speech.Reading) speech.Reading {
	for i, f := range r.Facts {
		end := f.End + 2
		if f.Name != "seek" && f.Name != "sought" || end > len(r.Tokens) || !is(r.Lang, r.Tokens[f.End].Fold, "of") || !slices.Contains(r.Unknown, r.Tokens[f.End+1].Text) {
			continue
		}
		head, start := headOf(f)
		facts := slices.Clone(r.Facts)
		facts[i] = head
		r.Facts = slices.DeleteFunc(facts, func(o speech.Fact) bool { return o.Start == f.End && o.End == f.End+1 })
		for _, t := range r.Tokens[start : f.End+1] {
			r.Unknown = append(r.Unknown, t.Text)
		}
		break
	}
	return r
}

// follows reports a number that stands right behind a name.
func follows(r speech.Reading, end int, f speech.Fact) bool {
	return f.Name == "num" && f.Start == end && f.End == end+1 && r.Tokens[end].Kind == token.Number && digits(r.Tokens[end].Text)
}

// alone reports words that stand for one thing.
func alone(r speech.Reading, start, end int) bool {
	one, many := agreement.Number(r.Tokens, speech.Fact{Start: start, End: end}, r.Lang == "en")
	return one || !many
}

// numbers lengthens the runs of words by the numbers behind them, and takes those out of the facts.
func (h *hearer) numbers(runs [][2]int) [][2]int {
	for n, run := range runs {
		at := slices.IndexFunc(h.reading.Facts, func(f speech.Fact) bool { return follows(h.reading, run[1], f) })
		if at < 0 || h.reading.Tokens[run[1]-1].Kind != token.Word || !alone(h.reading, run[1]-1, run[1]) {
			continue
		}
		h.reading.Facts = slices.Delete(slices.Clone(h.reading.Facts), at, at+1)
		runs[n][1]++
	}
	return runs
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// hasNumber reports whether a number stands in a name: 2 in invoice_02.pdf.
func hasNumber(path, number string) bool {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	runs := strings.FieldsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	return slices.ContainsFunc(runs, func(s string) bool { return strings.TrimLeft(s, "0") == strings.TrimLeft(number, "0") })
}
