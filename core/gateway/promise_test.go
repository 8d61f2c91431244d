package gateway

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/outbox"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/sdk"
)

func TestField_CONSENT_08(t *testing.T) { // a consent needs a sender: being in the chat is not enough
	h := newHouse(t)
	h.dialogs["anna"] = core.Dialog{ID: "d1", Kind: core.Approval, Owner: "anna", Channel: "telegram", Conversation: "group", Digest: "abc", State: "open"}
	telegram := h.Core(Door{Name: "telegram"})
	ctx := context.Background()
	yes := sdk.Decision{ID: "p", Proposal: "d1", Digest: "abc", Approve: true}
	for name, who := range map[string]sdk.Presented{
		"nobody": {}, "only the account": {Account: "second"}, "a stranger": {Sender: "7"}, "her number on another account": {Account: "second", Sender: "42"},
	} {
		if err := telegram.Decide(ctx, who, yes); sdk.ClassOf(err) != sdk.AuthRequired && sdk.ClassOf(err) != sdk.PolicyDenied {
			t.Errorf("%s presses: %v", name, err)
		}
	}
	for name, who := range map[string]sdk.Presented{"nobody": {}, "a stranger": {Sender: "7"}} {
		in := sdk.Inbound{ID: name, Who: who, Conversation: "group", Text: "/approve d1"}
		if _, err := telegram.Deliver(ctx, in); sdk.ClassOf(err) != sdk.AuthRequired {
			t.Errorf("%s writes: %v", name, err)
		}
	}
	if len(h.turns.texts()) != 0 || len(h.mail.list) != 0 || h.dialogs["anna"].State != "open" {
		t.Errorf("it counted: %v %v", h.turns.texts(), h.mail.list)
	}
	if err := telegram.Decide(ctx, sdk.Presented{Sender: "42"}, yes); err != nil {
		t.Errorf("her own press: %v", err)
	}
	h.await(1)
}

func TestField_SESS_11(t *testing.T) { // a notice during a step is beside the turn, not in it
	h := newHouse(t)
	h.turns.hold = make(chan struct{})
	got, err := h.web().Deliver(context.Background(), message("m1", "token-anna", "c", "lungo"))
	if err != nil {
		t.Fatal(err)
	}
	h.Feed.Emit(context.Background(), "anna", "web", "c", sdk.Event{Kind: "step", Turn: got.Turn})
	h.Feed.Emit(context.Background(), "anna", "web", "c", sdk.Event{Kind: "notice", Data: json.RawMessage(`{"text":"spazio quasi finito"}`)})
	if _, err := h.web().Deliver(context.Background(), message("m2", "token-anna", "c", "dopo")); err != nil {
		t.Fatal(err)
	}
	close(h.turns.hold)
	h.rest()
	events, err := h.web().Resume(context.Background(), as("token-anna"), "c", 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, e.Kind)
		if e.Kind == "notice" && e.Turn != "" {
			t.Errorf("the notice is of turn %s", e.Turn)
		}
		if e.Kind == final {
			var out core.Outcome
			if err := json.Unmarshal(e.Data, &out); err != nil || out.Kind != core.Answer || strings.Contains(out.Message, "spazio") {
				t.Errorf("%s, %v", e.Data, err)
			}
		}
	}
	if want := []string{"step", "notice", final, final}; !slices.Equal(kinds, want) {
		t.Errorf("%v, want %v", kinds, want)
	}
	if texts := h.turns.texts(); !slices.Equal(texts, []string{"anna: lungo", "anna: dopo"}) {
		t.Errorf("the turns ran on %v", texts)
	}
}

// fakePairing knows one code, which makes a sender bruno.
type fakePairing struct{ given []string }

func (f *fakePairing) Pair(_ context.Context, channel, account, sender, code string) (people.Person, error) {
	f.given = append(f.given, strings.Join([]string{channel, account, sender, code}, " "))
	if code != "bcdf-1234" {
		return people.Person{}, sdk.Errorf(sdk.AuthRequired, "pairing_code", "no")
	}
	return people.Person{ID: "bruno", Name: "Bruno", Role: people.Member}, nil
}

