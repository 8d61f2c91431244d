package task

import (
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// closed are the preferences whose values are words.
var closed = [...]string{"lang", "tone", "reply_length", "units"}

// wish is what a sentence says of preferences.
type wish struct {
	named, value string // a preference, and what it shall be
	about        string // the preference a value belongs to
	verbs        map[string]bool
	asks, all    bool
	fallback     bool // the default is named
	says, ever   bool // it is about answers, or about all that follow
	rest         [2]int
	clash        bool
}

// preferences plans a sentence that is wholly about preferences: a word that is about something else makes it not one.
func (p Planner) preferences() (plan.Draft, bool) {
	w, ok := p.wish()
	if !ok || w.clash {
		return plan.Draft{}, false
	}
	name := w.about
	if name == "" {
		name = w.named
	}
	changing := w.verbs["choose"] || w.verbs["answer"] || w.ever || w.says
	switch {
	case w.about != "" && w.named != "" && w.about != w.named, w.about != "" && w.all:
		return plan.Draft{}, false
	case (w.verbs["reset"] || w.fallback && changing) && w.about == "" && (w.named != "" || w.all):
		return p.reset(w)
	case w.verbs["reset"] && w.about != "", changing && w.about != "" && !w.asks:
		if t := p.Shelf.Find("set", "preferences", "preference", "preference_value"); t != nil {
			args := map[string]any{}
			t.Put(args, "preference", name)
			t.Put(args, "preference_value", w.value)
			return accepted(t, args, plan.ShapeReceipt)
		}
	case w.verbs["choose"] && (w.named == "place" || w.named == "zone") && w.rest[1] > w.rest[0]:
		return p.free(w)
	case w.asks && w.about == "" && (w.all || w.named != ""):
		if t := p.Shelf.Find("get", "preferences", "preference"); t != nil {
			args := map[string]any{}
			if !w.all {
				t.Put(args, "preference", w.named)
			}
			return accepted(t, args, plan.ShapeList)
		}
	}
	return plan.Draft{}, false
}

// reset brings a preference, or all, back to the default.
func (p Planner) reset(w wish) (plan.Draft, bool) {
	t := p.Shelf.Find("delete", "preferences", "preference", "all")
	if t == nil {
		return plan.Draft{}, false
	}
	args := map[string]any{}
	if w.named != "" {
		t.Put(args, "preference", w.named)
	} else {
		t.Put(args, "all", true)
	}
	return accepted(t, args, plan.ShapeReceipt)
}

// free sets a preference whose value is a name: a place, a time zone by its own name or by a city.
func (p Planner) free(w wish) (plan.Draft, bool) {
	t := p.Shelf.Find("set", "preferences", "preference", "preference_value")
	value := strings.Trim(p.text(w.rest[0], w.rest[1]), " «»\"“”")
	if t == nil || value == "" {
		return plan.Draft{}, false
	}
	if w.named == "zone" {
		for _, s := range vocab.For(p.Reading.Lang).Look(strings.Fields(vocab.Fold(value))) {
			if s.Class == "zone" && s.Words == len(strings.Fields(value)) {
				value = s.Value
			}
		}
	}
	args := map[string]any{}
	t.Put(args, "preference", w.named)
	t.Put(args, "preference_value", value)
	return accepted(t, args, plan.ShapeReceipt)
}

// wish takes the sentence apart; false when a word of it is about something else.
func (p Planner) wish() (wish, bool) {
	w := wish{verbs: map[string]bool{}}
	pieces := p.all
	for i, one := range pieces {
		switch {
		case one.has("mark"):
			w.asks = w.asks || one.value("mark") == "?"
		case w.read(one):
		case i > 0 && (w.named == "place" || w.named == "zone") && w.verbs["choose"]:
			w.rest = [2]int{one.start, len(p.Reading.Tokens)}
			for w.rest[1] > w.rest[0] && pieces[len(pieces)-1].has("mark") && w.rest[1] == len(p.Reading.Tokens) {
				w.rest[1]--
			}
			return w, true
		default:
			return w, false
		}
	}
	return w, w.named != "" || w.about != "" || w.all
}

// read takes one piece; false when it means nothing here.
func (w *wish) read(one piece) bool {
	for _, name := range closed {
		if value := one.value(name); value != "" {
			w.clash = w.clash || w.about != "" && (w.about != name || w.value != value)
			w.about, w.value = name, value
			return true
		}
	}
	switch pref := one.value("pref"); {
	case pref == "all":
		w.all = true
		return true
	case pref != "":
		w.clash = w.clash || w.named != "" && w.named != pref
		w.named = pref
		return true
	}
	w.fallback = w.fallback || one.has("default")
	w.says = w.says || one.has("say")
	w.ever = w.ever || one.has("ever")
	w.asks = w.asks || one.has("ask")
	verb := false
	for _, v := range one.is["verb"] {
		if v == "answer" || v == "choose" || v == "reset" || v == "list" {
			w.verbs[v], verb = true, true
			w.asks = w.asks || v == "list" && !one.verb("answer")
		}
	}
	return verb || one.silent() || one.has("default") || one.has("say") || one.has("ever") || one.has("more") || one.has("ask") || one.has("be") || one.has("all")
}
