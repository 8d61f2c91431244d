package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// A change that was cut off is newer than what its conversation remembers: "them" does not mean the older list.
func TestARecoveredConversationRemembersNothingOlder(t *testing.T) {
	w := newWorld(t, anyPort)
	w.serve().stop()
	const cut, older = "00000000000000cc", "00000000000000dd"
	memory := func(do func(store.Table[plan.Remembered])) {
		t.Helper()
		s, err := store.Open(w.data)
		if err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		if _, _, err := s.Deliveries().Accept(core.Host, store.Delivery{Channel: "web", Turn: cut, State: store.Running, Attempts: 1, Epoch: "dead", Received: now, Started: now,
			Inbound: sdk.Inbound{ID: "host/m9", Conversation: "c_older", Text: "sposta uno.pdf in Archivio"}}); err != nil {
			t.Fatal(err)
		}
		do(store.TableOf[plan.Remembered](s, "memory"))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	memory(func(m store.Table[plan.Remembered]) {
		for _, thread := range []string{"web/c_older", "web/c_other"} {
			if err := m.Put(core.Host, thread, plan.Remembered{Turn: older}); err != nil {
				t.Fatal(err)
			}
		}
	})
	journal, err := undo.Open(filepath.Join(w.data, "undo"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := journal.Begin(undo.Entry{Owner: core.Host, Turn: cut, Conversation: "c_older", Text: "sposta uno.pdf in Archivio", Step: 1, Tool: "move_files"}); err != nil {
		t.Fatal(err)
	}
	s := w.serve()
	p := s.signIn()
	p.send(map[string]any{"id": "r", "type": "resume", "conversation": "c_older", "seq": 0})
	if out := p.final(); out.TurnID != cut || out.Origin != core.FromRecovery {
		t.Errorf("%+v", out)
	}
	s.stop()
	memory(func(m store.Table[plan.Remembered]) {
		if was, found, err := m.Get(core.Host, "web/c_older"); err != nil || found {
			t.Errorf("remembers %+v: %v", was, err)
		}
		if was, found, err := m.Get(core.Host, "web/c_other"); err != nil || !found || was.Turn != older {
			t.Errorf("another conversation lost its own: %+v %v", was, err)
		}
	})
}

// stop ends a server as an administrator would.
func (s *server) stop() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	_ = s.cmd.Wait()
}

// What a core took and could not finish is on the page when it is back: run again when nothing had changed,
// told when something may have, in the order of the conversation, once.
func TestRecoveredMessagesAreOnThePage(t *testing.T) {
	w := newWorld(t, anyPort)
	w.serve().stop()
	const cut, asked = "00000000000000aa", "00000000000000bb"
	kept, err := store.Open(w.data)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for _, d := range []store.Delivery{
		{Channel: "web", Turn: cut, State: store.Running, Attempts: 1, Epoch: "dead", Received: now, Started: now,
			Inbound: sdk.Inbound{ID: "host/m1", Conversation: "c_recovered", Text: "sposta uno.pdf in Archivio"}},
		{Channel: "web", Turn: asked, State: store.Accepted, Epoch: "dead", Received: now,
			Inbound: sdk.Inbound{ID: "host/m2", Conversation: "c_recovered", Text: "Quanti file PDF ci sono nella cartella Documenti?", Lang: "it"}},
	} {
		if _, _, err := kept.Deliveries().Accept(core.Host, d); err != nil {
			t.Fatal(err)
		}
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	journal, err := undo.Open(filepath.Join(w.data, "undo"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	step := undo.Entry{Owner: core.Host, Turn: cut, Conversation: "c_recovered", Text: "sposta uno.pdf in Archivio", Step: 1, Tool: "move_files"}
	if err := journal.Begin(step); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second start finds nothing left to do
		s := w.serve()
		p := s.signIn()
		p.send(map[string]any{"id": "r", "type": "resume", "conversation": "c_recovered", "seq": 0})
		first, second := p.final(), p.final()
		if first.TurnID != cut || first.Effects.Uncertain != 1 || first.Origin != core.FromRecovery || !strings.Contains(first.Message, "non so se è riuscita") {
			t.Errorf("the change that was cut off: %+v", first)
		}
		if second.TurnID != asked || second.Kind != core.Answer || !strings.Contains(second.Message, "2") {
			t.Errorf("the question behind it: %+v", second)
		}
		p.send(map[string]any{"id": "m2", "type": "submit", "conversation": "c_recovered", "text": "Quanti file PDF ci sono nella cartella Documenti?", "lang": "it"})
		p.until("an ack of the repeated message", func(f frame) bool {
			if f.Event.Kind == "final" {
				t.Errorf("a third end: %s", f.Event.Data)
			}
			return f.Ack == "m2"
		})
		if out := w.ask("how many files are in Documenti?"); strings.Contains(out.Message, "cut off") || out.Effects.Uncertain != 0 {
			t.Errorf("it is told again: %s", out.Message)
		}
		s.stop()
	}
}
