package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
)

const crowd = 1200 // files of a change that is long enough to be cut off midway

// crowded is a world with a crowd of files in A, and an empty B.
func crowded(t *testing.T) *world {
	w := newWorld(t, strings.Replace(anyPort, "grant", "policy { bulk_threshold = 5000 }\ngrant", 1))
	for i := range crowd {
		w.file(fmt.Sprintf("A/f%04d.txt", i), fmt.Sprintf("text of %d", i))
	}
	if err := os.Mkdir(filepath.Join(w.home, "B"), 0o700); err != nil {
		t.Fatal(err)
	}
	return w
}

// in counts the files of a folder that are whole.
func (w *world) in(folder string) (n int) {
	entries, err := os.ReadDir(filepath.Join(w.home, folder))
	if err != nil {
		return 0
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".txt") {
			n++
		}
	}
	return n
}

// whole fails the test unless every file is in A with its text, and nothing in B.
func (w *world) whole(when string) {
	w.t.Helper()
	for i := range crowd {
		text, err := os.ReadFile(filepath.Join(w.home, fmt.Sprintf("A/f%04d.txt", i)))
		if err != nil || string(text) != fmt.Sprintf("text of %d", i) {
			w.t.Fatalf("%s: file %d: %q, %v", when, i, text, err)
		}
	}
	if n := w.in("B"); n != 0 {
		w.t.Errorf("%s: %d files are still in B", when, n)
	}
	found, err := filepath.Glob(filepath.Join(w.home, "*", ".metnos-*"))
	if err != nil || len(found) > 0 {
		w.t.Errorf("%s: left behind: %v", when, found)
	}
}

// it asks in Italian, in the one conversation of the command line.
func (w *world) it(text string) core.Outcome {
	w.t.Helper()
	cmd := w.command("ask", "--json", "--lang", "it", text)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	var o core.Outcome
	if json.Unmarshal(out, &o) != nil {
		w.t.Fatalf("ask %q: %v\n%s\n%s", text, err, out, errs.String())
	}
	return o
}

// victim is who is killed.
type victim string

const (
	theCore   victim = "core"
	thePlugin victim = "plugin"
)

// cut runs a request and kills somebody while it is midway: when progress is past a quarter of the crowd and before
// its end. It returns the outcome, nil when the core died. False means that it was over too soon.
func (w *world) cut(t *testing.T, text string, who victim, progress func() int) (*core.Outcome, bool) {
	w.t.Helper()
	cmd := w.command("ask", "--json", "--lang", "it", text)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	deadline := time.Now().Add(60 * time.Second)
	for progress() < crowd/4 {
		if time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			w.t.Fatalf("%q never came to a quarter", text)
		}
		select {
		case err := <-ended:
			w.t.Logf("%q ended before it could be cut: %v %.300s", text, err, out.String())
			return nil, false
		default:
		}
	}
	switch who {
	case theCore:
		_ = cmd.Process.Kill()
	case thePlugin:
		for _, p := range below(t, cmd.Process.Pid) {
			if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", p.pid)); err == nil && strings.TrimSpace(string(name)) != "sh" {
				_ = syscall.Kill(p.pid, syscall.SIGKILL)
			}
		}
	}
	<-ended
	w.settled(t)
	var o core.Outcome
	if who == theCore || json.Unmarshal(out.Bytes(), &o) != nil {
		return nil, progress() < crowd
	}
	return &o, progress() < crowd
}

// settled waits until the plugins of a core that was killed are gone too.
func (w *world) settled(t *testing.T) {
	t.Helper()
	eventually(t, "the plugins of the killed core end", func() bool {
		found, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, path := range found {
			if env, err := os.ReadFile(path); err == nil && bytes.Contains(env, []byte(w.data)) {
				return false
			}
		}
		return true
	})
}

// midway tries until a request could be cut off in its middle.
func midway(t *testing.T, prepare func(w *world), text string, who victim, progress func(w *world) int) (*world, *core.Outcome) {
	t.Helper()
	for range 8 {
		w := crowded(t)
		prepare(w)
		if out, ok := w.cut(t, text, who, func() int { return progress(w) }); ok {
			return w, out
		}
	}
	t.Fatalf("%q was always over before anybody could be killed", text)
	return nil, nil
}

func moveAll(w *world) {
	w.t.Helper()
	out := w.it("sposta tutti i file di A in B")
	if out.Kind == core.Approval {
		out = w.it("sì")
	}
	if out.Effects.Mutations != crowd || w.in("B") != crowd {
		w.t.Fatalf("moved %d: %+v", w.in("B"), out)
	}
}

// takeBack says "annulla" and, when asked, "sì".
func (w *world) takeBack() (asked, done core.Outcome) {
	w.t.Helper()
	asked = w.it("annulla")
	w.t.Logf("annulla: %s %.400s", asked.Kind, asked.Message)
	if done = asked; asked.Kind == core.Approval {
		done = w.it("sì")
		w.t.Logf("sì: %s %+v %.400s", done.Kind, done.Effects, done.Message)
	}
	return asked, done
}

