package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// FEATURE-04: reconnecting with a resume repeats nothing and misses nothing, however events interleave.
func TestField_FEATURE_04(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	const total = 400
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := range total {
			r.core.emit("anna", talk, "t1", "delta", map[string]int{"n": i})
			if i%10 == 0 {
				time.Sleep(time.Millisecond)
			}
		}
	}()
	var last int64
	for last < total {
		s := b.tab()
		s.send(protocol.Request{ID: "r", Type: "resume", Conversation: talk, Seq: last})
		for range 60 {
			f, err := s.read(patience)
			if err != nil {
				t.Fatal(err)
			}
			if f.Event == nil {
				continue
			}
			if f.Event.Seq != last+1 {
				t.Fatalf("event %d after %d", f.Event.Seq, last)
			}
			if last = f.Event.Seq; last == total {
				break
			}
		}
		s.conn.UnderlyingConn().Close()
	}
	wg.Wait()
}

func TestEventsOutOfOrderAreSortedAndFetched(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.resume(talk, 0)
	var events []sdk.Event
	for i := range 6 {
		events = append(events, r.core.store("anna", talk, "t1", "delta", map[string]int{"n": i}))
	}
	for _, i := range []int{0, 3, 2, 2, 5, 1, 4, 0} {
		if err := r.channel.Send(context.Background(), sdk.Outbound{Recipient: "anna", Conversation: talk, Event: events[i]}); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.events(6); !slices.Equal(got, []int64{1, 2, 3, 4, 5, 6}) {
		t.Fatalf("events %v", got)
	}
	if f, err := s.read(100 * time.Millisecond); err == nil {
		t.Fatalf("one more: %+v", f)
	}
}

func TestEventsTheCoreNoLongerHasDoNotBlockTheRest(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.resume(talk, 0)
	for _, seq := range []int64{1, 5, 6} {
		r.channel.Send(context.Background(), sdk.Outbound{Recipient: "anna", Conversation: talk, Event: sdk.Event{Seq: seq, Kind: "delta"}})
	}
	if got := s.events(3); !slices.Equal(got, []int64{1, 5, 6}) {
		t.Fatalf("events %v", got)
	}
}

// A tab that reads late is not cut off: what does not fit its queue waits in the core.
func TestSlowTabHearsEverything(t *testing.T) {
	r := start(t, func(c *Channel, _ *fakeCore) { c.pace.frames = 8 })
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.resume(talk, 0)
	heavy := strings.Repeat("x", 512<<10)
	const total = 60
	for range total {
		r.core.emit("anna", talk, "t1", "delta", map[string]string{"text": heavy})
	}
	if got := s.events(total); got[0] != 1 || got[total-1] != total || !slices.IsSorted(got) {
		t.Fatalf("events %v", got)
	}
}

// A tab that does not read at all is let go, and costs no more than its queue; what it missed is there when it
// comes back.
func TestDeafTabIsClosedAndResumes(t *testing.T) {
	r := start(t, func(c *Channel, _ *fakeCore) { c.pace.write, c.pace.slowest = 300*time.Millisecond, 1<<30 })
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.resume(talk, 0)
	heavy := strings.Repeat("x", 512<<10)
	const total = 60
	for range total {
		r.core.emit("anna", talk, "t1", "delta", map[string]string{"text": heavy})
	}
	waitFor(t, "the room to empty", func() bool { return len(r.channel.house.room.of("anna")) == 0 })
	var last int64
	hear := func(s *tab) {
		for {
			f, err := s.read(patience)
			switch {
			case err != nil:
				return
			case f.Event != nil && f.Event.Seq != last+1:
				t.Fatalf("event %d after %d", f.Event.Seq, last)
			case f.Event != nil:
				last = f.Event.Seq
			case f.Ack == "r":
				return
			}
		}
	}
	if hear(s); last == 0 || last >= total {
		t.Fatalf("read up to %d of %d", last, total)
	}
	for last < total { // a slow machine looks deaf, too
		s = b.tab()
		s.send(protocol.Request{ID: "r", Type: "resume", Conversation: talk, Seq: last})
		hear(s)
	}
}

// A conversation of any length can be opened from its beginning while it goes on, and while others do: nothing ends
// the socket, nothing is missing, repeated or out of order, and the answer comes after the last of it.
func TestResumeOfALongConversationThatGoesOn(t *testing.T) {
	for name, whole := range map[string]bool{"by pages": false, "at once": true} {
		t.Run(name, func(t *testing.T) {
			r := start(t, func(_ *Channel, c *fakeCore) { c.whole = whole })
			b := r.browser()
			b.signIn("anna")
			const before, meanwhile = 4096, 600
			for i := range before {
				r.core.store("anna", talk, "t1", "delta", map[string]any{"n": i, "text": strings.Repeat("parola ", 50)})
			}
			s := b.tab()
			s.send(protocol.Request{ID: "r", Type: "resume", Conversation: talk})
			go func() {
				for i := range meanwhile {
					r.core.emit("anna", talk, "t2", "delta", map[string]int{"n": i})
					r.core.emit("anna", "c_another", "t3", "final", map[string]int{"n": i}) // she hears that there is one
				}
			}()
			acked := false
			for last, elsewhere := int64(0), 0; last < before+meanwhile || elsewhere == 0 || !acked; {
				switch f := s.next(); {
				case f.Event != nil && f.Event.Seq != last+1:
					t.Fatalf("event %d after %d", f.Event.Seq, last)
				case f.Event != nil:
					last = f.Event.Seq
				case f.Ack == "r":
					acked = true
					if f.Seq != last || last < before {
						t.Fatalf("acknowledged up to %d after %d", f.Seq, last)
					}
				case f.Elsewhere != "":
					elsewhere++
				}
			}
		})
	}
}

// A tab that has seen more than there is, because a copy of an earlier day was restored, hears that the conversation
// begins again, and all of it; what is said next is heard as ever.
func TestResumeAfterTheCoreWentBack(t *testing.T) {
	r := start(t)
	b := r.browser()
	b.signIn("anna")
	const kept = 120
	for i := range kept {
		r.core.store("anna", talk, "t1", "delta", map[string]any{"n": i})
	}
	s := b.tab()
	s.send(protocol.Request{ID: "r", Type: "resume", Conversation: talk, Seq: 1000})
	if f := s.next(); !f.Rewound || f.Conversation != talk {
		t.Fatalf("first came %+v", f)
	}
	last := int64(0)
	for acked := false; !acked; {
		switch f := s.next(); {
		case f.Event != nil && f.Event.Seq == last+1:
			last++
		case f.Ack == "r" && f.Seq == kept && last == kept:
			acked = true
		default:
			t.Fatalf("after event %d: %+v", last, f)
		}
	}
	r.core.emit("anna", talk, "t2", "final", map[string]any{})
	if f := s.next(); f.Event == nil || f.Event.Seq != kept+1 {
		t.Fatalf("then came %+v", f)
	}
}

// Who opens another conversation while a long one arrives need not wait for the end of it.
func TestResumeOvertakesAnother(t *testing.T) {
	r := start(t, func(c *Channel, _ *fakeCore) { c.pace.frames = 8 })
	b := r.browser()
	b.signIn("anna")
	heavy := strings.Repeat("x", 128<<10)
	const long = 400
	for range long {
		r.core.store("anna", talk, "t1", "delta", map[string]string{"text": heavy})
	}
	r.core.store("anna", "c_another", "t2", "final", map[string]string{"message": "breve"})
	s := b.tab()
	s.send(protocol.Request{ID: "r1", Type: "resume", Conversation: talk})
	if f := s.next(); f.Event == nil || f.Conversation != talk {
		t.Fatalf("got %+v", f)
	}
	s.send(protocol.Request{ID: "r2", Type: "resume", Conversation: "c_another"})
	heard := 1
	for acks := ""; acks != "r1 r2 "; {
		switch f := s.next(); {
		case f.Ack != "":
			acks += f.Ack + " "
		case f.Event != nil && f.Conversation == talk && acks == "":
			heard++
		case f.Event != nil && f.Conversation == "c_another" && acks == "r1 ":
		default:
			t.Fatalf("after %q: %+v", acks, f)
		}
	}
	if heard >= long {
		t.Fatalf("all %d events of the first came before the second", heard)
	}
}

// Many tabs of several people under load: every tab hears its own conversation in order and nothing else.
func TestManyTabsLoseNothing(t *testing.T) {
	const people, tabsEach, each = 10, 10, 100
	r := start(t, func(c *Channel, _ *fakeCore) { c.pace.perOwner = tabsEach })
	var wg sync.WaitGroup
	var ready sync.WaitGroup
	for p := range people {
		owner := fmt.Sprintf("person%d", p)
		session := "session-" + owner
		r.core.mu.Lock()
		r.core.sessions[session] = person{Owner: owner, Name: owner}
		r.core.mu.Unlock()
		for range tabsEach {
			ready.Add(1)
			wg.Add(1)
			s := &tab{t, r.dialAs(session)}
			go func() {
				defer wg.Done()
				defer s.conn.Close()
				s.send(protocol.Request{ID: "r", Type: "resume", Conversation: talk})
				for begun, last := false, int64(0); last < each; {
					f, err := s.read(patience)
					switch {
					case err != nil:
						t.Errorf("%s after %d: %v", owner, last, err)
						return
					case f.Ack == "r" && !begun:
						begun = true
						ready.Done()
					case f.Event != nil && (f.Event.Seq != last+1 || f.Event.Turn != owner):
						t.Errorf("%s heard %s %d after %d", owner, f.Event.Turn, f.Event.Seq, last)
						return
					case f.Event != nil:
						last = f.Event.Seq
					}
				}
			}()
		}
	}
	ready.Wait()
	for range each {
		for p := range people {
			owner := fmt.Sprintf("person%d", p)
			r.core.emit(owner, talk, owner, "delta", map[string]string{"text": "una parola "})
		}
	}
	wg.Wait()
}
