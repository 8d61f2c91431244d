package tutor

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/tutor/ability"
	"github.com/metnos/metnos/core/tutor/example"
	"github.com/metnos/metnos/core/tutor/hear"
)

// Organs are what the tutor reads. All are required.
type Organs struct {
	Composer plan.Proposer
	Catalog  Catalog
	Places   func(owner core.Owner, home string) plan.Places
	House    House
	Say      Sayer
}

// Catalog is what may act here.
type Catalog interface{ Active() []core.Executor }

// Sayer is the message catalogue.
type Sayer interface {
	Say(lang, key string, params map[string]string) string
}

// House tells what is true of this place and this person. Nothing of it is about anybody else.
type House interface {
	Role(ctx context.Context, owner core.Owner) (settings.Role, error)
	Grants(owner core.Owner) []core.Grant
	// Fact is a sentence about this place, "" when there is nothing to say: level, models, channels, version, data, config.
	Fact(ctx context.Context, name, lang string) string
	// Bulk is how many items are changed without asking, at most.
	Bulk() int
	// Deeds are a person's latest requests between two moments, a zero bound is open, the latest first.
	Deeds(ctx context.Context, owner core.Owner, lang string, from, to time.Time) ([]Deed, error)
	// LeftOut are the executors that are not admitted, each with the reason: for who administers.
	LeftOut(lang string) []string
	// Page is the address of a page of the settings on a channel, "" where there are no pages.
	Page(channel, route string) string
}

// Deed is a request and how it ended, in words.
type Deed struct {
	At      time.Time
	Text    string
	Ended   string
	Said    string // what was answered
	Changes int
}

// Tutor answers questions about metnos. It may be used by many turns at once.
type Tutor struct {
	Organs
	index  atomic.Pointer[ability.Index]
	mu     sync.Mutex
	recent map[thread]asked
}

// thread is a person's conversation.
type thread struct {
	owner                 core.Owner
	channel, conversation string
}

// asked is the last question of a conversation, for the one that goes on from it.
type asked struct {
	hear.Question
	at time.Time
}

// Bounds of what is remembered of questions.
const (
	remembered = 15 * time.Minute
	maxThreads = 2000
)

// New returns a tutor over its organs.
func New(o Organs) *Tutor { return &Tutor{Organs: o, recent: map[thread]asked{}} }

// Begin lists up to n sentences a person who does not know where to begin may say now.
func (t *Tutor) Begin(ctx context.Context, turn core.Turn, n int) []string {
	return example.New(t.Composer, turn, t.Places(turn.Owner, turn.Home), t.Catalog.Active()).Begin(ctx, turn.Lang, n)
}

// Reply is what the tutor says, in the language it was asked in.
type Reply struct{ Text, Lang string }

// Help answers a turn that asks about metnos; false when it is a request, or about something else.
func (t *Tutor) Help(ctx context.Context, turn core.Turn) (Reply, bool, error) {
	at := thread{turn.Owner, turn.Channel, turn.Conversation}
	before, went := t.last(at, turn.Now)
	var said []string
	var rest []string
	var last hear.Question
	lang := ""
	for _, clause := range clauses(turn.Text) {
		text, q, ok, err := t.clause(ctx, turn, clause, before, went)
		switch {
		case err != nil:
			return Reply{}, false, err
		case ok:
			said, last, lang = append(said, text), q, q.Lang
			before, went = asked{q, turn.Now}, true
		case !hear.Civil(clause):
			rest = append(rest, clause)
		}
	}
	if len(said) == 0 || len(rest) > 0 && len(said) > len(rest)+2 {
		t.forget(at)
		return Reply{}, false, nil
	}
	t.remember(at, asked{last, turn.Now})
	if len(rest) > 0 {
		said = append(said, t.Say.Say(lang, "tutor_not_done", map[string]string{"request": strings.Join(rest, " ")}))
	}
	return Reply{strings.Join(said, t.gap(turn)), lang}, true, nil
}

// clause answers one sentence of a message.
func (t *Tutor) clause(ctx context.Context, turn core.Turn, text string, before asked, went bool) (string, hear.Question, bool, error) {
	heard := hear.Read(text, turn.Lang)
	if len(heard) == 0 {
		return "", hear.Question{}, false, nil
	}
	role, err := t.House.Role(ctx, turn.Owner)
	if err != nil {
		return "", hear.Question{}, false, err
	}
	places := t.Places(turn.Owner, turn.Home)
	s := &session{Tutor: t, ctx: ctx, turn: turn, role: role, whole: text, places: places,
		find: example.New(t.Composer, turn, places, t.Catalog.Active())}
	for _, q := range heard {
		if q.Kind == hear.Next {
			if !went {
				continue
			}
			q.Kind = before.Kind
			if text, ok := s.follow(q); ok {
				return text, q, true, nil
			}
			continue
		}
		if text, ok := s.answer(q); ok {
			return text, q, true, nil
		}
	}
	return "", hear.Question{}, false, nil
}

// gap is what stands between two paragraphs: pages read Markdown.
func (t *Tutor) gap(turn core.Turn) string {
	if t.House.Page(turn.Channel, "") != "" {
		return "\n\n"
	}
	return "\n"
}

// clauses cuts a message into its sentences.
func clauses(text string) (out []string) {
	from := 0
	for i, r := range text {
		if !strings.ContainsRune("?!.\n;", r) {
			continue
		}
		next := text[i+1:]
		if r == '\n' || next == "" || next[0] == ' ' || next[0] == '\n' {
			if s := strings.TrimSpace(text[from : i+1]); strings.Trim(s, "?!. ;") != "" {
				out = append(out, s)
			}
			from = i + 1
		}
	}
	if s := strings.TrimSpace(text[from:]); s != "" && strings.Trim(s, "?!. ;") != "" {
		out = append(out, s)
	}
	return out
}

func (t *Tutor) last(at thread, now time.Time) (asked, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, ok := t.recent[at]
	return a, ok && now.Sub(a.at) < remembered
}

func (t *Tutor) remember(at thread, a asked) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.recent) >= maxThreads {
		clear(t.recent)
	}
	t.recent[at] = a
}

func (t *Tutor) forget(at thread) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.recent, at)
}
