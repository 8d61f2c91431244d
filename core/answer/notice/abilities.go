package notice

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
)

// Unknown names the words no plan explains, and what could be asked instead: first of the executors that come near.
func (w Writer) Unknown(lang string, words, near []string, active []core.Executor) string {
	p := page{voice.New(w.Say, lang, "", nil)}
	can := p.abilities(lang, sooner(near, active))
	if can == "" {
		return p.Tell("no_executors")
	}
	if len(words) == 0 {
		return p.Tell("not_understood", "can", can)
	}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = p.Quote(word)
	}
	return p.Tell("words_unknown", "words", strings.Join(quoted, ", "), "can", can)
}

// sooner puts the executors that come near before the others.
func sooner(near []string, active []core.Executor) []core.Executor {
	out := slices.Clone(active)
	place := func(ex core.Executor) int {
		if at := slices.Index(near, ex.Manifest.Name); at >= 0 && at < maxNear {
			return at
		}
		return maxNear
	}
	slices.SortStableFunc(out, func(a, b core.Executor) int { return place(a) - place(b) })
	return out
}

// maxNear is how many of the nearest are told before the rest.
const maxNear = 3

// Help answers somebody who asks what could be asked, with the sentence key.
func (w Writer) Help(lang, key string, active []core.Executor) string {
	p := page{voice.New(w.Say, lang, "", nil)}
	if can := p.abilities(lang, active); can != "" {
		return p.Tell(key, "can", can)
	}
	return p.Tell("no_executors")
}

// examples is how many things a person is told they can ask, and looks how many of those only look.
const (
	examples = 6
	looks    = 4
)

// plainest are the verbs of what a person asks for first.
var plainest = []string{"find", "get", "list", "read"}

// abilities is how a person may call for what the active executors do: a few of them, the plainest first.
func (p page) abilities(lang string, active []core.Executor) string {
	var read, change []string
	rank := func(ex core.Executor) int {
		verb, _, _ := strings.Cut(ex.Manifest.Name, "_")
		if i := slices.Index(plainest, verb); i >= 0 {
			return i
		}
		return len(plainest)
	}
	said := map[int]bool{}
	for _, ex := range slices.SortedStableFunc(slices.Values(active), func(a, b core.Executor) int { return rank(a) - rank(b) }) {
		m := ex.Manifest
		phrases := m.Affinity[p.Language()]
		if len(phrases) == 0 || strings.HasSuffix(m.Name, "_entries") || strings.Count(m.Name, "_") > 1 {
			continue
		}
		if r := rank(ex); m.Execution.Effect == "read_only" && r < len(plainest) && said[r] {
			continue // one of each
		} else if m.Execution.Effect == "read_only" {
			said[r] = true
			read = append(read, p.Quote(phrases[0]))
		} else {
			change = append(change, p.Quote(phrases[0]))
		}
	}
	read = read[:min(looks, len(read))]
	return strings.Join(slices.Concat(read, change[:min(examples-len(read), len(change))]), ", ")
}
