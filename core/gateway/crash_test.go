package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/gateway/recovery"
	"github.com/metnos/metnos/core/outbox"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/turn"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// fuse ends a process: once it has burnt down, whoever would write, act or send never does, nor anything after.
type fuse struct {
	mu    sync.Mutex
	left  int // steps until the end; negative: never
	burnt int
	dead  bool
}

func (f *fuse) burn() {
	f.mu.Lock()
	if f.dead || f.left == 0 {
		f.dead = true
		f.mu.Unlock()
		runtime.Goexit()
	}
	f.left--
	f.burnt++
	f.mu.Unlock()
}

func (f *fuse) out() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dead
}

// globe is what outlives a process: the disk, what was changed in the world, and what arrived at a person.
type globe struct {
	t       *testing.T
	data    string
	disk    *store.Store
	channel string

	mu      sync.Mutex
	now     time.Time
	changed map[string]int // by the text of the request
	arrived []sdk.Outbound
	bombs   int
	opened  int // questions
}

func newGlobe(t *testing.T, channel string) *globe {
	t.Helper()
	w := &globe{t: t, data: t.TempDir(), channel: channel, now: time.Now(), changed: map[string]int{}}
	var err error
	if w.disk, err = store.Open(w.data); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.disk.Close() })
	return w
}

func (w *globe) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(time.Millisecond)
	return w.now
}

// process is one life of the core over the globe.
type process struct {
	*globe
	*Gateway
	fuse    *fuse
	journal *undo.Journal
}

// boot starts a core that dies after so many steps.
func (w *globe) boot(steps int) *process {
	w.t.Helper()
	p := &process{globe: w, fuse: &fuse{left: steps}}
	var err error
	if p.journal, err = undo.Open(filepath.Join(w.data, "undo"), w.clock); err != nil {
		w.t.Fatal(err)
	}
	say, err := sentences()
	if err != nil {
		w.t.Fatal(err)
	}
	p.Gateway, err = New(Organs{
		Turns: p, People: fakePeople{}, Bindings: fakeBindings{}, Deliveries: wiredDeliveries{w.disk.Deliveries(), p.fuse},
		Letters: wiredLetters{w.disk.Letters(), p.fuse}, Pushed: func(c string) bool { return c == "telegram" },
		Dialogs: wiredDialogs{w.disk.Dialogs(), p.fuse}, Traces: wiredTraces{p}, Feed: NewFeed(wiredLog{w.disk.Conversations(), p.fuse}),
		Catalog: fakeCatalog{}, Say: say, Redact: func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") }, Now: w.clock, Lang: "it",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	p.apart(func() {
		if err := p.Recover(context.Background()); err != nil {
			w.t.Error(err)
		}
		if !p.fuse.out() {
			p.Attach(context.Background(), w.channel, p)
		}
	})
	return p
}

// apart does something that may end with the process, and waits for it.
func (p *process) apart(do func()) {
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	<-done
}

// Send is the channel: it arrives, and the process may die before or after it does.
func (p *process) Send(_ context.Context, out sdk.Outbound) error {
	if out.Event.Kind != final {
		return nil
	}
	p.fuse.burn()
	p.globe.mu.Lock()
	p.arrived = append(p.arrived, out)
	p.globe.mu.Unlock()
	p.fuse.burn()
	return nil
}

// Undo is a turn like any other here.
func (p *process) Undo(ctx context.Context, in turn.Opening, _ string) core.Outcome {
	return p.Run(ctx, in)
}

