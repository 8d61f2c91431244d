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
	Kind string // of change, as package undo/which names them
}

// UndoOffer asks, with the sentence key, whether an older change is meant.
func (w Writer) UndoOffer(t core.Turn, key string, r Request) string {
	p := page{voice.New(w.Say, t.Lang, t.Home, t.Zone)}
	text := brief(r.Text)
	if text == "" {
		text = "…"
	}
	return p.Tell(key, "request", text, "when", p.Moment(r.At, t.Now))
}

// UndoNone says that no change is the one that was meant, and which the latest was.
func (w Writer) UndoNone(t core.Turn, latest Change) string {
	p := page{voice.New(w.Say, t.Lang, t.Home, t.Zone)}
	return p.Tell("undo_not_found", "change", p.change(latest, t.Now))
}

// UndoConfirm asks whether exactly these changes are to be undone.
func (w Writer) UndoConfirm(t core.Turn, list []Change) string {
	p := page{voice.New(w.Say, t.Lang, t.Home, t.Zone)}
	if len(list) == 1 {
		return p.Tell("undo_confirm", "change", p.change(list[0], t.Now))
	}
	lines := []string{p.Tell("undo_confirm_many", "Count", strconv.Itoa(len(list)))}
	for i, c := range list {
		if i == maxBullets && len(list) > maxBullets+1 {
			lines = append(lines, p.More(len(list)-i))
			break
		}
		lines = append(lines, "- "+p.change(c, t.Now))
	}
	return strings.Join(append(lines, p.Tell("undo_confirm_question")), "\n")
}

// UndoChoice asks which of these changes is meant. The options end in all of them; more fit and are not offered.
func (w Writer) UndoChoice(t core.Turn, list []Change, more int) (prompt string, options []string) {
	p := page{voice.New(w.Say, t.Lang, t.Home, t.Zone)}
	lines := []string{p.Tell("undo_choose")}
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
	return what + " (" + p.Moment(c.At, now) + ")"
}

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
