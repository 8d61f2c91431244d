package route

import (
	"slices"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/rank/sense"
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

// columns numbers the verbs and objects that meanings speak of or names are made of.
func (x *Index) columns() {
	x.verbs, x.objects = map[string]int{}, map[string]int{}
	column := func(m map[string]int, name string) int {
		if _, ok := m[name]; !ok {
			m[name] = len(m)
		}
		return m[name]
	}
	v := vocab.Closed()
	for _, verb := range sorted(v.Actions) {
		column(x.verbs, verb)
	}
	for _, object := range v.Objects.Names {
		column(x.objects, object)
	}
	for _, object := range []string{"entries", "lists", "numbers", "texts", "inputs", "approval"} {
		x.abstract[column(x.objects, object)] = true
	}
	x.quals, x.reads = map[string]int{}, map[string][]int{}
	for _, family := range sorted(v.Qualifiers) {
		for _, q := range v.Qualifiers[family] {
			column(x.quals, q)
		}
	}
	for _, q := range sorted(v.Reads) {
		for _, ext := range v.Reads[q] {
			x.reads[ext] = append(x.reads[ext], column(x.quals, q))
		}
	}
	x.format = make([]bool, len(x.quals))
	for _, q := range v.Qualifiers["format"] {
		x.format[x.quals[q]] = q != "hash" && q != "size" && q != "format" // those are of the things, not of how they are written
	}
	n := len(x.lex.Lines)
	x.acts, x.things, x.kinds, x.implied = make([][]target, n), make([][]target, n), make([][]target, n), make([][]target, n)
	for i, l := range x.lex.Lines {
		for _, t := range l.Implied {
			x.implied[i] = append(x.implied[i], target{column(x.objects, t.Name), float32(t.Weight)})
		}
		for _, t := range l.Targets {
			switch l.Class {
			case sense.Act:
				x.acts[i] = append(x.acts[i], target{column(x.verbs, t.Name), float32(t.Weight)})
			case sense.Noun:
				x.things[i] = append(x.things[i], target{column(x.objects, t.Name), float32(t.Weight)})
			case sense.Mark:
				x.kinds[i] = append(x.kinds[i], target{column(x.quals, t.Name), float32(t.Weight)})
			}
		}
	}
}

// present keeps, of what acts and things may mean, the verbs and objects the catalog has: where nothing works on pictures, a
// picture is a file.
func (x *Index) present() {
	var verbs [maxVerbs]bool
	var objects [maxObjects]bool
	for i := range x.tools {
		t := &x.tools[i]
		if t.verb >= 0 {
			verbs[t.verb] = true
		}
		for _, o := range t.objects {
			objects[o.col] = true
		}
	}
	for i := range x.acts {
		x.acts[i] = had(x.acts[i], verbs[:])
		x.things[i] = had(x.things[i], objects[:])
	}
}

// had drops the targets nobody has; the best of those that stay takes nearly the weight of the best there was.
func had(list []target, there []bool) []target {
	best, left := float32(0), float32(0)
	for _, t := range list {
		best = max(best, t.weight)
		if there[t.col] {
			left = max(left, t.weight)
		}
	}
	if left == 0 || left == best {
		return list
	}
	var out []target
	for _, t := range list {
		if there[t.col] {
			out = append(out, target{t.col, t.weight * (0.95 * best / left)})
		}
	}
	return out
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
			x.handled[o.col] = x.handled[o.col] || t.changes && !t.sink && t.needs == handles
			x.pathed[o.col] = x.pathed[o.col] || t.changes && t.needs == paths
			x.opened[o.col] = x.opened[o.col] || !t.changes && t.needs == paths
		}
		for _, verb := range []string{"find", "read", "list", "get"} {
			if t.verb == x.verbs[verb] && len(t.objects) > 0 {
				x.produced[t.objects[0].col] = true
			}
		}
	}
}

