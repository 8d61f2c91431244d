package answer

import (
	"testing"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func rowsOfTable() Step {
	m := reader("read_files_csv")
	m.Output.Fields = map[string]string{"*": "any"}
	m.Presentation = manifest.Presentation{View: "table"}
	return Step{
		Manifest: m, Args: map[string]any{"paths": []any{"/home/anna/a.csv"}},
		Types: map[string]string{"*": "any", "cliente": "text", "data": "datetime", "totale": "number"},
		Result: sdk.Result{
			OK: true, Value: 2.0,
			Entries: []map[string]any{
				{"cliente": "Rossi", "data": "2024-03-31", "totale": 12345.5, "path": "/etc/passwd"},
				{"cliente": "Verdi", "data": nil, "totale": 3.0},
			},
			Table: &sdk.Table{Columns: []sdk.Column{{Key: "cliente", Type: "text"}, {Key: "totale", Type: "number"}, {Key: "data", Type: "datetime"}, {Key: "path", Type: "text"}}},
		},
	}
}

// The rows of a table are rows, not files; their columns are the table's, in its order, by name.
func TestRowsOfATableKeepItsColumns(t *testing.T) {
	w := writer(t)
	s := rowsOfTable()
	for lang, want := range map[string]string{
		"it": "Ci sono 2 righe:\n- Rossi, totale: 12.345,5, data: 31 marzo 2024, path: /etc/passwd\n- Verdi, totale: 3",
		"en": "There are 2 rows:\n- Rossi, totale: 12,345.5, data: 31 March 2024, path: /etc/passwd\n- Verdi, totale: 3",
	} {
		if got := w.said(lang, plan.ShapeList, s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := w.said("it", plan.ShapeCount, s); got != "Ci sono 2 righe." {
		t.Errorf("%q", got)
	}
	filter := reader("filter_entries")
	filter.Presentation = manifest.Presentation{View: "table"}
	kept := Step{Manifest: filter, Args: map[string]any{"field": "totale"}, Types: s.Types, Result: sdk.Result{OK: true, Entries: s.Result.Entries[1:], Value: 1.0}}
	reply := w.Reply(Account{Lang: "it", Home: "/home/anna", Shape: plan.ShapeList, Steps: []Step{s, kept}})
	if reply.Message != "C'è 1 riga:\n- Verdi, totale: 3" {
		t.Errorf("%q", reply.Message)
	}
	if c := reply.Table.Columns; len(c) != 4 || c[0].Key != "cliente" || c[1].Key != "totale" || c[2].Type != "datetime" {
		t.Errorf("columns %+v", c)
	}
}

// A calculation over a table names its column, or shows the rows that have the end that was asked for; a condition is
// said as it was asked.
func TestCalculationsOverATable(t *testing.T) {
	w := writer(t)
	s := rowsOfTable()
	compute := reader("compute_entries")
	compute.Args.Properties = map[string]manifest.Property{"aggregate": {Type: "string", Semantic: "aggregate"}}
	compute.Output.Value, compute.Presentation = "any", manifest.Presentation{View: "scalar"}
	calculated := func(aggregate string, value any, items []map[string]any, columns ...sdk.Column) Step {
		return Step{Manifest: compute, Args: map[string]any{"aggregate": aggregate}, Types: s.Types,
			Result: sdk.Result{OK: true, Value: value, Entries: items, Table: &sdk.Table{Columns: columns}}}
	}
	all := s.Result.Table.Columns
	for _, c := range []struct {
		step   Step
		it, en string
	}{
		{calculated("sum", 12348.5, nil, all[1]), "In tutto 12.348,5. (Colonna «totale».)", "12,348.5 in all. (Column “totale”.)"},
		{calculated("min", 3.0, s.Result.Entries[1:], all...), "Il minimo è 3.\n- Verdi, totale: 3", "The smallest is 3.\n- Verdi, totale: 3"},
		{calculated("columns", "cliente, totale", nil, all...), "Le colonne sono: cliente, totale.", "The columns are: cliente, totale."},
	} {
		for lang, want := range map[string]string{"it": c.it, "en": c.en} {
			if got := w.Reply(Account{Lang: lang, Home: "/home/anna", Shape: plan.ShapeScalar, Steps: []Step{s, c.step}}).Message; got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
	filter := reader("filter_entries")
	filter.Presentation = manifest.Presentation{View: "table"}
	filter.Args.Properties = map[string]manifest.Property{"operation": {Semantic: "operation"}, "value": {Semantic: "value"}, "values": {Type: "array", Semantic: "values"}}
	for _, c := range []struct {
		args   map[string]any
		it, en string
	}{
		{map[string]any{"operation": "eq", "value": "Verdi"}, "C'è 1 riga («Verdi»)", "There is 1 row (“Verdi”)"},
		{map[string]any{"operation": "ne", "value": "Rossi"}, "C'è 1 riga (non «Rossi»)", "There is 1 row (not “Rossi”)"},
		{map[string]any{"operation": "lt", "value": "10"}, "C'è 1 riga (sotto 10)", "There is 1 row (under 10)"},
		{map[string]any{"operation": "in", "values": []any{"Verdi", "Neri"}}, "C'è 1 riga («Verdi», «Neri»)", "There is 1 row (“Verdi”, “Neri”)"},
	} {
		kept := Step{Manifest: filter, Args: c.args, Types: s.Types, Result: sdk.Result{OK: true, Entries: s.Result.Entries[1:], Value: 1.0, Table: s.Result.Table}}
		for lang, want := range map[string]string{"it": c.it, "en": c.en} {
			if got := w.Reply(Account{Lang: lang, Home: "/home/anna", Shape: plan.ShapeCount, Steps: []Step{s, kept}}).Message; got != want+"." {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}

// TestTheTableNobodyNamedIsTold: an answer from a table nobody named says which one it was.
func TestTheTableNobodyNamedIsTold(t *testing.T) {
	w := writer(t)
	for lang, want := range map[string]string{"it": "Ci sono 2 righe.\n(Dalla tabella «Casa/a.csv».)", "en": "There are 2 rows.\n(From the table “Casa/a.csv”.)"} {
		a := Account{Lang: lang, Home: "/home/anna", Shape: plan.ShapeCount, Steps: []Step{rowsOfTable()}, Found: "/home/anna/Casa/a.csv"}
		if got := w.Reply(a).Message; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
