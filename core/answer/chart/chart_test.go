package chart

import (
	"fmt"
	"math"
	"testing"

	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

func columns(pairs ...string) (out []manifest.Column) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, manifest.Column{Key: pairs[i], Type: pairs[i+1]})
	}
	return out
}

func rows(labels []any, values []any) (out []map[string]any) {
	for i := range labels {
		out = append(out, map[string]any{"group": labels[i], "count": values[i]})
	}
	return out
}

func TestOf(t *testing.T) {
	grouped := columns("group", "text", "count", "integer", "value", "number")
	months := []any{"2024-01", "2024-02", "2024-04"}
	for name, c := range map[string]struct {
		columns []manifest.Column
		rows    []map[string]any
		total   int
		want    string
	}{
		"groups that are counted":      {grouped, rows([]any{"pdf", "txt"}, []any{3, 1}), 2, "bars group count integer"},
		"one group says it by itself":  {grouped, rows([]any{"pdf"}, []any{3}), 1, ""},
		"months":                       {grouped, rows(months, []any{1, 2.5, 3}), 3, "line group count integer"},
		"years":                        {grouped, rows([]any{"2022", "2023", "2024"}, []any{1, 2, 3}), 3, "line group count integer"},
		"codes of four digits":         {grouped, rows([]any{"1100", "2023", "4711"}, []any{1, 2, 3}), 3, "bars group count integer"},
		"the largest month first":      {grouped, rows([]any{"2024-02", "2024-01", "2024-04"}, []any{3, 2, 1}), 3, "bars group count integer"},
		"two months are compared":      {grouped, rows(months[:2], []any{1, 2}), 2, "bars group count integer"},
		"months and years":             {grouped, rows([]any{"2022", "2023-01", "2024"}, []any{1, 2, 3}), 3, "bars group count integer"},
		"a group without a name":       {grouped, rows([]any{nil, "pdf"}, []any{1, 2}), 2, "bars group count integer"},
		"two of one name":              {grouped, rows([]any{"a", "a"}, []any{1, 2}), 2, ""},
		"only some are shown":          {grouped, rows([]any{"a", "b"}, []any{1, 2}), 9, ""},
		"nothing to see":               {grouped, rows([]any{"a", "b"}, []any{0, 0}), 2, ""},
		"a hole":                       {grouped, rows([]any{"a", "b"}, []any{nil, 2}), 2, ""},
		"not a number":                 {grouped, rows([]any{"a", "b"}, []any{math.NaN(), 2}), 2, ""},
		"numbers written as text":      {grouped, rows([]any{"a", "b"}, []any{"1", "2"}), 2, ""},
		"files and their sizes":        {columns("group", "path", "count", "bytes"), rows([]any{"/a", "/b"}, []any{1, 2}), 2, ""},
		"numbers that name themselves": {columns("count", "integer", "group", "text"), rows([]any{"a", "b"}, []any{1, 2}), 2, ""},
		"no columns":                   {nil, rows([]any{"a", "b"}, []any{1, 2}), 2, ""},
		"more than one thing to tell":  {grouped, []map[string]any{{"group": "a", "count": 1, "value": 2.0}, {"group": "b", "count": 1, "value": 2.0}}, 2, ""},
		"days of a table of one's own": {columns("group", "datetime", "count", "number"),
			rows([]any{"2024-01-05", "2024-01-06", "2024-02-01"}, []any{-1, 2, 3}), 3, "line group count number"},
	} {
		got := ""
		if d := Of(c.columns, c.rows, c.total, Asked{}); d != nil {
			got = fmt.Sprintf("%s %s %s %s", d.Kind, d.Label, d.Value, d.Type)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	d := Of(columns("group", "text", "count", "bytes"), rows(months, []any{1, 2, 3}), 3, Asked{By: "mese", Of: "size", How: "sum"})
	if d == nil || d.Type != "bytes" || d.By != "mese" || d.Of != "size" || d.How != "sum" {
		t.Errorf("%+v", d)
	}
}

// A drawing is only of what can be drawn: every row has a finite number, the rows are few enough, and a line has its points in order.
func TestOfNeverDrawsWhatCannotBe(t *testing.T) {
	label := rapid.SampledFrom([]any{"a", "b", "2024-01", "2024-02", "2024-03", "2023", nil, ""})
	value := rapid.SampledFrom([]any{1, 2.5, -3, 0, nil, "x", math.Inf(1)})
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 60).Draw(t, "n")
		table := rows(rapid.SliceOfN(label, n, n).Draw(t, "labels"), rapid.SliceOfN(value, n, n).Draw(t, "values"))
		d := Of(columns("group", "text", "count", "number"), table, n, Asked{})
		if d == nil {
			return
		}
		for i, row := range table {
			if _, ok := Number(row["count"]); !ok {
				t.Fatalf("row %d of %v", i, table)
			}
			if i > 0 && d.Kind == "line" && text(row["group"]) <= text(table[i-1]["group"]) {
				t.Fatalf("a line that goes back: %v", table)
			}
		}
		if d.Kind == "bars" && n > maxBars || n < minBars {
			t.Fatalf("%d rows", n)
		}
	})
}
