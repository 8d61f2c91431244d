package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// shelf keeps letters in memory, with the promises of the store.
type shelf struct {
	mu      sync.Mutex
	order   int64
	waiting map[core.Owner][]Letter
	over    map[string]Letter
	fail    map[string]int // how often a call fails: mark, end
}

func newShelf() *shelf {
	return &shelf{waiting: map[core.Owner][]Letter{}, over: map[string]Letter{}, fail: map[string]int{}}
}

var errDisk = errors.New("disk")

func (s *shelf) failing(call string) bool {
	s.fail[call]--
	return s.fail[call] >= 0
}

func (s *shelf) Owners() ([]core.Owner, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []core.Owner
	for owner := range s.waiting {
		out = append(out, owner)
	}
	slices.Sort(out)
	return out, nil
}

func (s *shelf) Post(owner core.Owner, l Letter) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.order++
	l.Order = s.order
	s.waiting[owner] = append(s.waiting[owner], l)
	return nil
}

func (s *shelf) Waiting(owner core.Owner, channel string) (out []Letter, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.waiting[owner] {
		if l.Channel == channel {
			out = append(out, l)
		}
	}
	return out, nil
}

func (s *shelf) at(owner core.Owner, l Letter) int {
	return slices.IndexFunc(s.waiting[owner], func(there Letter) bool { return there.ID == l.ID && there.Order == l.Order })
}

func (s *shelf) Mark(owner core.Owner, l Letter) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failing("mark") {
		return errDisk
	}
	i := s.at(owner, l)
	if i < 0 {
		return fmt.Errorf("no letter %s", l.ID)
	}
	s.waiting[owner][i] = l
	return nil
}

func (s *shelf) End(owner core.Owner, l Letter, copies ...Letter) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failing("end") {
		return errDisk
	}
	i := s.at(owner, l)
	if i < 0 {
		return fmt.Errorf("no letter %s", l.ID)
	}
	s.waiting[owner] = slices.Replace(s.waiting[owner], i, i+1, copies...)
	s.over[l.ID] = l
	return nil
}

func (s *shelf) left() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range s.waiting {
		n += len(list)
	}
	return n
}

// wire is a channel: answers holds what it says to each attempt at an id, then nil.
type wire struct {
	mu      sync.Mutex
	answers map[string][]error
	sent    []string // "id text", attempts included
	inside  int
	overlap bool
	hold    chan struct{}
}

func (w *wire) Send(ctx context.Context, out sdk.Outbound) error {
	w.mu.Lock()
	w.inside++
	w.overlap = w.overlap || w.inside > 1
	var text string
	_ = json.Unmarshal(out.Event.Data, &text)
	w.sent = append(w.sent, out.ID+" "+text)
	var err error
	if rest := w.answers[out.ID]; len(rest) > 0 {
		err, w.answers[out.ID] = rest[0], rest[1:]
	}
	w.mu.Unlock()
	if w.hold != nil {
		select {
		case <-w.hold:
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.inside--
	return err
}

func (w *wire) list() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.sent)
}

func doubt(_ context.Context, _ core.Owner, l Letter) sdk.Event {
	var text string
	if json.Unmarshal(l.Event.Data, &text) == nil && !strings.HasPrefix(text, "again: ") {
		l.Event.Data, _ = json.Marshal("again: " + text)
	}
	return l.Event
}

func quick() Pace {
	return Pace{Send: time.Minute, First: time.Millisecond, Most: 4 * time.Millisecond, Grace: time.Minute}
}

