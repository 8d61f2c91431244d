package plan

import (
	"testing"

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
