package outlet

import (
	"context"
	"fmt"
	"testing"

	"github.com/metnos/metnos/sdk"
)

// gated is a channel that takes nothing until it is opened.
type gated struct {
	gate chan struct{}
	got  map[string][]int64
	n    int
}

func (g *gated) Send(_ context.Context, out sdk.Outbound) error {
	<-g.gate
	at := out.Recipient + "/" + out.Conversation
	g.got[at] = append(g.got[at], out.Event.Seq)
	g.n++
	return nil
}

// However far a channel falls behind, nobody waits for it, each conversation stays in order, and its newest event comes:
// who sees its number knows what is missing.
func TestTheNewestOfEachConversationComes(t *testing.T) {
	const talks, each = 30, 300
	to := &gated{gate: make(chan struct{}), got: map[string][]int64{}}
	o := Open(t.Context(), to)
	for seq := range int64(each) {
		for talk := range talks {
			o.Offer(sdk.Outbound{Recipient: "anna", Conversation: fmt.Sprint(talk), Event: sdk.Event{Seq: seq + 1}})
		}
	}
	close(to.gate)
	o.Close()
	if to.n > Room+talks+1 || len(to.got) != talks {
		t.Fatalf("%d events of %d conversations were kept waiting", to.n, len(to.got))
	}
	for talk, seqs := range to.got {
		for i, seq := range seqs {
			if i > 0 && seq <= seqs[i-1] {
				t.Fatalf("%s: event %d after %d", talk, seq, seqs[i-1])
			}
		}
		if seqs[len(seqs)-1] != each {
			t.Errorf("%s ends with event %d of %d", talk, seqs[len(seqs)-1], each)
		}
	}
	o.Offer(sdk.Outbound{}) // nobody takes it any more, and nobody fails
}

// A channel that keeps up gets everything.
func TestNothingIsSkippedOfWhatIsTaken(t *testing.T) {
	to := &gated{gate: make(chan struct{}), got: map[string][]int64{}}
	close(to.gate)
	o := Open(t.Context(), to)
	for seq := range int64(Room) {
		o.Offer(sdk.Outbound{Recipient: "anna", Conversation: "c", Event: sdk.Event{Seq: seq}})
	}
	o.Close()
	if to.n != Room {
		t.Fatalf("%d of %d events came", to.n, Room)
	}
}