// nothingLeft fails unless there is nothing to undo.
func (w *world) nothingLeft() {
	w.t.Helper()
	if out := w.it("annulla"); out.Kind != core.Answer || !strings.Contains(out.Message, "Non c'è niente da annullare") {
		w.t.Errorf("there is still something to undo: %s %s", out.Kind, out.Message)
	}
}

// An undo of a move that is cut off goes on where it stopped, and what was back already is nobody's change.
func TestUndoOfAMoveKilledMidway(t *testing.T) {
	for _, who := range []victim{theCore, thePlugin} {
		t.Run(string(who), func(t *testing.T) {
			w, out := midway(t, moveAll, "annulla", who, func(w *world) int { return w.in("A") })
			back := w.in("A")
			if who == thePlugin {
				if out == nil || out.Effects.Mutations == 0 || out.Effects.Mutations != back || !strings.Contains(out.Message, "annulla") {
					t.Errorf("%d files are back, and it says %+v", back, out)
				}
			}
			asked, done := w.takeBack()
			if asked.Kind != core.Approval || !strings.Contains(asked.Message, fmt.Sprint(back)) || !strings.Contains(asked.Message, fmt.Sprint(crowd-back)) {
				t.Errorf("%d are back, and it asks %s", back, asked.Message)
			}
			if done.Effects.Mutations != crowd-back || done.Effects.Failures != 0 || strings.Contains(done.Message, "è cambiato") {
				t.Errorf("%d were left: %+v %.600s", crowd-back, done.Effects, done.Message)
			}
			w.whole("after the undo")
			w.nothingLeft()
		})
	}
}

// So does one of a deletion.
func TestUndoOfADeletionKilledMidway(t *testing.T) {
	w, _ := midway(t, func(w *world) {
		out := w.it("cancella tutti i file di A")
		if out.Kind == core.Approval {
			out = w.it("sì")
		}
		if out.Effects.Mutations != crowd {
			t.Fatalf("%+v", out)
		}
	}, "annulla", theCore, func(w *world) int { return w.in("A") })
	back := w.in("A")
	_, done := w.takeBack()
	if done.Effects.Mutations != crowd-back || done.Effects.Failures != 0 || strings.Contains(done.Message, "trashinfo") {
		t.Errorf("%d were left: %+v %.600s", crowd-back, done.Effects, done.Message)
	}
	w.whole("after the undo")
	w.nothingLeft()
	w.emptyTrash()
}

// emptyTrash fails when something is left in the trash: of files that are back, not even the information.
func (w *world) emptyTrash() {
	w.t.Helper()
	left, err := filepath.Glob(filepath.Join(w.home, ".local/share/Trash/*/*"))
	if err != nil || len(left) > 0 {
		w.t.Errorf("%d things are left in the trash: %.200v", len(left), left)
	}
}

// A change that is cut off is known: how far it came is told with its number, and it can be taken back.
func TestAChangeKilledMidwayIsUndone(t *testing.T) {
	in := func(folder string) func(w *world) int { return func(w *world) int { return w.in(folder) } }
	gone := func(w *world) int { return crowd - w.in("A") }
	for _, c := range []struct {
		text    string
		changed func(w *world) int
		who     victim
	}{
		{"sposta tutti i file di A in B", in("B"), theCore},
		{"sposta tutti i file di A in B", in("B"), thePlugin},
		{"cancella tutti i file di A", gone, thePlugin},
		{"copia tutti i file di A in B", in("B"), theCore},
	} {
		t.Run(c.text+"/"+string(c.who), func(t *testing.T) {
			w, out := midway(t, func(*world) {}, c.text, c.who, c.changed)
			changed := c.changed(w)
			if c.who == thePlugin && (out == nil || out.Effects.Uncertain == 0) {
				t.Errorf("it says %+v", out)
			}
			asked, done := w.takeBack()
			if asked.Kind != core.Approval || !strings.Contains(asked.Message, fmt.Sprint(changed)) || !strings.Contains(asked.Message, c.text) {
				t.Errorf("%d were changed, and it asks %s", changed, asked.Message)
			}
			if done.Effects.Mutations != changed || done.Effects.Failures != 0 {
				t.Errorf("%d were changed: %+v %.600s", changed, done.Effects, done.Message)
			}
			w.whole("after the undo")
			w.nothingLeft()
			w.emptyTrash()
		})
	}
}