// Run is a turn with the write-ahead order of the real one.
func (p *process) Run(ctx context.Context, in turn.Opening) core.Outcome {
	p.emit(in, "turn_started", map[string]string{"text": in.Text, "lang": "it"})
	out := core.Outcome{TurnID: in.ID, Kind: core.Answer, Lang: "it", Message: "letto", Framework: plan.Framework{}, Steps: []core.Step{}}
	open, waits, err := p.disk.Dialogs().Current(in.Owner, in.Channel, in.Conversation)
	if err != nil {
		p.t.Error(err)
	}
	yes := in.Text == "sì" || in.Decision != nil
	as := in.ID
	switch {
	case in.Text == "bomba":
		p.globe.mu.Lock()
		p.bombs++
		p.globe.mu.Unlock()
		p.fuse.mu.Lock()
		p.fuse.dead = true
		p.fuse.mu.Unlock()
		p.fuse.burn()
	case yes && waits:
		p.settle(in, open, consent.Granted)
		in.Text, as = open.Prompt, open.Turn
		p.change(in, as, &out)
	case yes:
		out.Message = "niente in sospeso"
	case strings.HasPrefix(in.Text, "sposta"):
		p.change(in, as, &out)
	case strings.HasPrefix(in.Text, "chiedi"):
		d := core.Dialog{ID: "d" + in.ID, Kind: core.Approval, Owner: in.Owner, Channel: in.Channel, Conversation: in.Conversation, Turn: in.ID,
			Prompt: "sposta dopo " + in.Text, Digest: "digest", State: "open", Created: p.clock(), Expires: p.clock().Add(time.Hour)}
		p.fuse.burn()
		if err := p.disk.Dialogs().Open(in.Owner, d); err != nil {
			p.t.Error(err)
		}
		p.globe.mu.Lock()
		p.globe.opened++
		p.globe.mu.Unlock()
		out.Kind, out.Message = core.Approval, d.Prompt
		out.Proposal = &core.Proposal{ID: d.ID, Digest: d.Digest, Prompt: d.Prompt, Expires: d.Expires}
		p.emit(in, "proposal", out.Proposal)
	}
	p.emit(in, final, out)
	return out
}

func (p *process) settle(in turn.Opening, d core.Dialog, state string) {
	p.fuse.burn()
	if _, err := p.disk.Dialogs().Close(in.Owner, d.ID, state); err != nil {
		p.t.Error(err)
	}
	p.emit(in, "dialog", suspend.Settled{ID: d.ID, State: state})
}

// change is a mutating step: pending, done in the world, recorded.
func (p *process) change(in turn.Opening, as string, out *core.Outcome) {
	e := undo.Entry{Owner: in.Owner, Turn: as, Conversation: in.Conversation, Text: in.Text, Step: 1, Tool: "move_files"}
	if as != in.ID {
		e.Alias = in.ID
	}
	p.fuse.burn()
	if err := p.journal.Begin(e); err != nil {
		p.t.Error(err)
	}
	p.fuse.burn()
	p.globe.mu.Lock()
	p.changed[in.Text]++
	p.globe.mu.Unlock()
	p.fuse.burn()
	evidence := &sdk.Undo{Pattern: "swap", Evidence: []map[string]any{{"from": "/a", "to": "/b"}}}
	if err := p.journal.Done(e, sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 1, Countable: true}, Undo: evidence}, false); err != nil {
		p.t.Error(err)
	}
	out.Message, out.Effects.Mutations = "spostato", 1
}

func (p *process) emit(in turn.Opening, kind string, data any) {
	body, err := json.Marshal(data)
	if err != nil {
		p.t.Error(err)
	}
	p.Feed.Emit(context.Background(), in.Owner, in.Channel, in.Conversation, sdk.Event{Kind: kind, Turn: in.ID, At: p.clock(), Data: body})
}

// The wired organs burn the fuse before every write.
type wiredDeliveries struct {
	d    store.Deliveries
	fuse *fuse
}

func (s wiredDeliveries) Accept(owner core.Owner, d Delivery) (Delivery, bool, error) {
	s.fuse.burn()
	first, duplicate, err := s.d.Accept(owner, store.Delivery(d))
	return Delivery(first), duplicate, err
}

func (s wiredDeliveries) Start(owner core.Owner, d Delivery, epoch, dialog string, now time.Time) (Delivery, error) {
	s.fuse.burn()
	begun, err := s.d.Start(owner, store.Delivery(d), epoch, dialog, now)
	return Delivery(begun), err
}

