package saying

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/change/quoting"
	"github.com/metnos/metnos/core/compose/labels"
	"github.com/metnos/metnos/core/compose/pattern"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk/manifest"
)

func newEar(lang string, tokens []token.Token) *ear {
	e := &ear{words: make([]string, len(tokens)), senses: make([][]vocab.Sense, len(tokens))}
	for i, t := range tokens {
		switch {
		case t.Kind == token.Quoted:
		case t.Fold == "e" && t.Text != "e" && t.Text != "E":
			e.words[i] = pattern.IsIt
		default:
			e.words[i] = t.Fold
		}
	}
	for i := range tokens {
		if e.words[i] != "" {
			e.senses[i] = vocab.For(lang).Look(e.words[i:])
		}
	}
	return e
}

// filling is the step being made for one hit, with the steps before it that it takes its things from.
type filling struct {
	*steps.Builder
	tool    *shelf.Tool
	args    map[string]any
	changes bool
	sure    bool // it is about what the person keeps: the notes, or a list that is known
}

// maxText bounds a value said without quotes, in words: a longer one may hold another request.
const maxText = 6

// fill gives an argument the value its span says.
func (f *filling) fill(s span) error {
	p := f.tool.Args.Properties[s.arg]
	lacking := steps.Unknown(f.text(s))
	switch p.Semantic {
	case "entries", "others":
		return f.records(s)
	case "other_path":
		return f.file(s)
	case "paths", "path":
		return f.things(s, f.tool, f.args, f.changes)
	case "folder", "other_folder":
		return f.folder(s)
	case "destination":
		f.args[s.arg] = f.listed(p, plan.Literal(f.Target(f.capture(s, "folder")).Path))
		return nil
	case "new_path":
		name := f.bare(s, "files")
		if f.several(s) && !f.quoted(s) || !strings.ContainsAny(name, "./") {
			return lacking
		}
		f.args[s.arg] = f.listed(p, plan.Literal(f.Below(name)))
		return nil
	}
	if p.Semantic == "collection" {
		return f.collection(s)
	}
	value, ok := f.value(p, s)
	if !ok {
		return lacking
	}
	if p.Semantic == "replacement" && !f.quoted(s) && quoting.Restricted(f.folded(s)) {
		return steps.Limit("text_restricted", "a text without quotes may end with a condition", "text", f.text(s))
	}
	f.args[s.arg] = value
	return nil
}

// suits reports whether the values are of the shape their arguments declare: a name that ends in .csv.
func (f *filling) suits() bool {
	for name, value := range f.args {
		p := f.tool.Args.Properties[name]
		list, ok := value.([]any)
		if ok && p.Items != nil {
			p = *p.Items
		} else {
			list = []any{value}
		}
		if p.Pattern == "" {
			continue
		}
		shape, err := regexp.Compile(p.Pattern)
		if err != nil || slices.ContainsFunc(list, func(v any) bool { s, ok := v.(string); return ok && !shape.MatchString(s) }) {
			return false
		}
	}
	return true
}

func (f *filling) listed(p manifest.Property, value any) any {
	if p.Type == "array" {
		return []any{value}
	}
	return value
}

// value is what the words of a span say for a plain argument.
func (f *filling) value(p manifest.Property, s span) (any, bool) {
	if p.Semantic == "label_rules" {
		rules, ok := labels.Rules(f.Reading.Lang, f.Reading.Tokens[s.start:s.end], when.Clock{Now: f.Req.Now, Zone: f.Req.Zone})
		return rules, ok
	}
	if p.Semantic == "note_items" {
		return f.items(s)
	}
	if p.Type == "array" {
		return f.list(p, s)
	}
	switch {
	case len(p.Enum) > 0:
		return f.choice(p, s)
	case p.Type == "integer" || p.Type == "number":
		n, ok := f.number(s)
		if p.Type == "integer" && ok && n == math.Trunc(n) {
			return int64(n), true
		}
		return n, ok && p.Type == "number"
	case p.Type != "string":
		return nil, false
	case p.Semantic == "extension":
		return f.extension(s)
	case p.Semantic == "zone":
		return f.sense(s, "zone")
	case p.Semantic == "note":
		text, ok := f.note(s)
		return plan.Literal(text), ok
	case p.Semantic == "note_query" && !f.wordy(s):
		return nil, false
	}
	text, ok := f.plain(s)
	return plan.Literal(text), ok
}

// list is a list of values said one after the other: "3, 5 and 9". Where commas divide, "and" is part of a value.
func (f *filling) list(p manifest.Property, s span) (any, bool) {
	if p.Items == nil {
		return nil, false
	}
	commas := false
	for _, t := range f.Reading.Tokens[s.start:s.end] {
		commas = commas || comma(t)
	}
	numbers := p.Items.Type == "number"
	var out []any
	from := s.start
	for i := s.start; i <= s.end; i++ {
		divides := i < s.end && (comma(f.Reading.Tokens[i]) || f.separates(i) && (!commas || numbers))
		if i < s.end && !divides && !(numbers && i > from) {
			continue
		}
		if i > from {
			v, ok := f.value(*p.Items, span{s.arg, from, i})
			if !ok {
				return nil, false
			}
			out = append(out, v)
		}
		if from = i; divides {
			from++
		}
	}
	return out, len(out) > 0
}

