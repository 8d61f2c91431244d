package speech

import (
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
)

// slots say how each kind of slot may be filled from token i, cheapest and longest first.
var slots = map[string]func(r *reader, i int) []spot{
	"act":      slotAct,
	"obj":      class("obj"),
	"kind":     class("kind"),
	"prop":     class("prop"),
	"num":      slotNumber,
	"ord":      slotOrdinal,
	"size":     slotSize,
	"ext":      slotExt,
	"when":     slotWhen,
	"age":      slotAge,
	"span":     slotSpan,
	"item":     slotItem,
	"repeat":   slotRepeat,
	"folder":   slotFolder,
	"dir":      slotDir,
	"known":    slotKnown,
	"file":     slotFile,
	"name":     slotName,
	"filename": slotFilename,
	"text":     slotText,
	"quoted":   slotQuoted,
	"rest":     slotRest,
	"tail":     slotTail,
	"glob":     slotGlob,
	"zone":     class("zone"),
	"out":      slotOut,
	"say":      slotSay,
	"thing":    slotThing,
	"label":    slotLabel,
	"word":     slotWord,

	"examples": slotExamples,

	"noun": slotNoun,
	"col":  slotCol,
	"val":  slotVal,
	"cap":  slotCap,
	"day":  slotDay,
}

// Costs of the ways a slot may be filled.
const (
	existingCost = 0  // a place that is there
	quotedCost   = 1  // text the person delimited
	literalCost  = 2  // a path or file name
	newNameCost  = 30 // a capitalised name nobody knows
	wordCost     = 12 // any word taken as text; more words cost more
)

func slotAct(r *reader, i int) []spot {
	var out []spot
	for _, s := range r.senses[i] {
		if s.Class == "verb" && s.Value != "outside" && (s.Mood == 1 || i > 0 && r.words[i-1] == "mind") && !r.nounAt(i) && !r.done(i, s) {
			cost := -2 * (s.Words - 1)
			if i == 0 || r.tokens[i-1].Kind == token.Mark || r.is(i-1, "and") || r.is(i-1, "next") || r.is(i-1, "pad") {
				cost -= 3 // "zip manuale.pdf": an order begins with its verb
			}
			out = append(out, spot{i + s.Words, Capture{Value: s.Value, Pronoun: s.Pronoun, Text: r.span(i, i+s.Words), Cost: cost}})
		}
	}
	return out
}

// done reports a form after "sono" that tells what things are, though it may also be an order: "installati".
func (r *reader) done(i int, command vocab.Sense) bool {
	return i > 0 && r.is(i-1, "be") && slices.ContainsFunc(r.senses[i], func(s vocab.Sense) bool {
		return s.Class == "verb" && s.Value == command.Value && s.Mood == vocab.Participle
	})
}

// nounAt reports whether an article before token i makes a noun of it: "elimina i duplicati" does not copy.
func (r *reader) nounAt(i int) bool {
	return i > 0 && slices.Contains([]string{"i", "gli", "il", "un", "una", "the"}, r.words[i-1])
}

func slotOut(r *reader, i int) []spot {
	for _, s := range r.senses[i] {
		if s.Class == "verb" && s.Value == "outside" && s.Mood == 1 {
			return []spot{{i + s.Words, Capture{Value: s.Value, Text: r.span(i, i+s.Words)}}}
		}
	}
	return nil
}

// class fills a slot from the lines of a lexicon class.
func class(name string) func(r *reader, i int) []spot {
	return func(r *reader, i int) []spot {
		var out []spot
		for _, s := range r.senses[i] {
			if s.Class == name {
				cost := -2 * (s.Words - 1)
				if (name == "obj" || name == "kind") && r.proper(i) {
					cost += newNameCost + quotedCost
				}
				out = append(out, spot{i + s.Words, Capture{Value: s.Value, Text: r.span(i, i+s.Words), Cost: cost}})
			}
		}
		return out
	}
}

// proper reports a word written as the name of a place: with a capital, after "in" or the word folder. It is no
// common noun there: "in Documents", "the folder Pictures"; nor is one that is there right after a verb: "open Documents". A shortening (PDF) has more capitals.
func (r *reader) proper(i int) bool {
	if i == 0 || !r.tokens[i].Cap || strings.ToUpper(r.tokens[i].Text) == r.tokens[i].Text {
		return false
	}
	asked := slices.ContainsFunc(r.senses[i-1], func(s vocab.Sense) bool { return s.Class == "verb" && s.Mood == vocab.Command })
	return r.is(i-1, "in") || r.isObject(i-1, "dirs") || asked && len(r.folders(r.tokens[i].Text)) > 0
}

func slotNumber(r *reader, i int) []spot {
	if n, ok := r.tokens[i].Value(); ok {
		return []spot{{i + 1, Capture{Text: r.tokens[i].Text, Number: n}}}
	}
	return r.counted(i, "num")
}

// counted is a word that stands for a number of a class.
func (r *reader) counted(i int, class string) []spot {
	for _, s := range r.senses[i] {
		if s.Class == class {
			n, _ := strconv.ParseFloat(s.Value, 64)
			return []spot{{i + s.Words, Capture{Text: r.span(i, i+s.Words), Number: n}}}
		}
	}
	return nil
}

// slotOrdinal leaves "prima" alone where it says when to act.
func slotOrdinal(r *reader, i int) []spot {
	if token.Sooner(r.words, i) {
		return nil
	}
	return r.counted(i, "ord")
}