func (s wiredDeliveries) Finish(owner core.Owner, d Delivery, out core.Outcome, now time.Time, letters ...outbox.Letter) error {
	s.fuse.burn()
	var list []store.Letter
	for _, l := range letters {
		list = append(list, store.Letter(l))
	}
	return s.d.Finish(owner, store.Delivery(d), out, now, list...)
}

func (s wiredDeliveries) Get(owner core.Owner, d Delivery) (Delivery, bool, error) {
	found, ok, err := s.d.Get(owner, store.Delivery(d))
	return Delivery(found), ok, err
}

func (s wiredDeliveries) Unfinished(owner core.Owner) (out []Delivery, err error) {
	list, err := s.d.Unfinished(owner)
	for _, d := range list {
		out = append(out, Delivery(d))
	}
	return out, err
}

func (s wiredDeliveries) Forget(owner core.Owner, then time.Time) (int, error) {
	return s.d.Forget(owner, then)
}
func (s wiredDeliveries) Owners() ([]core.Owner, error) { return s.d.Owners() }

type wiredLetters struct {
	o    store.Letters
	fuse *fuse
}

func (s wiredLetters) Owners() ([]core.Owner, error) { return s.o.Owners() }
func (s wiredLetters) Post(owner core.Owner, l outbox.Letter) error {
	s.fuse.burn()
	return s.o.Post(owner, store.Letter(l))
}

func (s wiredLetters) Waiting(owner core.Owner, channel string) (out []outbox.Letter, err error) {
	list, err := s.o.Waiting(owner, channel)
	for _, l := range list {
		out = append(out, outbox.Letter(l))
	}
	return out, err
}

func (s wiredLetters) Mark(owner core.Owner, l outbox.Letter) error {
	s.fuse.burn()
	return s.o.Mark(owner, store.Letter(l))
}

func (s wiredLetters) End(owner core.Owner, l outbox.Letter, copies ...outbox.Letter) error {
	s.fuse.burn()
	var list []store.Letter
	for _, c := range copies {
		list = append(list, store.Letter(c))
	}
	return s.o.End(owner, store.Letter(l), list...)
}

func (s wiredLetters) Forget(owner core.Owner, then time.Time) (int, error) {
	return s.o.Forget(owner, then)
}

type wiredDialogs struct {
	store.Dialogs
	fuse *fuse
}

func (s wiredDialogs) Reopen(owner core.Owner, id string) error {
	s.fuse.burn()
	return s.Dialogs.Reopen(owner, id)
}

type wiredTraces struct{ p *process }

func (s wiredTraces) Trace(owner core.Owner, turn string, since time.Time) (undo.Trace, error) {
	s.p.fuse.burn()
	return s.p.journal.Trace(owner, turn, since)
}

type wiredLog struct {
	c    store.Conversations
	fuse *fuse
}

func (s wiredLog) Append(owner core.Owner, conversation string, e sdk.Event) (sdk.Event, error) {
	s.fuse.burn()
	return s.c.Append(owner, conversation, e)
}

func (s wiredLog) Events(owner core.Owner, conversation string, after int64, limit int) ([]sdk.Event, error) {
	return s.c.Events(owner, conversation, after, limit)
}

// client is a page that sends its messages one after the other, and again after every cut, until each is answered.
type client struct {
	*globe
	lives []int // steps of the first processes; what comes after them lives on
	p     *process
	turns map[string]string // by message id
}

var requests = []string{"leggi", "sposta uno", "chiedi", "sì", "sposta due"}

func (c *client) live() {
	c.turns = map[string]string{}
	c.reboot()
	for i, text := range requests {
		id := fmt.Sprintf("m%d", i)
		for deadline := time.Now().Add(20 * time.Second); !c.answered(id); {
			if time.Now().After(deadline) {
				c.t.Fatalf("%s is never answered", id)
			}
			c.send(id, text)
			for !c.answered(id) && !c.p.fuse.out() && time.Now().Before(deadline) {
				time.Sleep(100 * time.Microsecond)
			}
			if c.p.fuse.out() {
				c.reboot()
			}
		}
	}
	c.settle()
}

