package answer

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer/chart"
	"github.com/metnos/metnos/core/answer/voice"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
)

const (
	maxText    = 16_000 // characters of content in a message
	maxRows    = 10_000 // rows of a table
	maxColumns = 100    // columns of one
)

func (p page) list(s Step) string { return p.head(s) + ":\n" + p.bullets(s, voice.Names(p.Length)) }

func (p page) bullets(s Step, limit int) string {
	items := s.Result.Items()
	columns := p.columns(s)
	var lines []string
	for i, item := range items {
		if i == limit && len(items) > limit+1 {
			lines = append(lines, p.More(len(items)-limit))
			break
		}
		lines = append(lines, "- "+p.line(s, item, columns))
	}
	return strings.Join(lines, "\n")
}

// columns are those of the step's own presentation or, when it reworks any records, of the step before. The
// rows of a table have the table's.
func (p page) columns(s Step) []manifest.Column {
	if c := s.columns(); len(c) > 0 {
		return s.told(c)
	}
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if c := p.Steps[i].columns(); len(c) > 0 && object(p.Steps[i].Manifest) != "entries" {
			return c
		}
	}
	return nil
}

// told leaves the number of items of a group out when a value was calculated for it.
func (s Step) told(columns []manifest.Column) []manifest.Column {
	if s.argument("group_by") == "" || s.argument("aggregate") == "" {
		return columns
	}
	return slices.DeleteFunc(slices.Clone(columns), func(c manifest.Column) bool { return c.Key == "count" })
}

func (s Step) columns() []manifest.Column {
	if c := s.Manifest.Presentation.Columns; len(c) > 0 || s.Result.Table == nil {
		return c
	}
	out := make([]manifest.Column, 0, min(len(s.Result.Table.Columns), maxColumns))
	for _, c := range s.Result.Table.Columns {
		if len(out) < maxColumns {
			out = append(out, manifest.Column{Key: c.Key, Type: c.Type})
		}
	}
	return out
}

// ofTable reports whether the items are rows of a table the person has, whose columns they know by name.
func (p page) ofTable(s Step) bool {
	if len(s.Manifest.Presentation.Columns) > 0 {
		return false
	}
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if t := p.Steps[i]; object(t.Manifest) != "entries" || t.Result.Table != nil {
			return t.Result.Table != nil
		}
	}
	return false
}

// line renders one item: its path, name or first column, then the other columns.
func (p page) line(s Step, item map[string]any, columns []manifest.Column) string {
	if text, ok := item["text"].(string); ok && item["line"] != nil {
		return p.excerpt(s, item, text)
	}
	if p.ofTable(s) && len(columns) > 0 {
		return p.tableRow(s, item, columns)
	}
	label, used := p.label(s, item, columns)
	var details []string
	for _, c := range columns {
		v, ok := item[c.Key]
		if !ok || v == nil || used[c.Key] || c.Key == "text" || tellsNothing[v] {
			continue
		}
		details = append(details, p.fact(c.Key, p.cell(s, c, v)))
	}
	if len(columns) == 0 || len(details) == 0 && label == "" {
		details = nil
		for _, key := range sorted(item) {
			if v := item[key]; v != nil && !used[key] && s.Types[key] != "text" || len(s.Types) == 0 && !used[key] {
				details = append(details, glyph.Line(key)+": "+p.cell(s, manifest.Column{Key: key}, v))
			}
		}
	}
	switch {
	case len(details) == 0:
		return label
	case label == "":
		return strings.Join(details, ", ")
	}
	return label + ": " + strings.Join(details, ", ")
}

// fact says what a value is where it would be taken for another: a second date.
func (p page) fact(field any, value string) string {
	if name, ok := field.(string); ok && p.Has("fact_"+name) {
		return p.Tell("fact_"+name, "value", value)
	}
	return value
}

// tableRow is one row of a table: what its first column holds, then the others by name.
func (p page) tableRow(s Step, item map[string]any, columns []manifest.Column) string {
	var parts []string
	for i, c := range columns {
		v := item[c.Key]
		switch {
		case v == nil:
		case i == 0:
			parts = append(parts, p.cell(s, c, v))
		default:
			parts = append(parts, glyph.Line(c.Key)+": "+p.cell(s, c, v))
		}
	}
	return strings.Join(parts, ", ")
}

// tellsNothing are values a line leaves out: what nearly everything is, and what nobody could tell.
var tellsNothing = map[any]bool{"file": true, "application/octet-stream": true}

// excerpt is one line or paragraph of a file: where it is, and what it says. The file is named only when
// there are several.
func (p page) excerpt(s Step, item map[string]any, text string) string {
	where := glyph.Line(plan.Text(item["line"]))
	for _, other := range s.Result.Items() {
		if other["path"] != item["path"] {
			where = p.Title(item) + ":" + where
			break
		}
	}
	return where + ": " + voice.Short(glyph.Line(strings.ReplaceAll(strings.TrimSpace(text), "\n", " ")))
}

