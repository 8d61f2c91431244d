package chat

import (
	"context"
	"encoding/json"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

const talk = "c_conversation"

func submit(id, text string) protocol.Request {
	return protocol.Request{ID: id, Type: "submit", Conversation: talk, Text: text, Lang: "it"}
}

// Every message is acknowledged with its turn, and a repeat is answered from the record.
func TestField_WS_01(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	first := b.tab()
	first.send(submit("m1", "ciao"))
	ack := first.next()
	if ack.Ack != "m1" || ack.Turn == "" || ack.Duplicate {
		t.Fatalf("acknowledged %+v", ack)
	}
	// The page saw no acknowledgement, reconnects, and sends again.
	first.conn.UnderlyingConn().Close()
	second := b.tab()
	second.send(submit("m1", "ciao"))
	again := second.next()
	if again.Ack != "m1" || again.Turn != ack.Turn || !again.Duplicate {
		t.Fatalf("repeat acknowledged %+v", again)
	}
	if in := r.core.deliveries(); len(in) != 1 || in[0].Text != "ciao" || in[0].Who.Token == "" || in[0].ID != "anna/m1" {
		t.Fatalf("delivered %+v", in)
	}
	// Decisions have no id in the core: the channel keeps the record.
	d := protocol.Request{ID: "d1", Type: "decide", Proposal: "p", Digest: "sha256:ab", Choice: "approve"}
	second.send(d)
	third := b.tab()
	third.send(d)
	if f := second.next(); f.Ack != "d1" {
		t.Fatalf("got %+v", f)
	}
	if f := third.next(); f.Ack != "d1" {
		t.Fatalf("got %+v", f)
	}
	if n := len(r.core.decided); n != 1 {
		t.Fatalf("decided %d times", n)
	}
}

// A drop in mid-turn loses nothing; a revoked session has its own close code.
func TestField_WS_02(t *testing.T) {
	r := start(t, quick)
	b := r.browser()
	session := b.signIn("anna")
	first := b.tab()
	first.resume(talk, 0)
	for i := range 3 {
		r.core.emit("anna", talk, "t1", "delta", map[string]int{"n": i})
	}
	if got := first.events(3); !slices.Equal(got, []int64{1, 2, 3}) {
		t.Fatalf("live events %v", got)
	}
	first.conn.UnderlyingConn().Close()
	for i := range 120 { // more than one page of the core's answer
		r.core.emit("anna", talk, "t1", "delta", map[string]int{"n": i})
	}
	second := b.tab()
	events, ack := second.resume(talk, 3)
	if len(events) != 120 || events[0].Seq != 4 || events[119].Seq != 123 || ack.Seq != 123 {
		t.Fatalf("resumed %d events, acknowledged %+v", len(events), ack)
	}
	r.core.revoke(session)
	r.core.emit("anna", talk, "t1", "final", map[string]string{"message": "secret"})
	if code := second.closed(); code != protocol.CloseSignedOut {
		t.Fatalf("closed with %d", code)
	}
	third := b.tab()
	if code := third.closed(); code != protocol.CloseSignedOut {
		t.Fatalf("a revoked session was closed with %d", code)
	}
}

// Without any traffic a revoked session is noticed at the next ping.
func TestRevokedSessionIdleTab(t *testing.T) {
	r := start(t, quick)
	b := r.browser()
	session := b.signIn("anna")
	s := b.tab()
	r.core.revoke(session)
	if code := s.closed(); code != protocol.CloseSignedOut {
		t.Fatalf("closed with %d", code)
	}
}

func TestCoreOutOfReachIsNotASignOut(t *testing.T) {
	r := start(t, quick)
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.resume(talk, 0)
	r.core.outage(sdk.Errorf(sdk.Unavailable, "", "restarting"))
	s.send(submit("m1", "ciao"))
	if code := s.closed(); code != protocol.CloseTryLater {
		t.Fatalf("closed with %d", code)
	}
	if code := b.tab().closed(); code != protocol.CloseTryLater {
		t.Fatalf("new socket closed with %d", code)
	}
	r.core.outage(nil)
	s = b.tab()
	s.send(submit("m1", "ciao"))
	if f := s.next(); f.Ack != "m1" || f.Duplicate {
		t.Fatalf("got %+v", f)
	}
}

// A peer that vanishes without closing is noticed by the missing pong.
func TestField_WS_04(t *testing.T) {
	r := start(t, quick)
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.conn.SetPingHandler(func(string) error { return nil }) // the network swallows our pongs
	gone := make(chan error, 1)
	began := time.Now()
	go func() {
		for {
			if _, _, err := s.conn.ReadMessage(); err != nil {
				gone <- err
				return
			}
		}
	}()
	select {
	case <-gone:
		if d := time.Since(began); d < 200*time.Millisecond {
			t.Fatalf("closed after %v, before a pong could be late", d)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("a dead peer was kept")
	}
	waitFor(t, "the room to empty", func() bool { return len(r.channel.house.room.of("anna")) == 0 })
}

func TestLivePeerIsKeptAndHearsBeats(t *testing.T) {
	r := start(t, quick, func(c *Channel, _ *fakeCore) { c.pace.pong = 2 * time.Second })
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	beats := 0
	for beats < 12 { // longer than ping and pong together
		f, err := s.read(patience)
		if err != nil {
			t.Fatal(err)
		}
		if f.Beat != 0 {
			beats++
		}
	}
}

// After a reconnect the old client id works at once: nothing per client has to be rebuilt first.
func TestField_WS_05(t *testing.T) {
	r := start(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			c.emit(owner, in.Conversation, turn, "turn_started", map[string]string{"text": in.Text})
			c.emit(owner, in.Conversation, turn, "final", map[string]string{"message": "fatto"})
		}
	})
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.resume(talk, 0)
	s.send(submit("m1", "uno"))
	s.events(2)
	s.conn.UnderlyingConn().Close()
	waitFor(t, "the room to empty", func() bool { return len(r.channel.house.room.of("anna")) == 0 })
	again := b.tab()
	again.send(submit("m2", "due")) // not even a resume before it
	if got := again.events(2); !slices.Equal(got, []int64{3, 4}) {
		t.Fatalf("events %v", got)
	}
}

