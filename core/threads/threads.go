package threads

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

const (
	maxTitle = 80      // characters
	maxSaid  = 8 << 10 // bytes of what the person wrote that are kept to find it by
	maxList  = 500
)

// Thread is one conversation in its owner's list.
type Thread struct {
	ID      string    `json:"id"`
	Channel string    `json:"channel"`
	Title   string    `json:"title"`
	Named   bool      `json:"named,omitempty"` // the person gave it its title
	Said    string    `json:"said,omitempty"`  // the latest of what the person wrote, one message a line
	Turns   int       `json:"turns"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}

// Table keeps threads by owner and key.
type Table interface {
	Update(owner core.Owner, key string, change func(t Thread, found bool) (Thread, error)) (Thread, error)
	Delete(owner core.Owner, key string) error
	Each(owner core.Owner, prefix string, visit func(key string, t Thread) bool) error
}

// Keeper forgets what it keeps of one conversation.
type Keeper func(owner core.Owner, channel, conversation string) error

// Threads is the lists of every owner. It may be used by many turns at once.
type Threads struct {
	table   Table
	busy    func(owner core.Owner, channel, conversation string) bool
	keepers []Keeper
}

// New returns the lists over their table. busy tells whether a turn runs or waits in a conversation.
func New(table Table, busy func(owner core.Owner, channel, conversation string) bool, keepers ...Keeper) *Threads {
	return &Threads{table: table, busy: busy, keepers: keepers}
}

func key(channel, conversation string) string { return channel + "\x00" + conversation }

// Note adds a message to its conversation. text is redacted; the first one names a conversation nobody named.
func (t *Threads) Note(owner core.Owner, channel, conversation, text string, now time.Time) error {
	_, err := t.table.Update(owner, key(channel, conversation), func(one Thread, found bool) (Thread, error) {
		if !found {
			one = Thread{ID: conversation, Channel: channel, Created: now}
		}
		if one.Title == "" {
			one.Title = Title(text)
		}
		one.Said = latest(one.Said+"\n"+strings.Join(strings.Fields(text), " "), maxSaid)
		one.Updated, one.Turns = now, one.Turns+1
		return one, nil
	})
	return err
}

// List returns the owner's conversations on a channel whose title or messages hold every word of query, the one last
// used first.
func (t *Threads) List(owner core.Owner, channel, query string) ([]Thread, error) {
	words := strings.Fields(strings.ToLower(query))
	list := []Thread{}
	err := t.table.Each(owner, channel+"\x00", func(_ string, one Thread) bool {
		hay := strings.ToLower(one.Title + "\n" + one.Said)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(hay, w) }) {
			list = append(list, one)
		}
		return true
	})
	slices.SortFunc(list, func(a, b Thread) int { return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.ID, b.ID)) })
	return list[:min(len(list), maxList)], err
}

// Rename gives a conversation a title of the person's own.
func (t *Threads) Rename(owner core.Owner, channel, conversation, title string) (Thread, error) {
	title = Title(title)
	if title == "" {
		return Thread{}, sdk.Errorf(sdk.WrongArgs, "thread_title", "a title without a visible character")
	}
	return t.table.Update(owner, key(channel, conversation), func(one Thread, found bool) (Thread, error) {
		if !found {
			return one, unknown(conversation)
		}
		one.Title, one.Named = title, true
		return one, nil
	})
}

// Delete forgets a conversation and everything said in it. One in which a turn runs stays: what the turn still has to
// say would come back without its beginning.
func (t *Threads) Delete(owner core.Owner, channel, conversation string) error {
	there := false
	err := t.table.Each(owner, key(channel, conversation), func(k string, _ Thread) bool {
		there = k == key(channel, conversation)
		return false
	})
	switch {
	case err != nil:
		return err
	case !there:
		return unknown(conversation)
	case t.busy(owner, channel, conversation):
		return sdk.Errorf(sdk.Conflict, "thread_busy", "a turn runs in %q", conversation)
	}
	var faults []error
	for _, forget := range t.keepers {
		faults = append(faults, forget(owner, channel, conversation))
	}
	if err := errors.Join(faults...); err != nil {
		return err // it stays listed, so that it can be deleted again
	}
	return t.table.Delete(owner, key(channel, conversation))
}

func unknown(conversation string) error {
	return sdk.Errorf(sdk.NotFound, "thread_unknown", "no conversation %q", conversation)
}

// Title makes one short line of a text: no control or formatting characters, whole words where that is possible.
func Title(text string) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
	line := strings.Join(strings.Fields(visible), " ")
	if utf8.RuneCountInString(line) <= maxTitle {
		return line
	}
	runes := []rune(line)[:maxTitle-1]
	for i := len(runes) - 1; i > maxTitle/2; i-- {
		if runes[i] == ' ' {
			runes = runes[:i]
			break
		}
	}
	return string(runes) + "…"
}

// latest keeps the last n bytes of a text, from the beginning of a line where there is one.
func latest(text string, n int) string {
	text = strings.TrimPrefix(text, "\n")
	if len(text) <= n {
		return text
	}
	text = text[len(text)-n:]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return text[i+1:]
	}
	for len(text) > 0 && !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	return text
}
