package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

func opened(t testing.TB) *Store {
	t.Helper()
	return openedAt(t, t.TempDir())
}

func openedAt(t testing.TB, data string) *Store {
	t.Helper()
	s, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func wantClass(t *testing.T, what string, err error, class sdk.Class) {
	t.Helper()
	if sdk.ClassOf(err) != class {
		t.Errorf("%s: %v, want class %q", what, err, class)
	}
}

type note struct{ Text string }

func TestNoOwnerNoData(t *testing.T) {
	s := opened(t)
	table := TableOf[note](s, "notes")
	_, _, err := table.Get("", "k")
	wantClass(t, "get", err, sdk.PolicyDenied)
	wantClass(t, "put", table.Put("", "k", note{}), sdk.PolicyDenied)
	wantClass(t, "delete", table.Delete("", "k"), sdk.PolicyDenied)
	wantClass(t, "each", table.Each("", "", nil), sdk.PolicyDenied)
	_, err = table.Update("", "k", nil)
	wantClass(t, "update", err, sdk.PolicyDenied)
	_, err = s.Conversations().List("")
	wantClass(t, "conversations", err, sdk.PolicyDenied)
}

func TestOwnersNeverMeet(t *testing.T) {
	s := opened(t)
	table := TableOf[note](s, "notes")
	for _, owner := range []core.Owner{"anna", "bob"} {
		if err := table.Put(owner, "k", note{string(owner)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Delete("anna", "k"); err != nil {
		t.Fatal(err)
	}
	if _, found, err := table.Get("anna", "k"); found || err != nil {
		t.Errorf("anna: %v %v", found, err)
	}
	if got, found, err := table.Get("bob", "k"); !found || err != nil || got.Text != "bob" {
		t.Errorf("bob: %v %v %v", got, found, err)
	}
	if owners, err := table.Owners(); err != nil || !cmp.Equal(owners, []core.Owner{"anna", "bob"}) {
		t.Errorf("owners %v %v", owners, err)
	}
}

// A table is a map per owner: any sequence of changes leaves what the map holds, also after reopening.
func TestTableIsAMap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data, err := os.MkdirTemp("", "table")
		if err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(data)
		s, err := Open(data)
		if err != nil {
			rt.Fatal(err)
		}
		table := TableOf[note](s, "notes")
		model := map[core.Owner]map[string]string{"anna": {}, "bob": {}}
		owner := rapid.SampledFrom([]core.Owner{"anna", "bob"})
		key := rapid.StringMatching(`[a-c]{1,2}`)
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			o, k, v := owner.Draw(rt, "owner"), key.Draw(rt, "key"), rapid.String().Draw(rt, "value")
			switch rapid.IntRange(0, 2).Draw(rt, "what") {
			case 0:
				err = table.Put(o, k, note{v})
				model[o][k] = v
			case 1:
				err = table.Delete(o, k)
				delete(model[o], k)
			case 2:
				_, err = table.Update(o, k, func(n note, found bool) (note, error) {
					if _, has := model[o][k]; has != found {
						return n, errors.New("found differs")
					}
					return note{n.Text + v}, nil
				})
				model[o][k] += v
			}
			if err != nil {
				rt.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			rt.Fatal(err)
		}
		if s, err = Open(data); err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		for o, want := range model {
			got := map[string]string{}
			if err := TableOf[note](s, "notes").Each(o, "", func(k string, n note) bool { got[k] = n.Text; return true }); err != nil {
				rt.Fatal(err)
			}
			wantJSON := map[string]string{} // JSON replaces what is not UTF-8
			for k, v := range want {
				wantJSON[k] = strings.ToValidUTF8(v, "�")
			}
			if diff := cmp.Diff(wantJSON, got); diff != "" {
				rt.Fatalf("%s: %s", o, diff)
			}
		}
	})
}

func TestUpdateRefusedWritesNothing(t *testing.T) {
	table := TableOf[note](opened(t), "notes")
	stop := errors.New("stop")
	if _, err := table.Update("anna", "k", func(note, bool) (note, error) { return note{"x"}, stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
	if _, found, _ := table.Get("anna", "k"); found {
		t.Error("it was written")
	}
	wantClass(t, "empty key", table.Put("anna", "", note{}), sdk.ContractViolation)
}

// A value that changed on the disk is an error, never a wrong value.
func TestAChangedValueIsNoticed(t *testing.T) {
	data := t.TempDir()
	s := openedAt(t, data)
	if err := TableOf[note](s, "notes").Put("anna", "k", note{"transfer 100 euro"}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	path := filepath.Join(data, "store", "notes.db")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.ReplaceAll(string(text), "transfer 100", "transfer 900")
	if changed == string(text) {
		t.Fatal("the value is not on the disk as written")
	}
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	got, _, err := TableOf[note](openedAt(t, data), "notes").Get("anna", "k")
	var e *sdk.Error
	if !errors.As(err, &e) || e.Code != "store_damaged_no_snapshot" {
		t.Errorf("read %v, %v", got, err)
	}
}

func TestPrivate(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	s := openedAt(t, data)
	if err := s.Preferences().Set("anna", "lang", "it"); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{"store": 0o700, "store/preferences.db": 0o600, "store.lock": 0o600} {
		info, err := os.Stat(filepath.Join(data, path))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
}

func TestDialogs(t *testing.T) {
	d := opened(t).Dialogs()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	dialog := func(id, conversation string) core.Dialog {
		return core.Dialog{ID: id, Owner: "anna", Channel: "web", Conversation: conversation, Prompt: "?", Expires: at.Add(time.Hour)}
	}
	for _, dlg := range []core.Dialog{dialog("one", "c1"), dialog("two", "c2"), dialog("three", "c1")} {
		if err := d.Open("anna", dlg); err != nil {
			t.Fatal(err)
		}
	}
	if one, _, err := d.Get("anna", "one"); err != nil || one.State != "superseded" {
		t.Errorf("a later question leaves the earlier %q, %v", one.State, err)
	}
	if current, found, err := d.Current("anna", "web", "c1"); !found || err != nil || current.ID != "three" {
		t.Errorf("current %v %v %v", current.ID, found, err)
	}
	for _, elsewhere := range []struct{ owner, channel, conversation string }{{"bob", "web", "c1"}, {"anna", "telegram", "c1"}, {"anna", "web", "c3"}} {
		if _, found, err := d.Current(core.Owner(elsewhere.owner), elsewhere.channel, elsewhere.conversation); found || err != nil {
			t.Errorf("%v sees the dialog (%v)", elsewhere, err)
		}
	}
	var granted atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			_, err := d.Close("anna", "three", "granted")
			if err == nil {
				granted.Add(1)
			} else if sdk.ClassOf(err) != sdk.Conflict {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if granted.Load() != 1 {
		t.Errorf("granted %d times", granted.Load())
	}
	_, err := d.Close("bob", "two", "granted")
	wantClass(t, "another's dialog", err, sdk.NotFound)
	wantClass(t, "stored for another", d.Open("bob", dialog("x", "c1")), sdk.PolicyDenied)
	expired, err := d.Expire("anna", at.Add(2*time.Hour), at)
	if err != nil || len(expired) != 1 || expired[0].ID != "two" || expired[0].State != "expired" {
		t.Errorf("expired %v %v", expired, err)
	}
	if _, err := d.Expire("anna", at.Add(2*time.Hour), at.Add(3*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, found, _ := d.Get("anna", "three"); found {
		t.Error("an old closed dialog is still there")
	}
}

func TestConversations(t *testing.T) {
	c := opened(t).Conversations()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, id := range []string{"a", "ab", "a1"} { // ids that are prefixes of one another
		if _, err := c.Touch("anna", id, "web", "", now); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			e, err := c.Append("anna", id, sdk.Event{Kind: "delta", At: now, Data: json.RawMessage(strconv.Quote(id))})
			if err != nil || e.Seq != int64(i+1) {
				t.Fatalf("%s: seq %d %v", id, e.Seq, err)
			}
		}
	}
	events, err := c.Events("anna", "a", 1, 0)
	if err != nil || len(events) != 2 || events[0].Seq != 2 || string(events[1].Data) != `"a"` {
		t.Errorf("resume: %v %v", events, err)
	}
	if events, err = c.Events("anna", "a", 0, 1); err != nil || len(events) != 1 || events[0].Seq != 1 {
		t.Errorf("a size too small for one: %v %v", events, err)
	}
	one, err := json.Marshal(sdk.Event{Seq: 1, Kind: "delta", At: now, Data: json.RawMessage(`"a"`)})
	if err != nil {
		t.Fatal(err)
	}
	if events, err = c.Events("anna", "a", 0, 2*len(one)+16); err != nil || len(events) != 2 || events[1].Seq != 2 { // and a few bytes to check them by
		t.Errorf("a size for two: %v %v", events, err)
	}
	if events, err = c.Events("bob", "a", 0, 0); err != nil || len(events) != 0 {
		t.Errorf("bob reads %v %v", events, err)
	}
	for i := range 5 {
		if err := c.Say("anna", "a", Message{Role: "person", Text: strconv.Itoa(i)}); err != nil {
			t.Fatal(err)
		}
	}
	said, err := c.History("anna", "a", 2)
	if err != nil || len(said) != 2 || said[0].Text != "3" || said[1].Text != "4" {
		t.Errorf("history %v %v", said, err)
	}
	if err := c.Delete("anna", "a"); err != nil {
		t.Fatal(err)
	}
	if left, _ := c.Events("anna", "a", 0, 0); len(left) != 0 {
		t.Errorf("after deleting: %v", left)
	}
	if left, _ := c.Events("anna", "ab", 0, 0); len(left) != 3 {
		t.Errorf("the neighbour has %v", left)
	}
	for _, id := range []string{"", "a\x00b", strings.Repeat("x", 300)} {
		_, err := c.Touch("anna", id, "web", "", now)
		wantClass(t, strconv.Quote(id), err, sdk.WrongArgs)
	}
}

func TestEventsAreBounded(t *testing.T) {
	table := TableOf[int](opened(t), "numbers")
	for i := range 30 {
		if err := table.append("anna", "c", 10, func(int64) int { return i }); err != nil {
			t.Fatal(err)
		}
	}
	got, err := table.after("anna", "c", 0, func(int, int) bool { return false })
	if want := []int{20, 21, 22, 23, 24, 25, 26, 27, 28, 29}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("kept %v %v", got, err)
	}
	if last, err := table.last("anna", "c"); err != nil || last != 30 {
		t.Errorf("numbering restarts: %d %v", last, err)
	}
}

func TestPreviousResult(t *testing.T) {
	c := opened(t).Conversations()
	_, err := c.SetLast("anna", "c", plan.Previous{}, sdk.Result{})
	wantClass(t, "unknown conversation", err, sdk.NotFound)
	if _, err := c.Touch("anna", "c", "web", "Titolo", time.Now()); err != nil {
		t.Fatal(err)
	}
	var refs []string
	for i := range keptResults + 1 {
		shape, err := c.SetLast("anna", "c", plan.Previous{Turn: strconv.Itoa(i), Count: 1},
			sdk.Result{OK: true, Entries: []map[string]any{{"path": strconv.Itoa(i)}}})
		if err != nil {
			t.Fatal(err)
		}
		refs = append(refs, shape.Ref)
	}
	last, found, err := c.Last("anna", "c")
	if err != nil || !found || last.Turn != strconv.Itoa(keptResults) || last.Ref != refs[keptResults] {
		t.Errorf("last %v %v %v", last, found, err)
	}
	result, found, err := c.Result("anna", last.Ref)
	if err != nil || !found || result.Entries[0]["path"] != strconv.Itoa(keptResults) {
		t.Errorf("result %v %v %v", result, found, err)
	}
	if _, found, err := c.Result("bob", last.Ref); found || err != nil {
		t.Errorf("bob reads it: %v %v", found, err)
	}
	if _, found, _ := c.Result("anna", refs[0]); found {
		t.Error("the oldest result is still kept")
	}
	_, err = c.SetLast("anna", "c", plan.Previous{}, sdk.Result{Value: strings.Repeat("x", MaxResult)})
	wantClass(t, "too big", err, sdk.Oversize)
	if _, found, err := c.Last("anna", "c"); found || err != nil {
		t.Errorf("a result that was not kept has a shape: %v %v", found, err)
	}
}

func TestDeliveries(t *testing.T) {
	data := t.TempDir()
	s := openedAt(t, data)
	d := s.Deliveries()
	in := func(turn string) Delivery {
		return Delivery{Channel: "web", Turn: turn, Inbound: sdk.Inbound{ID: "m1", Text: "ciao", Who: sdk.Presented{Token: "very-secret-token"}}}
	}
	var fresh atomic.Int32
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			_, duplicate, err := d.Accept("anna", in(strconv.Itoa(i)))
			if err != nil {
				t.Error(err)
			}
			if !duplicate {
				fresh.Add(1)
			}
		})
	}
	wg.Wait()
	if fresh.Load() != 1 {
		t.Errorf("accepted %d times", fresh.Load())
	}
	if _, duplicate, err := d.Accept("bob", in("b")); duplicate || err != nil {
		t.Errorf("another's message: %v %v", duplicate, err)
	}
	open, err := d.Unfinished("anna")
	if err != nil || len(open) != 1 {
		t.Fatalf("unfinished %v %v", open, err)
	}
	now := time.Now()
	begun, err := d.Start("anna", in(""), "epoch", "dialog", now)
	if err != nil || begun.State != Running || begun.Attempts != 1 || begun.Epoch != "epoch" || begun.Dialog != "dialog" || begun.Turn != open[0].Turn {
		t.Errorf("started %+v, %v", begun, err)
	}
	if again, err := d.Start("anna", in(""), "later", "", now.Add(time.Hour)); err != nil || again.Attempts != 2 || !again.Started.Equal(now) {
		t.Errorf("started again %+v, %v", again, err)
	}
	letter := Letter{ID: "t-1", Channel: "web", Event: sdk.Event{Kind: "final", Data: json.RawMessage(`"x"`)}, State: "queued"}
	for range 2 { // finishing twice posts once
		if err := d.Finish("anna", in(""), core.Outcome{TurnID: open[0].Turn, Message: "fatto"}, now, letter); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := s.Letters().Waiting("anna", "web"); err != nil || len(out) != 1 || out[0].ID != "t-1" || out[0].Order == 0 {
		t.Errorf("posted %v, %v", out, err)
	}
	if left, err := d.Unfinished("anna"); err != nil || len(left) != 0 {
		t.Errorf("unfinished %v, %v", left, err)
	}
	first, duplicate, err := d.Accept("anna", in("again"))
	var outcome core.Outcome
	if err != nil || !duplicate || json.Unmarshal(first.Outcome, &outcome) != nil || outcome.Message != "fatto" || first.Turn != open[0].Turn {
		t.Errorf("a repeat is answered %v %v %v", first, duplicate, err)
	}
	other := in("c")
	other.Inbound.Who.Account = "second"
	if kept, duplicate, err := d.Accept("anna", other); duplicate || err != nil || kept.Inbound.Who.Account != "second" {
		t.Errorf("the same id on another account: %v %v", duplicate, err)
	}
	absent := in("d")
	absent.Inbound.ID = "m2"
	wantClass(t, "finish nothing", d.Finish("anna", absent, core.Outcome{}, now), sdk.NotFound)
	for _, bad := range []Delivery{{Channel: "web"}, {Channel: "web", Inbound: sdk.Inbound{ID: "a\x00b"}}, {Inbound: sdk.Inbound{ID: "a"}}} {
		_, _, err = d.Accept("anna", bad)
		wantClass(t, "no id", err, sdk.WrongArgs)
	}
	for _, then := range []struct {
		at   time.Time
		want int
	}{{now, 0}, {now.Add(time.Second), 1}} {
		if n, err := d.Forget("anna", then.at); n != then.want || err != nil {
			t.Errorf("forgot %d before %v, want %d: %v", n, then.at, then.want, err)
		}
	}
	s.Close()
	text, err := os.ReadFile(filepath.Join(data, "store", "deliveries.db"))
	if err != nil || strings.Contains(string(text), "very-secret-token") {
		t.Errorf("the speaker's token is on the disk (%v)", err)
	}
}

// Messages come back in the order they came, whatever their ids and the clock say.
func TestUnfinishedKeepTheirOrder(t *testing.T) {
	d := opened(t).Deliveries()
	at := time.Now()
	var want []string
	for i := range 20 {
		id := strconv.Itoa(100 - i)
		if _, _, err := d.Accept("anna", Delivery{Channel: "web", Turn: id, Inbound: sdk.Inbound{ID: id}, Received: at.Add(-time.Duration(i) * time.Hour)}); err != nil {
			t.Fatal(err)
		}
		want = append(want, id)
	}
	list, err := d.Unfinished("anna")
	var got []string
	for _, one := range list {
		got = append(got, one.Turn)
	}
	if err != nil || !cmp.Equal(want, got) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestLetters(t *testing.T) {
	o := opened(t).Letters()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	letter := func(id, channel string) Letter {
		return Letter{ID: id, Channel: channel, State: "queued", Copy: 1, Event: sdk.Event{Kind: "final", Data: json.RawMessage(`"said"`)}}
	}
	for _, l := range []Letter{letter("b", "telegram"), letter("a", "telegram"), letter("c", "telegram/work"), letter("d", "signal")} {
		if err := o.Post("anna", l); err != nil {
			t.Fatal(err)
		}
	}
	ids := func(owner core.Owner, channel string) (out []string) {
		t.Helper()
		list, err := o.Waiting(owner, channel)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			out = append(out, l.ID+" "+l.State)
		}
		return out
	}
	if got := ids("anna", "telegram"); !cmp.Equal(got, []string{"b queued", "a queued"}) {
		t.Errorf("%v", got)
	}
	if got := ids("bob", "telegram"); got != nil {
		t.Errorf("bob sends %v", got)
	}
	list, err := o.Waiting("anna", "telegram")
	if err != nil {
		t.Fatal(err)
	}
	b, a := list[0], list[1]
	b.State = "sending"
	if err := o.Mark("anna", b); err != nil {
		t.Fatal(err)
	}
	b.State, b.Ended = "doubtful", at
	copied := b
	copied.ID, copied.State = "b2", "queued"
	if err := o.End("anna", b, copied); err != nil {
		t.Fatal(err)
	}
	if got := ids("anna", "telegram"); !cmp.Equal(got, []string{"b2 queued", "a queued"}) {
		t.Errorf("a copy takes the place: %v", got)
	}
	wantClass(t, "ended twice", o.End("anna", b), sdk.NotFound)
	wantClass(t, "marked once over", o.Mark("anna", b), sdk.NotFound)
	a.State, a.Ended = "sent", at.Add(time.Hour)
	if err := o.End("anna", a); err != nil {
		t.Fatal(err)
	}
	if over, found, err := o.d.letters.Get("anna", sentKey+"a"); err != nil || !found || over.State != "sent" || over.Event.Data != nil {
		t.Errorf("%+v %v %v", over, found, err)
	}
	wantClass(t, "no channel", o.Post("anna", letter("x", "")), sdk.ContractViolation)
	if n, err := o.Forget("anna", at.Add(time.Minute)); n != 1 || err != nil {
		t.Errorf("forgot %d, %v", n, err)
	}
	if got := ids("anna", "telegram"); !cmp.Equal(got, []string{"b2 queued"}) {
		t.Errorf("what waits is not forgotten: %v", got)
	}
}

func TestReopenedDialogs(t *testing.T) {
	d := opened(t).Dialogs()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, id := range []string{"one", "two"} {
		if err := d.Open("anna", core.Dialog{ID: id, Owner: "anna", Channel: "web", Conversation: "c", Expires: at}); err != nil {
			t.Fatal(err)
		}
	}
	wantClass(t, "another question waits", d.Reopen("anna", "one"), sdk.Conflict)
	wantClass(t, "no dialog", d.Reopen("anna", "none"), sdk.NotFound)
	wantClass(t, "another's dialog", d.Reopen("bob", "two"), sdk.NotFound)
	if _, err := d.Close("anna", "two", "granted"); err != nil {
		t.Fatal(err)
	}
	for range 2 { // an open one stays open
		if err := d.Reopen("anna", "two"); err != nil {
			t.Fatal(err)
		}
	}
	if open, found, err := d.Current("anna", "web", "c"); err != nil || !found || open.ID != "two" {
		t.Errorf("%v %v %v", open.ID, found, err)
	}
	if _, err := d.Expire("anna", at.Add(time.Second), at.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	wantClass(t, "expired", d.Reopen("anna", "two"), sdk.Conflict)
}

func TestSessions(t *testing.T) {
	data := t.TempDir()
	s := openedAt(t, data)
	sessions := s.Sessions()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if _, err := sessions.Put("anna", "link-secret", Session{Once: true, Expires: now.Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	if _, err := sessions.Put("anna", "old-link", Session{Once: true, Expires: now}); err != nil {
		t.Fatal(err)
	}
	_, err := sessions.Find("anna", "link-secret", now)
	wantClass(t, "a link is no session", err, sdk.AuthRequired)
	var redeemed atomic.Int32
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			if _, err := sessions.Redeem("anna", "link-secret", fmt.Sprint("session-", i), Session{Expires: now.Add(time.Hour)}, now); err == nil {
				redeemed.Add(1)
			} else if sdk.ClassOf(err) != sdk.AuthRequired {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if redeemed.Load() != 1 {
		t.Errorf("one link made %d sessions", redeemed.Load())
	}
	for secret, owner := range map[string]core.Owner{"old-link": "anna", "link-secret": "bob", "absent": "anna"} {
		_, err := sessions.Redeem(owner, secret, "next", Session{Expires: now.Add(time.Hour)}, now)
		wantClass(t, secret, err, sdk.AuthRequired)
	}
	if _, err := sessions.Put("anna", "tok", Session{Label: "phone", Expires: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	found, err := sessions.Find("anna", "tok", now)
	if err != nil || found.Label != "phone" {
		t.Errorf("%v %v", found, err)
	}
	_, err = sessions.Find("bob", "tok", now)
	wantClass(t, "another's token", err, sdk.AuthRequired)
	_, err = sessions.Find("anna", "tok", now.Add(time.Hour))
	wantClass(t, "expired", err, sdk.AuthRequired)
	if err := sessions.Renew("anna", found.Key, now, now.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n, err := sessions.Sweep("anna", now.Add(90*time.Minute)); n != 2 || err != nil { // the old link and the redeemed session
		t.Errorf("swept %d %v", n, err)
	}
	if err := sessions.Revoke("anna", found.Key); err != nil {
		t.Fatal(err)
	}
	if list, err := sessions.List("anna"); len(list) != 0 || err != nil {
		t.Errorf("left %v %v", list, err)
	}
	s.Close()
	text, err := os.ReadFile(filepath.Join(data, "store", "sessions.db"))
	if err != nil || strings.Contains(string(text), "link-secret") {
		t.Errorf("a secret is on the disk (%v)", err)
	}
}

func TestPinsAndPreferences(t *testing.T) {
	s := opened(t)
	pin := core.Pin{Name: "find_files", Publisher: "metnos", Versions: map[string]string{"1.0.0": "sha256:aa"}}
	if err := s.Pins().Record(pin, core.Pin{Name: "other"}); err != nil {
		t.Fatal(err)
	}
	if got, found, err := s.Pins().Seen("find_files"); !found || err != nil || !cmp.Equal(got, pin) {
		t.Errorf("pin %v %v %v", got, found, err)
	}
	if err := s.Pins().Forget("find_files"); err != nil {
		t.Fatal(err)
	}
	if _, found, _ := s.Pins().Seen("find_files"); found {
		t.Error("a forgotten pin is still there")
	}
	p := s.Preferences()
	if err := p.Set("anna", "lang", "it"); err != nil {
		t.Fatal(err)
	}
	var lang string
	if set, err := p.Get("anna", "lang", &lang); !set || err != nil || lang != "it" {
		t.Errorf("%v %v %q", set, err, lang)
	}
	if set, err := p.Get("bob", "lang", &lang); set || err != nil {
		t.Errorf("bob has anna's: %v %v", set, err)
	}
	if err := p.Clear("anna", "lang"); err != nil {
		t.Fatal(err)
	}
	if all, err := p.All("anna"); len(all) != 0 || err != nil {
		t.Errorf("left %v %v", all, err)
	}
}
