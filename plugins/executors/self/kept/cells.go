package kept

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/metnos/metnos/sdk"
)

// Cells are the fields of an item given to keep, in the order of their names.
func Cells(item map[string]any) ([]sdk.Cell, error) {
	var out []sdk.Cell
	for _, name := range slices.Sorted(maps.Keys(item)) {
		c := sdk.Cell{Name: name, Type: "text"}
		switch v := item[name].(type) {
		case nil:
			continue
		case string:
			if c.Value = v; (sdk.Cell{Type: "datetime", Value: v}).Fits() {
				c.Type = "datetime"
			}
		case bool:
			c.Type, c.Value = "boolean", strconv.FormatBool(v)
		default:
			data, err := json.Marshal(v)
			if err != nil {
				return nil, sdk.Errorf(sdk.WrongArgs, "record_shape", "field %q: %w", name, err).With("name", name)
			}
			if c.Value = string(data); (sdk.Cell{Type: "number", Value: c.Value}).Fits() {
				c.Type = "number"
			}
		}
		out = append(out, c)
	}
	return out, nil
}
