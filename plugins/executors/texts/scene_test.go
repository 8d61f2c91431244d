package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/birth"
	"github.com/metnos/metnos/plugins/executors/texts/counting"
	"github.com/metnos/metnos/plugins/executors/texts/editing"
	"github.com/metnos/metnos/plugins/executors/texts/sifting"
	"github.com/metnos/metnos/sdk"
)

type scene struct {
	*birth.Home
	t testing.TB
}

func newScene(t testing.TB) scene { return scene{birth.NewHome(t), t} }

func (s scene) call(args map[string]any) sdk.Call {
	return sdk.Call{Args: args, Owner: "host", Lang: "it", Zone: "Europe/Rome", Home: s.Dir, Now: time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)}
}

// run calls an executor on files by name and passes the result through JSON as the wire does.
func (s scene) run(e sdk.Executor, more map[string]any, names ...string) sdk.Result {
	s.t.Helper()
	paths := []any{}
	for _, name := range names {
		paths = append(paths, s.Path(name))
	}
	more["paths"] = paths
	return s.wire(e.Invoke(s.t.Context(), s.call(more), s.Host))
}

func (s scene) wire(r sdk.Result, err error) sdk.Result {
	s.t.Helper()
	if err != nil {
		var known *sdk.Error
		if !errors.As(err, &known) {
			s.t.Fatalf("an error without a class: %v", err)
		}
		r = sdk.Result{Error: known}
	}
	data, err := json.Marshal(r)
	if err != nil {
		s.t.Fatal(err)
	}
	var out sdk.Result
	if err := json.Unmarshal(data, &out); err != nil {
		s.t.Fatal(err)
	}
	return out
}

func (s scene) undo(r sdk.Result) sdk.Result {
	s.t.Helper()
	call := s.call(nil)
	call.Undo = r.Undo
	return s.wire(editing.Editor{}.Reverse(s.t.Context(), call, s.Host))
}

func replace(from, to string) map[string]any {
	return map[string]any{"query": from, "replacement": to}
}

// Whatever a file is made of, only what was asked for changes in it, and undo brings every byte back.
func TestOnlyWhatWasAskedChanges(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"invalid UTF-8":   {"a\xff Rossi \xfe\x80z\r\nRossi\n\n", "a\xff Verdi \xfe\x80z\r\nVerdi\n\n"},
		"byte order mark": {"\xef\xbb\xbfRossi\n", "\xef\xbb\xbfVerdi\n"},
		"UTF-16":          {"\xff\xfeR\x00o\x00s\x00s\x00i\x00\r\x00\n\x00\xe8\x00", "\xff\xfeV\x00e\x00r\x00d\x00i\x00\r\x00\n\x00\xe8\x00"},
		"Windows-1252":    {"perch\xe9 Rossi \x80 5\n", "perch\xe9 Verdi \x80 5\n"},
		"no last end":     {"Rossi\nx", "Verdi\nx"},
	} {
		s := newScene(t)
		s.Write(t, "nome \"strano\"\n🙂.txt", c.before)
		r := s.run(editing.Editor{}, replace("Rossi", "Verdi"), "nome \"strano\"\n🙂.txt")
		if got := s.Read("nome \"strano\"\n🙂.txt"); !r.OK || got != c.after {
			t.Errorf("%s: %v, %q", name, r.Error, got)
		}
		if r.Effects.Mutations != 1 {
			t.Errorf("%s: %d mutations", name, r.Effects.Mutations)
		}
		if back := s.undo(r); !back.OK || s.Read("nome \"strano\"\n🙂.txt") != c.before {
			t.Errorf("%s: undo left %q, %v", name, s.Read("nome \"strano\"\n🙂.txt"), back.Error)
		}
	}
}

func TestEditLeavesAloneWhatItCannotChange(t *testing.T) {
	s := newScene(t)
	s.Write(t, "latin.txt", "perch\xe9 Rossi\n")
	s.Write(t, "bin", "a\x00\x01Rossi")
	s.Write(t, "long.txt", strings.Repeat("x", 3<<20)+" Rossi")
	s.Write(t, "good.txt", "Rossi")
	for link, to := range map[string]string{"loop": "loop", "out": "/etc/hostname"} {
		if err := os.Symlink(to, s.Path(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(s.Path("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := s.run(editing.Editor{}, replace("Rossi", "日本"), "latin.txt", "bin", "long.txt", "loop", "out", "pipe", "good.txt", ".")
	if !r.OK || len(r.Results) != 1 || len(r.Failed) != 7 {
		t.Fatalf("%d done, failures %v", len(r.Results), r.Failed)
	}
	if got := s.Read("latin.txt"); got != "perch\xe9 Rossi\n" {
		t.Errorf("a file whose encoding lacks the new text became %q", got)
	}
	if s.Read("good.txt") != "日本" {
		t.Error("the good one was not changed")
	}
}

// What somebody wrote after the change is not undone.
func TestEditUndoRespectsLaterWork(t *testing.T) {
	s := newScene(t)
	s.Write(t, "a.txt", "Rossi")
	r := s.run(editing.Editor{}, replace("Rossi", "Verdi"), "a.txt")
	s.Write(t, "a.txt", "Verdi e altro")
	if back := s.undo(r); back.OK || s.Read("a.txt") != "Verdi e altro" {
		t.Errorf("undone over later work: %q", s.Read("a.txt"))
	}
}

func TestPreviewTellsTheFilesThatChange(t *testing.T) {
	s := newScene(t)
	s.Write(t, "a.txt", "Rossi")
	s.Write(t, "b.txt", "Verdi")
	e, err := editing.Editor{}.Preview(t.Context(), s.call(map[string]any{"paths": []any{s.Path("a.txt"), s.Path("b.txt")}, "query": "Rossi", "replacement": "x"}), s.Host)
	if err != nil || e.Total != 1 || e.Items[0].Target != s.Path("a.txt") || !e.Reversible {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestLongLinesAndManyAreCut(t *testing.T) {
	s := newScene(t)
	s.Write(t, "a.txt", "ago "+strings.Repeat("x", 9<<20)+"\n"+strings.Repeat("ago\n", 3000))
	r := s.run(sifting.Filter{}, map[string]any{"query": "AGO", "limit": float64(100)}, "a.txt")
	if len(r.Entries) != 100 || r.Truncated == nil || r.Truncated.Available != 3001 {
		t.Fatalf("%d lines, %+v", len(r.Entries), r.Truncated)
	}
	if text := r.Entries[0]["text"].(string); len(text) > 5000 || r.Entries[0]["truncated"] != true {
		t.Errorf("a line of %d bytes was shown whole", len(text))
	}
	n := s.run(counting.Counter{}, map[string]any{"measure": "characters"}, "a.txt")
	if n.Value == nil {
		t.Errorf("no number: %v", n.Error)
	}
}

// A stop ends every executor of the family with the file as it was.
func TestStopEndsTheWork(t *testing.T) {
	s := newScene(t)
	before := strings.Repeat("Rossi\n", 200_000)
	s.Write(t, "a.txt", before)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, e := range map[string]sdk.Executor{"filter": sifting.Filter{}, "count": counting.Counter{}, "change": editing.Editor{}} {
		args := replace("Rossi", "x")
		args["paths"] = []any{s.Path("a.txt")}
		args["measure"] = "occurrences"
		r, err := e.Invoke(ctx, s.call(args), s.Host)
		if got := s.wire(r, err); got.Error == nil || got.Error.Class != sdk.Cancelled {
			t.Errorf("%s: %v", name, got.Error)
		}
	}
	if s.Read("a.txt") != before {
		t.Error("the file was changed")
	}
}
