package gateway

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/gateway/outlet"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/outbox"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// house is a gateway over fakes: the same promises, no disk.
type house struct {
	*Gateway
	t       *testing.T
	turns   *fakeTurns
	log     *fakeLog
	mail    *fakeDeliveries
	dialogs fakeDialogs
}

var sentences = sync.OnceValues(i18n.New)

func newHouse(t *testing.T) *house {
	t.Helper()
	say, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, turns: &fakeTurns{}, log: &fakeLog{kept: map[string][]sdk.Event{}}, mail: &fakeDeliveries{list: map[string]Delivery{}}, dialogs: fakeDialogs{}}
	h.Gateway, err = New(Organs{
		Turns: h.turns, People: fakePeople{}, Bindings: fakeBindings{}, Deliveries: h.mail, Dialogs: h.dialogs, Feed: NewFeed(h.log),
		Catalog: fakeCatalog{}, Say: say, Redact: func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") },
		Now: time.Now, Lang: "it",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

func (h *house) web() sdk.Core { return h.Core(Door{Name: "web"}) }

func as(token string) sdk.Presented { return sdk.Presented{Token: token} }

func message(id, token, conversation, text string) sdk.Inbound {
	return sdk.Inbound{ID: id, Who: as(token), Conversation: conversation, Text: text}
}

// fakeTurns records the turns it ran; hold, when set, is waited for inside each.
type fakeTurns struct {
	mu      sync.Mutex
	ran     []turn.Opening
	inside  map[string]int // turns of a conversation at the same time
	overlap bool
	hold    chan struct{}
}

func (f *fakeTurns) Run(ctx context.Context, in turn.Opening) core.Outcome {
	f.mu.Lock()
	if f.inside == nil {
		f.inside = map[string]int{}
	}
	key := string(in.Owner) + in.Conversation
	f.inside[key]++
	f.overlap = f.overlap || f.inside[key] > 1
	f.mu.Unlock()
	if f.hold != nil {
		select {
		case <-f.hold:
		case <-ctx.Done():
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.inside[key]--
	f.ran = append(f.ran, in)
	kind := core.Answer
	if ctx.Err() != nil {
		kind = core.Error
	}
	return core.Outcome{TurnID: in.ID, Kind: kind, Message: in.Text}
}

func (f *fakeTurns) Undo(ctx context.Context, in turn.Opening, id string) core.Outcome {
	in.Text = "undo " + id
	return f.Run(ctx, in)
}

func (f *fakeTurns) texts() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var texts []string
	for _, in := range f.ran {
		texts = append(texts, string(in.Owner)+": "+in.Text)
	}
	return texts
}

func (h *house) await(n int) {
	h.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if len(h.turns.texts()) >= n {
			return
		}
	}
	h.t.Fatalf("%d turns ran, want %d", len(h.turns.texts()), n)
}

type fakePeople struct{}

func (fakePeople) Person(_ context.Context, id core.Owner) (people.Person, error) {
	roles := map[core.Owner]people.Role{"host": people.Admin, "anna": people.Member, "bruno": people.Member, "gina": people.Guest}
	if role, ok := roles[id]; ok {
		return people.Person{ID: id, Name: string(id), Role: role}, nil
	}
	return people.Person{}, sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "no")
}

func (f fakePeople) Principal(ctx context.Context, token string) (people.Person, people.Session, error) {
	id, ok := strings.CutPrefix(token, "token-")
	if !ok {
		return people.Person{}, people.Session{}, sdk.Errorf(sdk.AuthRequired, "session_unknown", "no")
	}
	p, err := f.Person(ctx, core.Owner(id))
	return p, people.Session{}, err
}

func (fakePeople) SignIn(_ context.Context, token, _ string) (string, people.Session, error) {
	if token != "link-anna" {
		return "", people.Session{}, sdk.Errorf(sdk.AuthRequired, "link_spent", "no")
	}
	return "token-anna", people.Session{Expires: time.Unix(1, 0)}, nil
}
func (fakePeople) Close(context.Context, string) error                      { return nil }
func (fakePeople) Prefer(context.Context, core.Owner, string, string) error { return nil }

// fakeBindings binds sender 42 of each channel, and of each account, to somebody else.
type fakeBindings struct{}

func (fakeBindings) Bound(_ context.Context, channel, account, sender string) (core.Owner, bool, error) {
	owner, ok := map[string]core.Owner{"telegram//42": "anna", "signal//42": "bruno", "telegram/second/42": "gina"}[channel+"/"+account+"/"+sender]
	return owner, ok, nil
}

type fakeLog struct {
	mu   sync.Mutex
	kept map[string][]sdk.Event
	full bool
}

func (f *fakeLog) Append(owner core.Owner, conversation string, e sdk.Event) (sdk.Event, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.full {
		return e, sdk.Errorf(sdk.IOError, "", "disk")
	}
	key := string(owner) + "|" + conversation
	e.Seq = int64(len(f.kept[key]) + 1)
	f.kept[key] = append(f.kept[key], e)
	return e, nil
}

func (f *fakeLog) Events(owner core.Owner, conversation string, after int64, _ int) ([]sdk.Event, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.kept[string(owner)+"|"+conversation]
	if after >= int64(len(all)) {
		return nil, nil
	}
	return all[after:], nil
}

type fakeDeliveries struct {
	mu      sync.Mutex
	list    map[string]Delivery
	posted  []outbox.Letter
	order   int64
	fail    bool
	forgets time.Time
}

func (f *fakeDeliveries) key(owner core.Owner, d Delivery) string {
	return string(owner) + "|" + d.Channel + "|" + d.Inbound.Who.Account + d.Inbound.ID
}

func (f *fakeDeliveries) Accept(owner core.Owner, d Delivery) (Delivery, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail {
		return Delivery{}, false, sdk.Errorf(sdk.IOError, "", "disk")
	}
	if first, ok := f.list[f.key(owner, d)]; ok {
		return first, true, nil
	}
	f.order++
	d.Order = f.order
	f.list[f.key(owner, d)] = d
	return d, false, nil
}

func (f *fakeDeliveries) change(owner core.Owner, d Delivery, edit func(*Delivery)) (Delivery, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail {
		return d, sdk.Errorf(sdk.IOError, "disk_failed", "disk").With("path", "x")
	}
	there := f.list[f.key(owner, d)]
	edit(&there)
	f.list[f.key(owner, d)] = there
	return there, nil
}

func (f *fakeDeliveries) Start(owner core.Owner, d Delivery, epoch, dialog string, now time.Time) (Delivery, error) {
	return f.change(owner, d, func(d *Delivery) {
		d.State, d.Epoch, d.Dialog, d.Attempts = Running, epoch, dialog, d.Attempts+1
	})
}

func (f *fakeDeliveries) Finish(owner core.Owner, d Delivery, _ core.Outcome, now time.Time, letters ...outbox.Letter) error {
	_, err := f.change(owner, d, func(d *Delivery) { d.State, d.Done = Finished, now })
	f.mu.Lock()
	defer f.mu.Unlock()
	f.posted = append(f.posted, letters...)
	return err
}

func (f *fakeDeliveries) Get(owner core.Owner, d Delivery) (Delivery, bool, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	found, ok := f.list[f.key(owner, d)]
	return found, ok, nil
}

func (f *fakeDeliveries) Unfinished(owner core.Owner) (out []Delivery, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for key, d := range f.list {
		if strings.HasPrefix(key, string(owner)+"|") && d.Done.IsZero() {
			out = append(out, d)
		}
	}
	return out, nil
}

func (f *fakeDeliveries) Forget(_ core.Owner, then time.Time) (int, error) {
	f.forgets = then
	return 0, nil
}

func (f *fakeDeliveries) Owners() ([]core.Owner, error) {
	return []core.Owner{"anna", "bruno", "gone"}, nil
}

type fakeDialogs map[core.Owner]core.Dialog

func (f fakeDialogs) Get(owner core.Owner, id string) (core.Dialog, bool, error) {
	d, ok := f[owner]
	return d, ok && d.ID == id, nil
}

func (f fakeDialogs) Current(owner core.Owner, channel, conversation string) (core.Dialog, bool, error) {
	d, ok := f[owner]
	return d, ok && d.Channel == channel && d.Conversation == conversation && d.State == "open", nil
}

func (f fakeDialogs) Reopen(core.Owner, string) error { return nil }

func (f fakeDialogs) Expire(owner core.Owner, now, _ time.Time) (out []core.Dialog, err error) {
	if d, ok := f[owner]; ok && d.State == "open" && d.Expires.Before(now) {
		d.State = "expired"
		f[owner], out = d, append(out, d)
	}
	return out, nil
}

func (f fakeDialogs) Owners() ([]core.Owner, error) { return []core.Owner{"anna", "gone"}, nil }

type fakeCatalog struct{}

func (fakeCatalog) Active() []core.Executor {
	return []core.Executor{{Manifest: &manifest.Manifest{Name: "find_files", Affinity: map[string][]string{"it": {"cerca file"}, "en": {"find files"}}}}}
}

func TestField_SESS_08(t *testing.T) { // messages sent while a turn runs wait their turn
	h := newHouse(t)
	h.turns.hold = make(chan struct{})
	var want []string
	for i := range 10 {
		text := strconv.Itoa(i)
		want = append(want, "anna: "+text)
		if _, err := h.web().Deliver(context.Background(), message("m"+text, "token-anna", "c", text)); err != nil {
			t.Fatal(err)
		}
	}
	close(h.turns.hold)
	h.await(10)
	if diff := cmp.Diff(want, h.turns.texts()); diff != "" {
		t.Error(diff)
	}
	if h.turns.overlap {
		t.Error("two turns of one conversation ran together")
	}
}

func TestConversationsDoNotWaitForOneAnother(t *testing.T) {
	h := newHouse(t)
	h.turns.hold = make(chan struct{})
	for i, c := range []string{"a", "b", "c"} {
		if _, err := h.web().Deliver(context.Background(), message(strconv.Itoa(i), "token-anna", c, c)); err != nil {
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		h.turns.mu.Lock()
		n := len(h.turns.inside)
		h.turns.mu.Unlock()
		if n == 3 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d conversations run together, want 3", n)
		}
	}
	close(h.turns.hold)
	h.await(3)
}

func TestARepeatedMessageIsTakenOnce(t *testing.T) {
	h := newHouse(t)
	first, err := h.web().Deliver(context.Background(), message("m1", "token-anna", "c", "ciao"))
	if err != nil || first.Duplicate {
		t.Fatalf("%+v, %v", first, err)
	}
	again, err := h.web().Deliver(context.Background(), message("m1", "token-anna", "c", "ciao"))
	if err != nil || !again.Duplicate || again.Turn != first.Turn {
		t.Errorf("%+v, %v", again, err)
	}
	other, err := h.web().Deliver(context.Background(), message("m1", "token-bruno", "c", "ciao"))
	if err != nil || other.Duplicate {
		t.Errorf("another person's message was taken for the first one's: %+v, %v", other, err)
	}
	h.await(2)
	if got := h.turns.texts(); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// The language a channel speaks is a hint: it never overrides the sentence or the conversation.
func TestTheChannelsLanguageIsAHint(t *testing.T) {
	h := newHouse(t)
	for id, lang := range map[string]string{"m1": "en", "m2": "xx"} {
		in := message(id, "token-anna", id, "ciao")
		in.Lang = lang
		if _, err := h.web().Deliver(context.Background(), in); err != nil {
			t.Fatal(err)
		}
	}
	h.await(2)
	h.turns.mu.Lock()
	defer h.turns.mu.Unlock()
	for _, in := range h.turns.ran {
		if want := map[string]string{"m1": "en", "m2": ""}[in.Conversation]; in.Lang != "" || in.Hint != want {
			t.Errorf("%s: asked for %q, hinted %q", in.Conversation, in.Lang, in.Hint)
		}
	}
}

func TestAMessageThatCannotBeStoredIsNotAcknowledged(t *testing.T) {
	h := newHouse(t)
	h.mail.fail = true
	if _, err := h.web().Deliver(context.Background(), message("m1", "token-anna", "c", "ciao")); err == nil {
		t.Error("acknowledged")
	}
	h.mail.fail = false
	if _, err := h.web().Deliver(context.Background(), message("m2", "token-anna", "c", "dopo")); err != nil {
		t.Fatal(err)
	}
	h.await(1)
	if diff := cmp.Diff([]string{"anna: dopo"}, h.turns.texts()); diff != "" {
		t.Error(diff)
	}
}

func TestField_SESS_02(t *testing.T) { // the core says who speaks; nobody means nothing
	h := newHouse(t)
	for _, who := range []sdk.Presented{{}, {Token: "forged"}, {Token: "token-eve"}, {Sender: "7"}} {
		in := sdk.Inbound{ID: "m", Who: who, Conversation: "c", Text: "ciao"}
		if _, err := h.web().Deliver(context.Background(), in); err == nil {
			t.Errorf("%+v was served", who)
		}
		if _, err := h.web().Resume(context.Background(), who, "c", 0); err == nil {
			t.Errorf("%+v could resume", who)
		}
		if _, err := h.web().Call(context.Background(), who, "catalog.list", nil); err == nil {
			t.Errorf("%+v could call", who)
		}
	}
	if len(h.turns.texts()) != 0 || len(h.mail.list) != 0 {
		t.Error("something was kept or ran")
	}
}

func TestField_SESS_06(t *testing.T) { // the same sender id on two channels, or two accounts, is two persons
	h := newHouse(t)
	for _, from := range []struct{ channel, account string }{{"telegram", ""}, {"signal", ""}, {"telegram", "second"}} {
		in := sdk.Inbound{ID: "m", Who: sdk.Presented{Account: from.account, Sender: "42"}, Conversation: "c", Text: "ciao"}
		if got, err := h.Core(Door{Name: from.channel}).Deliver(context.Background(), in); err != nil || got.Duplicate {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	h.await(3)
	owners := map[core.Owner]bool{}
	for _, in := range h.turns.ran {
		owners[in.Owner] = true
	}
	if !owners["anna"] || !owners["bruno"] || !owners["gina"] {
		t.Errorf("%v", owners)
	}
}

func TestField_SESS_01(t *testing.T) { // events of one person and channel are theirs there alone
	h := newHouse(t)
	h.Feed.Emit(context.Background(), "anna", "web", "c", sdk.Event{Kind: "final"})
	h.Feed.Emit(context.Background(), "anna", "telegram", "c", sdk.Event{Kind: "final"})
	for token, want := range map[string]int{"token-anna": 1, "token-bruno": 0} {
		if got, err := h.web().Resume(context.Background(), as(token), "c", 0); err != nil || len(got) != want {
			t.Errorf("%s sees %d events, want %d (%v)", token, len(got), want, err)
		}
	}
}

func TestField_CONSENT_07(t *testing.T) { // only who was asked can answer, where they were asked
	h := newHouse(t)
	h.dialogs["anna"] = core.Dialog{ID: "d1", Kind: core.Approval, Owner: "anna", Channel: "web", Conversation: "c", Digest: "abc", State: "open"}
	yes := sdk.Decision{Proposal: "d1", Digest: "abc", Approve: true}
	ctx := context.Background()
	if err := h.web().Decide(ctx, as("token-bruno"), yes); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("somebody else: %v", err)
	}
	if err := h.Core(Door{Name: "telegram"}).Decide(ctx, as("token-anna"), yes); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("another channel: %v", err)
	}
	if err := h.web().Decide(ctx, as("token-anna"), sdk.Decision{Proposal: "d1", Digest: "xyz", Approve: true}); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("another digest: %v", err)
	}
	if err := h.web().Decide(ctx, as("token-anna"), yes); err != nil {
		t.Fatal(err)
	}
	h.await(1)
	if got := h.turns.ran[0]; got.Decision == nil || !got.Decision.Approve || got.Conversation != "c" || got.Owner != "anna" {
		t.Errorf("%+v", got)
	}
}

func TestAReplyCarriesItsValue(t *testing.T) {
	h := newHouse(t)
	h.dialogs["anna"] = core.Dialog{ID: "d1", Kind: core.Ask, Owner: "anna", Channel: "web", Conversation: "c", State: "open"}
	ctx := context.Background()
	if err := h.web().Reply(ctx, as("token-anna"), sdk.Reply{Dialog: "d1"}); sdk.ClassOf(err) != sdk.WrongArgs {
		t.Errorf("%v", err)
	}
	if err := h.web().Reply(ctx, as("token-anna"), sdk.Reply{Dialog: "d1", Values: map[string]string{"answer": "2"}}); err != nil {
		t.Fatal(err)
	}
	h.await(1)
	if h.turns.ran[0].Decision.Value != "2" {
		t.Errorf("%+v", h.turns.ran[0].Decision)
	}
}

func TestCancelStopsOnlyOnesOwnTurn(t *testing.T) {
	h := newHouse(t)
	h.turns.hold = make(chan struct{})
	ctx := context.Background()
	a, err := h.web().Deliver(ctx, message("m1", "token-anna", "c", "lungo"))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.web().Cancel(ctx, as("token-bruno"), a.Turn); err == nil {
		t.Error("somebody else stopped it")
	}
	if err := h.web().Cancel(ctx, as("token-anna"), a.Turn); err != nil {
		t.Error(err)
	}
	h.await(1)
	if err := h.web().Cancel(ctx, as("token-anna"), "0000000000000000"); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("%v", err)
	}
}