func TestSeveralTabsHearTheSameAndNobodyElseDoes(t *testing.T) {
	r := start(t)
	anna, bruno := r.browser(), r.browser()
	anna.signIn("anna")
	bruno.signIn("bruno")
	one, two, theirs, elsewhere := anna.tab(), anna.tab(), bruno.tab(), anna.tab()
	for _, s := range []*tab{one, two, theirs} {
		s.resume(talk, 0)
	}
	elsewhere.resume("c_another", 0)
	r.core.emit("anna", talk, "t1", "final", map[string]string{"message": "di Anna"})
	for _, s := range []*tab{one, two} {
		if f := s.next(); f.Event == nil || f.Conversation != talk {
			t.Fatalf("got %+v", f)
		}
	}
	// A tab of hers with another conversation hears that there is an answer, and nothing of it.
	if f := elsewhere.next(); f.Event != nil || f.Rich != nil || f.Elsewhere != "final" || f.Conversation != talk {
		t.Fatalf("elsewhere %+v", f)
	}
	for _, s := range []*tab{theirs, elsewhere} {
		if f, err := s.read(150 * time.Millisecond); err == nil {
			t.Fatalf("a stranger heard %+v", f)
		}
	}
}

// Two people sign in: each acts under their own session, and a message id of one says nothing about the other.
func TestField_SESS_13(t *testing.T) {
	r := start(t)
	anna, bruno := r.browser(), r.browser()
	a, b := anna.signIn("anna"), bruno.signIn("bruno")
	if a == b {
		t.Fatal("one session for two people")
	}
	one, two := anna.tab(), bruno.tab()
	one.send(submit("same", "di Anna"))
	two.send(submit("same", "di Bruno"))
	if f := one.next(); f.Ack != "same" || f.Duplicate {
		t.Fatalf("got %+v", f)
	}
	if f := two.next(); f.Ack != "same" || f.Duplicate {
		t.Fatalf("got %+v", f)
	}
	tokens := map[string]string{}
	for _, in := range r.core.deliveries() {
		tokens[in.Text] = in.Who.Token
	}
	if tokens["di Anna"] != a || tokens["di Bruno"] != b {
		t.Fatalf("presented %v", tokens)
	}
}

