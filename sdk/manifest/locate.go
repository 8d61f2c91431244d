package manifest

import (
	"slices"
	"strconv"

	"github.com/metnos/metnos/sdk/manifest/document"
)

// locate adds file:line:column to problems whose key, or the nearest key above it, is in the document, and
// puts them in the document's order.
func locate(name string, data []byte, problems Problems) Problems {
	places := document.Read(data)
	rows := make([]document.Place, len(problems))
	order := make([]int, len(problems))
	for i, p := range problems {
		rows[i], order[i] = places.Find(p.Params["key"]), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rows[a].Row - rows[b].Row })
	out := make(Problems, len(problems))
	for i, from := range order {
		p := *problems[from]
		at := name
		if r := rows[from]; r.Row > 0 {
			at = name + ":" + strconv.Itoa(r.Row) + ":" + strconv.Itoa(r.Column)
		}
		p.Message = at + ": " + p.Message
		out[i] = (&p).With("at", at)
	}
	return out
}
