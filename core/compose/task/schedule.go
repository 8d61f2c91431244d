package task

import (
	"errors"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/when"
)

// spans are runs of tokens, in order.
type spans [][2]int

func (s spans) covers(i int) bool {
	return slices.ContainsFunc(s, func(r [2]int) bool { return i >= r[0] && i < r[1] })
}

// words are the folded words of the sentence; what is quoted, or part of a name or a text, is none.
func (p Planner) words() []string {
	out := make([]string, len(p.Reading.Tokens))
	for i, t := range p.Reading.Tokens {
		if t.Kind == token.Word || t.Kind == token.Number || t.Kind == token.Mark && t.Text == "," {
			out[i] = t.Fold
		}
	}
	for _, f := range p.Reading.Facts {
		for _, k := range f.Captures {
			if slices.Contains([]string{"rest", "text", "say", "tail", "filename", "file"}, k.Slot) && f.Name != "repeat" {
				clear(out[f.Start:f.End])
			}
		}
	}
	return out
}

// schedule plans a request that repeats or is for later, and a reminder.
func (p Planner) schedule() (plan.Draft, bool) {
	t := p.Shelf.Find("create", "tasks", "request", "schedule")
	if t == nil {
		return plan.Draft{}, false
	}
	lead := p.lead()
	taken, said, err := p.moment(lead)
	var bad *when.Impossible
	switch {
	case errors.As(err, &bad) && (lead.reminds || lead.makes || p.repeats()):
		return plan.Draft{Question: &plan.Question{Code: "date_impossible", Params: map[string]string{"date": bad.Text}}}, true
	case len(taken) == 0 && !lead.reminds && !lead.makes:
		return plan.Draft{}, false
	case len(taken) == 0 && lead.reminds && p.wonders():
		return limit("remind_able", "whether reminders can be had, not one of them", "what", p.Req.Text)
	}
	body, reminds := p.body(taken)
	other, found := p.again(taken, reminds)
	args := map[string]any{}
	for i, semantic := range [...]string{"schedule", "schedule_time"} {
		if i < len(said) {
			t.Put(args, semantic, said[i])
		}
	}
	if reminds {
		t.Put(args, "reminder", true)
	}
	switch {
	case body == "" && !reminds && !lead.makes:
		return limit("schedule_alone", "a moment without a request", "when", strings.Join(said, " "))
	case body == "":
		return accepted(t, args, plan.ShapeReceipt)
	case found:
		return limit("task_moments", "a moment is left in what to do", "when", other)
	case !reminds:
		if d, ok := p.carriedOut(body); !ok {
			return d, d.Limit != nil || d.Question != nil
		}
	}
	t.Put(args, "request", body)
	return accepted(t, args, plan.ShapeReceipt)
}

// able are the words a question whether something can be done begins with; bodied those before what to remind of.
var (
	able   = []string{"puoi", "potresti", "sai", "sapresti", "riesci", "potrai", "can", "could", "will", "would", "do", "are"}
	bodied = []string{"di", "d'", "che", "to", "that"}
)

// wonders reports a question whether one can be reminded, which names nothing to do: "can you remind me of things?"
func (p Planner) wonders() bool {
	words := p.words()
	return slices.ContainsFunc(words[:min(len(words), 2)], func(w string) bool { return slices.Contains(able, w) }) &&
		!slices.ContainsFunc(words, func(w string) bool { return slices.Contains(bodied, w) })
}

// carriedOut makes sure that a body is a request: it is planned, and never run.
func (p Planner) carriedOut(body string) (plan.Draft, bool) {
	d := p.Body(body)
	switch {
	case d.Accepted && slices.ContainsFunc(d.Framework.Steps, p.governs):
		d, _ = limit("task_governs", "a task about tasks", "request", body)
	case d.Accepted:
		return d, true
	case d.Question != nil: // its answer would have to be part of the sentence
		d.Question.Partial = plan.Framework{}
	case d.Limit != nil && d.Limit.Code == "capability_missing": // of what runs later no other source may make a plan that runs now
		d, _ = limit("task_unable", d.Limit.Message, "what", body)
	case d.Limit == nil:
		d, _ = limit("task_unclear", "the body explains nothing", "words", strings.Join(d.Unknown, ", "))
	}
	d.Accepted = false
	return d, false
}

