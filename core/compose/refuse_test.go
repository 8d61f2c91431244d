package compose

import (
	"context"
	"os"
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
