package when

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core/when/civil"
)

// said is what an expression means, as testdata/expressions.txt writes it.
func said(text string, c Clock) string {
	got, err := Read(text, c)
	var many *Ambiguous
	var bad *Impossible
	var part *Incomplete
	switch {
	case errors.As(err, &many):
		var out []string
		for _, r := range many.Readings {
			out = append(out, written(r, c))
		}
		return "either " + strings.Join(out, " or ")
	case errors.As(err, &bad):
		return "impossible " + bad.Why
	case errors.As(err, &part):
		return "no " + part.Missing + ": " + part.Repeat.Text("it", c.Zone)
	case err != nil:
		return "nothing"
	}
	return written(got, c)
}

func written(r Reading, c Clock) string {
	switch r.Kind {
	case Moment:
		return "at " + r.Window.From.In(c.Zone).Format("2006-01-02T15:04 -07")
	case Duration:
		return fmt.Sprintf("%d months %d days %d minutes", r.Span.Months, r.Span.Days, r.Span.Minutes)
	case Repetition:
		return r.Repeat.Text("it", c.Zone)
	}
	w := r.Window
	if !w.From.IsZero() && civil.Shift(w.From, Span{Days: 1}).Equal(w.To) && w.From.Hour() == 0 {
		return w.From.Format("2006-01-02")
	}
	return bound(w.From) + " .. " + bound(w.To)
}

func bound(t time.Time) string {
	switch {
	case t.IsZero():
		return "-"
	case t.Hour()+t.Minute() == 0:
		return t.Format("2006-01-02")
	}
	return t.Format("2006-01-02T15:04")
}

// row is a line of testdata/expressions.txt: what is said, in one language or both, and what it means.
type row struct {
	number int
	said   []string
	means  string
}

func table(t testing.TB) (rows []row) {
	t.Helper()
	text, err := os.ReadFile("testdata/expressions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		both, means, ok := strings.Cut(line, " => ")
		if !ok {
			t.Fatalf("line %d has no meaning", i+1)
		}
		rows = append(rows, row{i + 1, strings.Split(both, " | "), means})
	}
	return rows
}

// tablePairs are the rows that are said in both languages, by nobody in particular.
func tablePairs(t testing.TB) (pairs [][2]string) {
	for _, row := range table(t) {
		if len(row.said) == 2 && !strings.ContainsAny(row.said[0], "+[") {
			pairs = append(pairs, [2]string{row.said[0], row.said[1]})
		}
	}
	return pairs
}

// TestExpressions reads the table of expressions.
func TestExpressions(t *testing.T) {
	count := 0
	for _, row := range table(t) {
		for _, expr := range row.said {
			c := clock(t)
			expr, c.Future = strings.CutPrefix(expr, "+")
			if tag, rest, ok := strings.Cut(expr, "] "); ok && strings.HasPrefix(tag, "[") {
				c.Lang, expr = tag[1:], rest
			}
			count++
			if got := said(expr, c); got != row.means {
				t.Errorf("line %d: %s\n  means %s\n   want %s", row.number, expr, got, row.means)
			}
		}
	}
	if count < 400 {
		t.Errorf("only %d expressions", count)
	}
	t.Logf("%d expressions", count)
}