// governs reports a step that changes what metnos itself keeps.
func (p Planner) governs(s plan.Step) bool {
	t := p.Shelf.Named(s.Tool)
	if t == nil {
		return true
	}
	for _, c := range t.Capabilities {
		if c.Name == "metnos:write" {
			return true
		}
	}
	return false
}

// repeats reports whether the reading of the sentence found a recurrence.
func (p Planner) repeats() bool {
	for _, f := range p.Reading.Facts {
		if f.Name == "repeat" {
			return true
		}
	}
	return false
}

// lead is how a sentence begins, moments apart.
type lead struct{ reminds, makes bool }

// lead looks for "remind me", or "create a reminder", before anything that has a meaning of its own.
func (p Planner) lead() (l lead) {
	pieces := p.all
	words := p.words()
	made := false
	for i := 0; i < len(pieces); i++ {
		one := pieces[i]
		switch {
		case one.verb("remind"), one.verb("wake"):
			l.reminds = true
			return l
		case one.has("noun") && made:
			l.makes = true
			l.reminds = l.reminds || one.value("noun") == "reminder"
			return l
		case one.has("noun") && one.value("noun") == "reminder" && i == 0:
			return lead{true, true} // "promemoria: comprare il pane"
		case one.verb("make"):
			made = true
		case one.silent():
		default:
			n := p.timed(words, one.start)
			if n == 0 {
				return l
			}
			for i+1 < len(pieces) && pieces[i+1].start < one.start+n {
				i++
			}
		}
	}
	return l
}

// timed is how many words from i on say a moment or a recurrence.
func (p Planner) timed(words []string, i int) int {
	if words[i] == "" {
		return 0
	}
	_, n, _ := when.FindRecurrence(words[i:], p.clock())
	_, m, _ := when.Parse(words[i:], p.clock())
	if n = max(n, m); n > 0 {
		return n
	}
	if !slices.Contains(clockly, words[i]) {
		return 0
	}
	for k := min(len(words)-i, maxClock); k > 1; k-- { // a time of day alone: "alle 9"
		run := words[i : i+k]
		if !slices.Contains(run, "") && !slices.Contains(run, ",") && p.whole(strings.Join(run, " ")) {
			return k
		}
	}
	return 0
}

// maxClock is how many words a time of day has: "alle sette e mezza di sera".
const maxClock = 6

// clockly are the words a time of day begins with.
var clockly = []string{"alle", "all'", "a", "at"}