// settle waits until nothing is under way any more, in however many lives.
func (c *client) settle() {
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Microsecond) {
		if c.p.fuse.out() {
			c.reboot()
		}
		left, err := c.disk.Deliveries().Unfinished("anna")
		waiting, fault := c.disk.Letters().Waiting("anna", c.channel)
		if err != nil || fault != nil {
			c.t.Fatal(err, fault)
		}
		if len(left) == 0 && len(waiting) == 0 && !c.p.fuse.out() {
			return
		}
		if time.Now().After(deadline) {
			c.t.Fatalf("left over: %d messages, %d letters", len(left), len(waiting))
		}
	}
}

func (c *client) reboot() {
	if c.p != nil {
		c.p.lanes.Rest()
	}
	steps := -1
	if len(c.lives) > 0 {
		steps, c.lives = c.lives[0], c.lives[1:]
	}
	c.p = c.boot(steps)
}

func (c *client) send(id, text string) {
	in := sdk.Inbound{ID: id, Who: sdk.Presented{Sender: "42"}, Conversation: "c", Text: text}
	if c.channel == "web" {
		in.Who = as("token-anna")
	}
	c.p.apart(func() {
		got, err := c.p.Core(Door{Name: c.channel}).Deliver(context.Background(), in)
		if err != nil {
			c.t.Errorf("%s: %v", id, err)
			return
		}
		if before, sent := c.turns[id]; sent && before != got.Turn {
			c.t.Errorf("%s opened turn %s and turn %s", id, before, got.Turn)
		}
		c.turns[id] = got.Turn
	})
}

func (c *client) finals(id string) (out []core.Outcome) {
	events, err := c.disk.Conversations().Events("anna", place(c.channel, "c"), 0, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == final && e.Turn == c.turns[id] {
			var o core.Outcome
			if err := json.Unmarshal(e.Data, &o); err != nil {
				c.t.Fatal(err)
			}
			out = append(out, o)
		}
	}
	return out
}

func (c *client) answered(id string) bool { return c.turns[id] != "" && len(c.finals(id)) > 0 }

// audit holds the promises: each message has one honest end, no change was made twice, nothing is lost.
func (c *client) audit() {
	c.t.Helper()
	for i, text := range requests {
		id := fmt.Sprintf("m%d", i)
		ends := c.finals(id)
		if len(ends) != 1 {
			c.t.Fatalf("%s has %d ends: %+v", text, len(ends), ends)
		}
		end := ends[0]
		done := c.changed[map[string]string{"sì": "sposta dopo chiedi"}[text]] + c.changed[text]
		switch told := end.Effects; {
		case done > 1:
			c.t.Errorf("%s was done %d times", text, done)
		case told.Mutations > done, done > told.Mutations+told.Uncertain:
			c.t.Errorf("%s was done %d times and told as %+v: %s", text, done, told, end.Message)
		case strings.HasPrefix(text, "sposta") && done == 0 && told.Uncertain == 0:
			c.t.Errorf("%s was not done, and nobody says so: %s", text, end.Message)
		case text == "chiedi" && (end.Kind != core.Approval || end.Proposal == nil || end.Proposal.Digest != "digest"):
			c.t.Errorf("%s ends as %+v", text, end)
		case text == "sì" && told.Mutations+told.Uncertain != 1:
			c.t.Errorf("%s came to nothing: %s", text, end.Message)
		}
	}
	if c.opened != 1 {
		c.t.Errorf("the question was asked %d times", c.opened)
	}
	c.auditArrivals()
}