func TestTooManyMessagesAreRefusedNotLost(t *testing.T) {
	h := newHouse(t)
	h.turns.hold = make(chan struct{})
	taken := 0
	for i := range waitingRoom + 10 {
		_, err := h.web().Deliver(context.Background(), message(strconv.Itoa(i), "token-anna", "c", "x"))
		switch sdk.ClassOf(err) {
		case "":
			taken++
		case sdk.RateLimited:
		default:
			t.Fatal(err)
		}
	}
	close(h.turns.hold)
	h.await(taken)
	h.Close()
	if taken != waitingRoom || len(h.mail.list) != taken {
		t.Errorf("%d taken, %d stored", taken, len(h.mail.list))
	}
}

func TestMethodsCheckTheRole(t *testing.T) {
	h := newHouse(t)
	ctx := context.Background()
	secret := Method{"admin.secret", people.Admin, func(context.Context, Caller, json.RawMessage) (any, error) { return "told", nil }}
	g, err := New(Organs{Turns: h.turns, People: fakePeople{}, Deliveries: h.mail, Dialogs: h.dialogs, Feed: h.Feed, Catalog: fakeCatalog{}, Methods: []Method{secret}, Lang: "it"})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	web := g.Core(Door{Name: "web"})
	for token, fine := range map[string]bool{"token-host": true, "token-anna": false, "token-gina": false, "": false} {
		if _, err := web.Call(ctx, as(token), "admin.secret", nil); (err == nil) != fine {
			t.Errorf("%q: %v", token, err)
		}
	}
	body, err := web.Call(ctx, sdk.Presented{}, "session.open", json.RawMessage(`{"token":"link-anna","agent":"x"}`))
	if err != nil || !strings.Contains(string(body), `"session":"token-anna"`) {
		t.Errorf("%s, %v", body, err)
	}
	body, err = web.Call(ctx, as("token-anna"), "session.show", nil)
	if err != nil || !strings.Contains(string(body), `"owner":"anna"`) {
		t.Errorf("%s, %v", body, err)
	}
	if _, err := web.Call(ctx, as("token-host"), "no.such", nil); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("%v", err)
	}
	if _, err := New(Organs{Methods: []Method{{Name: "session.open"}}}); err == nil {
		t.Error("a method was declared twice")
	}
}

