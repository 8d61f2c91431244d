package tail

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/sdk"
)

// However live events are delayed, lost, repeated and reordered, and however small the queue, each event of the
// conversation leaves the tail once and in order.
func TestEverythingLeavesOnceAndInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kept, page := rapid.IntRange(0, 200).Draw(t, "events"), rapid.IntRange(1, 40).Draw(t, "page")
		from := int64(rapid.IntRange(0, kept).Draw(t, "from"))
		late := rapid.SliceOfN(rapid.IntRange(1, max(kept, 1)), 0, 300).Draw(t, "live")
		tail := After("c", from)
		var out []int64
		pass := func(list ...sdk.Event) {
			for _, e := range list {
				out = append(out, e.Seq)
			}
		}
		core := func() (list []sdk.Event) { // the next page of the core's record
			for seq := tail.Last + 1; seq <= int64(kept) && len(list) < page; seq++ {
				list = append(list, sdk.Event{Seq: seq})
			}
			return list
		}
		catchUp := func(live func()) {
			for tail.Replaying {
				ready := tail.Fetched(core())
				for more := true; more; more = len(ready) > 0 {
					pass(ready...)
					live()
					ready = tail.Sent()
				}
			}
		}
		live := func() {
			if len(late) == 0 || kept == 0 {
				return
			}
			e := sdk.Event{Seq: int64(late[0])}
			late = late[1:]
			fits := rapid.Bool().Draw(t, "fits")
			switch on, _ := tail.Offer(e); {
			case on && fits:
				pass(e)
			case on:
				tail.Behind(e)
			}
		}
		catchUp(live)
		for len(late) > 0 && kept > 0 {
			live()
			catchUp(live)
		}
		if len(tail.held) > most {
			t.Fatalf("%d events are held", len(tail.held))
		}
		for i, seq := range out {
			if seq != from+int64(i)+1 {
				t.Fatalf("after event %d of %d: %v", from, kept, out)
			}
		}
		if len(out) != kept-int(from) {
			t.Fatalf("%d of the %d events after %d came", len(out), kept-int(from), from)
		}
	})
}

func TestWhatIsHeldIsBounded(t *testing.T) {
	tail := After("c", 0)
	for seq := range int64(1000) {
		tail.Offer(sdk.Event{Seq: seq + 2, Data: make([]byte, 100<<10)})
	}
	size := 0
	for _, e := range tail.held {
		size += len(e.Data)
	}
	if size > mostBytes || len(tail.held) == 0 || tail.held[len(tail.held)-1].Seq != 1001 {
		t.Fatalf("%d events of %d bytes are held", len(tail.held), size)
	}
	tail.Offer(sdk.Event{Seq: 2000, Data: make([]byte, 2*mostBytes)}) // one is always kept
	if len(tail.held) != 1 || tail.held[0].Seq != 2000 {
		t.Fatalf("%d events are held", len(tail.held))
	}
}

func TestQueueIsBounded(t *testing.T) {
	q := NewQueue(4, 100)
	event := func(n int) Packet { return Packet{Data: make([]byte, n), Event: true} }
	var fits []bool
	for _, p := range []Packet{event(500), event(1), {Data: make([]byte, 1)}} {
		fits = append(fits, q.Offer(p))
	}
	q.Written()
	for _, p := range []Packet{event(40), event(40), event(40), {Data: make([]byte, 90)}, event(1), {Data: make([]byte, 90)}} {
		fits = append(fits, q.Offer(p))
	}
	if want := []bool{true, false, false, true, true, false, true, false, false}; !slices.Equal(fits, want) {
		t.Errorf("%v, want %v", fits, want)
	}
	for range 3 {
		<-q.Ready()
		if _, waits := q.Head(); !waits {
			t.Fatal("nothing waits")
		}
		q.Written()
		<-q.Room()
	}
	if _, waits := q.Head(); waits {
		t.Error("more waits than was added")
	}
	frames := 0
	for q.Offer(event(1)) {
		frames++
	}
	if frames != 4 {
		t.Errorf("%d frames fit, want 4", frames)
	}
}

func TestWhatIsSaidAgainReplaces(t *testing.T) {
	q := NewQueue(3, 100)
	say := func(text, key string) bool { return q.Offer(Packet{Data: []byte(text), Key: key}) }
	say("a1", "a")
	for i := range 50 {
		if !say("a2", "a") || !say("b", "b") || i == 20 && !say("c", "") {
			t.Fatalf("no room the %dth time", i)
		}
	}
	var left string
	for p, waits := q.Head(); waits; p, waits = q.Head() {
		left += string(p.Data) + " "
		q.Written()
	}
	if left != "a1 c a2 b " || q.bytes != 0 {
		t.Fatalf("left: %q, %d bytes", left, q.bytes)
	}
}