func letter(turn, conversation string) Letter {
	data, _ := json.Marshal(turn)
	return Write("telegram", conversation, sdk.Event{Kind: "final", Turn: turn, Data: data}, time.Now())
}

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Microsecond) {
		if holds() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

func TestAttempts(t *testing.T) {
	busy := sdk.Errorf(sdk.RateLimited, "", "later")
	gone := sdk.Errorf(sdk.Unavailable, "", "no process")
	lost := sdk.Errorf(sdk.Timeout, "", "nobody knows")
	for name, tc := range map[string]struct {
		state   string // of the first letter when the channel is attached
		answers map[string][]error
		fail    map[string]int
		want    []string
	}{
		"sent":                        {Queued, nil, nil, []string{"a-1 a", "b-1 b"}},
		"refused, then sent":          {Queued, map[string][]error{"a-1": {busy, gone, busy}}, nil, []string{"a-1 a", "a-1 a", "a-1 a", "a-1 a", "b-1 b"}},
		"left sending":                {Sending, nil, nil, []string{"a-2 again: a", "b-1 b"}},
		"nobody knows":                {Queued, map[string][]error{"a-1": {lost}}, nil, []string{"a-1 a", "a-2 again: a", "b-1 b"}},
		"nobody knows, twice":         {Queued, map[string][]error{"a-1": {lost}, "a-2": {lost}}, nil, []string{"a-1 a", "a-2 again: a", "a-3 again: a", "b-1 b"}},
		"an error of no class":        {Queued, map[string][]error{"a-1": {errors.New("?")}}, nil, []string{"a-1 a", "a-2 again: a", "b-1 b"}},
		"refused once in doubt":       {Sending, map[string][]error{"a-2": {busy}}, nil, []string{"a-2 again: a", "a-2 again: a", "b-1 b"}},
		"cannot be marked":            {Queued, nil, map[string]int{"mark": 2}, []string{"a-1 a", "b-1 b"}},
		"sent, but it is not written": {Queued, nil, map[string]int{"end": 2}, []string{"a-1 a", "b-1 b"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, w := newShelf(), &wire{answers: tc.answers}
			if tc.fail != nil {
				s.fail = tc.fail
			}
			if w.answers == nil {
				w.answers = map[string][]error{}
			}
			o := New(s, doubt, time.Now, quick())
			first := letter("a", "c")
			first.State = tc.state
			for _, l := range []Letter{first, letter("b", "c")} {
				if err := o.Post("anna", l); err != nil {
					t.Fatal(err)
				}
			}
			detach := o.Attach(t.Context(), "telegram", w)
			eventually(t, "all is sent", func() bool { return s.left() == 0 })
			detach()
			if diff := cmp.Diff(tc.want, w.list()); diff != "" {
				t.Error(diff)
			}
			if s.over["b-1"].State != Sent || s.over["b-1"].Ended.IsZero() {
				t.Errorf("%+v", s.over)
			}
			if _, first := s.over["a-1"]; first && (s.over["a-1"].State == Doubtful) == (s.over["a-2"].ID == "") {
				t.Errorf("%+v", s.over)
			}
		})
	}
}

// A person or a conversation that cannot be reached holds back nobody else.
func TestOnlyTheOwnConversationWaits(t *testing.T) {
	s, w := newShelf(), &wire{answers: map[string][]error{"a-1": nil}}
	for range 50 {
		w.answers["a-1"] = append(w.answers["a-1"], sdk.Errorf(sdk.Unavailable, "", "blocked"))
	}
	o := New(s, doubt, time.Now, quick())
	for _, l := range []Letter{letter("a", "c"), letter("b", "c"), letter("x", "d")} {
		if err := o.Post("anna", l); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Post("bruno", letter("y", "c")); err != nil {
		t.Fatal(err)
	}
	detach := o.Attach(t.Context(), "telegram", w)
	eventually(t, "all is sent", func() bool { return s.left() == 0 })
	detach()
	sent := w.list()
	at := func(what string) int { return slices.Index(sent, what) }
	last := 0
	for i, one := range sent {
		if one == "a-1 a" {
			last = i
		}
	}
	if at("x-1 x") > at("b-1 b") || at("y-1 y") > at("b-1 b") || at("b-1 b") < last || w.overlap {
		t.Errorf("%v", sent)
	}
}

func TestPostedWhileAttached(t *testing.T) {
	s, w := newShelf(), &wire{answers: map[string][]error{}}
	o := New(s, doubt, time.Now, Usual()) // nothing but the bell wakes it in time
	detach := o.Attach(t.Context(), "telegram", w)
	for i := range 20 {
		if err := o.Post("anna", letter(fmt.Sprint(i), "c")); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Post("anna", Write("signal", "c", sdk.Event{Turn: "elsewhere"}, time.Now())); err != nil {
		t.Fatal(err)
	}
	eventually(t, "all is sent", func() bool { return s.left() == 1 })
	detach()
	for i, sent := range w.list() {
		if want := fmt.Sprintf("%d-1 %d", i, i); sent != want {
			t.Errorf("%d: %s", i, sent)
		}
	}
}

// A channel that is detached finishes what it sends, or is cut off and in doubt.
func TestDetach(t *testing.T) {
	for name, tc := range map[string]struct {
		grace time.Duration
		want  string // what is left
	}{"in time": {time.Minute, ""}, "too slow": {time.Nanosecond, "a-2"}} {
		s, w := newShelf(), &wire{hold: make(chan struct{})}
		pace := quick()
		pace.Grace = tc.grace
		o := New(s, doubt, time.Now, pace)
		if err := o.Post("anna", letter("a", "c")); err != nil {
			t.Fatal(err)
		}
		detach := o.Attach(t.Context(), "telegram", w)
		eventually(t, "it is being sent", func() bool { return len(w.list()) == 1 })
		gone := make(chan struct{})
		go func() { detach(); close(gone) }()
		if tc.want == "" {
			close(w.hold)
		}
		<-gone
		left, err := s.Waiting("anna", "telegram")
		if err != nil || tc.want == "" != (len(left) == 0) || tc.want != "" && left[0].ID != tc.want {
			t.Errorf("%s: left %+v, %v", name, left, err)
		}
	}
}

func TestThePaceSlowsDown(t *testing.T) {
	p := Pace{First: time.Second, Most: 10 * time.Second}
	var got []time.Duration
	for tries := range 7 {
		got = append(got, p.wait(tries)/time.Second)
	}
	if want := []time.Duration{1, 1, 2, 4, 8, 10, 10}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
