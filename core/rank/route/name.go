package route

import (
	"maps"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/rank/argument"
	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/rank/wish"
	"github.com/metnos/metnos/core/vocab"
)

// present says which verbs and objects the catalog has.
func (x *Index) present() {
	var verbs [wish.MaxVerbs]bool
	var objects [wish.MaxObjects]bool
	for i := range x.tools {
		t := &x.tools[i]
		if t.verb >= 0 {
			verbs[t.verb] = true
		}
		for _, o := range t.objects {
			objects[o.Col] = true
		}
	}
	x.Keep(verbs, objects)
}

// siblings says how much it matters that nobody names the service of an executor: much where another does the same without.
func (x *Index) siblings() {
	plain := map[string]bool{}
	for i := range x.tools {
		plain[x.tools[i].Name] = true
	}
	for i := range x.tools {
		t := &x.tools[i]
		for j := range t.tail {
			if k := &t.tail[j]; k.brand {
				k.far = x.w.Service
				if plain[strings.TrimSuffix(t.Name, "_"+k.word)] {
					k.far = 1
				}
			}
		}
	}
}

// producers notes which objects something finds, reads, lists or gets.
func (x *Index) producers() {
	same := map[int]int{}
	for i := range x.tools {
		same[x.tools[i].verb]++
	}
	for i := range x.tools {
		x.tools[i].lone = same[x.tools[i].verb] == 1
	}
	for i := range x.tools {
		t := &x.tools[i]
		for _, o := range t.objects {
			x.Handled[o.Col] = x.Handled[o.Col] || t.changes && !t.sink && t.needs == argument.Handles
			x.Pathed[o.Col] = x.Pathed[o.Col] || t.changes && t.needs == argument.Paths
			x.Opened[o.Col] = x.Opened[o.Col] || !t.changes && t.needs == argument.Paths
		}
		for _, verb := range []string{"find", "read", "list", "get"} {
			if t.verb == x.Verbs[verb] && len(t.objects) > 0 {
				x.Produced[t.objects[0].Col] = true
			}
		}
	}
}

// dissect takes an executor apart by its name and its arguments.
func (x *Index) dissect(e entry.Entry) tool {
	t := tool{Entry: e, verb: -1}
	words := argument.Words(e.Name)
	at := x.nameVerb(&t, words)
	object := -1
	for i, w := range words {
		if i != at {
			if col, ok := x.Objects[w]; ok {
				t.objects, object = []wish.Target{{Col: col, Weight: 1}}, i
				break
			}
		}
	}
	for i, w := range words {
		if i == at || i == object || x.Lex.Stopped(sense.En, w) {
			continue
		}
		if object < 0 && len(t.objects) == 0 && !x.branded(w) {
			if t.objects = x.nameThings(w); len(t.objects) > 0 {
				object = i
				continue
			}
		}
		t.tail = append(t.tail, x.tailToken(w))
	}
	t.tail = joined(e.Name, t.tail, x)
	t.changes = x.mutates(&t)
	t.sink = t.verb >= 0 && (t.verb == x.Verbs["create"] || t.verb == x.Verbs["write"] || t.verb == x.Verbs["send"])
	t.needs, t.takes = argument.Wants(e, t.changes)
	if fed := slices.ContainsFunc(e.Args, func(a entry.Arg) bool { return a.Fed }); t.sink && t.needs == argument.Paths && !fed {
		t.needs = argument.Nothing // they are new
	}
	if len(e.Args) == 0 {
		t.needs = x.likely(&t)
	}
	return t
}

// nameVerb finds the verb of a name: its first word, else the first that is one.
func (x *Index) nameVerb(t *tool, words []string) int {
	for i, w := range words {
		if col, ok := x.Verbs[w]; ok {
			t.verb, t.verbFit = col, 1
			return i
		}
		if i == 0 && len(words) > 1 && (x.Objects[w] > 0 || x.branded(w)) {
			continue
		}
		stems := []string{x.Lex.Stem(sense.En, w)}
		for _, s := range x.Lex.Look(nil, sense.En, []string{w}, stems, 0) {
			if s.Class == sense.Act && len(x.Acts[s.ID]) > 0 && len(x.nameThings(w)) == 0 {
				t.verb, t.verbFit = x.Acts[s.ID][0].Col, 0.8
				return i
			}
		}
	}
	return -1
}

// branded reports whether a word is the name of a service.
func (x *Index) branded(w string) bool {
	for _, s := range x.Lex.Look(nil, sense.En, []string{w}, []string{x.Lex.Stem(sense.En, w)}, 0) {
		if s.Class == sense.Brand {
			return true
		}
	}
	return false
}

// nameThings are the objects a word outside the vocabulary speaks of.
func (x *Index) nameThings(w string) (out []wish.Target) {
	stems := []string{x.Lex.Stem(sense.En, w)}
	for _, s := range x.Lex.Look(nil, sense.En, []string{w}, stems, 0) {
		if s.Class == sense.Noun && s.Words == 1 {
			for _, t := range x.Things[s.ID] {
				out = append(out, wish.Target{Col: t.Col, Weight: t.Weight * 0.9})
			}
		}
	}
	return out
}

// qual is the column of a qualifier, -1 for what is none.
func (x *Index) qual(word string) int {
	if col, ok := x.Quals[word]; ok {
		return col
	}
	return -1
}

func (x *Index) tailToken(w string) token {
	r := x.parse(entry.Text{Lang: "en", Text: w})
	k := token{word: w, qual: x.qual(w), far: 1, brand: x.branded(w)}
	if k.brand {
		x.services[w] = true
	}
	if w == "web" {
		k.far = 1.4 // not here, like what a provider keeps
	}
	for at := range r.words {
		for _, id := range x.meanings(r, at) {
			if x.specific[id] {
				k.terms = append(k.terms, id)
			}
		}
	}
	return k
}

// joined makes one token of a provider of two words: google_workspace.
func joined(name string, tail []token, x *Index) []token {
	for _, p := range vocab.Closed().Qualifiers["provider"] {
		if !strings.HasSuffix(name, "_"+p) {
			continue
		}
		words := argument.Words(p)
		if len(tail) < len(words) {
			continue
		}
		k := token{word: p, qual: x.qual(p), provider: true}
		return append(tail[:len(tail)-len(words)], k)
	}
	return tail
}

// likely is what a tool without a schema needs, by its verb and object.
func (x *Index) likely(t *tool) argument.Need {
	verb := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return x.Verbs[n] == t.verb })
	}
	object := func(names ...string) bool {
		return len(t.objects) > 0 && slices.ContainsFunc(names, func(n string) bool { return x.Objects[n] == t.objects[0].Col })
	}
	switch {
	case t.verb < 0:
	case verb("delete", "move", "set", "share", "compress") && object("files", "dirs", "images"):
		return argument.Paths
	case verb("delete", "move", "set") && object("messages"), verb("sort", "filter", "group", "compute", "compare", "classify", "describe", "extract") && object("entries", "lists"):
		return argument.Handles
	}
	return argument.Nothing
}

func (x *Index) mutates(t *tool) bool {
	if t.Effect != "" {
		return t.Effect != "read_only"
	}
	return t.verb >= 0 && slices.ContainsFunc(slices.Sorted(maps.Keys(vocab.Closed().Actions)), func(v string) bool {
		return x.Verbs[v] == t.verb && vocab.Closed().Mutates(v)
	})
}
