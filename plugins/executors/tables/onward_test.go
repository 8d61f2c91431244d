package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/entries/flow"
	"github.com/metnos/metnos/sdk"
)

func like(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// longTable has more rows than a result carries. Its types show only at the end: the last rows have the only comma and
// the only word.
func longTable(rows int) string {
	var b strings.Builder
	b.WriteString("c;n;v;d;w\n")
	for i := range rows {
		fmt.Fprintf(&b, "k%d;%d;%d;%04d-%02d-%02d;%d\n", i*7%11, i, i*31%997, 2020+i%5, i%12+1, i%28+1, i%3)
	}
	b.WriteString("\"k\"\"12\";7;1,5;2024-02-29;word\n\n;;2,25;;\n")
	return b.String()
}

// What a reader does on all rows as they go by is what the steps after it do on all rows in memory.
func TestStepsOnAllRows(t *testing.T) {
	s := newScene(t)
	s.Write(t, "t.csv", longTable(51_000))
	all := s.read(csvReader{}, map[string]any{"limit": 200_000.0}, "t.csv")
	if all.Truncated != nil || len(all.Entries) != 51_002 {
		t.Fatalf("%d rows in memory, %+v", len(all.Entries), all.Truncated)
	}
	items := make([]any, len(all.Entries))
	for i, e := range all.Entries {
		items[i] = e
	}
	laid := []any{}
	for _, c := range all.Table.Columns {
		laid = append(laid, map[string]any{"key": c.Key, "type": c.Type})
	}
	for name, steps := range map[string][]string{
		"groups":             {`group_entries {"group_by":"c"}`},
		"sum of each":        {`group_entries {"group_by":"C","aggregate":"sum","field":"v","order_by":"value","order":"desc"}`},
		"mean of each month": {`group_entries {"group_by":"mese","aggregate":"mean","field":"v"}`},
		"first groups":       {`group_entries {"group_by":"n","limit":5,"aggregate":"median","field":"v"}`},
		"distinct":           {`compute_entries {"aggregate":"distinct","field":"v"}`},
		"sum":                {`compute_entries {"aggregate":"sum","field":"v"}`},
		"median":             {`compute_entries {"aggregate":"median","field":"v"}`},
		"maximum and who":    {`compute_entries {"aggregate":"max","field":"n"}`},
		"count":              {`compute_entries {"aggregate":"count"}`},
		"columns":            {`compute_entries {"aggregate":"columns"}`},
		"no numbers":         {`compute_entries {"aggregate":"sum","field":"c"}`},
		"some rows":          {`filter_entries {"field":"c","value":"K3"}`},
		"a page of them":     {`filter_entries {"field":"v","operation":"gt","value":"990","offset":3,"limit":4}`},
		"one at the end":     {`filter_entries {"field":"v","operation":"eq","value":"2,25"}`},
		"words or numbers":   {`filter_entries {"field":"w","value":"word","columns":["n"]}`},
		"of a year":          {`filter_entries {"field":"d","operation":"ge","value":"2024","as":"datetime"}`, `compute_entries {"aggregate":"sum","field":"v"}`},
		"twice chosen": {`filter_entries {"field":"c","value":"k3"}`, `filter_entries {"field":"n","operation":"lt","value":"1000"}`,
			`group_entries {"group_by":"year","aggregate":"min","field":"v"}`},
	} {
		t.Run(name, func(t *testing.T) {
			var then []any
			var want []sdk.Result
			entries, table := items, laid
			for _, text := range steps {
				tool, written, _ := strings.Cut(text, " ")
				args := map[string]any{}
				if err := json.Unmarshal([]byte(written), &args); err != nil {
					t.Fatal(err)
				}
				then = append(then, map[string]any{"tool": tool, "args": args})
				call := s.call(map[string]any{"entries": entries, "table": table})
				for k, v := range args {
					call.Args[k] = v
				}
				r, err := flow.Invoke(t.Context(), tool, call)
				if err != nil {
					r = sdk.Result{Error: err.(*sdk.Error)}
				}
				want = append(want, r)
				entries = nil
				for _, e := range r.Entries {
					entries = append(entries, e)
				}
			}
			got, err := csvReader{}.Invoke(t.Context(), s.call(map[string]any{"then": then, "paths": []any{s.Path("t.csv")}}), s.Host)
			if err != nil {
				t.Fatal(err)
			}
			if got.Truncated == nil || len(got.Entries) != 50_000 || like(t, got.Then) != like(t, want) {
				t.Errorf("%d rows, %+v:\n%.600s\nwant\n%.600s", len(got.Entries), got.Truncated, like(t, got.Then), like(t, want))
			}
		})
	}
}

// What cannot be done as the rows go by is left to the steps themselves; so is everything when all rows are there, or
// when the person wants some of them.
func TestStepsThatWait(t *testing.T) {
	s := newScene(t)
	s.Write(t, "long.csv", longTable(51_000))
	s.Write(t, "short.csv", longTable(10))
	group := map[string]any{"tool": "group_entries", "args": map[string]any{"group_by": "c"}}
	for name, c := range map[string]struct {
		file string
		more map[string]any
		want int
	}{
		"few rows":                 {"short.csv", map[string]any{"then": []any{group}}, 0},
		"some of them":             {"long.csv", map[string]any{"then": []any{group}, "limit": 5.0}, 0},
		"an unknown column":        {"long.csv", map[string]any{"then": []any{map[string]any{"tool": "group_entries", "args": map[string]any{"group_by": "zzz"}}}}, 0},
		"the last ones":            {"long.csv", map[string]any{"then": []any{map[string]any{"tool": "filter_entries", "args": map[string]any{"last": 3.0}}, group}}, 0},
		"an unknown step":          {"long.csv", map[string]any{"then": []any{map[string]any{"tool": "move_files"}}}, 0},
		"a known before another":   {"long.csv", map[string]any{"then": []any{group, map[string]any{"tool": "sort_entries"}}}, 1},
		"a month of which year":    {"long.csv", map[string]any{"then": []any{map[string]any{"tool": "filter_entries", "args": map[string]any{"operation": "gt", "value": "--02", "as": "datetime"}}}}, 0},
		"with no arguments at all": {"long.csv", map[string]any{"then": []any{map[string]any{"tool": "compute_entries"}}}, 1},
	} {
		if r := s.read(csvReader{}, c.more, c.file); !r.OK || len(r.Then) != c.want {
			t.Errorf("%s: %d results, want %d; %v", name, len(r.Then), c.want, r.Error)
		}
	}
}

// Rows of several tables go by one after another, each read as its own table is written.
func TestStepsOnSeveralTables(t *testing.T) {
	s := newScene(t)
	s.Write(t, "a.csv", "c;v\n"+strings.Repeat("x;1,5\n", 40_000))
	s.Write(t, "b.csv", "v,c\n"+strings.Repeat("2.5,y\n", 40_000))
	r := s.read(csvReader{}, map[string]any{"then": []any{
		map[string]any{"tool": "group_entries", "args": map[string]any{"group_by": "c", "aggregate": "sum", "field": "v"}},
	}}, "a.csv", "b.csv")
	if len(r.Then) != 1 || like(t, r.Then[0].Entries) != `[{"count":40000,"group":"x","value":60000},{"count":40000,"group":"y","value":100000}]` {
		t.Errorf("%.500s", like(t, r.Then))
	}
}