// auditArrivals looks at what reached the person through a channel that pushes.
func (c *client) auditArrivals() {
	c.t.Helper()
	if c.channel == "web" {
		return // there each tab counts by number
	}
	ids, texts := map[string]int{}, map[string][]string{}
	var order []string
	for _, out := range c.arrived {
		var o core.Outcome
		if err := json.Unmarshal(out.Event.Data, &o); err != nil || out.ID == "" || out.Recipient != "anna" {
			c.t.Fatalf("%+v, %v", out, err)
		}
		ids[out.ID]++
		texts[o.TurnID] = append(texts[o.TurnID], o.Message)
		if !slices.Contains(order, o.TurnID) {
			order = append(order, o.TurnID)
		}
	}
	for id, n := range ids {
		if n != 1 {
			c.t.Errorf("%s was sent %d times", id, n)
		}
	}
	for i, text := range requests {
		name := c.turns[fmt.Sprintf("m%d", i)]
		if i < len(order) && order[i] != name || i >= len(order) {
			c.t.Errorf("%s did not arrive in its turn: %v", text, order)
		}
		for n, said := range texts[name] {
			if n > 0 && !strings.HasPrefix(said, "Forse ti è già arrivato") {
				c.t.Errorf("%s arrived again and does not say so: %s", text, said)
			}
		}
	}
}

// A core that dies before any of its writes, and between a change or a send and its record, leaves nothing lost
// and does nothing twice.
func TestACrashAtEveryWrite(t *testing.T) {
	for _, channel := range []string{"web", "telegram"} {
		whole := &client{globe: newGlobe(t, channel)}
		whole.live()
		whole.audit()
		if whole.changed["sposta uno"] != 1 || whole.changed["sposta dopo chiedi"] != 1 || whole.changed["sposta due"] != 1 {
			t.Fatalf("without a crash: %v", whole.changed)
		}
		steps := whole.p.fuse.burnt
		if steps < 30 {
			t.Fatalf("only %d steps: the test would prove little", steps)
		}
		for k := range steps + 1 {
			t.Run(fmt.Sprintf("%s/%d", channel, k), func(t *testing.T) {
				t.Parallel()
				c := &client{globe: newGlobe(t, channel), lives: []int{k}}
				c.live()
				c.audit()
			})
			t.Run(fmt.Sprintf("%s/%d/again", channel, k), func(t *testing.T) { // and while it recovers
				t.Parallel()
				c := &client{globe: newGlobe(t, channel), lives: []int{k, k % 7, k % 5}}
				c.live()
				c.audit()
			})
		}
	}
}

// A message whose turn kills the core is tried a few times, then told about; those behind it, and a person in
// another conversation, are served.
func TestACrashLoopEnds(t *testing.T) {
	c := &client{globe: newGlobe(t, "web"), turns: map[string]string{}}
	c.reboot()
	for i, text := range []string{"bomba", "sposta uno"} {
		c.send(fmt.Sprintf("m%d", i), text)
		if c.p.fuse.out() && i == 0 {
			c.reboot()
		}
	}
	for deadline := time.Now().Add(10 * time.Second); len(c.finals("m0")) == 0; time.Sleep(100 * time.Microsecond) {
		if time.Now().After(deadline) {
			t.Fatal("it is never told")
		}
		if c.p.fuse.out() {
			c.reboot()
			c.send("m1", "sposta uno")
		}
	}
	c.settle()
	if end := c.finals("m0")[0]; c.bombs != recovery.MaxAttempts || end.Kind != core.Error || !strings.Contains(end.Message, "«bomba»") {
		t.Errorf("begun %d times, told %q", c.bombs, end.Message)
	}
	if c.changed["sposta uno"] != 1 || len(c.finals("m1")) != 1 {
		t.Errorf("behind it: %v", c.changed)
	}
}

// leftover puts a delivery in the store as a process that died left it.
func (w *globe) leftover(d Delivery) Delivery {
	w.t.Helper()
	d.Channel, d.Epoch = w.channel, "dead"
	if d.Inbound.Conversation == "" {
		d.Inbound.Conversation = "c"
	}
	if d.Received.IsZero() {
		d.Received = w.clock()
	}
	kept, _, err := w.disk.Deliveries().Accept("anna", store.Delivery(d))
	if err != nil {
		w.t.Fatal(err)
	}
	return Delivery(kept)
}

const turnX = "00000000000000aa"

