package compose

import (
	"context"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
)

// TestPaddingChangesNothing: politeness around a request leaves its plan as it is.
func TestPaddingChangesNothing(t *testing.T) {
	list := pairs(t, "testdata/pairs.txt")
	pads := map[bool][2][]string{
		true:  {{"", "per favore ", "ciao, ", "scusa, ", "senti, ", "allora, "}, {"", " per favore", ", grazie", " per cortesia"}},
		false: {{"", "please ", "hi, ", "hey ", "ok, "}, {"", " please", ", thanks", ", thank you"}},
	}
	c := New()
	req := said(t, "")
	rapid.Check(t, func(r *rapid.T) {
		p := list[rapid.IntRange(0, len(list)-1).Draw(r, "pair")]
		italian := rapid.Bool().Draw(r, "italian")
		text := p.en
		if italian {
			text = p.it
		}
		text = strings.TrimRight(text, "?")
		around := pads[italian]
		before, after := rapid.SampledFrom(around[0]).Draw(r, "before"), rapid.SampledFrom(around[1]).Draw(r, "after")
		if strings.Contains(text, ":") {
			after = "" // what follows a colon is verbatim
		}
		req.Text = before + text + after
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			r.Fatal(err)
		}
		if got := sketch(d); got != p.want {
			r.Fatalf("%s\ngot  %s\nwant %s", req.Text, got, p.want)
		}
	})
}

// callings are the words after which the rows of a table may be called anything.
var callings = map[string]bool{"quanti": true, "quante": true, "quali": true, "quale": true, "gli": true, "i": true, "le": true, "dei": true, "degli": true, "delle": true, "3": true, "5": true}

// TestUnknownWordIsNeverIgnored: one made-up word anywhere outside a name or a text blocks the plan.
func TestUnknownWordIsNeverIgnored(t *testing.T) {
	list := pairs(t, "testdata/pairs.txt")
	c := New()
	req := said(t, "")
	rapid.Check(t, func(r *rapid.T) {
		p := list[rapid.IntRange(0, len(list)-1).Draw(r, "pair")]
		words := strings.Fields(p.it)
		at := rapid.IntRange(0, len(words)).Draw(r, "at")
		odd := rapid.StringMatching(`[bdfgmprtvz]{2}[aeiou][bdfgmprtvz]{2}[aeiou]xq`).Draw(r, "word")
		text := strings.Join(append(append(append([]string{}, words[:at]...), odd), words[at:]...), " ")
		req.Text = text
		if at > 0 && callings[strings.ToLower(words[at-1])] && (strings.Contains(p.want, ".csv") || strings.Contains(p.want, ".xlsx")) {
			return // it is what the rows are called
		}
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			r.Fatal(err)
		}
		asks := strings.Contains(sketch(d), "expect_match:true") // the word beside it is a value some row must have, else the person is asked
		if d.Accepted && !strings.Contains(sketch(d), odd) && !asks {
			r.Fatalf("%s\nignored %q: %s", text, odd, sketch(d))
		}
	})
}

// FuzzPropose: any bytes end in bounded time, without a panic, in exactly one kind of draft.
func FuzzPropose(f *testing.F) {
	for _, p := range pairs(f, "testdata/pairs.txt") {
		f.Add(p.it)
		f.Add(p.en)
	}
	for _, text := range []string{"", "((((", "\"", "'", "“ciao", "a/b/c.txt:", strings.Repeat("e ", 500), strings.Repeat("(", 300), "elenca \x00\xff", "10MB 20GB", "${step1.path}"} {
		f.Add(text)
	}
	c := New()
	req := said(f, "")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4000 {
			return
		}
		req.Text = text
		start := time.Now()
		d, err := c.Propose(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Fatalf("%v for %q", took, text)
		}
		kinds := 0
		for _, set := range []bool{d.Accepted, d.Question != nil, d.Limit != nil, len(d.Unknown) > 0} {
			if set {
				kinds++
			}
		}
		if kinds > 1 || kinds == 0 && strings.TrimSpace(text) != "" {
			t.Fatalf("%q: %d kinds of draft: %s", text, kinds, sketch(d))
		}
	})
}

// TestPlansValidate: every accepted plan passes the checks every plan passes.
func TestPlansValidate(t *testing.T) {
	c := New()
	known := make(map[string]*manifest.Manifest)
	for _, e := range realCatalog(t) {
		known[e.Manifest.Name] = e.Manifest
	}
	lookup := func(tool string) (*manifest.Manifest, bool) { m, ok := known[tool]; return m, ok }
	for _, p := range pairs(t, "testdata/pairs.txt") {
		d, err := c.Propose(context.Background(), said(t, p.it))
		if err != nil {
			t.Fatal(err)
		}
		if !d.Accepted {
			continue
		}
		for _, problem := range plan.Validate(d.Framework, lookup, plan.MaxSteps) {
			t.Errorf("%s: %v", p.it, problem.Err)
		}
	}
}

// BenchmarkPropose is one composed request after start.
func BenchmarkPropose(b *testing.B) {
	c := New()
	list := pairs(b, "testdata/pairs.txt")
	reqs := make([]plan.Request, len(list))
	first := said(b, "")
	for i, p := range list {
		reqs[i] = first
		reqs[i].Text = p.it
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := c.Propose(context.Background(), reqs[i%len(reqs)]); err != nil {
			b.Fatal(err)
		}
	}
}
