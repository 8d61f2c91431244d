package manifest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// place is where a key was written.
type place struct{ row, col int }

// locate adds file:line:column to problems whose key, or the nearest key above it, is in the document, and
// puts them in the document's order.
func locate(name string, data []byte, problems Problems) Problems {
	places := index(data)
	rows := make([]place, len(problems))
	order := make([]int, len(problems))
	for i, p := range problems {
		rows[i], order[i] = find(places, p.Params["key"]), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rows[a].row - rows[b].row })
	out := make(Problems, len(problems))
	for i, from := range order {
		p := *problems[from]
		at := name
		if r := rows[from]; r.row > 0 {
			at = name + ":" + strconv.Itoa(r.row) + ":" + strconv.Itoa(r.col)
		}
		p.Message = at + ": " + p.Message
		out[i] = (&p).With("at", at)
	}
	return out
}

func find(places map[string]place, key string) place {
	for key != "" {
		if at, ok := places[key]; ok {
			return at
		}
		key = key[:max(0, strings.LastIndexAny(key, ".["))]
	}
	return place{}
}

// index maps every key path of a valid document, arrays of tables numbered as in tests[0].name, to its place.
func index(data []byte) map[string]place {
	places := make(map[string]place)
	count := make(map[string]int)
	prefix := ""
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		key := ""
		var first *unstable.Node
		for it := e.Key(); it.Next(); {
			n := it.Node()
			if first == nil {
				first = n
			}
			if key != "" {
				key += "."
			}
			key += string(n.Data)
			if open := latest(count, key); open != "" && e.Kind != unstable.ArrayTable {
				key = open
			}
		}
		if first == nil {
			continue
		}
		start := p.Shape(first.Raw).Start
		at := place{start.Line, start.Column}
		switch e.Kind {
		case unstable.Table:
			prefix = key + "."
			places[key] = at
		case unstable.ArrayTable:
			prefix = arrayTable(count, key)
			places[strings.TrimSuffix(prefix, ".")] = at
		case unstable.KeyValue:
			if _, seen := places[prefix+key]; !seen {
				places[prefix+key] = at
			}
		}
	}
	return places
}

// latest names the open element of an array of tables, or "" when key is none.
func latest(count map[string]int, key string) string {
	if n := count[key]; n > 0 {
		return key + "[" + strconv.Itoa(n-1) + "]"
	}
	return ""
}

// arrayTable counts one more element of key and returns its prefix.
func arrayTable(count map[string]int, key string) string {
	parent := key[:max(0, strings.LastIndex(key, "."))]
	if open := latest(count, parent); open != "" {
		key = open + key[len(parent):]
	}
	count[key]++
	return key + "[" + strconv.Itoa(count[key]-1) + "]."
}
