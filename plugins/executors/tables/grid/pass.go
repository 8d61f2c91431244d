package grid

import (
	"path"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Pass is a table that has been read to its end, while its rows go by once more: how they are read is known. It shows
// the row of the last [Pass.Take] as the item it is.
type Pass struct {
	table   table
	chosen  []int
	index   map[string]int // of the chosen columns, by key
	skipped int            // rows above the first one of the table
	tag     string         // field that says which file rows are from
	file    string
	zone    *time.Location
	begun   bool
	row     []string
}

// Left reports whether rows were left out of the items.
func (b *Book) Left() bool { return b.total > len(b.items) }

// Items are the first rows.
func (b *Book) Items() []map[string]any { return b.items }

// Columns are those of all items, in order.
func (b *Book) Columns() []sdk.Column { return b.columns }

// pass is a table that was taken, ready to go by again.
func (b *Book) pass(g *Grid, t table, chosen []int, tag string) *Pass {
	p := &Pass{table: t, chosen: chosen, index: make(map[string]int, len(chosen)), skipped: g.skipped, tag: tag, file: entry.Shown(path.Base(g.path)), zone: b.request.Zone}
	for _, i := range chosen {
		p.index[t.keys[i]] = i
	}
	if g.header {
		p.skipped++
	}
	return p
}

// Passes are the tables that were taken, in order.
func (b *Book) Passes() []*Pass { return b.passes }

// Take looks at the next row of the text, and reports whether it is an item. The row is used until the next one comes.
func (p *Pass) Take(row []string) bool {
	blank := empty(row)
	if p.begun = p.begun || !blank; !p.begun {
		return false
	}
	if p.skipped > 0 {
		p.skipped--
		return false
	}
	p.row = row
	return !blank
}

// Value is a field of the row, as its item has it.
func (p *Pass) Value(field string) any {
	i, ok := p.index[field]
	switch {
	case !ok && field == p.tag && p.tag != "":
		return p.file
	case !ok || i >= len(p.row):
		return nil
	}
	return p.table.columns[i].value(p.row[i], p.zone)
}

// Item is the whole row, for keeping.
func (p *Pass) Item() map[string]any {
	item := make(map[string]any, len(p.chosen)+1)
	for _, i := range p.chosen {
		v := p.Value(p.table.keys[i])
		if text, ok := v.(string); ok {
			if len(text) > maxCell {
				text = entry.Shown(text[:maxCell]) + "…"
			}
			v = strings.Clone(text)
		}
		item[p.table.keys[i]] = v
	}
	if p.tag != "" {
		item[p.tag] = p.file
	}
	return item
}
