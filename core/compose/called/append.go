package called

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
)

// notes are the words for a file of notes that say nothing of which one. A list is no file: it may be kept elsewhere.
var (
	notes = []string{"nota", "note", "notes", "file", "documento", "document"}
	lists = []string{"lista", "elenco", "list"}
)

// Notes are the words for what was noted that a file or a folder may be called by.
var Notes = []string{"nota", "note", "notes", "appunti", "appunto"}

// texts are the extensions of files a line can be added to.
var texts = []string{".txt", ".md", ".text", ".log"}

// Added takes apart what is added from the file it is added to, when that is called by what it is: "add butter to the
// shopping" where there is one text of that name. ok is false when there is none, or more than one.
func Added(r speech.Reading, home string, places any) (out speech.Reading, ok bool) {
	inside, has := places.(Contents)
	if len(r.Unknown) == 0 || !has {
		return r, false
	}
	verb, from, ok := order(r)
	if !ok {
		return r, false
	}
	end := len(r.Tokens)
	for end > 0 && r.Tokens[end-1].Kind == token.Mark {
		end--
	}
	at := -1
	for i := from + 1; i < end-1; i++ {
		if is(r.Lang, r.Tokens[i].Fold, "to") {
			at = i
		}
	}
	if at < 0 {
		return r, false
	}
	for ; from < at && is(r.Lang, r.Tokens[from].Fold, "art", "def"); from++ {
	}
	var said []string
	for _, t := range r.Tokens[at+1 : end] {
		switch {
		case t.Kind != token.Word || slices.Contains(lists, t.Fold):
			return r, false
		case !small(r.Lang, t.Fold) && !slices.Contains(notes, t.Fold) && t.Fold != "my" && t.Fold != "mia":
			said = append(said, t.Fold)
		}
	}
	if len(said) == 0 || from >= at || at-from > 4 {
		return r, false
	}
	found, whole := texted(r.Lang, said, notes, home, inside)
	if !whole || len(found) != 1 {
		return r, false
	}
	verb.Slot = "verb"
	text := r.Text[r.Tokens[from].Start:r.Tokens[at-1].End]
	r.Facts = []speech.Fact{{Name: "append", Start: 0, End: end, Captures: []speech.Capture{verb, {Slot: "say", Text: text}, {Slot: "file", Text: filepath.Base(found[0]), Paths: found}}}}
	r.Unknown = nil
	return r, true
}

// texted are the texts below home whose names have the words said, and beside them none but those left out.
func texted(lang string, said, without []string, home string, inside Contents) (found []string, whole bool) {
	files, whole := inside.Inside(home, true)
	for _, path := range files {
		words := parts(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
		words = slices.DeleteFunc(words, func(w string) bool { return small(lang, w) || slices.Contains(without, w) })
		if slices.Equal(words, said) && slices.Contains(texts, strings.ToLower(filepath.Ext(path))) {
			found = append(found, path)
		}
	}
	return found, whole
}

// Named are the texts called by a name that may also be a list's: spesa.txt, and with list "lista della spesa.txt", for spesa.
func Named(lang, name string, list bool, home string, places any) []string {
	inside, has := places.(Contents)
	if !has {
		return nil
	}
	said := slices.DeleteFunc(parts(name), func(w string) bool { return small(lang, w) })
	without := notes
	if list {
		without = slices.Concat(notes, lists)
	}
	found, _ := texted(lang, said, without, home, inside)
	return found
}

// order is the order to add something, and the token behind it; ok is false for a sentence that says more than that.
func order(r speech.Reading) (verb speech.Capture, from int, ok bool) {
	from = -1
	for _, f := range r.Facts {
		act, _ := f.Get("act")
		switch {
		case f.Name == "act" && act.Value == "append" && from < 0:
			verb, from = act, f.End
		case from < 0 && f.Name == "pad":
		case f.Start < from || len(f.Captures) > 0 && f.Name != "act" && f.Name != "listing":
			return verb, from, false
		}
	}
	return verb, from, from >= 0
}
