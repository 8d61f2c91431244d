package compose

import (
	"bytes"
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata from what the composer makes now; read the difference")

// pair is one request in both languages and the plan both must make.
type pair struct{ it, en, want string }

// pairs reads testdata/pairs.txt: a line `italian | english`, then the indented plan.
func pairs(t testing.TB, file string) (out []pair) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		switch plan, indented := strings.CutPrefix(line, "    "); {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case indented:
			p := &out[len(out)-1]
			p.want = strings.TrimPrefix(p.want+"\n"+plan, "\n")
		default:
			it, en, _ := strings.Cut(line, " | ")
			out = append(out, pair{it: it, en: en})
		}
	}
	return out
}

// TestI18N04PairedSentencesMakeTheSamePlan holds every request in Italian (clitics included) and English.
func TestI18N04PairedSentencesMakeTheSamePlan(t *testing.T) {
	const file = "testdata/pairs.txt"
	list := pairs(t, file)
	if len(list) < 400 {
		t.Fatalf("only %d pairs", len(list))
	}
	c := New()
	say := func(text string) string {
		d, err := c.Propose(context.Background(), said(t, text))
		if err != nil {
			t.Fatal(err)
		}
		return sketch(d)
	}
	if *update {
		var b bytes.Buffer
		b.WriteString("# italian | english, then the plan both make. `go test -update` rewrites the plans.\n")
		for _, p := range list {
			b.WriteString("\n" + p.it + " | " + p.en + "\n    " + strings.ReplaceAll(say(p.it), "\n", "\n    ") + "\n")
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		list = pairs(t, file)
	}
	for _, p := range list {
		for _, text := range []string{p.it, p.en} {
			if diff := cmp.Diff(p.want, say(text)); diff != "" {
				t.Errorf("%s\n%s", text, diff)
			}
		}
	}
}