func TestOnlyAPairingCodeOpensTheDoor(t *testing.T) {
	for name, tc := range map[string]struct {
		who   sdk.Presented
		text  string
		class sdk.Class
		says  string
		given int
	}{
		"start":                  {sdk.Presented{Account: "bot", Sender: "7"}, "/start bcdf-1234", "", "Ciao Bruno", 1},
		"pair":                   {sdk.Presented{Sender: "7"}, " /pair  bcdf-1234 ", "", "Ciao Bruno", 1},
		"a wrong code":           {sdk.Presented{Sender: "7"}, "/pair none", sdk.AuthRequired, "", 1},
		"no code":                {sdk.Presented{Sender: "7"}, "/start", sdk.AuthRequired, "", 0},
		"anything else":          {sdk.Presented{Sender: "7"}, "quanti pdf?", sdk.AuthRequired, "", 0},
		"a code inside":          {sdk.Presented{Sender: "7"}, "dimmi /pair bcdf-1234", sdk.AuthRequired, "", 0},
		"no sender":              {sdk.Presented{}, "/pair bcdf-1234", sdk.AuthRequired, "", 0},
		"somebody already":       {sdk.Presented{Sender: "42"}, "/pair bcdf-1234", "", "So già chi sei, anna", 0},
		"signed in on the page":  {sdk.Presented{Token: "token-anna"}, "/pair bcdf-1234", "", "/pair bcdf-1234", 0},
		"a token that is no one": {sdk.Presented{Token: "forged"}, "/pair bcdf-1234", sdk.AuthRequired, "", 0},
	} {
		h := newHouse(t)
		pairing := &fakePairing{}
		h.Pairing = pairing
		_, err := h.Core(Door{Name: "telegram"}).Deliver(context.Background(), sdk.Inbound{ID: "m", Who: tc.who, Conversation: "c", Text: tc.text})
		h.rest()
		if sdk.ClassOf(err) != tc.class || len(pairing.given) != tc.given {
			t.Errorf("%s: %v, codes tried %v", name, err, pairing.given)
		}
		if tc.class != "" && (len(h.mail.list) != 0 || len(h.log.kept) != 0) {
			t.Errorf("%s: something of it is kept", name)
		}
		var said strings.Builder
		for _, events := range h.log.kept {
			for _, e := range events {
				said.Write(e.Data)
			}
		}
		if !strings.Contains(said.String(), tc.says) {
			t.Errorf("%s: told %s, want %q", name, &said, tc.says)
		}
		for _, d := range h.mail.list {
			if tc.who.Token == "" && strings.Contains(d.Inbound.Text, "bcdf") {
				t.Errorf("%s: the code is kept: %+v", name, d.Inbound)
			}
		}
	}
}

// A core that is told to stop leaves what waits, and what it cut off before it changed anything, to the next one.
func TestAStopLeavesWhatWaits(t *testing.T) {
	h := newHouse(t)
	h.turns.hold = make(chan struct{})
	for _, id := range []string{"m1", "m2"} {
		if _, err := h.web().Deliver(context.Background(), message(id, "token-anna", "c", id)); err != nil {
			t.Fatal(err)
		}
	}
	asked := make(chan error, 1)
	go func() {
		_, err := h.Ask(context.Background(), turn.Opening{Owner: "anna", Channel: "web", Conversation: "c", Text: "e io?"})
		asked <- err
	}()
	for !h.turnRuns() {
		time.Sleep(100 * time.Microsecond)
	}
	h.Close()
	if err := <-asked; sdk.ClassOf(err) != sdk.Unavailable {
		t.Errorf("the command line hears %v", err)
	}
	left, err := h.mail.Unfinished("anna")
	if err != nil || len(left) != 2 || len(h.log.kept) != 0 {
		t.Errorf("left %v, told %v, %v", left, h.log.kept, err)
	}
	if _, err := h.web().Deliver(context.Background(), message("m3", "token-anna", "c", "m3")); sdk.ClassOf(err) != sdk.Unavailable {
		t.Errorf("a stopping core takes %v", err)
	}
	if got := h.turns.texts(); !slices.Equal(got, []string{"anna: m1"}) {
		t.Errorf("ran %v", got)
	}
}

// rest waits until every message has its end.
func (h *house) rest() {
	h.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Microsecond) {
		h.mail.mu.Lock()
		done := true
		for _, d := range h.mail.list {
			done = done && d.State == Finished
		}
		h.mail.mu.Unlock()
		if done {
			return
		}
	}
	h.t.Fatal("something never ends")
}