// slotSize reads "10 MB", "mezzo giga", "un gigabyte"; Number is bytes.
func slotSize(r *reader, i int) []spot {
	for _, n := range slotNumber(r, i) {
		if n.end >= len(r.senses) {
			continue
		}
		for _, s := range r.senses[n.end] {
			if s.Class == "unit" {
				factor, _ := strconv.ParseFloat(s.Value, 64)
				end := n.end + s.Words
				return []spot{{end, Capture{Text: r.span(i, end), Number: n.cap.Number * factor}}}
			}
		}
	}
	return nil
}

func slotExt(r *reader, i int) []spot {
	t := r.tokens[i]
	if t.Kind == token.Ext {
		e := strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(t.Text, "*"), "."))
		return []spot{{i + 1, Capture{Text: t.Text, Value: e}}}
	}
	return class("ext")(r, i)
}

func slotWhen(r *reader, i int) []spot {
	w, n, err := when.Parse(r.words[i:], when.Clock{Now: r.env.Now, Zone: r.env.Zone, Lang: r.g.Lang})
	if err != nil || n == 0 {
		return nil
	}
	cost := -2 * (n - 1)
	if i > 0 && r.tokens[i].Cap && r.tokens[i-1].Text == "," && r.g.Lang == "it" {
		cost += newNameCost // a month with a capital in a list of names is one of them
	}
	return []spot{{i + n, Capture{Text: r.span(i, i+n), Window: w, Cost: cost}}}
}

// slotAge is a time that can only be about the thing, never about when to act: "older than 30 days".
func slotAge(r *reader, i int) []spot {
	switch w := r.words[i]; {
	case w == "older" || w == "newer":
	case w == "piu" && i+1 < len(r.words) && (strings.HasPrefix(r.words[i+1], "vecch") || strings.HasPrefix(r.words[i+1], "recent") || strings.HasPrefix(r.words[i+1], "nuov")):
	default:
		return nil
	}
	return slotWhen(r, i)
}

// slotSpan is a length of time before now: "un anno", "two weeks". Window.To is that long ago.
func slotSpan(r *reader, i int) []spot {
	before := []string{"older", "than"}
	if r.g.Lang == "it" {
		before = []string{"piu", "vecchi", "di"}
	}
	led := len(before)
	w, n, err := when.Parse(append(before, r.words[i:]...), when.Clock{Now: r.env.Now, Zone: r.env.Zone, Lang: r.g.Lang})
	if err != nil || n <= led {
		return nil
	}
	return []spot{{i + n - led, Capture{Text: r.span(i, i+n-led), Window: w}}}
}

// slotItem is a name in a list of new things; paths and files have slots of their own.
func slotItem(r *reader, i int) []spot {
	if k := r.tokens[i].Kind; k == token.Path || k == token.File {
		return nil
	}
	return slotName(r, i)
}

func slotRepeat(r *reader, i int) []spot {
	rec, n, ok := when.ParseRecurrence(r.words[i:])
	if !ok {
		return nil
	}
	return []spot{{i + n, Capture{Text: r.span(i, i+n), Repeat: &rec, Cost: -2 * (n - 1)}}}
}

func slotQuoted(r *reader, i int) []spot { return r.literal(i, token.Quoted) }

func slotGlob(r *reader, i int) []spot { return r.literal(i, token.Glob) }

func (r *reader) literal(i int, kind token.Kind) []spot {
	if r.tokens[i].Kind != kind {
		return nil
	}
	return []spot{{i + 1, Capture{Text: r.tokens[i].Text, Literal: true}}}
}

// slotText is one to four words, or quoted text, that the person is talking about.
func slotText(r *reader, i int) []spot {
	if q := slotQuoted(r, i); q != nil {
		q[0].cap.Cost = quotedCost
		return q
	}
	var out []spot
	for j := i + 1; j <= len(r.tokens) && j <= i+4 && !r.is(i, "in"); j++ { // "nel diario" says where, not what
		if r.tokens[j-1].Kind == token.Mark || r.tokens[j-1].Kind == token.Quoted {
			break
		}
		out = append(out, spot{j, Capture{Text: r.span(i, j), Cost: wordCost + 20*(j-i-1)}})
	}
	return out
}

// slotWord is one word the lexicon does not know.
func slotWord(r *reader, i int) []spot {
	if k := r.tokens[i].Kind; k == token.Mark || k == token.Quoted || r.known(i) {
		return nil
	}
	return []spot{{i + 1, Capture{Text: r.tokens[i].Text, Cost: wordCost}}}
}

// slotRest is everything to the end of the sentence, verbatim.
func slotRest(r *reader, i int) []spot {
	if t := r.tokens[i]; t.Kind == token.Quoted {
		return []spot{{i + 1, Capture{Text: t.Text, Literal: true}}}
	}
	return []spot{{len(r.tokens), Capture{Text: strings.TrimSpace(r.text[r.tokens[i].Start:]), Literal: true}}}
}

// slotTail is slotRest where nothing but a colon announces it: each word makes it dearer.
func slotTail(r *reader, i int) []spot {
	out := slotRest(r, i)
	for k := range out {
		out[k].cap.Cost = 15 * (out[k].end - i)
	}
	return out
}

// slotExamples is a run of numbers, dates and extensions: "2021, 2022 and so on".
func slotExamples(r *reader, i int) []spot {
	j := token.Examples(r.tokens, r.words, i, func(k int) bool { return len(slotExt(r, k)) > 0 })
	if j == i {
		return nil
	}
	return []spot{{j, Capture{Text: r.span(i, j), Cost: -2 * (j - i)}}}
}