// begun is a step as a process that died left it.
func (w *globe) begun(e undo.Entry, finish func(j *undo.Journal, e undo.Entry) error) {
	w.t.Helper()
	j, err := undo.Open(filepath.Join(w.data, "undo"), w.clock)
	if err == nil {
		err = j.Begin(e)
	}
	if err == nil && finish != nil {
		err = finish(j, e)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func moveStep() undo.Entry {
	return undo.Entry{Owner: "anna", Turn: turnX, Conversation: "c", Text: "sposta tutto", Step: 1, Tool: "find_files"}
}

func TestField_SESS_10(t *testing.T) { // a step that was cut off is unknown, said, and not done again
	w := newGlobe(t, "web")
	w.leftover(Delivery{Turn: turnX, State: Running, Attempts: 1, Started: w.clock(), Inbound: sdk.Inbound{ID: "m1", Text: "sposta tutto"}})
	w.begun(moveStep(), nil)
	c := &client{globe: w, turns: map[string]string{"m1": turnX}}
	for range 2 { // and told once, however often the core starts
		c.reboot()
		c.settle()
	}
	ends := c.finals("m1")
	if len(ends) != 1 || ends[0].Effects != (core.Effects{Uncertain: 1}) || ends[0].Kind != core.Error || ends[0].Origin != core.FromRecovery {
		t.Fatalf("%+v", ends)
	}
	if said := ends[0].Message; !strings.Contains(said, "sposta tutto") || !strings.Contains(said, "cerca file") || len(w.changed) != 0 {
		t.Errorf("%s, changed %v", said, w.changed)
	}
	if len(ends[0].Steps) != 1 || ends[0].Steps[0].ErrorClass != sdk.Uncertain {
		t.Errorf("%+v", ends[0].Steps)
	}
	if told, err := c.p.journal.Interrupted("anna"); err != nil || len(told) != 0 {
		t.Errorf("the next answer tells it again: %v, %v", told, err)
	}
}

func TestField_SESS_15(t *testing.T) { // what was dispatched and never answered is resumed, or told, once
	w := newGlobe(t, "web")
	w.leftover(Delivery{Turn: turnX, State: Running, Attempts: 1, Started: w.clock(), Inbound: sdk.Inbound{ID: "m1", Text: "sposta uno"}})
	w.leftover(Delivery{Turn: "00000000000000bb", State: Accepted, Inbound: sdk.Inbound{ID: "m2", Text: "leggi"}})
	old := w.leftover(Delivery{Turn: "00000000000000cc", State: Accepted, Inbound: sdk.Inbound{ID: "m3", Text: "sposta due", Conversation: "d"}, Received: w.clock().Add(-48 * time.Hour)})
	c := &client{globe: w, turns: map[string]string{"m1": turnX, "m2": "00000000000000bb", "m3": old.Turn}}
	c.reboot()
	if err := c.p.Recover(t.Context()); err != nil { // once is enough
		t.Error(err)
	}
	c.settle()
	if c.changed["sposta uno"] != 1 || c.changed["sposta due"] != 0 {
		t.Errorf("%v", c.changed)
	}
	for _, id := range []string{"m1", "m2"} {
		if ends := c.finals(id); len(ends) != 1 || ends[0].Kind != core.Answer {
			t.Errorf("%s: %+v", id, ends)
		}
	}
	events, err := c.p.Core(Door{Name: "web"}).Resume(t.Context(), as("token-anna"), "d", 0)
	if err != nil || len(events) != 1 || !strings.Contains(string(events[0].Data), "sposta due") {
		t.Errorf("the page sees %+v, %v", events, err)
	}
}

// What changed something and was not told is told from the journal's counters.
func TestAChangeWithoutItsAnswerIsTold(t *testing.T) {
	w := newGlobe(t, "telegram")
	w.leftover(Delivery{Turn: turnX, State: Running, Attempts: 1, Started: w.clock(), Inbound: sdk.Inbound{ID: "m1", Text: "sposta tutto"}})
	w.begun(moveStep(), func(j *undo.Journal, e undo.Entry) error {
		return j.Done(e, sdk.Result{OK: true, Effects: sdk.Counters{Mutations: 3, Countable: true},
			Undo: &sdk.Undo{Pattern: "swap", Evidence: []map[string]any{{"from": "/a", "to": w.data}}}}, false)
	})
	c := &client{globe: w, turns: map[string]string{"m1": turnX}}
	c.reboot()
	c.settle()
	ends := c.finals("m1")
	if len(ends) != 1 || ends[0].Effects.Mutations != 3 || ends[0].Effects.Uncertain != 0 || ends[0].Kind != core.Answer {
		t.Fatalf("%+v", ends)
	}
	for _, part := range []string{"3 elementi", filepath.Base(w.data), "annulla"} {
		if !strings.Contains(ends[0].Message, part) {
			t.Errorf("%q does not say %q", ends[0].Message, part)
		}
	}
	if len(w.arrived) != 1 || w.arrived[0].ID != turnX+"-1" {
		t.Errorf("arrived %+v", w.arrived)
	}
}

func TestARepeatedDecisionRunsOnce(t *testing.T) {
	w := newGlobe(t, "web")
	c := &client{globe: w, turns: map[string]string{}}
	c.reboot()
	c.send("m1", "chiedi")
	for !c.answered("m1") {
		time.Sleep(100 * time.Microsecond)
	}
	end := c.finals("m1")[0]
	press := func(id string) error {
		return c.p.Core(Door{Name: "web"}).Decide(t.Context(), as("token-anna"), sdk.Decision{ID: id, Proposal: end.Proposal.ID, Digest: "digest", Approve: true})
	}
	for range 3 {
		if err := press("p1"); err != nil {
			t.Fatal(err)
		}
	}
	c.settle()
	c.reboot() // and after a restart
	if err := press("p1"); err != nil {
		t.Errorf("a repeated press is not answered from the record: %v", err)
	}
	if err := press("p2"); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("another press on what is settled: %v", err)
	}
	c.settle()
	if c.changed["sposta dopo chiedi"] != 1 {
		t.Errorf("%v", c.changed)
	}
}

func TestField_CONSENT_12(t *testing.T) { // after a restart an approval holds, or is stale at once
	for name, tc := range map[string]struct {
		later time.Duration
		sweep bool
		done  int
		class sdk.Class
	}{
		"still valid":   {0, true, 1, ""},
		"expired, told": {2 * time.Hour, true, 0, sdk.Conflict},
	} {
		w := newGlobe(t, "web")
		c := &client{globe: w, turns: map[string]string{}}
		c.reboot()
		c.send("m1", "chiedi")
		for !c.answered("m1") {
			time.Sleep(100 * time.Microsecond)
		}
		end := c.finals("m1")[0]
		c.settle()
		c.reboot()
		w.mu.Lock()
		w.now = w.now.Add(tc.later)
		w.mu.Unlock()
		for range 2 { // announced once
			if err := c.p.Expire(t.Context(), w.clock()); err != nil {
				t.Fatal(err)
			}
		}
		answered := make(chan error, 1)
		go func() {
			answered <- c.p.Core(Door{Name: "web"}).Decide(t.Context(), as("token-anna"), sdk.Decision{ID: "p", Proposal: end.Proposal.ID, Digest: "digest", Approve: true})
		}()
		select {
		case err := <-answered:
			if sdk.ClassOf(err) != tc.class {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: the press is held", name)
		}
		c.settle()
		if c.changed["sposta dopo chiedi"] != tc.done {
			t.Errorf("%s: %v", name, c.changed)
		}
		var closed []string
		events, err := c.p.Feed.Resume("anna", "web", "c", 0)
		for _, e := range events {
			var s suspend.Settled
			if e.Kind == "dialog" && json.Unmarshal(e.Data, &s) == nil {
				closed = append(closed, s.State)
			}
		}
		want := map[bool]string{true: consent.Granted, false: consent.Expired}[tc.done == 1]
		if err != nil || !slices.Equal(closed, []string{want}) {
			t.Errorf("%s: closed as %v, want once %s (%v)", name, closed, want, err)
		}
	}
}
