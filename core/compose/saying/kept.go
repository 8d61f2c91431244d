package saying

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/called"
	"github.com/metnos/metnos/core/compose/steps"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Collections is what places may also tell: the collections the person has, by name.
type Collections interface{ Collections() []string }

const (
	maxNote = 60 // words of what is to be noted
	maxItem = 8  // words of one item
	maxName = 5  // words of the name of a collection
)

var (
	lists   = []string{"lista", "liste", "elenco", "elenchi", "list", "lists"}
	mine    = []string{"mio", "mia", "miei", "mie", "ho", "my", "i"}
	nothing = []string{"riga", "righe", "voce", "voci", "elemento", "elementi", "cosa", "cose", "item", "items", "line", "row", "entry", "something", "tutto", "everything"}
	joints  = []string{"and", "or", "next"}
)

// note is what a person says to keep: as long as it is, unless it may go on to another request.
func (f *filling) note(s span) (string, bool) {
	for i := s.start + 1; i < s.end && !f.quoted(s); i++ {
		t := f.Reading.Tokens[i-1]
		if (t.Kind == token.Mark || f.means(t, joints...)) && f.orders(f.Reading.Tokens[i]) {
			return "", false
		}
	}
	return f.text(s), s.end-s.start <= maxNote
}

// means reports a word of one of the sets. The verb "è" is not the word "e".
func (f *filling) means(t token.Token, sets ...string) bool {
	if t.Kind != token.Word || t.Fold == "e" && t.Text != "e" && t.Text != "E" {
		return false
	}
	return slices.ContainsFunc(vocab.For(f.Reading.Lang).Look([]string{t.Fold}), func(v vocab.Sense) bool {
		return v.Class == "set" && v.Words == 1 && slices.Contains(sets, v.Value)
	})
}

// orders reports a word that may begin a request of its own. An Italian infinitive goes on with what is to be done.
func (f *filling) orders(t token.Token) bool {
	if t.Kind != token.Word || f.Reading.Lang == "it" && strings.HasSuffix(t.Fold, "re") {
		return false
	}
	return slices.ContainsFunc(vocab.For(f.Reading.Lang).Look([]string{t.Fold}), func(v vocab.Sense) bool {
		return v.Class == "verb" && v.Mood == vocab.Command || v.Class == "set" && (v.Value == "negation" || v.Value == "next")
	})
}

// items are things said one after the other, each a text without its article: "il latte, 6 uova e del pane".
func (f *filling) items(s span) (any, bool) {
	var out []any
	from := s.start
	for i := s.start; i <= s.end; i++ {
		if i < s.end && !comma(f.Reading.Tokens[i]) && !f.means(f.Reading.Tokens[i], "and") {
			continue
		}
		if i > from {
			text, ok := f.item(span{s.arg, from, i}, len(out) > 0)
			if !ok {
				return nil, false
			}
			out = append(out, plan.Literal(text))
		}
		from = i + 1
	}
	return out, len(out) > 0
}

func (f *filling) item(s span, later bool) (string, bool) {
	if f.quoted(s) {
		return f.text(s), true
	}
	t := f.Reading.Tokens
	if later && f.orders(t[s.start]) {
		return "", false
	}
	for s.end-s.start > 1 && (f.means(t[s.start], "art") || t[s.start].Fold == "some") {
		s.start++
	}
	for i := s.start; i < s.end; i++ {
		if t[i].Kind != token.Word && t[i].Kind != token.Number || f.means(t[i], "or", "next", "negation", "condition", "exclusion") {
			return "", false
		}
	}
	if s.end-s.start == 1 && (f.means(t[s.start], "those", "art", "all") || slices.Contains(nothing, t[s.start].Fold)) {
		return "", false
	}
	return f.text(s), s.end-s.start <= maxItem
}

// wordy reports words to look for that name no file.
func (f *filling) wordy(s span) bool {
	return !slices.ContainsFunc(f.Reading.Tokens[s.start:s.end], func(t token.Token) bool {
		return t.Kind == token.File || t.Kind == token.Path || t.Kind == token.Ext || t.Kind == token.Glob
	})
}