// label names an item, and tells which of its fields it used up.
func (p page) label(s Step, item map[string]any, columns []manifest.Column) (string, map[string]bool) {
	if path, ok := item["path"].(string); ok && filepath.IsAbs(path) {
		return p.Rel(path), map[string]bool{"path": true, "name": true, "folder": true}
	}
	for _, key := range [...]string{"name", "title"} {
		if name, ok := item[key].(string); ok && name != "" {
			return voice.Short(glyph.Line(name)), map[string]bool{key: true}
		}
	}
	if len(columns) > 0 {
		if v, ok := item[columns[0].Key]; ok {
			return p.cell(s, columns[0], v), map[string]bool{columns[0].Key: true}
		}
	}
	return "", nil
}

func (p page) cell(s Step, c manifest.Column, v any) string {
	if word, ok := p.typeWord(c, v); ok {
		return word
	}
	return voice.Short(p.Value(p.kind(s, c), v))
}

// kind is the type of a column's values.
func (p page) kind(s Step, c manifest.Column) string {
	kind := cmp.Or(c.Type, s.Types[c.Key])
	if kind == "number" && c.Key == "value" {
		return p.valueType(s)
	}
	return kind
}

// typeWord is the word for the type of an item a folder holds.
func (p page) typeWord(c manifest.Column, v any) (string, bool) {
	kind, ok := v.(string)
	if key := "type_" + kind; ok && c.Key == "type" && p.Has(key) {
		return p.Tell(key), true
	}
	return "", false
}

func (p page) where(s Step) string {
	items := s.Result.Items()
	if path, ok := items[0]["path"].(string); ok && len(items) == 1 {
		folder := p.Rel(filepath.Dir(path))
		if folder == "~" {
			return p.Tell("where_home", "name", filepath.Base(path), "path", path)
		}
		return p.Tell("where_one", "name", filepath.Base(path), "place", folder, "path", p.Rel(path))
	}
	return p.list(s)
}

func (p page) hasText(s Step) bool {
	for _, item := range s.Result.Items() {
		if _, ok := item["text"].(string); ok {
			return true
		}
	}
	return false
}

// text shows content. It is data: its lines are kept, what a terminal would obey is shown, and it is cut at
// a length.
func (p page) text(s Step) string {
	items := s.Result.Items()
	_, byLine := items[0]["line"]
	var b strings.Builder
	left, cut := maxText, false
	for _, item := range items {
		body, _ := item["text"].(string)
		if r := []rune(body); len(r) > left {
			body, cut = string(r[:left]), true
		}
		left -= len([]rune(body))
		body = glyph.Block(body)
		switch name := p.Title(item); {
		case byLine:
		case strings.TrimSpace(body) == "" && !cut:
			body = p.Tell("text_empty", "name", name)
		case len(items) > 1:
			body = "── " + name + " ──\n" + body
		}
		b.WriteString(strings.TrimRight(body, "\n") + "\n")
		if cut {
			break
		}
	}
	out := strings.TrimRight(b.String(), "\n")
	if cut {
		out += "\n" + p.Tell("text_cut", "limit", p.Figure(maxText))
	}
	return out
}

// table is the typed view of the last collection.
func (p page) table(s Step) *core.Table {
	items := s.Result.Items()
	if len(items) == 0 || s.Manifest.Presentation.View == "scalar" {
		return nil
	}
	columns := make([]manifest.Column, 0, 8)
	for _, c := range p.columns(s) {
		c.Type = p.kind(s, c)
		columns = append(columns, c)
	}
	if len(columns) == 0 {
		for _, key := range sorted(items[0]) {
			columns = append(columns, manifest.Column{Key: key, Type: s.Types[key]})
		}
	}
	limit := s.Manifest.Presentation.MaxRows
	if limit <= 0 || limit > maxRows {
		limit = 200
	}
	rows := make([]map[string]any, min(limit, len(items)))
	for i := range rows {
		rows[i] = p.row(columns, items[i])
	}
	asked := chart.Asked{By: s.argument("group_by"), Of: s.argument("field"), How: s.argument("aggregate")}
	return &core.Table{Columns: columns, Rows: rows, Total: s.total(), Chart: chart.Of(columns, rows, s.total(), asked)}
}

// row is what a table shows of one item: its columns, and places as the person knows them.
func (p page) row(columns []manifest.Column, item map[string]any) map[string]any {
	out := make(map[string]any, len(columns))
	for _, c := range columns {
		value, there := item[c.Key]
		if path, ok := value.(string); ok && c.Type == "path" {
			value = p.Below(path)
		}
		if word, ok := p.typeWord(c, value); ok {
			value = word
		}
		if there {
			out[c.Key] = value
		}
	}
	return out
}