func TestSecretsAreNotKeptWithTheMessage(t *testing.T) {
	h := newHouse(t)
	if _, err := h.web().Deliver(context.Background(), message("m1", "token-anna", "c", "la password è hunter2")); err != nil {
		t.Fatal(err)
	}
	h.rest()
	d, _, _ := h.mail.Get("anna", Delivery{Channel: "web", Inbound: sdk.Inbound{ID: "m1"}})
	if d.Turn == "" || strings.Contains(d.Inbound.Text, "hunter2") || d.Inbound.Who.Token != "" {
		t.Errorf("%+v", d.Inbound)
	}
}

func TestWhatNobodyResumesIsNotKept(t *testing.T) {
	log := &memoryLog{}
	NewFeed(log, "cli").Emit(t.Context(), "anna", "cli", "c", sdk.Event{Kind: "final"})
	NewFeed(log, "cli").Emit(t.Context(), "anna", "web", "c", sdk.Event{Kind: "final"})
	if log.appended != 1 {
		t.Errorf("%d events kept, want the one of the web", log.appended)
	}
}

// memoryLog counts what it is given.
type memoryLog struct{ appended int }

func (l *memoryLog) Append(_ core.Owner, _ string, e sdk.Event) (sdk.Event, error) {
	l.appended++
	return e, nil
}

