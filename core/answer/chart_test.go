package answer

import (
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Groups are drawn, by what the person asked for; what is merely listed is not.
func TestGroupsAreDrawn(t *testing.T) {
	w := writer(t)
	m := reader("group_entries")
	m.Output.Fields = map[string]string{"group": "text", "count": "integer", "value": "number"}
	m.Presentation = manifest.Presentation{View: "table", Columns: []manifest.Column{{Key: "group"}, {Key: "count"}, {Key: "value"}}}
	for _, name := range []string{"group_by", "aggregate", "field"} {
		m.Args.Properties[name] = manifest.Property{Type: "string", Semantic: name}
	}
	files := Step{Manifest: reader("find_files"), Types: map[string]string{"path": "path", "size": "bytes"}, Result: sdk.Result{OK: true, Entries: []map[string]any{
		{"path": "/home/anna/a.pdf", "size": 10}, {"path": "/home/anna/b.txt", "size": 20}}}}
	grouped := Step{Manifest: m, Types: m.Output.Fields, Args: map[string]any{"group_by": "extension", "aggregate": "sum", "field": "size"}, Result: sdk.Result{OK: true, Entries: []map[string]any{
		{"group": "pdf", "count": 1, "value": 10.0}, {"group": "txt", "count": 1, "value": 20.0}}}}
	reply := w.Reply(Account{Lang: "it", Home: "/home/anna", Shape: plan.ShapeList, Steps: []Step{files, grouped}})
	if want := (core.Chart{Kind: "bars", Label: "group", Value: "value", Type: "bytes", By: "extension", Of: "size", How: "sum"}); reply.Table == nil || reply.Table.Chart == nil || *reply.Table.Chart != want {
		t.Errorf("%+v", reply.Table)
	}
	if reply := w.Reply(Account{Lang: "it", Home: "/home/anna", Shape: plan.ShapeList, Steps: []Step{files}}); reply.Table == nil || reply.Table.Chart != nil {
		t.Errorf("%+v", reply.Table)
	}
}
