package called

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/agreement"
	"github.com/metnos/metnos/core/compose/request"
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
)

// Contents is what the places must also tell: the files below a folder; whole is false when some may be missing.
type Contents interface {
	Inside(folder string, deep bool) (paths []string, whole bool)
}

// hearer explains the words of one reading.
type hearer struct {
	reading speech.Reading
	home    string
	files   []string
	whole   bool
	changes bool // the sentence changes something: what it is about must be beyond doubt
	deletes bool
}

// Read explains every word of a reading that no pattern explained, as the names of things below home. ok is false when
// a word stays unknown, or may mean more than was said.
func Read(reading speech.Reading, home string, places any) (out speech.Reading, ok bool) {
	inside, has := places.(Contents)
	if len(reading.Unknown) == 0 || len(reading.Unknown) > 4 || !has {
		return reading, false
	}
	h := &hearer{reading: reading, home: home}
	for _, f := range reading.Facts {
		act, _ := f.Get("act")
		verb := request.Actions[act.Value]
		h.changes = h.changes || verb != "" || f.Name == "newdir"
		h.deletes = h.deletes || verb == "delete"
	}
	for n, run := range h.numbers(h.runs()) {
		if n == 0 {
			h.files, h.whole = inside.Inside(home, true)
		}
		if h.changes && !h.whole || !h.explain(run) {
			return reading, false
		}
	}
	h.reading.Unknown = nil
	return h.reading, true
}

// runs are the words next to each other that no fact covers: from, to.
func (h *hearer) runs() (out [][2]int) {
	covered := make([]bool, len(h.reading.Tokens))
	for _, f := range h.reading.Facts {
		for i := f.Start; i < f.End; i++ {
			covered[i] = true
		}
	}
	for i := range covered {
		led := len(out) > 0 && out[len(out)-1][1] == i && small(h.reading.Lang, h.reading.Tokens[out[len(out)-1][0]].Fold) && out[len(out)-1][0] == i-1
		switch {
		case covered[i] && led && i+1 < len(covered) && !covered[i+1] && small(h.reading.Lang, h.reading.Tokens[i].Fold):
			out[len(out)-1][1]++ // "in the diary"
		case covered[i]:
		case len(out) > 0 && out[len(out)-1][1] == i:
			out[len(out)-1][1]++
		default:
			out = append(out, [2]int{i, i + 1})
		}
	}
	return out
}

// explain puts one fact in the place of a run of words: the file that is called so, a part of a name, or the folder.
func (h *hearer) explain(run [2]int) bool {
	about, within := false, false
	for start := run[0]; run[0]+1 < run[1] && small(h.reading.Lang, h.reading.Tokens[run[0]].Fold); run[0]++ { // "nel diario", "sul mutuo"
		about = about || run[0] == start && is(h.reading.Lang, h.reading.Tokens[start].Fold, "about")
		within = within || is(h.reading.Lang, h.reading.Tokens[run[0]].Fold, "in", "of", "from")
	}
	if run[1]-run[0] > 3 {
		return false
	}
	said, number, ok := h.spoken(run)
	if !ok {
		return false
	}
	at := slices.IndexFunc(h.reading.Facts, func(f speech.Fact) bool { return f.Start >= run[0] })
	if at < 0 {
		at = len(h.reading.Facts)
	}
	of, introduced := h.before(at, run[0])
	of = of || about && !within
	if h.changes && !introduced {
		return false // "the important pdfs": nobody said that the word is of a name
	}
	if h.deletes && run[1]-run[0] == 1 && relative[h.reading.Tokens[run[0]].Fold] {
		return false // what is a copy is told by what is in the files
	}
	found := h.named(said)
	if number != "" {
		found = slices.DeleteFunc(found, func(path string) bool { return !hasNumber(path, number) })
		if len(found) == 0 {
			return false
		}
	}
	f := speech.Fact{Start: run[0], End: run[1]}
	single, many := agreement.Number(h.reading.Tokens, f, h.reading.Lang == "en")
	single = single || !many && h.opened(at, run[0])
	switch text, exact := h.part(said, found); {
	case len(found) == 0:
		dir := h.folder(said)
		if dir == "" || h.deletes || !of && single {
			return false
		}
		f.Name, f.Captures = "of", []speech.Capture{{Slot: "folder", Text: filepath.Base(dir), Paths: []string{dir}}}
	case number != "", (single || len(found) == 1 && !h.changes) && !of:
		f.Name, f.Captures = map[bool]string{false: "file", true: "infile"}[within], []speech.Capture{{Slot: "file", Text: h.words(run), Paths: found}}
		if (number != "" || len(said) > 1) && len(found) == 1 {
			f.Captures[0].Text = filepath.Base(found[0])
		}
	case text == "" || h.changes && !exact:
		return false
	default:
		f.Name, f.Args, f.Captures = "name", []string{"contains"}, []speech.Capture{{Slot: "text", Text: text}}
	}
	h.reading.Facts = slices.Insert(slices.Clone(h.reading.Facts), at, f)
	return true
}

