package notice

import (
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/answer/voice"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Request is an earlier request as the person is reminded of it. Text is "" when it was not kept.
type Request struct {
	Text string
	At   time.Time
}

// Undo is what an undo of one request did: what it put back, what it left alone and why. Before tells that there
// was nothing left to undo, Idle that there never was.
type Undo struct {
	Request
	Before   bool
	Idle     bool
	Restored []map[string]any
	Back     int // objects that were back already
	Left     int // objects it did not come to
	Failed   []sdk.Failure
	Changed  []string
	Cannot   []Lasting
	Unclear  []string // objects of which nobody can tell whether they were changed at all
	Beyond   int      // more of these, without a name
}

// Lasting is a change that stays: there is nothing to undo it from, or nobody knows whether it happened.
type Lasting struct {
	Kind      string // of change, as package undo/which names them
	Uncertain bool
}

// Undone names the requests that were taken back, and says how far that went. left counts the older ones that
// were not touched because a newer one could not be taken back whole.
func (w Writer) Undone(t core.Turn, list []Undo, left int) string {
	p := page{voice.New(w.Say, t.Tongue(), t.Home, t.Zone)}
	var parts []string
	for _, u := range list {
		parts = append(parts, p.undone(u, t.Now))
	}
	if left > 0 {
		parts = append(parts, p.Tell("undo_stopped", "Count", strconv.Itoa(left)))
	}
	return strings.Join(parts, "\n")
}

func (p page) undone(u Undo, now time.Time) string {
	switch {
	case u.Before:
		return p.Tell("undo_before")
	case u.Idle:
		return p.Tell("undo_idle", "request", named(u.Text), "when", p.Moment(u.At, now))
	}
	lines := []string{p.headline(u, now)}
	for i, item := range u.Restored {
		if i == maxBullets && len(u.Restored) > maxBullets+1 {
			lines = append(lines, p.More(len(u.Restored)-i))
			break
		}
		if name := p.Title(item); name != "" {
			lines = append(lines, "- "+name)
		}
	}
	if u.Back > 0 && len(u.Restored)+len(u.Changed)+len(u.Failed)+u.Left > 0 {
		lines = append(lines, p.Tell("undo_back", "Count", strconv.Itoa(u.Back)))
	}
	lines = append(lines, p.names("undo_changed", u.Changed)...)
	for _, c := range u.Cannot {
		key := "undo_lasting"
		if c.Uncertain {
			key = "undo_uncertain"
		}
		lines = append(lines, "- "+p.Tell(key, "what", p.kind(c.Kind)))
	}
	if len(u.Failed) > 0 {
		lines = append(lines, p.Failures(u.Failed))
	}
	lines = append(lines, p.names("undo_unclear", u.Unclear)...)
	if u.Beyond > 0 {
		lines = append(lines, p.Tell("undo_beyond", "Count", strconv.Itoa(u.Beyond)))
	}
	if u.Left > 0 && len(u.Restored)+u.Back > 0 {
		lines = append(lines, p.Tell("undo_left", "Count", strconv.Itoa(u.Left)))
	}
	return strings.Join(lines, "\n")
}

// headline says of which request how much came back.
func (p page) headline(u Undo, now time.Time) string {
	n, key := len(u.Restored), "undo_done"
	switch {
	case n == 0 && u.Back > 0 && len(u.Changed)+len(u.Failed)+len(u.Cannot)+u.Left == 0:
		return p.Tell("undo_back_all", "request", named(u.Text), "when", p.Moment(u.At, now))
	case n == 0:
		key = "undo_none"
	}
	if u.Text == "" {
		return p.Tell(key, "Count", strconv.Itoa(n))
	}
	return p.Tell(key+"_request", "Count", strconv.Itoa(n), "request", brief(u.Text), "when", p.Moment(u.At, now))
}

// names tells the same of several paths, each on its line.
func (p page) names(key string, paths []string) (lines []string) {
	for i, path := range paths {
		if i == maxBullets && len(paths) > maxBullets+1 {
			return append(lines, p.More(len(paths)-i))
		}
		lines = append(lines, "- "+p.Tell(key, "path", p.Rel(path)))
	}
	return lines
}

// Cut is how far a request came that was cut off, as far as the disk shows. Planned is 0 when nobody knows.
type Cut struct {
	Done, Planned, Unclear int
}

// Interrupted warns of a change that was cut off: how far it came, or that nobody knows.
func (w Writer) Interrupted(t core.Turn, r Request, turn string, c Cut) string {
	p := page{voice.New(w.Say, t.Tongue(), t.Home, t.Zone)}
	text := brief(r.Text)
	if text == "" {
		text = turn
	}
	if key := c.key("interrupted"); key != "interrupted" {
		return p.Tell(key, "request", text, "when", p.Moment(r.At, t.Now), "Count", strconv.Itoa(c.Done), "planned", strconv.Itoa(c.Planned))
	}
	return p.Tell("interrupted", "request", text, "when", p.Moment(r.At, t.Now))
}

// key is the sentence for how far it came.
func (c Cut) key(sentence string) string {
	switch {
	case c.Planned == 0:
		return sentence
	case c.Done > 0:
		return sentence + "_midway"
	case c.Unclear == 0:
		return sentence + "_before"
	}
	return sentence
}

const maxBullets = 60 // names in a notice

const maxRequest = 90 // characters of a request the person is reminded of

func brief(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > maxRequest {
		return string(r[:maxRequest]) + "…"
	}
	return text
}

// named is a request, or a mark for one that was not kept.
func named(text string) string {
	if text = brief(text); text == "" {
		return "…"
	}
	return text
}