// dissect takes an executor apart by its name and its arguments.
func (x *Index) dissect(e Entry) tool {
	t := tool{Entry: e, verb: -1}
	words := nameWords(e.Name)
	at := x.nameVerb(&t, words)
	object := -1
	for i, w := range words {
		if i != at {
			if col, ok := x.objects[w]; ok {
				t.objects, object = []target{{col, 1}}, i
				break
			}
		}
	}
	for i, w := range words {
		if i == at || i == object || x.lex.Stopped(sense.En, w) {
			continue
		}
		if object < 0 && len(t.objects) == 0 {
			if t.objects = x.nameThings(w); len(t.objects) > 0 {
				object = i
				continue
			}
		}
		t.tail = append(t.tail, x.tailToken(w))
	}
	t.tail = joined(e.Name, t.tail, x)
	t.changes = x.mutates(&t)
	t.sink = t.verb >= 0 && (t.verb == x.verbs["create"] || t.verb == x.verbs["write"] || t.verb == x.verbs["send"])
	t.needs, t.takes = wants(e, t.changes)
	if fed := slices.ContainsFunc(e.Args, func(a Arg) bool { return a.Fed }); t.sink && t.needs == paths && !fed {
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
		if col, ok := x.verbs[w]; ok {
			t.verb, t.verbFit = col, 1
			return i
		}
		if i == 0 && len(words) > 1 && x.objects[w] > 0 {
			continue
		}
		stems := []string{x.lex.Stem(sense.En, w)}
		for _, s := range x.lex.Look(nil, sense.En, []string{w}, stems, 0) {
			if s.Class == sense.Act && len(x.acts[s.ID]) > 0 && len(x.nameThings(w)) == 0 {
				t.verb, t.verbFit = x.acts[s.ID][0].col, 0.8
				return i
			}
		}
	}
	return -1
}

// nameThings are the objects a word outside the vocabulary speaks of.
func (x *Index) nameThings(w string) (out []target) {
	stems := []string{x.lex.Stem(sense.En, w)}
	for _, s := range x.lex.Look(nil, sense.En, []string{w}, stems, 0) {
		if s.Class == sense.Noun && s.Words == 1 {
			for _, t := range x.things[s.ID] {
				out = append(out, target{t.col, t.weight * 0.9})
			}
		}
	}
	return out
}

// qual is the column of a qualifier, -1 for what is none.
func (x *Index) qual(word string) int {
	if col, ok := x.quals[word]; ok {
		return col
	}
	return -1
}

func (x *Index) tailToken(w string) token {
	r := x.parse(Text{"en", w})
	k := token{word: w, qual: x.qual(w)}
	for at := range r.words {
		for _, id := range x.meanings(r, at, true) {
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
		return slices.ContainsFunc(names, func(n string) bool { return x.verbs[n] == t.verb })
	}
	object := func(names ...string) bool {
		return len(t.objects) > 0 && slices.ContainsFunc(names, func(n string) bool { return x.objects[n] == t.objects[0].col })
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
	return t.verb >= 0 && slices.ContainsFunc(sorted(vocab.Closed().Actions), func(v string) bool {
		return x.verbs[v] == t.verb && vocab.Closed().Mutates(v)
	})
}

// kinds are the typed pieces a sentence may hold and an argument may take.
type kinds uint16

const (
	anURL kinds = 1 << iota
	anEmail
	aPath
	aName
	aTime
	aSize
	aPlace
	aRecipient
	anExtension
	aQuantity
)

// byWord says which kind an argument takes by a word of its semantic or name.
var byWord = map[string]kinds{
	"url": anURL, "urls": anURL, "link": anURL, "domain": anURL, "uri": anURL, "site": anURL, "href": anURL,
	"email": anEmail, "recipient": anRecipient, "recipients": anRecipient, "to": anRecipient, "cc": anRecipient, "sender": anEmail, "attendees": anRecipient,
	"path": aPath, "paths": aPath, "folder": aPath, "destination": aPath, "file": aPath, "files": aPath, "dir": aPath, "directory": aPath,
	"time": aTime, "date": aTime, "window": aTime, "after": aTime, "before": aTime, "since": aTime, "until": aTime, "start": aTime, "end": aTime, "when": aTime, "day": aTime,
	"size": aSize, "bytes": aSize, "near": aPlace, "lat": aPlace, "lon": aPlace, "latitude": aPlace, "location": aPlace, "place": aPlace, "city": aPlace,
	"extension": anExtension, "extensions": anExtension, "limit": aQuantity, "quantity": aQuantity, "count": aQuantity, "name": aName, "names": aName, "query": aName, "title": aName,
}

const anRecipient = aRecipient | anEmail

// wants says what a tool must be given, and which typed arguments it has.
func wants(e Entry, changes bool) (n need, takes kinds) {
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
	if free && n == handles && !slices.ContainsFunc(e.Args, func(a Arg) bool { return a.Required }) {
		n = nothing // it finds what it works on by itself
	}
	return n, takes
}
