package chat

import (
	"context"
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
			f, err := s.read(5 * time.Second)
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
	r := start(t, func(c *Channel, _ *fakeCore) { c.pace.outbox = 8; c.pace.write = 5 * time.Second })
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
		f, err := s.read(5 * time.Second)
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