func (h *house) turnRuns() bool {
	h.turns.mu.Lock()
	defer h.turns.mu.Unlock()
	return len(h.turns.inside) > 0
}

func TestATurnThatCannotBeRecordedDoesNotBegin(t *testing.T) {
	h := newHouse(t)
	h.turns.hold = make(chan struct{})
	for _, id := range []string{"m1", "m2"} {
		if _, err := h.web().Deliver(context.Background(), message(id, "token-anna", "c", id)); err != nil {
			t.Fatal(err)
		}
	}
	for !h.turnRuns() {
		time.Sleep(100 * time.Microsecond)
	}
	h.mail.mu.Lock()
	h.mail.fail = true
	h.mail.mu.Unlock()
	close(h.turns.hold)
	for deadline := time.Now().Add(30 * time.Second); len(h.kinds("anna|web/c")) < 4 && time.Now().Before(deadline); {
		time.Sleep(100 * time.Microsecond)
	}
	h.Close()
	if got := h.turns.texts(); !slices.Equal(got, []string{"anna: m1"}) {
		t.Errorf("ran %v", got)
	}
	if got := h.kinds("anna|web/c"); !slices.Equal(got, []string{final, "notice", final, "notice"}) {
		t.Errorf("told %v", got)
	}
}

func (h *house) kinds(place string) (out []string) {
	h.log.mu.Lock()
	defer h.log.mu.Unlock()
	for _, e := range h.log.kept[place] {
		out = append(out, e.Kind)
	}
	return out
}

