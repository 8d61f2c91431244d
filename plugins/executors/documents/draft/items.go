package draft

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// asked is how many items are looked at for the fields they have, and maxColumns how many of those are shown.
const (
	asked      = 1000
	maxColumns = 40
)

var placeholder = regexp.MustCompile(`\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// Items makes blocks out of items. With a template each is a line of text; with columns, or with several fields,
// they are the rows of a table; what has a text, or one field alone, is a list.
func Items(items []map[string]any, columns []string, template string) []Block {
	if len(items) == 0 {
		return nil
	}
	if template != "" {
		return lines(items, template)
	}
	if len(columns) == 0 {
		columns = fields(items)
	}
	if len(columns) == 1 {
		out := make([]Block, 0, len(items))
		for _, item := range items {
			out = append(out, Block{Kind: Bullet, Runs: plain(strings.TrimSpace(Written(item[columns[0]])))})
		}
		return out
	}
	b := Block{Kind: Table, Rows: make([][][]Run, 0, len(items)+1)}
	head := make([][]Run, len(columns))
	for i, column := range columns {
		head[i] = plain(strings.ReplaceAll(column, "_", " "))
	}
	b.Rows = append(b.Rows, head)
	for _, item := range items {
		row := make([][]Run, len(columns))
		for i, column := range columns {
			row[i] = plain(Written(item[column]))
		}
		b.Rows = append(b.Rows, row)
	}
	return []Block{b}
}

// lines writes a line for each item: {field} is its value and {n} its number.
func lines(items []map[string]any, template string) []Block {
	rest, bullet := strings.CutPrefix(template, "- ")
	out := make([]Block, 0, len(items))
	for i, item := range items {
		line := placeholder.ReplaceAllStringFunc(rest, func(token string) string {
			name := token[1 : len(token)-1]
			if _, ok := item[name]; !ok && name == "n" {
				return strconv.Itoa(i + 1)
			}
			return Written(item[name])
		})
		b := Block{Kind: Paragraph, Runs: plain(line)}
		if bullet {
			b.Kind = Bullet
		}
		out = append(out, b)
	}
	return out
}

// fields are the columns items are shown in when nobody said which: of texts the text, of files what tells them
// apart, of groups what they are of and how many, else every plain field there is.
func fields(items []map[string]any) []string {
	seen, texts := map[string]bool{}, true
	for _, item := range items[:min(len(items), asked)] {
		for key, value := range item {
			switch value.(type) {
			case []any, map[string]any:
			default:
				seen[key] = true
			}
		}
		_, text := item["text"].(string)
		texts = texts && text && item["path"] != nil
	}
	if texts {
		return []string{"text"}
	}
	for _, usual := range [][]string{{"name", "folder", "size", "modified"}, {"group", "count", "value"}} {
		if !seen[usual[0]] || !seen[usual[1]] {
			continue
		}
		return slices.DeleteFunc(usual, func(key string) bool { return !seen[key] })
	}
	all := slices.Sorted(maps.Keys(seen))
	return all[:min(len(all), maxColumns)]
}

// Written shows one value.
func Written(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil && len(v) >= len("2006-01-02T15:04:05Z") {
			return at.Format("2006-01-02 15:04")
		}
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

// Fill puts values in place of {name}, after the text was taken apart: a value is never markup. It returns the
// first name that has no value, or "".
func Fill(blocks []Block, values map[string]any) (missing string) {
	fill := func(runs []Run) {
		for i := range runs {
			runs[i].Text = FillText(runs[i].Text, values, &missing)
		}
	}
	for _, b := range blocks {
		fill(b.Runs)
		for _, row := range b.Rows {
			for _, cell := range row {
				fill(cell)
			}
		}
	}
	return missing
}

// FillText is Fill for one text.
func FillText(text string, values map[string]any, missing *string) string {
	return placeholder.ReplaceAllStringFunc(text, func(token string) string {
		value, ok := values[token[1:len(token)-1]]
		if !ok {
			if *missing == "" {
				*missing = token
			}
			return token
		}
		return Written(value)
	})
}
