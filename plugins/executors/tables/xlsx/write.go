package xlsx

import (
	"archive/zip"
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/delimited"
	"github.com/metnos/metnos/plugins/executors/tables/grid"
	"github.com/metnos/metnos/plugins/executors/tables/sheet"
	"github.com/metnos/metnos/sdk"
)

// Bounds every program that opens workbooks knows.
const (
	maxText = 32_767    // characters of one cell, as UTF-16
	maxRows = 1_048_576 // with the titles
	maxName = 31        // characters of a sheet's name
)

// Styles of cells, by their place in cellXfs.
const (
	styleTitle  = 1
	styleDay    = 2
	styleMoment = 3
	styleText   = 4
)

// Name checks the name of a sheet.
func Name(name string) error {
	if name == "" || utf8.RuneCountInString(name) > maxName || strings.ContainsAny(name, "[]:*?/\\") || strings.Trim(name, "'") != name || strings.ContainsFunc(name, func(r rune) bool { return !allowed(r) || r < 0x20 }) {
		return sdk.Errorf(sdk.WrongArgs, "sheet_name_wrong", "%q is no name of a sheet", name).With("sheet", entry.Shown(name))
	}
	return nil
}

// Write writes a workbook with one sheet of that name.
func Write(ctx context.Context, to io.Writer, s *sheet.Sheet, name string) error {
	if s.Len() >= maxRows {
		n := strconv.Itoa(maxRows)
		return sdk.Errorf(sdk.Oversize, "sheet_too_long", "more than %s rows", n).With("count", n)
	}
	z := zip.NewWriter(to)
	for _, p := range parts(name) {
		w, err := z.Create(p[0])
		if err == nil {
			_, err = io.WriteString(w, header+p[1])
		}
		if err != nil {
			return err
		}
	}
	w, err := z.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return err
	}
	b := &body{out: bufio.NewWriterSize(w, 64<<10)}
	if err := b.write(ctx, s); err != nil {
		return err
	}
	if err := b.out.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// body writes the sheet itself.
type body struct{ out *bufio.Writer }

func (b *body) write(ctx context.Context, s *sheet.Sheet) error {
	fmt.Fprint(b.out, header, `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`,
		`<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`)
	if widths := s.Widths(); len(widths) > 0 {
		fmt.Fprint(b.out, "<cols>")
		for i, n := range widths {
			fmt.Fprintf(b.out, `<col min="%d" max="%d" width="%d" customWidth="1"/>`, i+1, i+1, n+2)
		}
		fmt.Fprint(b.out, "</cols>")
	}
	fmt.Fprint(b.out, "<sheetData>")
	titles := make([]any, s.Width())
	for i, title := range s.Titles() {
		titles[i] = title
	}
	if err := b.row(1, titles, styleTitle); err != nil {
		return err
	}
	for i := range s.Len() {
		if i%1024 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
		}
		if err := b.row(i+2, s.Row(i), 0); err != nil {
			return err
		}
	}
	_, err := b.out.WriteString("</sheetData></worksheet>")
	return err
}

func (b *body) row(n int, cells []any, style int) error {
	fmt.Fprintf(b.out, `<row r="%d">`, n)
	for i, cell := range cells {
		if cell == nil {
			continue
		}
		if err := b.cell(letters(i)+strconv.Itoa(n), cell, style); err != nil {
			return err
		}
	}
	_, err := b.out.WriteString("</row>")
	return err
}

func (b *body) cell(at string, cell any, style int) error {
	switch v := cell.(type) {
	case float64:
		fmt.Fprintf(b.out, `<c r="%s"><v>%s</v></c>`, at, strconv.FormatFloat(v, 'g', -1, 64))
	case bool:
		fmt.Fprintf(b.out, `<c r="%s" t="b"><v>%d</v></c>`, at, map[bool]int{true: 1}[v])
	case grid.Day:
		serial, ok := serial(v)
		if !ok {
			return b.text(at, written(v), style)
		}
		look := styleDay
		if v.Timed {
			look = styleMoment
		}
		fmt.Fprintf(b.out, `<c r="%s" s="%d"><v>%s</v></c>`, at, look, serial)
	case string:
		return b.text(at, v, style)
	}
	return nil
}

func (b *body) text(at, v string, style int) error {
	if n := units(v); n > maxText {
		return sdk.Errorf(sdk.Oversize, "cell_too_long", "%s has %d characters", at, n).
			With("cell", at).With("count", strconv.Itoa(maxText))
	}
	if style == 0 && delimited.Calculates(v) {
		style = styleText
	}
	fmt.Fprintf(b.out, `<c r="%s" s="%d" t="inlineStr"><is><t xml:space="preserve">`, at, style)
	escape(b.out, v)
	_, err := b.out.WriteString("</t></is></c>")
	return err
}

// serial is a date as days since the epoch. Earlier than March 1900 the epochs of programs differ.
func serial(d grid.Day) (string, bool) {
	if d.Time.Before(time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)) || d.Time.Year() > 9999 {
		return "", false
	}
	seconds := d.Time.Unix() - time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Unix()
	days, rest := seconds/86_400, seconds%86_400
	if rest == 0 {
		return strconv.FormatInt(days, 10), true
	}
	return strconv.FormatFloat(float64(days)+float64(rest)/86_400, 'f', 10, 64), true
}

func written(d grid.Day) string {
	if d.Timed {
		return d.Time.Format("2006-01-02 15:04:05")
	}
	return d.Time.Format(time.DateOnly)
}

// letters is the name of a column, from 0.
func letters(i int) string {
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}

func units(s string) int {
	if len(s) <= maxText {
		return len(s)
	}
	n := 0
	for _, r := range s {
		if n++; r > 0xffff {
			n++
		}
	}
	return n
}

// escape writes a text as XML. A character XML cannot hold is spelled _x0001_, and so is what looks like that.
func escape(out *bufio.Writer, s string) {
	for i, r := range s {
		switch {
		case r == '&':
			_, _ = out.WriteString("&amp;")
		case r == '<':
			_, _ = out.WriteString("&lt;")
		case r == '>':
			_, _ = out.WriteString("&gt;")
		case r == '_' && spelled(s[i:]):
			_, _ = out.WriteString("_x005F_")
		case r == '\r', !allowed(r):
			fmt.Fprintf(out, "_x%04X_", r)
		default:
			_, _ = out.WriteRune(r)
		}
	}
}

// spelled reports that a text begins like _x0001_.
func spelled(s string) bool {
	if len(s) < 7 || s[1] != 'x' || s[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 32)
	return err == nil
}

func allowed(r rune) bool {
	return r == '\t' || r == '\n' || r >= 0x20 && r < 0xd800 || r >= 0xe000 && r <= 0xfffd || r >= 0x10000
}
