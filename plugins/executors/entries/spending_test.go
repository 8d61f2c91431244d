package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/sdk"
)

const spending = `[
 {"k":"a","data":"2024-02-05","categoria":"Spesa","importo":"45,20","saldo":"10,00"},
 {"k":"b","data":"2025-02-14","categoria":"Ristorante","importo":"1.120,00","saldo":"-3,50"},
 {"k":"c","data":"2025-03-01","categoria":"Spesa","importo":"5,00","saldo":"0,00"}]`

const paying = `[{"k":"a","pagata":"Sì"},{"k":"b","pagata":"no"},{"k":"c","pagata":""}]`

const laid = `"table":[{"key":"k","type":"text"},{"key":"data","type":"datetime"},{"key":"categoria","type":"text"},{"key":"importo","type":"number"},{"key":"saldo","type":"number"}]`

// A month of no year holds in any; the names of months stand for it; signs are those of numbers; a word for the rows is
// a value, or the name of a column.
func TestConditionsInTheWordsOfAPerson(t *testing.T) {
	for _, c := range []struct{ items, args, want string }{
		{spending, `{"operation":"eq","value":"--02","as":"datetime"}`, "a b"},
		{spending, `{"operation":"eq","value":"--02-14","as":"datetime"}`, "b"},
		{spending, `{"operation":"in","values":["--02","--03"],"as":"datetime"}`, "a b c"},
		{spending, `{"field":"data","operation":"gt","value":"2024","as":"datetime"}`, "b c"},
		{`[{"k":"a","mese":"gennaio"},{"k":"b","mese":"Febbraio"}]`, `{"operation":"eq","value":"--02","as":"datetime"}`, "b"},
		{`[{"k":"a","mese":"gennaio"},{"k":"b","mese":"Febbraio"}]`, `{"operation":"eq","value":"--03","as":"datetime"}`, "asks "},
		{`[{"k":"a","d":"2025-02-05"},{"k":"b","d":"2025-03-05"}]`, `{"operation":"gt","value":"--02","as":"datetime"}`, "b"},
		{spending, `{"operation":"gt","value":"--02","as":"datetime"}`, "asks 2024-02 2025-02"},
		{spending, `{"field":"saldo","value":"negativo"}`, "b"},
		{spending, `{"field":"saldo","value":"positive"}`, "a"},
		{`[{"k":"a","esito":"negativo"},{"k":"b","esito":"positivo"}]`, `{"field":"esito","value":"negativo"}`, "a"},
		{paying, `{"operation":"ne","value":"pagate","expect_match":true}`, "b c"},
		{paying, `{"operation":"eq","value":"paid","expect_match":true}`, "a"},
		{paying, `{"operation":"eq","value":"unpaid","expect_match":true}`, "b c"},
		{paying, `{"operation":"eq","value":"spedite","expect_match":true}`, "asks "},
		{`[{"k":"a","pagata":"si"},{"k":"b","pagata":"in parte"}]`, `{"operation":"eq","value":"pagate","expect_match":true}`, "asks "},
		{`[{"k":"a","pagata":"no"}]`, `{"operation":"eq","value":"pagate","expect_match":true}`, ""},
		{spending, `{"value":"ristoranti","called":true}`, "b"},
		{spending, `{"value":"categorie","called":true}`, "a b c"},
		{spending, `{"value":"bottiglie","called":true}`, "rows_not_called"},
	} {
		if got := outcomeOf(t, filter, c.items, c.args); got != c.want {
			t.Errorf("%s: %q, want %q", c.args, got, c.want)
		}
	}
}

// outcomeOf is the items kept, the options asked, or the code of the error.
func outcomeOf(t *testing.T, e sdk.Executor, items, args string) string {
	t.Helper()
	r := run(t, asking{e}, items, args)
	switch {
	case r.Error != nil:
		return r.Error.Code
	case r.NeedsInputs != nil:
		if r.NeedsInputs.Dialog[0].Prompt == "Di quale anno?" {
			return "asks " + strings.Join(r.NeedsInputs.Dialog[0].Options, " ")
		}
		return "asks "
	}
	return keys(r.Entries)
}

