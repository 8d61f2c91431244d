package compose

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// mutates reports whether any step of a framework changes something.
func mutates(t testing.TB, f plan.Framework) bool {
	t.Helper()
	for _, s := range f.Steps {
		name, err := vocab.CheckName(s.Tool)
		if err != nil {
			t.Fatal(err)
		}
		if vocab.Closed().Mutates(name.Verb) {
			return true
		}
	}
	return false
}

// lines are the sentences of a testdata file, comments left out.
func lines(t testing.TB, file string) (out []string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			out = append(out, line)
		}
	}
	return out
}

// TestNeverActs holds sentences that must not change anything: negations, conditions, exclusions nobody
// understands, hypotheticals, later times, questions about acting.
func TestNeverActs(t *testing.T) {
	c := New()
	previous := &plan.Previous{Ref: "t1", Tool: "find_files", Count: 5, Fields: map[string]string{"path": "path", "name": "name", "size": "bytes", "modified": "datetime"}}
	for _, text := range lines(t, "testdata/never.txt") {
		req := said(t, text)
		for _, req.Previous = range []*plan.Previous{nil, previous} {
			d, err := c.Propose(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			if d.Accepted && mutates(t, d.Framework) {
				t.Errorf("%s\nmade %s", text, sketch(d))
			}
		}
	}
}

// TestNotMine holds sentences the composer must hand over: outside its vocabulary, or only half understood.
func TestNotMine(t *testing.T) {
	c := New()
	for _, text := range lines(t, "testdata/notmine.txt") {
		d, err := c.Propose(context.Background(), said(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if d.Accepted || d.Question != nil {
			t.Errorf("%s\nmade %s", text, sketch(d))
		}
		if d.Limit == nil && len(d.Unknown) == 0 {
			t.Errorf("%s\nsays neither what it did not understand nor what is missing", text)
		}
	}
}

// TestWhatIsMissingIsAValue: an ability nobody has is told as a value too, with what comes nearest; words nobody
// understood come with the executors that are near them.
func TestWhatIsMissingIsAValue(t *testing.T) {
	c := New()
	for _, row := range []struct {
		text, said string
		clause     plan.Clause
		near       string // one of the nearest
	}{
		{"traduci agenda.txt in inglese", "traduci agenda.txt in inglese", plan.Clause{Verb: "render", Object: "files"}, ""},
		{"translate agenda.txt into english", "translate agenda.txt into english", plan.Clause{Verb: "render", Object: "files"}, ""},
		{"send an email to Luca", "send an email to Luca", plan.Clause{Verb: "send", Object: "messages"}, ""},
	} {
		d := drawn(t, c, anna(), row.text, nil)
		if d.Missing == nil || d.Missing.Said != row.said || !slices.Contains(d.Missing.Clauses, row.clause) || row.near != "" && !slices.Contains(d.Missing.Near, row.near) {
			t.Errorf("%s: %s %+v", row.text, sketch(d), d.Missing)
		}
	}
	for text, near := range map[string]string{"sposta i pdf birichini di Downloads in Archivio": "move_files", "zip the naughty pdfs of Downloads": "compress_files"} {
		if d := drawn(t, c, anna(), text, nil); len(d.Unknown) == 0 || d.Missing != nil || !slices.Contains(d.Near, near) {
			t.Errorf("%s: %s near %v", text, sketch(d), d.Near)
		}
	}
	if d := drawn(t, c, anna(), "quanti file ci sono in Backup?", nil); d.Near != nil || d.Missing != nil {
		t.Errorf("a plan needs no neighbours: %v %v", d.Near, d.Missing)
	}
}

// TestAQuestionToMetnosIsNoRequest: what is asked of metnos itself names no program to look for.
func TestAQuestionToMetnosIsNoRequest(t *testing.T) {
	c := New()
	for _, text := range []string{"are you running in a sandbox?", "stai girando in una sandbox?", "are you running on a server?", "tu giri in una sandbox?", "sei in esecuzione su docker?"} {
		d, err := c.Propose(context.Background(), said(t, text))
		if err != nil || d.Accepted || d.Question != nil {
			t.Errorf("%s\nmade %s, %v", text, sketch(d), err)
		}
	}
}
