package notice

import (
	"slices"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/rank"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// Unknown names the words of a turn no plan explains, and what could be asked instead: what is near to the sentence, else
// a few things of different kinds.
func (w Writer) Unknown(t core.Turn, d plan.Draft, active []core.Executor) string {
	p := page{voice.New(w.Say, t.Tongue(), "", nil)}
	can := p.listed(p.suggested(t.Text, d.Near, active))
	if can == "" {
		return p.Tell("no_executors")
	}
	if len(d.Unknown) == 0 {
		return p.Tell("not_understood", "can", can)
	}
	return p.Tell("words_unknown", "words", p.listed(d.Unknown), "can", can)
}

// Help answers somebody who asks what could be asked, with the sentence key.
func (w Writer) Help(lang, key string, active []core.Executor) string {
	p := page{voice.New(w.Say, lang, "", nil)}
	if can := p.listed(p.varied(active, examples)); can != "" {
		return p.Tell(key, "can", can)
	}
	return p.Tell("no_executors")
}

// Bounds of the examples a person is told, alike is how near one must be to the sentence to be told as such.
const (
	examples = 6
	maxNear  = 3
	few      = 4
	alike    = 0.2
)

// plainest are the objects people ask for first, useful the verbs.
var (
	plainest = []string{"files", "dirs", "tasks", "texts", "messages", "events", "entries", "urls", "now"}
	useful   = []string{"find", "create", "list", "get", "read", "write", "move"}
)

// suggested are the phrases that come near a sentence, filled up with other examples when there is only one.
func (p page) suggested(text string, near []string, active []core.Executor) (out []string) {
	scorer, said := rank.Of(p.Language()), p.content(text)
	for _, name := range near {
		i := slices.IndexFunc(active, func(ex core.Executor) bool { return ex.Manifest.Name == name })
		if i < 0 || asks(active[i].Manifest) || len(out) == maxNear {
			continue
		}
		best, at := alike, ""
		for _, phrase := range active[i].Manifest.Affinity[p.Language()] {
			if s := scorer.Similarity(said, p.content(phrase)); s > best && p.whole(phrase) {
				best, at = s, phrase
			}
		}
		if at != "" && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	if len(out) > 1 {
		return out
	}
	for _, phrase := range p.varied(active, few) {
		if len(out) < few && !slices.Contains(out, phrase) {
			out = append(out, phrase)
		}
	}
	return out
}

// content is a text without the words that only hold sentences together.
func (p page) content(text string) string {
	words := strings.FieldsFunc(vocab.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(slices.DeleteFunc(words, p.holds), " ")
}

func (p page) holds(word string) bool {
	return slices.ContainsFunc(vocab.For(p.Language()).Look([]string{word}), func(s vocab.Sense) bool { return s.Class == "set" })
}

// varied are ways to call for what the active executors do, at most so many: one for each kind of thing, then others.
func (p page) varied(active []core.Executor, most int) (out []string) {
	place := func(ex core.Executor) int {
		verb, object, _ := strings.Cut(ex.Manifest.Name, "_")
		return index(plainest, object)*(len(useful)+1) + index(useful, verb)
	}
	list := slices.SortedStableFunc(slices.Values(active), func(a, b core.Executor) int { return place(a) - place(b) })
	said := map[string]bool{}
	for _, again := range []bool{false, true} {
		for _, ex := range list {
			_, object, _ := strings.Cut(ex.Manifest.Name, "_")
			phrase := p.example(ex.Manifest)
			if len(out) == most || phrase == "" || slices.Contains(out, phrase) || said[object] && !again {
				continue
			}
			said[object], out = true, append(out, phrase)
		}
	}
	return out
}

func index(list []string, word string) int {
	if i := slices.Index(list, word); i >= 0 {
		return i
	}
	return len(list)
}

// example is how a person may call for an executor, "" for one nobody calls: what works on the things found before, what
// asks the person, one of several of a kind.
func (p page) example(m *manifest.Manifest) string {
	phrases := m.Affinity[p.Language()]
	if asks(m) || strings.Count(m.Name, "_") > 1 || m.Args.Properties["entries"].Type != "" || len(phrases) == 0 {
		return ""
	}
	for _, phrase := range phrases {
		if p.whole(phrase) && len(strings.Fields(phrase)) > 2 {
			return phrase
		}
	}
	return phrases[0]
}

// whole reports a phrase that does not wait for more: "remind me to".
func (p page) whole(phrase string) bool {
	words := strings.Fields(phrase)
	return len(words) > 0 && !p.holds(words[len(words)-1])
}

// asks reports an executor that only puts a question to the person.
func asks(m *manifest.Manifest) bool {
	return slices.ContainsFunc(m.Capabilities, func(c manifest.Capability) bool { return strings.HasPrefix(c.Name, "dialog.") })
}

func (p page) listed(words []string) string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = p.Quote(word)
	}
	return strings.Join(out, ", ")
}
