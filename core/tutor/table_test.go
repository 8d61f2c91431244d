package tutor

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rows are the lines of a file of tests, cut at " | ".
func rows(t testing.TB, name string) (out [][2]string) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		line := strings.TrimSpace(in.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		want, question, ok := strings.Cut(line, " | ")
		if !ok {
			want, question = "", line
		}
		out = append(out, [2]string{want, question})
	}
	return out
}

func annas() *house {
	return &house{role: "admin", deeds: []Deed{{At: noon, Text: "sposta i pdf", Ended: "fatto", Changes: 3}}}
}

// ask asks in the web chat.
func ask(t testing.TB, tutor *Tutor, question string) (Reply, bool) {
	t.Helper()
	in := turn(question)
	in.Channel = "web"
	reply, ok, err := tutor.Help(context.Background(), in)
	if err != nil {
		t.Fatalf("%q: %v", question, err)
	}
	return reply, ok
}

func answered(t *testing.T, file string, least int) {
	tutor := school(t, annas())
	list := rows(t, file)
	if len(list) < least {
		t.Fatalf("%d questions", len(list))
	}
	for _, row := range list {
		reply, ok := ask(t, tutor, row[1])
		switch {
		case !ok:
			t.Errorf("%q is not answered", row[1])
		case !strings.Contains(reply.Text, row[0]):
			t.Errorf("%q lacks %q:\n%s", row[1], row[0], reply.Text)
		}
	}
}

func TestQuestionsAreAnswered(t *testing.T) { answered(t, "questions.txt", 80) }

func TestHeldOutQuestionsAreAnswered(t *testing.T) { answered(t, "heldout.txt", 40) }
