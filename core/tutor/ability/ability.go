package ability

import (
	"cmp"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/rank"
	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/tutor/hear"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// Index is a catalog made ready to be asked. It never changes.
type Index struct {
	active []core.Executor
	speaks []spoken // by executor
}

// spoken are the words of a manifest, by language: stems, and what they mean among things.
type spoken map[string]struct{ calls, scope map[string]bool }

// langs are the languages manifests are written in.
var langs = []string{"it", "en"}

// New makes the index of a catalog.
func New(active []core.Executor) *Index {
	x := &Index{active: active}
	for _, e := range active {
		s := spoken{}
		for _, lang := range langs {
			calls, scope := map[string]bool{}, map[string]bool{}
			for _, phrase := range e.Manifest.Affinity[lang] {
				add(calls, lang, phrase)
			}
			add(scope, lang, Scope(e.Manifest, lang))
			s[lang] = struct{ calls, scope map[string]bool }{calls, scope}
		}
		x.speaks = append(x.speaks, s)
	}
	return x
}

// Of reports whether an index is that of a catalog.
func (x *Index) Of(active []core.Executor) bool {
	return x != nil && slices.EqualFunc(x.active, active, func(a, b core.Executor) bool { return a.Manifest == b.Manifest })
}

func add(to map[string]bool, lang, text string) {
	for _, w := range hear.Cut(text) {
		for _, key := range keys(lang, w.Fold) {
			to[key] = true
		}
	}
}

// keys are what a folded word is found by: its stem, and the kind of things it means.
func keys(lang, word string) []string {
	out := []string{rank.Of(lang).Stem(word)}
	for _, s := range vocab.For(lang).Look([]string{word}) {
		if s.Words == 1 && (s.Class == "kind" || s.Class == "ext" || s.Class == "obj") {
			out = append(out, s.Class+" "+s.Value)
		}
	}
	return out
}

// Scope is what an executor says it does, in a language.
func Scope(m *manifest.Manifest, lang string) string {
	for _, part := range entry.Sections(m.Description.In(lang)) {
		if part.Part == entry.Scope {
			_, text, headed := strings.Cut(part.Text, ":")
			if !headed || !strings.HasPrefix(part.Text, "SCOPE") {
				text = part.Text
			}
			return strings.Trim(text, " .")
		}
	}
	return ""
}

// About lists the executors that speak of every one of some folded words, the nearest first. Files themselves are what
// most are about: beside other words they say nothing.
func (x *Index) About(lang string, words []string) []core.Executor {
	type near struct {
		core.Executor
		score int
	}
	var found []near
	var objects []string
	for i := range words {
		for _, s := range vocab.For(lang).Look(words[i:]) {
			if s.Class == "obj" {
				objects = append(objects, s.Value)
			}
		}
	}
	if len(words) > 1 {
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "file" || w == "files" })
	}
	for i, e := range x.active {
		if score := x.speaks[i].score(lang, e.Manifest.Name, words); score > 0 {
			if parts := strings.Split(e.Manifest.Name, "_"); len(parts) > 1 && slices.Contains(objects, parts[1]) {
				score++ // it works on the very things that are named
			}
			found = append(found, near{e, score})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int {
		return cmp.Or(b.score-a.score, cmp.Compare(Plain(a.Executor), Plain(b.Executor)), cmp.Compare(a.Manifest.Name, b.Manifest.Name))
	})
	out := make([]core.Executor, len(found))
	for i, f := range found {
		out[i] = f.Executor
	}
	return out
}

// score is 0 when a word is not spoken of.
func (s spoken) score(lang, name string, words []string) (total int) {
	said := s[lang]
	general := strings.Count(name, "_") == 1
	for _, w := range words {
		score := 0
		for _, key := range keys(lang, w) {
			if said.calls[key] {
				score = max(score, 2)
			}
		}
		if slices.ContainsFunc(keys(lang, w), func(key string) bool { return said.scope[key] }) && !(general && score == 0) {
			score++ // one that mentions it in passing does so with anything
		}
		if score == 0 {
			return 0
		}
		total += score
	}
	return total
}

// plainest are the verbs of what a person asks for first.
var plainest = []string{"find", "move", "create", "read", "compress", "change", "compute", "describe", "get", "list", "set", "write"}

// Plain ranks an executor by how plainly it is asked for, the plainest first.
func Plain(e core.Executor) int {
	verb, _, _ := strings.Cut(e.Manifest.Name, "_")
	if at := slices.Index(plainest, verb); at >= 0 {
		return at
	}
	return len(plainest)
}