// spoken are the words of a run, each in the forms it may have, and the number behind them. ok is false when one of them
// is no word of a name.
func (h *hearer) spoken(run [2]int) (said [][]string, number string, ok bool) {
	for i, t := range h.reading.Tokens[run[0]:run[1]] {
		if i > 0 && t.Kind == token.Number && run[0]+i+1 == run[1] && digits(t.Text) {
			number = t.Text
			continue
		}
		if len(said) > 0 && run[0]+i+1 < run[1] && is(h.reading.Lang, t.Fold, "of") {
			continue // "contratto di affitto"
		}
		if t.Kind != token.Word || len(t.Fold) < 3 {
			return nil, "", false
		}
		said = append(said, forms(t.Fold, h.reading.Lang == "en"))
	}
	return said, number, true
}

// opened reports a name right behind an order to open or read it: "apri riunione".
func (h *hearer) opened(at, start int) bool {
	if at == 0 || h.reading.Facts[at-1].End != start {
		return false
	}
	act, _ := h.reading.Facts[at-1].Get("act")
	return act.Value == "open" || act.Value == "read"
}

// relative are words for what files are to one another, whatever their names.
var relative = map[string]bool{"copia": true, "copie": true, "doppie": true, "doppi": true, "doppia": true, "doppio": true, "uguali": true,
	"copy": true, "copies": true, "double": true, "doubles": true, "equal": true}

// before tells what stands before a run of words: whether it is said of other things ("the photos of the sea"), and
// whether a small word introduces it.
func (h *hearer) before(at, start int) (of, introduced bool) {
	introduced = start > 0 && small(h.reading.Lang, h.reading.Tokens[start-1].Fold)
	for i := at - 1; i >= 0; i-- {
		switch f := h.reading.Facts[i]; f.Name {
		case "art", "all", "pad", "those":
		case "obj", "ext", "kind", "dir":
			return true, introduced
		case "act", "wish":
			return false, true
		default:
			return false, introduced
		}
	}
	return false, introduced
}

// small reports an article or a preposition.
func small(lang, word string) bool {
	return is(lang, word, "art", "def", "in", "of", "from", "about", "all")
}

// is reports a word of one of the sets.
func is(lang, word string, sets ...string) bool {
	return slices.ContainsFunc(vocab.For(lang).Look([]string{word}), func(s vocab.Sense) bool {
		return s.Class == "set" && s.Words == 1 && slices.Contains(sets, s.Value)
	})
}

// named are the files whose name has all the words, each in one of its forms.
func (h *hearer) named(said [][]string) (out []string) {
	for _, path := range h.files {
		if hasWords(path, said) {
			out = append(out, path)
		}
	}
	return out
}

func hasWords(path string, said [][]string) bool {
	base := vocab.Fold(filepath.Base(path))
	for _, forms := range said {
		if !slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(base, form) }) {
			return false // most names are none
		}
	}
	words := parts(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	for _, forms := range said {
		if !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(forms, w) }) {
			return false
		}
	}
	return true
}

func parts(name string) []string {
	return strings.FieldsFunc(vocab.Fold(name), func(r rune) bool { return strings.ContainsRune(" _-.()[],0123456789", r) })
}

// part is the one text all the names found have in common for a single word that was said, "" when there is none.
// exact reports that no other name below home has it, so that a search for it finds those and nothing else.
func (h *hearer) part(said [][]string, found []string) (text string, exact bool) {
	if len(said) != 1 || len(found) == 0 {
		return "", false
	}
	for _, path := range found {
		for _, w := range parts(filepath.Base(path)) {
			if !slices.Contains(said[0], w) {
				continue
			}
			if text == "" {
				text = w
			}
			for !strings.HasPrefix(w, text) {
				text = text[:len(text)-1]
			}
		}
	}
	if len(text) < 3 {
		return "", false
	}
	for _, path := range h.files {
		if strings.Contains(vocab.Fold(filepath.Base(path)), text) && !hasWords(path, said) {
			return text, false
		}
	}
	return text, true
}

// folder is the only folder with files that has the words in its name, "" when none or several do.
func (h *hearer) folder(said [][]string) (found string) {
	for _, path := range h.files {
		for dir := filepath.Dir(path); len(dir) > len(h.home); dir = filepath.Dir(dir) {
			if !hasWords(dir, said) || dir == found {
				continue
			}
			if found != "" {
				return ""
			}
			found = dir
		}
	}
	return found
}

func (h *hearer) words(run [2]int) string {
	return h.reading.Text[h.reading.Tokens[run[0]].Start:h.reading.Tokens[run[1]-1].End]
}

// endings are how the ending of a noun changes from one thing to several, and back.
var (
	italian = [][2]string{{"che", "ca"}, {"ghe", "ga"}, {"chi", "co"}, {"ghi", "go"}, {"ce", "cia"}, {"ge", "gia"}, {"i", "io"}, {"e", "a"}, {"i", "o"}, {"i", "e"}, {"i", "a"}}
	english = [][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}, {"ves", "f"}}
)

// forms are a word and what it may be when it stands for one or for many.
func forms(word string, en bool) []string {
	out, list := []string{word}, italian
	if en {
		list = english
	}
	for _, pair := range list {
		for _, turn := range [][2]string{pair, {pair[1], pair[0]}} {
			if stem, ok := strings.CutSuffix(word, turn[0]); ok && len(stem) > 2 {
				out = append(out, stem+turn[1])
			}
		}
	}
	return out
}
