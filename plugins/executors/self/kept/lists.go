package kept

import (
	"context"
	"slices"
	"strings"

	"github.com/metnos/metnos/sdk"
)

// Notes is the collection of what is only told; every other is a list the person named.
const Notes = "notes"

// stores are the lists that hold something of a query, by their names, and how many items of it are in each.
func stores(ctx context.Context, host sdk.Host, query string) (names []string, counts map[string]int, err error) {
	rows, err := host.Self().Rows(ctx, "", query)
	counts = map[string]int{}
	for _, r := range rows {
		if r.Store == Notes {
			continue
		}
		if counts[r.Store]++; counts[r.Store] == 1 {
			names = append(names, r.Store)
		}
	}
	slices.Sort(names)
	return names, counts, err
}

// Store is the one list "the list" can mean, of those that have what is looked for; of several a question is made.
func Store(ctx context.Context, call sdk.Call, host sdk.Host, query string) (string, *sdk.Question, error) {
	names, _, err := stores(ctx, host, query)
	switch {
	case err != nil:
		return "", nil, err
	case len(names) == 0 && query != "":
		return "", nil, sdk.Errorf(sdk.NotFound, "record_none", "no list has %q", query).With("query", query)
	case len(names) == 0:
		return "", nil, sdk.Errorf(sdk.NotFound, "lists_none", "there is no list")
	case len(names) == 1:
		return names[0], nil, nil
	}
	q := sdk.Question{Name: "collection", Kind: "choice", Prompt: "In quale lista?", Options: names[:min(len(names), maxOptions)]}
	if call.Lang == "en" {
		q.Prompt = "Which list?"
	}
	return "", &q, nil
}

// maxOptions is how many lists a question offers.
const maxOptions = 30

// Asked suspends a call on a question, when there is one.
func Asked(q *sdk.Question) *sdk.Result {
	if q == nil {
		return nil
	}
	return &sdk.Result{OK: true, Results: []map[string]any{}, NeedsInputs: &sdk.NeedsInputs{Title: q.Prompt, Dialog: []sdk.Question{*q}}, Effects: sdk.Counters{Countable: true}}
}

// Added are the changes that put texts and items with fields in a store; there are the texts a list has already.
func Added(ctx context.Context, host sdk.Host, store string, texts []string, items []map[string]any) (out []sdk.Alteration, there []sdk.Row, err error) {
	rows, err := host.Self().Rows(ctx, store, "")
	if err != nil {
		return nil, nil, err
	}
	seen := map[string]bool{}
	for _, text := range texts {
		if seen[fold(text)] {
			continue
		}
		seen[fold(text)] = true
		if i := slices.IndexFunc(rows, func(r sdk.Row) bool { return fold(Title(r)) == fold(text) }); i >= 0 && store != Notes {
			there = append(there, rows[i])
			continue
		}
		out = append(out, written(store, []sdk.Cell{{Name: Text, Type: "text", Value: text}}))
	}
	for _, item := range items {
		list, err := Cells(item)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, written(store, list))
	}
	return out, there, nil
}

func written(store string, cells []sdk.Cell) sdk.Alteration {
	return sdk.Alteration{Kind: sdk.WriteRow, Row: &sdk.Row{Store: store, Cells: cells}}
}

// Parts are the items a person answers with: "latte, uova e pane".
func Parts(said string) (out []string) {
	for _, part := range strings.FieldsFunc(said, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
		for _, and := range []string{" e ", " ed ", " and "} {
			part = strings.ReplaceAll(" "+strings.TrimSpace(part)+" ", and, "\n")
			part = strings.TrimSpace(part)
		}
		for _, one := range strings.Split(part, "\n") {
			if one = strings.TrimSpace(one); one != "" {
				out = append(out, one)
			}
		}
	}
	return out
}

// Meant are the changes that delete what several items speak of, one each.
func Meant(ctx context.Context, host sdk.Host, store string, items []string) (out []sdk.Alteration, err error) {
	seen := map[string]bool{}
	for _, text := range items {
		rows, err := host.Self().Rows(ctx, store, text)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(rows, func(r sdk.Row) bool { return fold(Title(r)) == fold(text) }); i >= 0 {
			rows = rows[i : i+1] // it says just that
		}
		switch {
		case len(rows) == 0:
			return nil, sdk.Errorf(sdk.NotFound, "record_none", "nothing noted of %q", text).With("query", text)
		case len(rows) > 1:
			return nil, sdk.Errorf(sdk.WrongArgs, "record_several", "several items fit %q", text).With("query", text)
		case !seen[rows[0].ID]:
			seen[rows[0].ID] = true
			out = append(out, sdk.Alteration{Kind: sdk.DeleteRow, Row: &sdk.Row{ID: rows[0].ID}})
		}
	}
	return out, nil
}

// Labels are what each of some rows is called in a question: its title, with when it was written where that is another's too.
func Labels(call sdk.Call, rows []sdk.Row) (out []string) {
	for i, r := range rows {
		label := Title(r)
		if slices.ContainsFunc(rows, func(o sdk.Row) bool { return o.ID != rows[i].ID && Title(o) == label }) {
			label += " (" + Item(call, r)["written"].(string) + ")"
		}
		out = append(out, label)
	}
	return out
}

func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
