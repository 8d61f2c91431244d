package chat

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

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

// A tab that does not read is closed with its own code; what it missed is there when it comes back.
func TestSlowTabIsClosedAndResumes(t *testing.T) {
	r := start(t, func(c *Channel, _ *fakeCore) { c.pace.outbox = 8; c.pace.write = time.Minute })
	b := r.browser()
	b.signIn("anna")
	s := b.tab()
	s.resume(talk, 0)
	heavy := strings.Repeat("x", 512<<10)
	const total = 60
	for range total {
		r.core.emit("anna", talk, "t1", "delta", map[string]string{"text": heavy})
	}
	var last int64
	for {
		f, err := s.read(patience)
		if err != nil {
			e, ok := err.(*websocket.CloseError)
			if !ok || e.Code != protocol.CloseTooSlow {
				t.Fatalf("closed with %v after %d", err, last)
			}
			break
		}
		if f.Event != nil {
			last = f.Event.Seq
		}
	}
	if last == 0 || last >= total {
		t.Fatalf("read up to %d of %d", last, total)
	}
	events, _ := b.tab().resume(talk, last)
	if int64(len(events)) != total-last || events[0].Seq != last+1 {
		t.Fatalf("resumed %d events after %d", len(events), last)
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