// Who is oldest is told from an age, a date of birth or the only date.
func TestOldestByWhatThereIs(t *testing.T) {
	for _, c := range []struct{ items, args, want string }{
		{`[{"k":"a","età":3},{"k":"b","età":9}]`, `{"order_by":"age","order":"desc"}`, "b a"},
		{`[{"k":"a","nascita":"1990-01-01","d":"2020-01-01"},{"k":"b","nascita":"1980-01-01","d":"2021-01-01"}]`, `{"order_by":"age","order":"desc"}`, "b a"},
		{`[{"k":"a","d":"2021-01-01"},{"k":"b","d":"2020-01-01"}]`, `{"order_by":"age","order":"desc"}`, "b a"},
		{`[{"k":"a","d":"2021-01-01"},{"k":"b","d":"2022-01-01"}]`, `{"order_by":"date","order":"desc"}`, "b a"},
		{`[{"k":"a","x":1}]`, `{"order_by":"age","order":"desc"}`, "asks "},
	} {
		if got := outcomeOf(t, sorter{}, c.items, c.args); got != c.want {
			t.Errorf("%s: %q, want %q", c.args, got, c.want)
		}
	}
}

// Rows of a table stay one on their way, in its order; files and groups are none.
func TestRowsStayATable(t *testing.T) {
	columns := func(r sdk.Result) string {
		if r.Table == nil {
			return "none"
		}
		var out []string
		for _, c := range r.Table.Columns {
			out = append(out, c.Key)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		e          sdk.Executor
		args, want string
	}{
		{filter, `{"field":"categoria","value":"spesa",` + laid + `}`, "k data categoria importo saldo"},
		{filter, `{"last":1,` + laid + `}`, "k data categoria importo saldo"},
		{filter, `{"columns":["importo","data"],` + laid + `}`, "importo data"},
		{sorter{}, `{"order_by":"importo",` + laid + `}`, "k data categoria importo saldo"},
		{computer, `{"aggregate":"sum","field":"importi",` + laid + `}`, "importo"},
		{computer, `{"aggregate":"max","field":"importo",` + laid + `}`, "k data categoria importo saldo"},
		{sorter{}, `{"order_by":"importo"}`, "none"},
		{sorter{}, `{"order_by":"k","table":[{"key":"k","type":"text"},{"key":"path","type":"path"}]}`, "none"},
		{sorter{}, `{"order_by":"k","table":[{"key":"group","type":"text"},{"key":"count","type":"integer"}]}`, "none"},
	} {
		if got := columns(run(t, c.e, spending, c.args)); got != c.want {
			t.Errorf("%T %s: %q, want %q", c.e, c.args, got, c.want)
		}
	}
	if r := run(t, computer, spending, `{"aggregate":"columns",`+laid+`}`); r.Value != "k, data, categoria, importo, saldo" {
		t.Error(r.Value)
	}
	_, err := sorter{}.Invoke(t.Context(), sdk.Call{Lang: "it", Args: map[string]any{"order_by": "boh",
		"entries": []any{map[string]any{"b": 1.0, "a": 2.0}}, "table": []any{map[string]any{"key": "b"}, map[string]any{"key": "a"}}}}, nil)
	var u *rows.Unclear
	if !errors.As(err, &u) || fmt.Sprint(u.Columns) != "[b a]" {
		t.Errorf("%v, want the columns in the order of the table", err)
	}
}

// A group asked by a value is that one alone.
func TestGroupOfOneValue(t *testing.T) {
	r := run(t, grouper, spending, `{"group_by":"spesa","aggregate":"sum","field":"importo"}`)
	if len(r.Entries) != 1 || r.Entries[0]["group"] != "Spesa" || fmt.Sprint(r.Entries[0]["value"]) != "50.2" {
		t.Error(r.Entries, r.Error)
	}
}