// moment finds when: the recurrence of the sentence, else the moment at one of its ends or beside its verb. said are the
// parts of it as they were written.
func (p Planner) moment(l lead) (spans, []string, error) {
	words := p.words()
	if l.reminds || l.makes || p.repeats() {
		found, err := when.Search(words, p.clock())
		if len(found.Taken) > 0 {
			var said []string
			for _, r := range found.Taken {
				said = append(said, p.text(r[0], r[1]))
			}
			return found.Taken, []string{strings.Join(said, " ")}, err
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return p.once(words, l)
}

// once finds one moment to come. Of a reminder a day will do, and its time may stand elsewhere; of any other request it
// is a whole moment, at the beginning or the end of the sentence.
func (p Planner) once(words []string, l lead) (spans, []string, error) {
	var found spans
	var impossible error
	reminds := l.reminds || l.makes
	for i := 0; i < len(words); i++ {
		if words[i] == "" || !reminds && i > 0 && len(words)-i > atEnd && !p.blank(0, i) {
			continue
		}
		_, _, err := when.Parse(words[i:], p.clock())
		n := p.timed(words, i)
		var many *when.Ambiguous
		var bad *when.Impossible
		if errors.As(err, &bad) && impossible == nil {
			impossible = err
		}
		if errors.As(err, &many) && n == 0 {
			n = p.longest(words, i)
		}
		if n == 0 || !p.edge(words, i, i+n, reminds) || !p.coming(i, i+n, reminds) {
			i += max(0, n-1)
			continue
		}
		found = append(found, [2]int{i, i + n})
		i += n - 1
	}
	switch {
	case len(found) == 0, reminds && impossible != nil:
		return nil, nil, impossible
	case !reminds:
		found = found[:1]
	}
	var said []string
	for _, r := range found[:min(len(found), 2)] {
		said = append(said, p.text(r[0], r[1]))
	}
	if len(said) == 2 && p.whole(said[0]) {
		return found[:1], said[:1], nil
	}
	if len(said) == 2 && !p.whole(said[0]+" "+said[1]) {
		if p.whole(said[1] + " " + said[0]) {
			return found[:2], []string{said[1] + " " + said[0]}, nil
		}
		return found[:1], said[:1], nil
	}
	return found[:min(len(found), 2)], []string{strings.Join(said, " ")}, nil
}

// atEnd is how many words from the end a moment may begin that ends a sentence.
const atEnd = 8

// longest is how many words from i on have several meanings as a moment.
func (p Planner) longest(words []string, i int) int {
	for n := min(len(words)-i, 12); n > 0; n-- {
		var many *when.Ambiguous
		if words[i+n-1] == "" {
			continue
		}
		if _, err := when.Read(strings.Join(words[i:i+n], " "), p.clock()); errors.As(err, &many) {
			return n
		}
	}
	return 0
}

// whole reports a text that is a moment, to the minute.
func (p Planner) whole(text string) bool {
	got, err := when.Read(text, p.clock())
	var many *when.Ambiguous
	return err == nil && got.Kind == when.Moment || errors.As(err, &many)
}

// coming reports whether a run of words can be when something is done: a moment after now or, of a reminder, a day.
func (p Planner) coming(from, to int, reminds bool) bool {
	got, err := when.Read(p.text(from, to), p.clock())
	var many *when.Ambiguous
	if errors.As(err, &many) {
		return true
	}
	if err != nil || got.Kind != when.Moment && !(reminds && got.Kind == when.Interval) {
		return false
	}
	if got.Kind == when.Moment {
		return reminds || got.Window.From.After(p.Req.Now)
	}
	return got.Window.To.After(p.Req.Now) && !got.Window.From.IsZero()
}

// edge reports whether a run of words stands where a person says when: at the beginning, at the end, or beside the
// word for reminding; and belongs to no other word.
func (p Planner) edge(words []string, from, to int, reminds bool) bool {
	if from > 0 {
		for _, s := range lexicons()[p.Reading.Lang].Look([]string{words[from-1]}) {
			if s.Class == "before" && s.Words == 1 {
				return false
			}
		}
	}
	if p.blank(0, from) || p.blank(to, len(words)) {
		return true
	}
	if !reminds {
		return false
	}
	for _, one := range cut(p.Reading.Lang, p.Reading.Tokens, 0, from) {
		if one.verb("remind") || one.verb("wake") || one.has("noun") {
			return p.blank(one.end, from) || len(words) > 0 && p.moments(words, one.end, from)
		}
	}
	return p.moments(words, to, len(words))
}

// moments reports whether a run is nothing but times and fillers.
func (p Planner) moments(words []string, from, to int) bool {
	for i := from; i < to; {
		n := p.timed(words, i)
		if n == 0 && !p.blank(i, i+1) {
			return false
		}
		i += max(n, 1)
	}
	return true
}

// blank reports whether a run of tokens says nothing.
func (p Planner) blank(from, to int) bool {
	for _, one := range cut(p.Reading.Lang, p.Reading.Tokens, from, to) {
		if !one.silent() || one.end > to {
			return false
		}
	}
	return true
}