// An answer nobody could ever see is not recorded as given.
func TestAnAnswerThatCannotBeKeptIsStillOwed(t *testing.T) {
	h := newHouse(t)
	h.log.full = true
	if _, err := h.web().Deliver(context.Background(), message("m1", "token-anna", "c", "ciao")); err != nil {
		t.Fatal(err)
	}
	h.await(1)
	h.Close()
	if left, err := h.mail.Unfinished("anna"); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// An answer to a question that held a secret is used once and kept without it: the next process asks for it again.
func TestAnAnswerWithASecretIsNotKept(t *testing.T) {
	w := newGlobe(t, "web")
	c := &client{globe: w, turns: map[string]string{}}
	if err := w.disk.Dialogs().Open("anna", core.Dialog{ID: "q", Kind: core.Ask, Owner: "anna", Channel: "web", Conversation: "c", Turn: turnX, Prompt: "La password?", State: "open", Created: w.clock(), Expires: w.clock().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	c.lives = []int{2} // it is accepted, and says that it begins
	c.reboot()
	c.p.apart(func() {
		_ = c.p.Core(Door{Name: "web"}).Reply(t.Context(), as("token-anna"), sdk.Reply{ID: "r", Dialog: "q", Values: map[string]string{"answer": "hunter2"}})
	})
	for !c.p.fuse.out() {
		time.Sleep(100 * time.Microsecond)
	}
	d, found, err := w.disk.Deliveries().Get("anna", store.Delivery{Channel: "web", Inbound: sdk.Inbound{ID: "r"}})
	if err != nil || !found || !d.Lossy || strings.Contains(string(d.Decision), "hunter2") {
		t.Fatalf("%+v %v", d, err)
	}
	c.turns["r"] = d.Turn
	c.reboot()
	c.settle()
	if ends := c.finals("r"); len(ends) != 1 || !strings.Contains(ends[0].Message, "riservato") {
		t.Errorf("%+v", ends)
	}
	if open, found, err := w.disk.Dialogs().Current("anna", "web", "c"); err != nil || !found || open.ID != "q" {
		t.Errorf("the question is gone: %+v %v", open, err)
	}
}

func TestExpiredQuestionsAreAnnouncedOnce(t *testing.T) {
	h := newHouse(t)
	now := time.Now()
	h.dialogs["anna"] = core.Dialog{ID: "d1", Owner: "anna", Channel: "web", Conversation: "c", State: "open", Expires: now}
	h.dialogs["gone"] = core.Dialog{ID: "d2", Owner: "gone", Channel: "web", Conversation: "c", State: "open", Expires: now}
	for _, at := range []time.Time{now.Add(-time.Second), now.Add(time.Second), now.Add(time.Minute)} {
		if err := h.Expire(context.Background(), at); err != nil {
			t.Fatal(err)
		}
	}
	events := h.log.kept["anna|web/c"]
	if len(h.log.kept) != 1 || len(events) != 1 || events[0].Kind != "dialog" || string(events[0].Data) != `{"id":"d1","state":"expired"}` {
		t.Errorf("%v", h.log.kept)
	}
}

func TestSweepForgetsInTime(t *testing.T) {
	h := newHouse(t)
	now := time.Now()
	letters := &fakeLetters{}
	h.Letters = letters
	if err := h.Sweep(context.Background(), now); err != nil {
		t.Fatal(err)
	}
	if !h.mail.forgets.Equal(now.Add(-30*24*time.Hour)) || !letters.forgets.Equal(now.Add(-7*24*time.Hour)) {
		t.Errorf("messages before %v, letters before %v", h.mail.forgets, letters.forgets)
	}
}

type fakeLetters struct {
	outbox.Letters
	forgets time.Time
}

func (f *fakeLetters) Forget(_ core.Owner, then time.Time) (int, error) {
	f.forgets = then
	return 0, nil
}

// A channel that pushes gets progress as it happens, and answers through the outbox alone: of delivered messages
// and of turns that something else opened there.
func TestAPushedAnswerHasOneWayOut(t *testing.T) {
	w := newGlobe(t, "telegram")
	c := &client{globe: w, turns: map[string]string{}}
	c.reboot()
	all := &everything{}
	detach := c.p.Attach(t.Context(), "telegram", all)
	c.send("m1", "leggi")
	out, err := c.p.Ask(t.Context(), turn.Opening{Owner: "anna", Channel: "telegram", Conversation: "c", Text: "leggi"})
	if err != nil {
		t.Fatal(err)
	}
	c.settle()
	detach()
	ends := map[string]int{}
	progress := 0
	for _, o := range all.list() {
		if o.Event.Kind != final {
			progress++
			continue
		}
		if o.ID == "" {
			t.Errorf("an answer without an id: %+v", o)
		}
		ends[o.Event.Turn]++
	}
	if progress == 0 || len(ends) != 2 || ends[out.TurnID] != 1 || ends[c.turns["m1"]] != 1 {
		t.Errorf("%d of progress, ends %v", progress, ends)
	}
}

type everything struct {
	mu  sync.Mutex
	got []sdk.Outbound
}

func (e *everything) Send(_ context.Context, out sdk.Outbound) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.got = append(e.got, out)
	return nil
}

func (e *everything) list() []sdk.Outbound {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.got)
}

// Many people, conversations and repeats at once: each message runs once, in the order of its conversation.
func TestManyAtOnce(t *testing.T) {
	w := newGlobe(t, "web")
	p := w.boot(-1)
	var all sync.WaitGroup
	for _, conversation := range []string{"a", "b", "c", "d"} {
		all.Go(func() {
			for i := range 10 {
				var same sync.WaitGroup
				for range 3 {
					same.Go(func() {
						in := message(conversation+string(rune('0'+i)), "token-anna", conversation, "leggi")
						if _, err := p.Core(Door{Name: "web"}).Deliver(context.Background(), in); err != nil {
							t.Error(err)
						}
					})
				}
				same.Wait()
			}
		})
	}
	all.Wait()
	(&client{globe: w, p: p}).settle()
	for _, conversation := range []string{"a", "b", "c", "d"} {
		events, err := p.Feed.Resume("anna", "web", conversation, 0)
		ends := map[string]int{}
		for _, e := range events {
			if e.Kind == final {
				ends[e.Turn]++
			}
		}
		if err != nil || len(ends) != 10 {
			t.Errorf("%s: %d turns, %v", conversation, len(ends), err)
		}
		for turn, n := range ends {
			if n != 1 {
				t.Errorf("%s ended %d times", turn, n)
			}
		}
	}
}

func FuzzPairingCode(f *testing.F) {
	for _, seed := range []string{"/start bcdf-1234", "/pair", " /pair  x y ", "/pairx y", "/start\u00a0x", pairedText} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, ok := pairingCode(text)
		if ok == (code == "") && ok || code != strings.TrimSpace(code) {
			t.Errorf("%q gives %q, %v", text, code, ok)
		}
		if trimmed := strings.TrimSpace(text); ok && !strings.HasPrefix(trimmed, "/start ") && !strings.HasPrefix(trimmed, "/pair ") {
			t.Errorf("%q is taken for a pairing command", text)
		}
	})
}
