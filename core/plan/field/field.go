package field

import (
	"strconv"

	"github.com/metnos/metnos/sdk"
)

// IsCollection reports whether a path part names the result's items: the two words mean the same.
func IsCollection(part string) bool { return part == "entries" || part == "results" || part == "items" }

// Select reads a path of a result. The first part may be value, count, entries, results or items;
// any other part is read from the items: from the only one, or from each of them as a list.
func Select(r sdk.Result, path []string) (any, bool) {
	items := make([]any, len(r.Items()))
	for i, item := range r.Items() {
		items[i] = item
	}
	head, rest := path[0], path[1:]
	switch {
	case head == "value":
		if r.Value == nil {
			return nil, false
		}
		return descend(r.Value, rest)
	case head == "count" && len(rest) == 0:
		return len(items), true
	case IsCollection(head):
		return descend(items, rest)
	}
	if _, err := strconv.Atoi(head); err == nil || head == "*" {
		return descend(items, path)
	}
	switch len(items) {
	case 0:
		return nil, false
	case 1:
		return descend(items[0], path)
	}
	return descend(items, append([]string{"*"}, path...))
}

// descend follows the parts: a name in an object, an index (from 0) in a list, * for each of a list.
func descend(v any, path []string) (any, bool) {
	if len(path) == 0 {
		return v, v != nil
	}
	head, rest := path[0], path[1:]
	switch v := v.(type) {
	case map[string]any:
		inner, ok := v[head]
		if !ok {
			return nil, false
		}
		return descend(inner, rest)
	case []any:
		if head == "*" {
			out := make([]any, 0, len(v))
			for _, item := range v {
				inner, ok := descend(item, rest)
				if !ok {
					return nil, false
				}
				out = append(out, inner)
			}
			return out, true
		}
		i, err := strconv.Atoi(head)
		if err != nil || i < 0 || i >= len(v) {
			return nil, false
		}
		return descend(v[i], rest)
	}
	return nil, false
}
