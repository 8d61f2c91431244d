package task

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
)

// about is a sentence about tasks that are there.
type about struct {
	does  string // list, count, next, history, pause, resume, move, delete
	query []string
	kind  string // reminder when the sentence says so
	all   bool
	state string
	said  string // the new moment
	day   string // the days asked for, which words do not tell
}

// manage plans a sentence that lists, shows, pauses, resumes, moves or deletes tasks.
func (p Planner) manage() (plan.Draft, bool) {
	a, ok := p.about()
	if !ok {
		return plan.Draft{}, false
	}
	if a.day != "" {
		return limit("tasks_by_day", "tasks of a day", "day", a.day)
	}
	verb, object, semantics := "list", "tasks", []string{"query"}
	qualifier := ""
	switch a.does {
	case "next":
		verb = "read"
	case "history":
		verb, qualifier = "read", "history"
	case "pause", "resume":
		verb, semantics = "set", []string{"query", "state"}
	case "move":
		verb, semantics = "set", []string{"query", "schedule"}
	case "delete":
		verb, semantics = "delete", []string{"query", "all"}
	}
	t := p.Shelf.Find(verb, object, semantics...)
	for i := range p.Shelf.Tools {
		if one := &p.Shelf.Tools[i]; qualifier != "" && one.Parts.Verb == verb && one.Parts.Object == object && one.Parts.Qualifier == qualifier {
			t = one
		}
	}
	if t == nil {
		return plan.Draft{}, false
	}
	args := map[string]any{}
	if len(a.query) > 0 {
		t.Put(args, "query", strings.Join(a.query, " "))
	}
	if a.all && t.Has("all") {
		t.Put(args, "all", true)
		if a.kind == "reminder" && verb == "delete" {
			t.Put(args, "task_kind", a.kind)
		}
	}
	switch a.does {
	case "pause":
		t.Put(args, "state", "paused")
	case "resume":
		t.Put(args, "state", "active")
	case "move":
		t.Put(args, "schedule", a.said)
	case "list", "count":
		if a.state != "" && t.Has("state") {
			t.Put(args, "state", a.state)
		}
		return accepted(t, args, map[string]plan.Shape{"list": plan.ShapeList, "count": plan.ShapeCount}[a.does])
	case "next", "history":
		return accepted(t, args, plan.ShapeList)
	}
	return accepted(t, args, plan.ShapeReceipt)
}

// about takes the sentence apart: what to do, the noun, and the words that tell which.
func (p Planner) about() (a about, ok bool) {
	pieces := p.all
	at, noun := 0, -1
	for at < len(pieces) && pieces[at].silent() && !pieces[at].has("noun") {
		at++
	}
	if at == len(pieces) {
		return a, false
	}
	switch first := pieces[at]; {
	case first.verb("stop"):
		a.does, a.kind = "delete", "reminder"
		a.query = p.content(first.end, len(p.Reading.Tokens))
		return a, len(a.query) > 0
	case first.has("ask") || first.has("have") || first.verb("list", "pause", "resume", "move", "delete"):
		a.does = p.does(first)
	case first.has("noun") && len(pieces)-at < 4: // "i miei promemoria"
		a.does = "list"
	default:
		return a, false
	}
	for i := at; i < len(pieces); i++ {
		if pieces[i].has("noun") {
			noun = i
			break
		}
	}
	if noun < 0 {
		return p.alone(a, pieces[at:])
	}
	a.kind = pieces[noun].value("noun")
	if !p.directly(&a, pieces, at, noun) || p.otherHead(pieces[noun].end) {
		return a, false
	}
	return p.object(a, pieces, noun)
}

// does is what the first word asks for.
func (p Planner) does(first piece) string {
	for _, v := range [...]string{"pause", "resume", "move", "delete", "list"} {
		if first.verb(v) && !first.has("ask") {
			return v
		}
	}
	if first.has("ask") {
		return first.value("ask")
	}
	return "list"
}

// alone is a sentence without a noun: "riattiva", "pause it". It is one only when nothing else is said.
func (p Planner) alone(a about, pieces []piece) (about, bool) {
	if a.does != "pause" && a.does != "resume" || p.Reading.Tokens[pieces[0].start].Fold == "ferma" || p.Reading.Tokens[pieces[0].start].Fold == "stop" {
		return a, false
	}
	return a, !slices.ContainsFunc(pieces[1:], func(one piece) bool { return !one.silent() })
}

