package destination

import (
	"slices"
	"strings"
	"unicode"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// meaning is what a phrase names.
type meaning int

const (
	server  meaning = iota // the server, by that name
	device                 // devices of the person's, one or alike
	thisOne                // the person's computer, whichever that is
	unknown                // a device that is none of theirs
)

// phrase is the part of a sentence that names a place.
type phrase struct {
	start, end int // bytes
	means      meaning
	name       string // as the person said it
	devices    []Device
	near       bool // "this" computer
	towards    bool // something is taken there
}

// reader finds the phrases of one sentence.
type reader struct {
	words   []word
	devices []Device
	places  plan.Places
}

func (r reader) read() []phrase {
	var found []phrase
	for i := 0; i < len(r.words); {
		p, next, ok := r.at(i)
		if !ok {
			i++
			continue
		}
		found, i = append(found, p), next
	}
	return found
}

// at reads the phrase that starts at a word; next is the word after it.
func (r reader) at(i int) (p phrase, next int, ok bool) {
	w := r.words[i]
	if w.said || i > 0 && named[r.words[i-1].fold] {
		return p, 0, false
	}
	if locally[w.fold] || w.fold == "in" && r.fold(i+1) == "locale" && !r.exists("locale") {
		next = i + 1
		if w.fold == "in" {
			next++
		}
		return r.phrase(i, next, server, nil), next, true
	}
	if by := ways[w.fold]; by != noWay {
		return r.led(i, by)
	}
	// A name that can be nothing else needs no preposition.
	if len(w.fold) >= minName && technical(w.fold) && !r.exists(w.fold) {
		if list := r.called(w.fold); len(list) > 0 {
			return r.phrase(i, i+1, device, list), i + 1, true
		}
	}
	return p, 0, false
}

// led reads what follows a preposition.
func (r reader) led(i int, by way) (p phrase, next int, ok bool) {
	j, mine, this := i+1, false, false
	for ; j < len(r.words) && !r.words[j].said && !r.words[j-1].ends; j++ {
		switch fold := r.words[j].fold; {
		case articles[fold]:
		case own[fold]:
			mine, this = true, this || near[fold]
		default:
			p, next, ok = r.noun(i, j, by, mine)
			p.near = this
			return p, next, ok
		}
	}
	return p, 0, false
}

// noun reads the name at word j of the phrase that starts at word i.
func (r reader) noun(i, j int, by way, mine bool) (p phrase, next int, ok bool) {
	definite := mine || j > i+1 || !bare[r.words[i].fold]
	if list, next := r.registered(j, by); list != nil {
		return r.finish(i, next, device, list, by)
	}
	fold := r.words[j].fold
	topic := !mine && i > 0 && by == on && topics[r.words[i-1].fold]
	if !definite && !r.technicalKind(j) || topic || folder[fold] {
		return p, 0, false
	}
	next = j + 1
	switch {
	case servers[fold] && by != to:
		if r.exists(fold) {
			return p, 0, false
		}
		return r.finish(i, r.tail(next, nil), server, nil, by)
	case label[fold]:
		if next >= len(r.words) || r.words[j].ends || r.words[next].said || ways[r.words[next].fold] != noWay || compounds[r.words[next].fold] {
			return p, 0, false
		}
		return r.finish(i, next+1, unknown, nil, by)
	case generic[fold]:
		return r.computer(i, j, by)
	case kindOf[fold] != 0 && !r.compound(j):
		next = r.tail(next, whose)
		if r.exists(r.said(j, next)) || r.exists(fold) {
			return p, 0, false
		}
		return r.finish(i, next, unknown, nil, by)
	case r.technicalKind(j) && !r.exists(fold):
		return r.finish(i, next, unknown, nil, by)
	}
	return p, 0, false
}

// computer reads "pc", which is the one there is, and "pc portatile", which is a kind.
func (r reader) computer(i, j int, by way) (p phrase, next int, ok bool) {
	next = j + 1
	if r.exists(r.words[j].fold) || r.compound(j) {
		return p, 0, false
	}
	if shapes[r.fold(next)] && !r.words[j].ends {
		if r.fold(next) == "portatile" {
			return r.finish(i, r.tail(next+1, whose), unknown, nil, by)
		}
		next++
	}
	if end := r.tail(next, whose); end > next && !homely[r.fold(end-1)] {
		return r.finish(i, end, unknown, nil, by) // "sul pc dell'ufficio", which none of theirs is called
	}
	return r.finish(i, r.tail(next, nil), thisOne, nil, by)
}

func (r reader) finish(i, next int, means meaning, list []Device, by way) (phrase, int, bool) {
	p := r.phrase(i, next, means, list)
	p.towards = by == to || by == on && r.carries(i)
	return p, next, true
}

// carries reports whether the phrase at word i is where things are taken: a verb of taking stands before it, and the
// sentence names no other place for them.
func (r reader) carries(i int) bool {
	verb := slices.ContainsFunc(r.words[:i], func(w word) bool { return !w.said && taking[w.fold] })
	if !verb {
		return false
	}
	for k, w := range r.words {
		if by := ways[w.fold]; k != i && !w.said && (by == within || by == to) && k+1 < len(r.words) && w.fold != "into" || w.fold == "into" && !w.said {
			return false
		}
	}
	return true
}

func (r reader) phrase(i, next int, means meaning, list []Device) phrase {
	name := i
	for name < next-1 && (ways[r.words[name].fold] != noWay || articles[r.words[name].fold] || own[r.words[name].fold]) {
		name++
	}
	return phrase{start: r.words[i].start, end: r.words[next-1].end, means: means, name: r.said(name, next), devices: list}
}

// registered returns the person's devices the words from j name, longest name first, and the word after the name.
// A kind of device may stand before the name, and stands for its name in the other language.
func (r reader) registered(j int, by way) (list []Device, next int) {
	for end := min(len(r.words), j+maxNameWords); end > j; end-- {
		if slices.ContainsFunc(r.words[j:end], func(w word) bool { return w.said }) || slices.ContainsFunc(r.words[j:end-1], func(w word) bool { return w.ends }) {
			continue
		}
		name := r.said(j, end)
		start := j
		list := r.called(name)
		if first := r.words[j].fold; list == nil && end > j+1 && (generic[first] || label[first] || kindOf[first] != 0) {
			list, start = r.called(r.said(j+1, end)), j+1
		}
		if list == nil || desk[r.said(start, end)] && r.exists(r.said(start, end)) || (by == within || by == to) && r.exists(r.said(start, end)) {
			continue
		}
		rest := r.tail(end, whose)
		if rest > end && !homely[r.fold(rest-1)] {
			return nil, 0 // "il portatile di Anna" is another one than "il portatile"
		}
		if (by == within || by == to) && kindOf[r.words[j].fold] == 0 && !technical(name) && !r.words[j].capital {
			continue // a common word after "nel" is a place on a disk
		}
		return list, rest
	}
	return nil, 0
}

const (
	minName      = 3 // letters of a name that can be meant
	maxNameWords = 6
)

// called returns the devices with a name, or with a name of the same kind.
func (r reader) called(name string) []Device {
	if len([]rune(name)) < minName {
		return nil
	}
	kind := kindOf[name]
	var list []Device
	for _, d := range r.devices {
		if slices.ContainsFunc(append([]string{d.ID}, d.Names...), func(other string) bool {
			other = spaced(vocab.Fold(other))
			return other == name || kind != 0 && kindOf[other] == kind
		}) {
			list = append(list, d)
		}
	}
	exact := slices.DeleteFunc(slices.Clone(list), func(d Device) bool {
		return !slices.ContainsFunc(d.Names, func(other string) bool { return spaced(vocab.Fold(other)) == name })
	})
	if len(exact) > 0 {
		return exact
	}
	return list
}

func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// tail returns the word after what tells a device from others of its kind: "di casa", "di Anna", "dell'ufficio",
// "at home". Without places it takes "di casa" alone.
func (r reader) tail(j int, places map[string]bool) int {
	if j == 0 || j >= len(r.words) || r.words[j-1].ends || r.words[j].said {
		return j
	}
	switch r.words[j].fold {
	case "di", "del", "della", "dell'", "dello", "in", "at", "of", "a":
	case "personale", "aziendale", "principale":
		return j + 1
	default:
		return j
	}
	at := r.words[j].fold
	if k := j + 1; k < len(r.words) && !r.words[k].said {
		w := r.words[k]
		switch {
		case homely[w.fold] && at != "of", places[w.fold] && at != "of", at == "at" && w.fold == "work" && places != nil:
			return k + 1
		case w.capital && at == "di" && places != nil && !r.exists(w.fold):
			return k + 1
		}
	}
	return j
}

// compound reports whether the kind at word j only qualifies an English noun: "the phone bill".
func (r reader) compound(j int) bool {
	if r.words[j].ends || j+1 >= len(r.words) || r.words[j+1].said {
		return false
	}
	if !english(r.words[:j]) {
		return folder[r.fold(j+1)] && r.fold(j+1) != "cartella"
	}
	return !compounds[r.fold(j+1)]
}

// english reports whether the preposition and article right before a kind are.
func english(before []word) bool {
	for k := len(before) - 1; k >= 0; k-- {
		switch fold := before[k].fold; {
		case strings.Contains(" the my our your his her their this that on from inside to onto into upon ", " "+fold+" "):
			return true
		case fold != "in":
			return false
		}
	}
	return false
}

// technicalKind reports whether word j is a made-up name with a kind of device in it: "office-pc", "nas_01".
func (r reader) technicalKind(j int) bool {
	fold := r.words[j].fold
	if !technical(fold) || strings.ContainsAny(fold, "./\\~") {
		return false
	}
	for _, part := range strings.FieldsFunc(fold, func(c rune) bool { return c == '-' || c == '_' || unicode.IsDigit(c) }) {
		if kindOf[part] != 0 || generic[part] || servers[part] && part != "metnos" || part == "desktop" {
			return true
		}
	}
	return false
}

func technical(fold string) bool {
	return strings.ContainsAny(fold, "-_") || strings.ContainsFunc(fold, unicode.IsDigit) && strings.ContainsFunc(fold, unicode.IsLetter)
}

// exists reports whether a name is a folder or, with an extension or a dash, a file there is.
func (r reader) exists(name string) bool {
	if r.places == nil {
		return false
	}
	return len(r.places.Folder(name)) > 0 || technical(name) && len(r.places.File(name)) > 0
}

func (r reader) fold(i int) string {
	if i < len(r.words) && !r.words[i].said {
		return r.words[i].fold
	}
	return ""
}

// said is the text of words i to j, folded and evenly spaced.
func (r reader) said(i, j int) string {
	var b strings.Builder
	for k := i; k < j; k++ {
		if k > i && !strings.HasSuffix(r.words[k-1].fold, "'") {
			b.WriteByte(' ')
		}
		b.WriteString(r.words[k].fold)
	}
	return b.String()
}
