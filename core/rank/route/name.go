package route

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/rank/sentence"
	"github.com/metnos/metnos/core/rank/wish"
	"github.com/metnos/metnos/core/vocab"
)

// nameWords cuts a name at underscores, marks and capitals: verb_object, getWeather, mail-search.
func nameWords(name string) (out []string) {
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, vocab.Fold(b.String()))
			b.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			flush()
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	flush()
	return out
}

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
			x.Handled[o.Col] = x.Handled[o.Col] || t.changes && !t.sink && t.needs == handles
			x.Pathed[o.Col] = x.Pathed[o.Col] || t.changes && t.needs == paths
			x.Opened[o.Col] = x.Opened[o.Col] || !t.changes && t.needs == paths
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
	words := nameWords(e.Name)
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
	t.needs, t.takes = wants(e, t.changes)
	if fed := slices.ContainsFunc(e.Args, func(a entry.Arg) bool { return a.Fed }); t.sink && t.needs == paths && !fed {
		t.needs = nothing // they are new
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
		words := nameWords(p)
		if len(tail) < len(words) {
			continue
		}
		k := token{word: p, qual: x.qual(p), provider: true}
		return append(tail[:len(tail)-len(words)], k)
	}
	return tail
}

// likely is what a tool without a schema needs, by its verb and object.
func (x *Index) likely(t *tool) need {
	verb := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return x.Verbs[n] == t.verb })
	}
	object := func(names ...string) bool {
		return len(t.objects) > 0 && slices.ContainsFunc(names, func(n string) bool { return x.Objects[n] == t.objects[0].Col })
	}
	switch {
	case t.verb < 0:
	case verb("delete", "move", "set", "share", "compress") && object("files", "dirs", "images"):
		return paths
	case verb("delete", "move", "set") && object("messages"), verb("sort", "filter", "group", "compute", "compare", "classify", "describe", "extract") && object("entries", "lists"):
		return handles
	}
	return nothing
}

func (x *Index) mutates(t *tool) bool {
	if t.Effect != "" {
		return t.Effect != "read_only"
	}
	return t.verb >= 0 && slices.ContainsFunc(slices.Sorted(maps.Keys(vocab.Closed().Actions)), func(v string) bool {
		return x.Verbs[v] == t.verb && vocab.Closed().Mutates(v)
	})
}

// byWord says which kind an argument takes by a word of its semantic or name.
var byWord = map[string]sentence.Kinds{
	"url": sentence.HasURL, "urls": sentence.HasURL, "link": sentence.HasURL, "domain": sentence.HasURL, "uri": sentence.HasURL, "site": sentence.HasURL, "href": sentence.HasURL,
	"email": sentence.HasEmail, "recipient": recipients, "recipients": recipients, "to": recipients, "cc": recipients, "sender": sentence.HasEmail, "attendees": recipients,
	"path": sentence.HasPath, "paths": sentence.HasPath, "folder": sentence.HasPath, "destination": sentence.HasPath, "file": sentence.HasPath, "files": sentence.HasPath, "dir": sentence.HasPath, "directory": sentence.HasPath,
	"time": sentence.HasTime, "date": sentence.HasTime, "window": sentence.HasTime, "after": sentence.HasTime, "before": sentence.HasTime, "since": sentence.HasTime, "until": sentence.HasTime, "start": sentence.HasTime, "end": sentence.HasTime, "when": sentence.HasTime, "day": sentence.HasTime,
	"size": sentence.HasSize, "bytes": sentence.HasSize, "near": sentence.HasPlace, "lat": sentence.HasPlace, "lon": sentence.HasPlace, "latitude": sentence.HasPlace, "location": sentence.HasPlace, "place": sentence.HasPlace, "city": sentence.HasPlace,
	"extension": sentence.HasExtension, "extensions": sentence.HasExtension, "limit": sentence.HasQuantity, "quantity": sentence.HasQuantity, "count": sentence.HasQuantity, "name": sentence.HasName, "names": sentence.HasName, "query": sentence.HasName, "title": sentence.HasName,
}

const recipients = sentence.HasRecipient | sentence.HasEmail

// wants says what a tool must be given, and which typed arguments it has.
func wants(e entry.Entry, changes bool) (n need, takes sentence.Kinds) {
	free := false
	for _, a := range e.Args {
		for _, w := range append(nameWords(a.Semantic), nameWords(a.Name)...) {
			takes |= byWord[w]
		}
		words := nameWords(a.Name)
		last := words[max(0, len(words)-1):]
		id := len(last) == 1 && slices.Contains([]string{"id", "ids", "uid", "uids", "handle", "handles"}, last[0])
		item := a.Semantic == "entries" || a.Name == "entries" || a.Name == "items" || a.Name == "records"
		path := a.Semantic == "path" || a.Semantic == "paths" || a.Name == "path" || a.Name == "paths"
		switch {
		case a.Required && (id || item):
			n = handles
		case a.Required && path && n == nothing:
			n = paths
		case id && changes && n == nothing:
			n = handles
		case !a.Required && (a.Name == "query" || a.Name == "name" || a.Name == "title"):
			free = true
		}
	}
	if free && n == handles && !slices.ContainsFunc(e.Args, func(a entry.Arg) bool { return a.Required }) {
		n = nothing // it finds what it works on by itself
	}
	return n, takes
}
