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
// was nothing left to undo.
type Undo struct {
	Request
	Before   bool
	Restored []map[string]any
	Failed   []sdk.Failure
	Changed  []string
	Cannot   []Lasting
}

// Lasting is a change that stays: there is nothing to undo it from, or nobody knows whether it happened.
type Lasting struct {
	Kind      string // of change, as package undo/which names them
	Uncertain bool
}

// Undone names the requests that were taken back, and says how far that went. left counts the older ones that
// were not touched because a newer one could not be taken back whole.
func (w Writer) Undone(t core.Turn, list []Undo, left int) string {
	p := page{voice.New(w.Say, t.Lang, t.Home, t.Zone)}
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
	if u.Before {
		return p.Tell("undo_before")
	}
	lines := []string{p.Tell("undo_none")}
	if u.Text != "" {
		lines[0] = p.Tell("undo_none_request", "request", brief(u.Text), "when", p.Moment(u.At, now))
	}
	if n := strconv.Itoa(len(u.Restored)); len(u.Restored) > 0 {
		lines[0] = p.Tell("undo_done", "Count", n)
		if u.Text != "" {
			lines[0] = p.Tell("undo_done_request", "Count", n, "request", brief(u.Text), "when", p.Moment(u.At, now))
		}
	}
	for i, item := range u.Restored {
		if i == maxBullets && len(u.Restored) > maxBullets+1 {
			lines = append(lines, p.More(len(u.Restored)-i))
			break
		}
		if name := p.Title(item); name != "" {
			lines = append(lines, "- "+name)
		}
	}
	for _, path := range u.Changed {
		lines = append(lines, "- "+p.Tell("undo_changed", "path", p.Rel(path)))
	}
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
	return strings.Join(lines, "\n")
}

// Interrupted warns of a change that was cut off, and of which nobody knows how far it came.
func (w Writer) Interrupted(t core.Turn, r Request, turn string) string {
	p := page{voice.New(w.Say, t.Lang, t.Home, t.Zone)}
	text := brief(r.Text)
	if text == "" {
		text = turn
	}
	return p.Tell("interrupted", "request", text, "when", p.Moment(r.At, t.Now))
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