// collection fills an argument with the name of a collection of the person's: any words where it is told to be a list,
// without that a list there is, or one everybody has.
func (f *filling) collection(s span) error {
	t, l := f.Reading.Tokens, vocab.For(f.Reading.Lang)
	told := s.end < len(t) && slices.Contains(lists, t[s.end].Fold)
	for i := s.start - 1; i >= max(0, s.start-4); i-- {
		told = told || slices.Contains(lists, t[i].Fold)
	}
	for s.end-s.start > 1 && f.means(t[s.start], "art", "def", "of", "named") {
		s.start++
	}
	name := f.text(s)
	for _, word := range t[s.start:s.end] {
		object := slices.ContainsFunc(l.Look([]string{word.Fold}), func(v vocab.Sense) bool { return v.Class == "obj" && v.Value != "texts" || v.Class == "ext" })
		if word.Kind != token.Word && word.Kind != token.Number && word.Kind != token.Quoted || object || slices.Contains(lists, word.Fold) ||
			f.means(word, "and", "or", "next", "negation", "condition", "exclusion", "those", "all") {
			return steps.Unknown(name)
		}
	}
	known := f.known(name)
	f.sure = known || slices.ContainsFunc(f.look(s), func(v vocab.Sense) bool { return v.Class == "set" && v.Value == "errands" })
	writes := f.changes && told
	if s.end-s.start > maxName || !f.sure && !writes && !(told && f.says(mine)) || f.folders(name) && !told {
		return steps.Unknown(name)
	}
	if file := f.fileOf(name, true); file != "" && !(told && f.says(mine) && (known || f.changes)) {
		if !known && (!f.changes || !told && f.fileOf(name, false) != "") {
			return steps.Unknown(name) // the file it is
		}
		return steps.Limit("list_or_file", "a list and a file", "name", name, "file", file)
	}
	f.args[s.arg] = plan.Literal(strings.ToLower(name))
	return nil
}

func (f *filling) says(words []string) bool {
	return slices.ContainsFunc(f.Reading.Tokens, func(t token.Token) bool { return slices.Contains(words, t.Fold) })
}

// known reports a collection the person has.
func (f *filling) known(name string) bool {
	c, ok := f.Req.Places.(Collections)
	return ok && slices.ContainsFunc(c.Collections(), func(have string) bool { return vocab.Fold(have) == vocab.Fold(name) })
}

func (f *filling) folders(name string) bool {
	return f.Req.Places != nil && len(f.Req.Places.Folder(name)) > 0
}

// fileOf is the file called by that name, or when it may be a list by it and the word for one, "" when there is none.
func (f *filling) fileOf(name string, list bool) string {
	found := called.Named(f.Reading.Lang, name, list, f.Req.Home, f.Req.Places)
	if len(found) == 0 {
		return ""
	}
	return filepath.Base(found[0])
}

// owned refuses "the notes" where a file or a folder is called so, unless they are told to be the person's own.
func (f *filling) owned(fixed map[string]any) error {
	for name, value := range fixed {
		store, _ := value.(string)
		switch f.tool.Args.Properties[name].Semantic {
		case "lists":
			f.sure = true
		case "collection":
			f.sure = true
			if !f.says(mine) && !f.writes() && slices.ContainsFunc(f.Reading.Tokens, f.elsewhere) {
				return steps.Unknown(store)
			}
		}
	}
	return nil
}

func (f *filling) writes() bool { return strings.HasPrefix(f.tool.Name, "write") }

// elsewhere reports a word for notes that a file or a folder is called by.
func (f *filling) elsewhere(t token.Token) bool {
	return t.Kind == token.Word && slices.Contains(called.Notes, t.Fold) && f.Req.Places != nil &&
		(f.folders(t.Fold) || len(f.Req.Places.File(t.Fold)) > 0)
}
