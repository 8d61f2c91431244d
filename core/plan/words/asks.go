package words

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk/manifest"
)

// verbs are the verbs of a sentence, as the lexicons call them, that ask for an executor's. One that has no row
// is asked for by none: its steps are confirmed.
var verbs = map[string]map[string]bool{
	"move":     set(`move put rename split tidy group`),
	"delete":   set(`delete`),
	"create":   set(`create make write save`),
	"write":    set(`write save append replace create make put copy`),
	"send":     set(`send`),
	"share":    set(`share`),
	"set":      set(`set`),
	"change":   set(`convert replace rename`),
	"compress": set(`compress`),
	"extract":  set(`extract`),
	"render":   set(`convert create make`),
	"install":  set(`install`),
	"copy":     set(`copy`),
}

// objects widen a row for one object: a folder is made on the way to what goes in, a task by saying when.
var objects = map[string]map[string]bool{
	"create_dirs":   set(`create make move put copy split tidy group save write extract`),
	"create_tasks":  set(`create make remind set`),
	"create_events": set(`create make put append write set remind`),
}

// stems are beginnings of words that ask for an executor's verb and mean other things to the lexicons as well.
var stems = map[string][]string{
	"send": {"mand", "inoltr", "rispond", "reply", "forward"},
	"open": {"apri", "aprir", "open"}, "login": {"acced", "login", "log"}, "delete": {"svuot", "empty"},
	"change": {"cambi", "modific", "change", "edit"}, "set": {"cambi", "memorizz", "change", "remember"},
	"order": {"ordin", "order", "compr", "buy"}, "share": {"condivid"}, "act": {"clicc", "click"},
}

// Asks reports whether a verb of the person's request asks for what an executor does. A verb that is denied,
// quoted or part of handed material asks for nothing, and answers ask for nothing new.
func (w Words) Asks(m *manifest.Manifest) bool {
	verb, object, _ := strings.Cut(m.Name, "_")
	object, _, _ = strings.Cut(object, "_")
	if m.Execution.Effect == "read_only" {
		return w.mentions(object)
	}
	for i, at := range w.all {
		if at.text > 0 || at.quoted || at.denied || at.material {
			continue
		}
		for _, s := range w.commands(i) {
			if verbs[verb][s.Value] || objects[verb+"_"+object][s.Value] {
				return true
			}
		}
		for _, stem := range stems[verb] {
			if strings.HasPrefix(at.fold, stem) && len(at.fold) <= len(stem)+4 {
				return true
			}
		}
		if verb == "create" && object == "tasks" && w.recurs(i) {
			return true
		}
	}
	return false
}

// commands are the senses in which the word at i asks for something: not as the participle of "the deleted files",
// nor as the noun of "my mail".
func (w Words) commands(i int) (out []vocab.Sense) {
	senses := w.senses(i)
	for _, s := range senses {
		participle := slices.ContainsFunc(senses, func(o vocab.Sense) bool { return o.Mood == vocab.Participle && o.Value == s.Value })
		if s.Class == "verb" && s.Mood == vocab.Command && (s.Pronoun != "" || !participle) && (!nouns[w.all[i].fold] || w.opens(i)) {
			out = append(out, s)
		}
	}
	return out
}

// nouns are words that ask for something only at the beginning of what is asked.
var nouns = set(`mail email e-mail file archive record copy order set share sort group trash bin report stick place`)

var opening = set(`please to and then also now you just e poi`)

func (w Words) opens(i int) bool {
	return i == 0 || w.all[i-1].clause != w.all[i].clause || opening[w.all[i-1].fold]
}

// mentions reports whether the request names an object: what an account is read for.
func (w Words) mentions(object string) bool {
	for i, at := range w.all {
		for _, s := range w.senses(i) {
			if s.Class == "obj" && s.Value == object && at.text == 0 && !at.denied && !at.quoted {
				return true
			}
		}
	}
	return false
}

// recurs reports whether the words from i on say a repeated moment.
func (w Words) recurs(i int) bool {
	_, n, ok := when.ParseRecurrence(w.folds(i))
	return ok && n > 0
}

// folds are the next words of the clause, for package when.
func (w Words) folds(i int) []string {
	var out []string
	for k := i; k < len(w.all) && len(out) < 16 && w.all[k].text == w.all[i].text; k++ {
		out = append(out, w.all[k].fold)
	}
	return out
}
