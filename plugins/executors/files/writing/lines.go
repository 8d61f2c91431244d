package writing

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var placeholder = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// lines writes one line for each item. Without a template a line is the item's text, else its path, else its
// name, else all its plain values in the order of their keys, with a tab between them. Paths are told from home.
func lines(items []map[string]any, template, home string) string {
	var out strings.Builder
	for i, item := range items {
		if path, ok := item["path"].(string); ok && home != "" {
			item = maps.Clone(item)
			item["path"] = strings.TrimPrefix(path, strings.TrimSuffix(home, "/")+"/")
		}
		switch {
		case template != "":
			out.WriteString(fill(template, item, i+1))
		default:
			out.WriteString(plain(item))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// fill replaces {field} by the item's value and {n} by its number. A field the item lacks is left empty.
func fill(template string, item map[string]any, n int) string {
	return placeholder.ReplaceAllStringFunc(template, func(token string) string {
		name := token[1 : len(token)-1]
		value, ok := item[name]
		if !ok && name == "n" {
			return strconv.Itoa(n)
		}
		return written(value)
	})
}

func plain(item map[string]any) string {
	for _, field := range []string{"text", "path", "name"} {
		if text, ok := item[field].(string); ok {
			return strings.TrimRight(text, "\n")
		}
	}
	var values []string
	for _, key := range slices.Sorted(maps.Keys(item)) {
		switch item[key].(type) {
		case []any, map[string]any:
		default:
			values = append(values, written(item[key]))
		}
	}
	if count, ok := item["count"]; ok && len(values) > 1 { // a group reads "group, how many"
		if group, ok := item["group"]; ok {
			values = []string{written(group), written(count)}
			if value, ok := item["value"]; ok {
				values = append(values, written(value))
			}
		}
	}
	return strings.Join(values, "\t")
}

// written shows one value in a line.
func written(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int, int64:
		return fmt.Sprint(v)
	}
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(data)
}