// directly reports whether what stands between the verb and the noun belongs to the noun: fillers, a state, a moment to
// move to, in English words that tell which.
func (p Planner) directly(a *about, pieces []piece, at, noun int) bool {
	words := p.words()
	for i := at + 1; i < noun; i++ {
		one := pieces[i]
		if n := p.timed(words, one.start); n > 0 && a.does == "move" && a.said == "" {
			a.said = p.text(one.start, one.start+n)
			for i+1 < noun && pieces[i+1].start < one.start+n {
				i++
			}
			continue
		}
		switch {
		case one.has("all"):
			a.all = true
		case one.has("state"):
			a.state = one.value("state")
		case one.silent() || one.has("have") || one.has("ask") && a.does != "delete":
		case one.verb("list") && a.does == "list":
		default:
			if p.Reading.Lang != "en" || p.elsewhere(one) {
				return false
			}
			a.query = append(a.query, p.Reading.Tokens[one.start].Text)
		}
	}
	return len(a.query) <= 4
}

// elsewhere reports a word for something else than tasks: a file, a folder, a preposition before one.
func (p Planner) elsewhere(one piece) bool {
	t := p.Reading.Tokens[one.start]
	if t.Kind != token.Word && t.Kind != token.Number {
		return true
	}
	for _, s := range vocab.For(p.Reading.Lang).Look([]string{t.Fold}) {
		if s.Words == 1 && (s.Class == "obj" && s.Value != "tasks" || s.Class == "kind") {
			return true
		}
	}
	return false
}

// otherHead reports that the noun only describes what follows it: "the task files"; or that a file is called so.
func (p Planner) otherHead(end int) bool {
	if end < len(p.Reading.Tokens) {
		t := p.Reading.Tokens[end]
		if t.Kind == token.File || t.Kind == token.Path || t.Kind == token.Ext || t.Kind == token.Word && p.elsewhere(piece{start: end, end: end + 1}) {
			return true
		}
	}
	return false
}

// object reads what follows the noun: which, and when to.
func (p Planner) object(a about, pieces []piece, noun int) (about, bool) {
	from, to := pieces[noun].end, len(p.Reading.Tokens)
	if a.does == "move" && a.said == "" {
		at, end := p.last(from, to)
		if at < 0 {
			a.said = ""
		} else {
			a.said = p.text(at, end)
			a.query = append(a.query, p.content(end, to)...)
			to = at
		}
	}
	for _, one := range pieces[noun+1:] {
		if one.has("state") && a.does != "move" && one.start < to {
			a.state = one.value("state")
		}
		a.all = a.all || one.has("all") && one.start < to && a.does != "list"
	}
	a.query = append(a.query, p.content(from, to)...)
	if a.said == "" && a.does == "move" {
		return a, true // the executor asks when
	}
	for _, w := range a.query {
		if day := p.day(w); day {
			a.day = w // "per domani": which days are meant is not known by words
			return a, true
		}
	}
	return a, true
}

// day reports a word for a day that moves with today.
func (p Planner) day(w string) bool {
	fold := vocab.Fold(w)
	if strings.ContainsAny(fold, "0123456789") {
		return false // an hour
	}
	got, err := when.Read(fold, p.clock())
	return err == nil && got.Kind == when.Interval && !slices.Contains(weekdays, fold)
}

var weekdays = strings.Fields("lunedi martedi mercoledi giovedi venerdi sabato domenica monday tuesday wednesday thursday friday saturday sunday")

// last is the last run of words that say a moment or a recurrence.
func (p Planner) last(from, to int) (int, int) {
	words := p.words()
	at, end := -1, -1
	for i := from; i < to; i++ {
		if n := p.timed(words, i); n > 0 {
			at, end = i, i+n
			i += n - 1
		}
	}
	return at, end
}

// content are the words of a run that tell something.
func (p Planner) content(from, to int) (out []string) {
	for _, one := range cut(p.Reading.Lang, p.Reading.Tokens, from, to) {
		if one.silent() || one.has("have") || one.has("state") || one.has("all") {
			continue
		}
		for i := one.start; i < one.end; i++ {
			if t := p.Reading.Tokens[i]; t.Kind != token.Mark {
				out = append(out, t.Text)
			}
		}
	}
	return out
}
