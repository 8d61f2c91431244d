package notice

import (
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/voice"
)

// Change is an earlier request that changed something.
type Change struct {
	Request
	Kind    string // of change, as package undo/which names them
	Cut     *Cut   // it was cut off
	Undoing bool   // and so was an undo of it
	Tried   bool   // it was undone as far as it could be
	Back    int    // objects that are back, once an undo began
	Left    int    // objects still to be put back
}

// UndoOffer asks whether a change is meant: with the sentence key, unless there is more to know of it. lost are later
// ones that were cut off and of which nothing can be told.
func (w Writer) UndoOffer(t core.Turn, key string, c Change, lost []Change) string {
	p := page{voice.New(w.Say, t.Tongue(), t.Home, t.Zone)}
	lines := p.lost(lost, t.Now)
	params := []string{"request", named(c.Text), "when", p.Moment(c.At, t.Now), "what", p.kind(c.Kind)}
	switch {
	case len(lost) > 0 && !c.Unfinished() && key != "undo_elsewhere":
		key = "undo_prior"
	case c.Undoing:
		key, params = "undo_resume", append(params, "Count", strconv.Itoa(c.Left), "back", strconv.Itoa(c.Back))
	case c.Tried:
		key, params = "undo_again", append(params, "Count", strconv.Itoa(c.Left))
	case c.Cut != nil && c.Cut.Planned > 0:
		key, params = "undo_midway", append(params, "Count", strconv.Itoa(c.Cut.Done), "planned", strconv.Itoa(c.Cut.Planned))
	case c.Cut != nil:
		key, params = "undo_midway_some", append(params, "Count", strconv.Itoa(c.Cut.Done))
	}
	lines = append(lines, p.Tell(key, params...))
	if c.Cut != nil && c.Cut.Unclear > 0 && !c.Tried {
		lines = append(lines, p.Tell("undo_midway_unclear", "Count", strconv.Itoa(c.Cut.Unclear)))
	}
	return strings.Join(lines, "\n")
}

// lost tells of requests that were cut off and cannot be undone.
func (p page) lost(list []Change, now time.Time) (lines []string) {
	for i, c := range list {
		if i == maxLost {
			break
		}
		lines = append(lines, p.Tell("undo_lost", "request", named(c.Text), "when", p.Moment(c.At, now), "what", p.kind(c.Kind)))
	}
	return lines
}

const maxLost = 3 // requests nothing can be told of, in a question

// UndoNone says that nothing is to be undone: which changes were cut off and cannot be, else that no change is the
// one that was meant, and which the latest was, if there is one.
func (w Writer) UndoNone(t core.Turn, latest, lost []Change) string {
	p := page{voice.New(w.Say, t.Tongue(), t.Home, t.Zone)}
	switch {
	case len(lost) > 0:
		return strings.Join(p.lost(lost, t.Now), "\n")
	case len(latest) == 0:
		return p.Tell("undo_nothing")
	}
	return p.Tell("undo_not_found", "change", p.change(latest[0], t.Now))
}

// UndoConfirm asks whether exactly these changes are to be undone. lost are others that are meant too, were cut off
// and cannot be undone.
func (w Writer) UndoConfirm(t core.Turn, list, lost []Change) string {
	p := page{voice.New(w.Say, t.Tongue(), t.Home, t.Zone)}
	if len(list) == 1 && list[0].Unfinished() {
		return w.UndoOffer(t, "undo_confirm", list[0], lost)
	}
	lines := p.lost(lost, t.Now)
	if len(list) == 1 {
		return strings.Join(append(lines, p.Tell("undo_confirm", "change", p.change(list[0], t.Now))), "\n")
	}
	lines = append(lines, p.Tell("undo_confirm_many", "Count", strconv.Itoa(len(list))))
	for i, c := range list {
		if i == maxBullets && len(list) > maxBullets+1 {
			lines = append(lines, p.More(len(list)-i))
			break
		}
		lines = append(lines, "- "+p.change(c, t.Now))
	}
	return strings.Join(append(lines, p.Tell("undo_confirm_question")), "\n")
}

// UndoChoice asks which of these changes is meant. The options end in all of them; more fit and are not offered. lost
// are others that were cut off and cannot be undone.
func (w Writer) UndoChoice(t core.Turn, list, lost []Change, more int) (prompt string, options []string) {
	p := page{voice.New(w.Say, t.Tongue(), t.Home, t.Zone)}
	lines := append(p.lost(lost, t.Now), p.Tell("undo_choose"))
	for _, c := range list {
		options = append(options, p.change(c, t.Now))
	}
	options = append(options, p.Tell("undo_choose_all"))
	for i, option := range options {
		lines = append(lines, strconv.Itoa(i+1)+". "+option)
	}
	if more > 0 {
		lines = append(lines, p.Tell("undo_choose_more", "Count", strconv.Itoa(more)))
	}
	return strings.Join(lines, "\n"), options
}

// change is a change on one line: the request in quotes, or what kind it was, and when.
func (p page) change(c Change, now time.Time) string {
	what := p.kind(c.Kind)
	if c.Text != "" {
		what = p.Quote(brief(c.Text))
	}
	at := p.Moment(c.At, now)
	if c.Cut != nil && c.Cut.Planned > 0 {
		return what + " (" + p.Tell("undo_midway_short", "when", at, "Count", strconv.Itoa(c.Cut.Done), "planned", strconv.Itoa(c.Cut.Planned)) + ")"
	}
	return what + " (" + at + ")"
}

// Unfinished reports whether a person must hear how a change stands before it is undone.
func (c Change) Unfinished() bool { return c.Cut != nil || c.Undoing || c.Tried }

// kind is a kind of change as a noun.
func (p page) kind(kind string) string {
	switch kind {
	case "move":
		return p.Tell("undo_kind_move")
	case "rename":
		return p.Tell("undo_kind_rename")
	case "delete":
		return p.Tell("undo_kind_delete")
	case "create":
		return p.Tell("undo_kind_create")
	case "write":
		return p.Tell("undo_kind_write")
	case "copy":
		return p.Tell("undo_kind_copy")
	case "send":
		return p.Tell("undo_kind_send")
	}
	return p.Tell("undo_kind_other")
}
