package delimited

import (
	"bufio"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/tables/grid"
)

// Writer writes rows. A text that a spreadsheet would take for a formula gets an apostrophe in front, as
// spreadsheets themselves mark a text; numbers and dates are written as such.
type Writer struct {
	out       *bufio.Writer
	delimiter byte
	decimal   byte
}

// Kept is a text of the file itself, which is written again as it is.
type Kept string

// NewWriter writes UTF-8 text with fields between delimiters; decimal is the decimal mark, "," or ".".
func NewWriter(w io.Writer, delimiter, decimal byte) *Writer {
	return &Writer{out: bufio.NewWriterSize(w, 64<<10), delimiter: delimiter, decimal: decimal}
}

// Row writes one row: cells are texts, [Kept], float64, bool, [grid.Day] or nil.
func (w *Writer) Row(cells []any) error {
	for i, cell := range cells {
		if i > 0 {
			_ = w.out.WriteByte(w.delimiter) // the writer keeps its first error for Flush
		}
		text := w.text(cell)
		if text == "" && len(cells) == 1 {
			text = `""` // an empty line would be no row
		}
		_, _ = w.out.WriteString(text)
	}
	_, err := w.out.WriteString("\r\n")
	return err
}

// Flush ends the writing.
func (w *Writer) Flush() error { return w.out.Flush() }

// text is a cell between delimiters.
func (w *Writer) text(cell any) string {
	switch v := cell.(type) {
	case string:
		return w.quoted(Harmless(v))
	case Kept:
		return w.quoted(string(v))
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return w.number(v)
	case grid.Day:
		if v.Timed {
			return v.Time.Format("2006-01-02 15:04:05")
		}
		return v.Time.Format("2006-01-02")
	}
	return ""
}

// number writes the digits a float64 keeps: those after the fifteenth are the noise of calculations.
func (w *Writer) number(v float64) string {
	s := strconv.FormatFloat(v, 'g', 15, 64)
	if rounded, err := strconv.ParseFloat(s, 64); err == nil && math.Abs(v) < 1e15 && (v == 0 || math.Abs(v) >= 1e-6) {
		s = strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	if w.decimal == ',' {
		s = strings.Replace(s, ".", ",", 1)
	}
	return w.quoted(s)
}

// quoted puts quotes around a field that would be read as something else without them.
func (w *Writer) quoted(s string) string {
	s = strings.ReplaceAll(s, "\x00", "\ufffd") // a byte no text has
	plain := !strings.ContainsAny(s, "\"\r\n\t;,|") && strings.TrimSpace(s) == s && !strings.HasPrefix(strings.ToLower(s), "sep=")
	if plain || strings.IndexByte(s, w.delimiter) < 0 && digits(s) {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// Harmless is a text with an apostrophe in front when a spreadsheet would calculate it: it begins with = + - @ or
// with white space that hides one of them, and is neither a number nor a mere dash.
func Harmless(s string) string {
	if Calculates(s) {
		return "'" + s
	}
	return s
}

// Calculates reports a text a spreadsheet would take for a formula.
func Calculates(s string) bool {
	if s == "" {
		return false
	}
	trimmed := strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\ufeff' })
	first, _ := utf8.DecodeRuneInString(trimmed)
	if !strings.ContainsRune("=+-@＝＋－＠\u2212", first) || trimmed == "" {
		return s[0] == '\t' || s[0] == '\r' || s[0] == '\n'
	}
	return !digits(strings.TrimLeft(trimmed, "-\u2212")) && strings.Trim(trimmed, "-") != ""
}

// Called reports a telephone number: a plus, digits and single spaces. As such it calculates nothing.
func Called(s string) bool {
	rest, plus := strings.CutPrefix(s, "+")
	for _, group := range strings.Split(rest, " ") {
		if group == "" || strings.Trim(group, "0123456789") != "" {
			return false
		}
	}
	return plus
}

// digits reports a text that is a number and nothing else: there is nothing in it to calculate.
func digits(s string) bool {
	s = strings.TrimPrefix(s, "-")
	marks := 0
	for i := range len(s) {
		switch {
		case s[i] == '.' || s[i] == ',':
			marks++
		case s[i] < '0' || s[i] > '9':
			return false
		}
	}
	return s != "" && marks < len(s) && marks <= 6
}