// On the page too the request is told that asked, not the word that let it go on, and how far it came.
func TestARequestKilledMidwayIsToldOnThePage(t *testing.T) {
	const request = "sposta tutti i file di A in B"
	for range 8 {
		w := crowded(t)
		w.file("../config.hcl", anyPort)
		s := w.serve()
		p := s.signIn()
		p.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_cutoff1", "text": request, "lang": "it"})
		asked := p.final()
		if asked.Kind != core.Approval {
			t.Fatalf("%+v", asked)
		}
		p.send(map[string]any{"id": "m2", "type": "submit", "conversation": "c_cutoff1", "text": "sì", "lang": "it"})
		p.until("an ack", func(f frame) bool { return f.Ack == "m2" })
		for deadline := time.Now().Add(30 * time.Second); w.in("B") < crowd/4 && time.Now().Before(deadline); {
		}
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		w.settled(t)
		moved := w.in("B")
		if moved == crowd {
			continue
		}
		again := w.serve()
		q := again.signIn()
		q.send(map[string]any{"id": "r", "type": "resume", "conversation": "c_cutoff1", "seq": p.seq})
		out := q.final()
		if !strings.Contains(out.Message, "«"+request+"»") || strings.Contains(out.Message, "«sì»") || !strings.Contains(out.Message, fmt.Sprint(moved)) || out.Origin != core.FromRecovery {
			t.Errorf("%d were moved, and it says %+v", moved, out)
		}
		q.send(map[string]any{"id": "m3", "type": "submit", "conversation": "c_cutoff1", "text": "annulla gli spostamenti di oggi", "lang": "it"})
		offer := q.final()
		if offer.Kind != core.Approval || !strings.Contains(offer.Message, fmt.Sprint(moved)) {
			t.Fatalf("%+v", offer)
		}
		q.send(map[string]any{"id": "m4", "type": "submit", "conversation": "c_cutoff1", "text": "sì", "lang": "it"})
		if done := q.final(); done.Effects.Mutations != moved {
			t.Errorf("%+v", done)
		}
		w.whole("after the undo")
		return
	}
	t.Fatal("the move was always over before the core could be killed")
}

// What the trash no longer holds is said so; a clock that went back hides no turn; the word that asks to undo is no
// answer to whether to.
func TestUndoTellsWhatIsSo(t *testing.T) {
	w := newWorld(t, anyPort)
	if out := w.it("cancella il file Documenti/uno.pdf"); out.Effects.Mutations != 1 {
		t.Fatalf("%+v", out)
	}
	trash := filepath.Join(w.home, ".local/share/Trash")
	if err := os.RemoveAll(trash); err != nil {
		t.Fatal(err)
	}
	if out := w.it("annulla"); !strings.Contains(out.Message, "non è più nel cestino") || strings.Contains(out.Message, "è cambiato") {
		t.Errorf("an emptied trash: %s", out.Message)
	}

	folders, err := filepath.Glob(filepath.Join(w.data, "undo/host/*-*"))
	if err != nil || len(folders) != 1 {
		t.Fatal(folders, err)
	}
	turn := filepath.Base(folders[0])[16:]
	future := fmt.Sprintf("%016x%s", time.Now().Add(40*24*time.Hour).UnixNano(), turn)
	if err := os.Rename(folders[0], filepath.Join(w.data, "undo/host", future)); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"crea la cartella Nuova", "sposta Documenti/due.pdf in Nuova"} {
		if out := w.it(text); out.Effects.Mutations != 1 {
			t.Fatalf("%s: %+v", text, out)
		}
	}
	if out := w.it("annulla"); out.Effects.Mutations != 1 || !strings.Contains(out.Message, "due.pdf") {
		t.Errorf("after the clock went back: %s %s", out.Kind, out.Message)
	}

	offer := w.it("annulla")
	if offer.Kind != core.Approval || !strings.Contains(offer.Message, "crea la cartella Nuova") {
		t.Fatalf("%+v", offer)
	}
	for range 2 { // it stays, however often it is said
		again := w.it("annulla")
		if again.Kind != core.Approval || again.Proposal == nil || again.Proposal.ID != offer.Proposal.ID || !strings.Contains(again.Message, "«sì»") {
			t.Fatalf("%+v", again)
		}
	}
	if out := w.it("sì"); out.Effects.Mutations != 1 {
		t.Errorf("%+v", out)
	}
	if _, err := os.Stat(filepath.Join(w.home, "Nuova")); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}

// After a change that was cut off "them" is no list from before it, on the command line too: nothing is touched, and
// the change itself is known and can be taken back.
func TestThemIsNothingOlderThanAChangeKilledMidway(t *testing.T) {
	found := func(w *world) {
		if out := w.it("trova i file pdf in Documenti"); out.Effects.Items != 2 {
			t.Fatalf("%+v", out)
		}
	}
	for _, text := range []string{"cancellali", "sposta quelli in A"} {
		t.Run(text, func(t *testing.T) {
			w, _ := midway(t, found, "sposta tutti i file di A in B", theCore, func(w *world) int { return w.in("B") })
			moved := w.in("B")
			out := w.it(text)
			if out.Effects.Mutations != 0 || out.Kind == core.Approval || !strings.Contains(out.Message, fmt.Sprint(moved)) {
				t.Errorf("%d were moved, then %q: %s %+v %.600s", moved, text, out.Kind, out.Effects, out.Message)
			}
			for _, name := range []string{"uno.pdf", "due.pdf"} {
				if _, err := os.Stat(filepath.Join(w.home, "Documenti", name)); err != nil {
					t.Error(err)
				}
			}
			if _, done := w.takeBack(); done.Effects.Mutations != moved {
				t.Errorf("%d were moved: %+v %.600s", moved, done.Effects, done.Message)
			}
			w.whole("after the undo")
		})
	}
}