func (*memoryLog) Events(core.Owner, string, int64, int) ([]sdk.Event, error) { return nil, nil }

func TestTheFeedKeepsOrderAndASlowChannelDelaysNobody(t *testing.T) {
	h := newHouse(t)
	slow := &slowChannel{gate: make(chan struct{})}
	detach := h.Feed.Attach(context.Background(), "web", slow)
	begun := time.Now()
	for range outlet.Room * 2 {
		h.Feed.Emit(context.Background(), "anna", "web", "c", sdk.Event{Kind: "delta"})
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("a channel that takes nothing held the core for %v", took)
	}
	close(slow.gate)
	detach()
	last := int64(0)
	for _, e := range slow.got {
		if e.Event.Seq <= last {
			t.Fatalf("event %d after %d", e.Event.Seq, last)
		}
		last = e.Event.Seq
	}
	if last != outlet.Room*2 {
		t.Errorf("the last event that came is %d", last)
	}
	if kept, err := h.Feed.Resume("anna", "web", "c", 0); err != nil || len(kept) != outlet.Room*2 {
		t.Errorf("%d events kept, %v", len(kept), err)
	}
}

type slowChannel struct {
	gate chan struct{}
	got  []sdk.Outbound
}

func (s *slowChannel) Send(_ context.Context, out sdk.Outbound) error {
	<-s.gate
	s.got = append(s.got, out)
	return nil
}

func TestAskWaitsForItsConversation(t *testing.T) {
	h := newHouse(t)
	out, err := h.Ask(context.Background(), turn.Opening{Owner: "anna", Channel: "cli", Conversation: "c", Text: "ciao"})
	if err != nil || out.Message != "ciao" || out.TurnID == "" {
		t.Errorf("%+v, %v", out, err)
	}
	if _, err := h.Ask(context.Background(), turn.Opening{Owner: "eve", Text: "ciao"}); err == nil {
		t.Error("a stranger was served")
	}
}