// A language chosen in the page is stored by the core, so the next page and every answer use it.
func TestField_I18N_09(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.send(protocol.Request{ID: "l1", Type: "call", Method: protocol.MethodPreferences, Params: json.RawMessage(`{"lang":"en"}`)})
	if f := s.next(); f.Ack != "l1" {
		t.Fatalf("got %+v", f)
	}
	if _, html := b.get("/"); !strings.Contains(html, `<html lang="en">`) {
		t.Fatal("the page is still in the old language")
	}
	f, err := b.tab().read(patience)
	if err != nil || f.Hello == nil || f.Hello.Lang != "en" {
		t.Fatalf("hello %+v %v", f, err)
	}
}

func TestOversizeAndMalformedMessages(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.send(submit("long", strings.Repeat("a", protocol.MaxText+1)))
	if f := s.next(); f.Nack != "long" || f.Error.Class != sdk.Oversize {
		t.Fatalf("got %+v", f)
	}
	for id, raw := range map[string]string{
		"u1": `{"id":"u1","type":"submit","conversation":"c_conversation","text":"x","owner":"bruno"}`,
		"u2": `{"id":"u2","type":"become","text":"x"}`,
		"u3": `{"id":"u3","type":"call","method":"session.open"}`,
		"u4": `{"id":"u4","type":"submit","conversation":"../etc","text":"x"}`,
		"u5": `{"id":"u5","type":"submit","conversation":"c_conversation","text":"  \n "}`,
		"u6": `{"id":"u6","type":"decide","proposal":"p","digest":"d","choice":"yes"}`,
		"u7": `{"id":"u7","type":"feedback","turn":"t"}`,
	} {
		s.conn.WriteMessage(websocket.TextMessage, []byte(raw))
		if f := s.next(); f.Nack != id || f.Error.Class != sdk.WrongArgs {
			t.Fatalf("%s: %+v %+v", raw, f, f.Error)
		}
	}
	if n := len(r.core.deliveries()); n != 0 {
		t.Fatalf("%d messages reached the core", n)
	}
	for name, c := range map[string]struct {
		kind int
		raw  string
		code int
	}{
		"no JSON":   {websocket.TextMessage, "hello", protocol.CloseBadFrame},
		"no id":     {websocket.TextMessage, `{"type":"submit"}`, protocol.CloseBadFrame},
		"two":       {websocket.TextMessage, `{}{}`, protocol.CloseBadFrame},
		"binary":    {websocket.BinaryMessage, `{"id":"a","type":"cancel","turn":"t"}`, protocol.CloseBadFrame},
		"too large": {websocket.TextMessage, `{"id":"` + strings.Repeat("a", 70<<10), websocket.CloseMessageTooBig},
	} {
		t.Run(name, func(t *testing.T) {
			s := b.tab()
			s.conn.WriteMessage(c.kind, []byte(c.raw))
			if code := s.closed(); code != c.code {
				t.Fatalf("closed with %d, want %d", code, c.code)
			}
		})
	}
}

func TestHostileTextTravelsAsData(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn(`<script>alert(1)</script>`)
	_, html := b.get("/")
	if strings.Contains(html, "<script>alert") {
		t.Fatal("a name became markup")
	}
	resp, html := b.get(`/signin?t=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`)
	if resp.StatusCode != 200 || strings.Contains(html, "<script>alert") {
		t.Fatal("a link token became markup")
	}
}

func TestTooManyTabs(t *testing.T) {
	r := start(t, func(c *Channel, _ *fakeCore) { c.pace.perOwner = 2 })
	b := r.browser()
	b.signIn("anna")
	for range 2 {
		b.tab().resume(talk, 0)
	}
	if code := b.tab().closed(); code != protocol.CloseTooMany {
		t.Fatalf("closed with %d", code)
	}
}

func TestStopSaysGoodbyeAndRefusesMore(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.resume(talk, 0)
	done := make(chan error, 1)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		done <- r.channel.Stop(ctx)
	}()
	if code := s.closed(); code != protocol.CloseGoingAway {
		t.Fatalf("closed with %d", code)
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err := r.channel.Send(context.Background(), sdk.Outbound{Recipient: "anna", Conversation: talk}); sdk.ClassOf(err) != sdk.Unavailable {
		t.Fatalf("send after stop: %v", err)
	}
	if _, err := net.DialTimeout("tcp", strings.TrimPrefix(r.base, "http://"), time.Second); err == nil {
		t.Fatal("still listening")
	}
}