func comma(t token.Token) bool { return t.Kind == token.Mark && (t.Text == "," || t.Text == ";") }

func (f *filling) separates(i int) bool {
	t := f.Reading.Tokens[i]
	return comma(t) || t.Fold == "e" || t.Fold == "ed" || t.Fold == "and"
}

func (f *filling) number(s span) (float64, bool) {
	if s.end != s.start+1 {
		return 0, false
	}
	t := f.Reading.Tokens[s.start]
	if n, ok := t.Value(); ok {
		return n, true
	}
	for _, v := range vocab.For(f.Reading.Lang).Look([]string{t.Fold}) {
		if v.Class == "num" && v.Words == 1 {
			n, ok := token.Token{Text: v.Value, Kind: token.Number}.Value()
			return n, ok
		}
	}
	return 0, false
}

// choice is the value of an enumeration the span says, in its own word or in one the lexicon has for it.
func (f *filling) choice(p manifest.Property, s span) (any, bool) {
	word := vocab.Fold(f.bare(s, ""))
	for _, v := range p.Enum {
		if text, ok := v.(string); ok && vocab.Fold(text) == word {
			return v, true
		}
	}
	for _, sense := range f.look(s) {
		for _, value := range strings.Split(sense.Value, ",") {
			if slices.Contains(p.Enum, any(value)) {
				return value, true
			}
		}
	}
	return nil, false
}

func (f *filling) folded(s span) []string {
	words := make([]string, 0, s.end-s.start)
	for _, t := range f.Reading.Tokens[s.start:s.end] {
		words = append(words, t.Fold)
	}
	return words
}

// look is what all the words of a span mean together.
func (f *filling) look(s span) []vocab.Sense {
	words := f.folded(s)
	return slices.DeleteFunc(vocab.For(f.Reading.Lang).Look(words), func(v vocab.Sense) bool { return v.Words != len(words) })
}

func (f *filling) sense(s span, class string) (any, bool) {
	for _, v := range f.look(s) {
		if v.Class == class {
			return v.Value, true
		}
	}
	return nil, false
}

func (f *filling) extension(s span) (any, bool) {
	if t := f.Reading.Tokens[s.start]; t.Kind == token.Ext && s.end == s.start+1 {
		return strings.ToLower(strings.TrimLeft(t.Text, "*.")), true
	}
	v, ok := f.sense(s, "ext")
	if !ok {
		return nil, false
	}
	first, _, _ := strings.Cut(v.(string), ",")
	return first, true
}

// plain is a text the person speaks of: quoted, or a few words that cannot be another request.
func (f *filling) plain(s span) (string, bool) {
	if f.quoted(s) {
		return f.Reading.Tokens[s.start].Text, true
	}
	if s.end-s.start > maxText {
		return "", false
	}
	for i := s.start; i < s.end; i++ {
		t := f.Reading.Tokens[i]
		if t.Kind == token.Mark || t.Kind == token.Quoted {
			return "", false
		}
		for _, v := range vocab.For(f.Reading.Lang).Look([]string{t.Fold}) {
			if v.Class == "set" && slices.Contains(turns, v.Value) && s.end-s.start > 1 {
				return "", false
			}
		}
	}
	return f.text(s), true
}

// turns are the words that may begin another request, or take something back.
var turns = []string{"and", "or", "next", "negation", "not", "condition", "exclusion"}

func (f *filling) quoted(s span) bool {
	return s.end == s.start+1 && f.Reading.Tokens[s.start].Kind == token.Quoted
}

// several reports a span with "and" or a comma in it.
func (f *filling) several(s span) bool {
	for i := s.start; i < s.end; i++ {
		if f.separates(i) {
			return true
		}
	}
	return false
}

// text is the span as written.
func (f *filling) text(s span) string {
	t := f.Reading.Tokens
	if f.quoted(s) {
		return t[s.start].Text
	}
	return f.Reading.Text[t[s.start].Start:t[s.end-1].End]
}

// bare is the span without its article and the noun before a name: "the folder", "il file".
func (f *filling) bare(s span, object string) string {
	l := vocab.For(f.Reading.Lang)
	for s.end-s.start > 1 {
		skip := slices.ContainsFunc(l.Look([]string{f.Reading.Tokens[s.start].Fold}), func(v vocab.Sense) bool {
			return v.Words == 1 && (v.Class == "set" && (v.Value == "art" || v.Value == "def" || v.Value == "pad" || v.Value == "named") || v.Class == "obj" && v.Value == object)
		})
		if !skip {
			break
		}
		s.start++
	}
	return f.text(s)
}

// capture is the span as the name of a place.
func (f *filling) capture(s span, object string) speech.Capture {
	if object == "folder" {
		object = "dirs"
	}
	c := speech.Capture{Text: f.text(s), Literal: f.quoted(s)}
	if f.Req.Places == nil {
		return c
	}
	for _, name := range []string{c.Text, f.bare(s, object)} {
		if c.Paths = f.Req.Places.Folder(name); len(c.Paths) > 0 {
			c.Text = name
			return c
		}
	}
	c.Text = f.bare(s, object)
	return c
}
