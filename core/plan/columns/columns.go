package columns

import (
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Semantic is that of an argument that takes how the items handed on stand as a table: their columns in order, each
// with its key and its type.
const Semantic = "table"

// Of are the columns of a table, else those of the items handed on by an executor that only chooses among them, else
// the ones the manifest shows.
func Of(m *manifest.Manifest, result sdk.Result, handed []sdk.Column) (out []sdk.Column) {
	switch {
	case result.Table != nil:
		for _, c := range result.Table.Columns {
			out = append(out, sdk.Column{Key: c.Key, Type: c.Type})
		}
	case handed != nil && len(m.Output.Fields) == 0:
		return handed
	default:
		for _, c := range m.Presentation.Columns {
			out = append(out, sdk.Column{Key: c.Key, Type: m.Output.Fields[c.Key]})
		}
	}
	return out
}

// Argument is the value of such an argument.
func Argument(columns []sdk.Column) []any {
	out := make([]any, len(columns))
	for i, c := range columns {
		out[i] = map[string]any{"key": c.Key, "type": c.Type}
	}
	return out
}
