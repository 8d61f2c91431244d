package plan

import (
	"fmt"
	"testing"

	"github.com/metnos/metnos/core/plan/columns"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// The columns of a table have the types it was read with; what is in them, a path above all, is never taken
// for the person's own.
func TestColumnsOfATableAreContent(t *testing.T) {
	m := &manifest.Manifest{Name: "read_files_csv", Output: manifest.Output{Collection: "entries", Fields: map[string]string{Whole: "any"}}}
	result := sdk.Result{
		Entries: []map[string]any{{"path": "/etc/passwd", "totale": 1.0}},
		Table:   &sdk.Table{Columns: []sdk.Column{{Key: "path", Type: "text"}, {Key: "totale", Type: "number"}}},
	}
	o := Observe(m, result, Resolved{})
	if o.Types["totale"] != "number" || o.Origins["totale"] != Untrusted || o.Origins["path"] != Untrusted || o.Origins[Whole] != Untrusted {
		t.Errorf("%+v", o)
	}
	if !produces(m, "totale") {
		t.Error("a later step may not name a column")
	}
}

// The columns of rows keep their order through steps that only choose among them, and reach who asks for them.
func TestColumnsAreHandedOn(t *testing.T) {
	reader := &manifest.Manifest{Name: "read_files_csv", Output: manifest.Output{Collection: "entries", Fields: map[string]string{Whole: "any"}}}
	whole := manifest.Args{Properties: map[string]manifest.Property{"entries": {Type: "array", Semantic: "entries"}}}
	filter := &manifest.Manifest{Name: "filter_entries", Args: whole, Output: manifest.Output{Collection: "entries"}}
	group := &manifest.Manifest{Name: "group_entries", Args: whole, Output: manifest.Output{Collection: "entries", Fields: map[string]string{"group": "text", "count": "integer"}}}
	group.Presentation.Columns = []manifest.Column{{Key: "group"}, {Key: "count"}}
	writer := &manifest.Manifest{Name: "write_files_csv", Args: manifest.Args{Properties: map[string]manifest.Property{
		"entries": {Type: "array", Semantic: "entries"}, "layout": {Type: "array", Semantic: columns.Semantic},
	}}}
	rows := []map[string]any{{"z": "x", "a": 1.0}}
	result := sdk.Result{Entries: rows, Table: &sdk.Table{Columns: []sdk.Column{{Key: "z", Type: "text", Format: "f"}, {Key: "a", Type: "number"}}}}
	v := Values{Steps: []Observed{Observe(reader, result, Resolved{})}}
	for i, m := range []*manifest.Manifest{filter, group} {
		r, err := Resolve(Step{Tool: m.Name, Args: map[string]any{FromStep: i + 1}}, m, v)
		if err != nil || r.Args["layout"] != nil {
			t.Fatal(r, err)
		}
		v.Steps = append(v.Steps, Observe(m, sdk.Result{Entries: rows}, r))
	}
	for n, want := range map[int]string{1: "[map[key:z type:text] map[key:a type:number]]", 2: "[map[key:z type:text] map[key:a type:number]]", 3: "[map[key:group type:text] map[key:count type:integer]]"} {
		r, err := Resolve(Step{Tool: writer.Name, Args: map[string]any{FromStep: n}}, writer, v)
		if got := fmt.Sprint(r.Args["layout"]); err != nil || got != want {
			t.Errorf("of step %d: %s, want %s (%v)", n, got, want, err)
		}
		if _, labelled := r.Origins["layout"]; labelled || r.Handed.Provenance != Untrusted {
			t.Errorf("labels %v, handed on %v", r.Origins, r.Handed)
		}
	}
	said := []any{"a"}
	if r, err := Resolve(Step{Tool: writer.Name, Args: map[string]any{FromStep: 1, "layout": said}}, writer, v); err != nil || fmt.Sprint(r.Args["layout"]) != "[a]" {
		t.Error("what the plan says was replaced", r.Args, err)
	}
}
