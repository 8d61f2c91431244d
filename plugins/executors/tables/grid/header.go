package grid

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/metnos/metnos/plugins/executors/fold"
)

const (
	maxName   = 120 // characters of a column's name
	firstRows = 20  // rows that are looked at for the header
)

// start finds the first row of a table among its first rows: rows above it that hold a single cell, in a
// table of several columns, are a title.
func start(rows [][]any) int {
	widths := map[int]int{}
	usual, times := 0, 0
	for _, row := range rows {
		w := filled(row)
		if widths[w]++; widths[w] > times || widths[w] == times && w > usual {
			usual, times = w, widths[w]
		}
	}
	if usual < 2 {
		return 0
	}
	for i, row := range rows {
		if filled(row) > 1 {
			return i
		}
	}
	return 0
}

func filled(row []any) int {
	n := 0
	for _, cell := range row {
		if !blank(cell) {
			n++
		}
	}
	return n
}

func blank(cell any) bool {
	s, isText := cell.(string)
	return cell == nil || isText && trimmed(s) == ""
}

// named reports whether a first row names the columns, given some of the rows below it. Names are texts; a
// number or a date among them is the value of a column of those, unless years stand in a row.
func named(first []any, below [][]any) bool {
	names, years := 0, 0
	for i, cell := range first {
		if blank(cell) {
			continue
		}
		text, isText := cell.(string)
		value := !isText || measured(text)
		if value && like(i, below) {
			if year(cell) {
				years++
				continue
			}
			return false
		}
		names++
	}
	if years > 0 {
		return years > 1 && names > 0 && ascending(first)
	}
	return names > 0
}

func measured(text string) bool {
	var e evidence
	e.see(text)
	return e.comma+e.point+e.moments > 0
}

// like reports that the column holds numbers or dates below too.
func like(i int, below [][]any) bool {
	for _, row := range below {
		if i >= len(row) || blank(row[i]) {
			continue
		}
		text, isText := row[i].(string)
		if isText && !measured(text) {
			return false
		}
	}
	return true
}

func year(cell any) bool {
	text := strings.TrimSpace(fmt.Sprint(cell))
	return len(text) == 4 && digitsOnly(text) && text >= "1900" && text <= "2100"
}

func ascending(row []any) bool {
	last := ""
	for _, cell := range row {
		if !year(cell) {
			continue
		}
		if text := strings.TrimSpace(fmt.Sprint(cell)); text <= last {
			return false
		} else {
			last = text
		}
	}
	return true
}

// keys makes a field name for each of n columns: the names of the header on one line, made different, and
// column_3 where there is none.
func keys(header []any, n int) []string {
	out := make([]string, n)
	taken := make(map[string]bool, n)
	for i := range out {
		name := ""
		if i < len(header) && !blank(header[i]) {
			name = clean(fmt.Sprint(header[i]))
		}
		if name == "" {
			name = fmt.Sprintf("column_%d", i+1)
		}
		key := name
		for k := 2; taken[key]; k++ {
			key = fmt.Sprintf("%s_%d", name, k)
		}
		taken[key] = true
		out[i] = key
	}
	return out
}

// clean writes a name on one line, without what cannot be seen.
func clean(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if r := []rune(name); len(r) > maxName {
		name = string(r[:maxName])
	}
	return name
}

// find returns the column a person named: exactly, else without case and accents; -1 when there is none.
func find(names []string, asked string) int {
	for i, name := range names {
		if name == asked {
			return i
		}
	}
	folded := fold.Text(strings.TrimSpace(asked))
	for i, name := range names {
		if fold.Text(name) == folded {
			return i
		}
	}
	return -1
}
