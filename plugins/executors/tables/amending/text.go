package amending

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/delimited"
	"github.com/metnos/metnos/sdk"
)

const (
	maxRecord      = 4 << 20 // bytes of one row
	maxRecordLines = 10_000  // lines of one row, whose quoted cells may go over several
)

// text writes delimited text with the change made, and tells how many rows that took.
func (c change) text(ctx context.Context, l *layout, in sdk.ReadFile, to io.Writer) (int, error) {
	w := &textWriter{l: l, to: bufio.NewWriterSize(to, 256<<10), encoding: charset.Encoding(l.source.Encoding)}
	w.plain = w.encoding == charset.UTF8 || w.encoding == charset.UTF8BOM || w.encoding == charset.Binary
	var source io.Reader = in
	if !w.plain {
		source = w.encoding.Reader(in)
		head := make([]byte, 2)
		if n, _ := in.ReadAt(head, 0); n == 2 && (bytes.Equal(head, []byte{0xff, 0xfe}) || bytes.Equal(head, []byte{0xfe, 0xff})) {
			if _, err := w.to.Write(head); err != nil {
				return 0, err
			}
		}
	}
	r := bufio.NewReaderSize(source, 256<<10)
	above := l.source.Skipped // rows that are none of the table's
	if l.source.Header {
		above++
	}
	changed := 0
	for n := 0; ; n++ {
		if n%256 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return changed, err
			}
		}
		raw, err := record(r)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return changed, entry.Failed(sdk.Oversize, "row_too_long", l.path, err.Error())
		}
		if n < above || c.match < 0 || strings.TrimSpace(raw) == "" {
			err = w.raw(raw)
		} else {
			var did bool
			did, err = c.record(w, raw)
			if did {
				changed++
			}
		}
		if err != nil {
			return changed, err
		}
	}
	for _, row := range c.rows {
		if w.last != "" && !strings.HasSuffix(w.last, "\n") {
			if err := w.raw(w.end()); err != nil {
				return changed, err
			}
		}
		if err := w.row(row, w.end()); err != nil {
			return changed, err
		}
		changed++
	}
	return changed, w.to.Flush()
}

// record takes one row with its line end; one whose quotes never close is its first line alone.
func record(r *bufio.Reader) (string, error) {
	var b strings.Builder
	quotes := 0
	for range maxRecordLines {
		line, err := r.ReadString('\n')
		b.WriteString(line)
		quotes += strings.Count(line, `"`)
		switch {
		case err != nil && b.Len() == 0:
			return "", err
		case b.Len() > maxRecord:
			return "", errors.New("has a row that is too long")
		case err != nil || quotes%2 == 0:
			return b.String(), nil
		}
	}
	return "", errors.New("has a row of too many lines")
}

// record changes one row when it is one of those meant.
func (c change) record(w *textWriter, raw string) (bool, error) {
	body := strings.TrimRight(raw, "\r\n")
	fields, err := delimited.NewReader(strings.NewReader(body), w.l.source.Delimiter[0]).Next()
	if err != nil || c.match >= len(fields) || !c.matches(w.l, fields[c.match]) {
		return false, w.raw(raw)
	}
	if c.gone {
		return true, nil
	}
	row := make([]any, max(len(fields), c.set+1))
	for i := range row {
		row[i] = ""
		if i < len(fields) {
			row[i] = delimited.Kept(fields[i])
		}
	}
	row[c.set] = c.to
	return true, w.row(row, raw[len(body):])
}

// textWriter writes rows as the file has them.
type textWriter struct {
	l        *layout
	to       *bufio.Writer
	encoding charset.Encoding
	plain    bool
	last     string // the row written before
	ends     string // how the first line ends
}

func (w *textWriter) end() string {
	if w.ends == "" {
		return "\n"
	}
	return w.ends
}

func (w *textWriter) raw(text string) error {
	if w.ends == "" && strings.HasSuffix(text, "\n") {
		w.ends = text[len(strings.TrimRight(text, "\r\n")):]
		if w.ends != "\r\n" {
			w.ends = "\n"
		}
	}
	w.last = text
	if w.plain {
		_, err := w.to.WriteString(text)
		return err
	}
	data, err := w.encoding.Bytes(text)
	if err != nil || strings.ContainsRune(text, utf8.RuneError) { // bytes that are no text would be lost
		return entry.Failed(sdk.Conflict, "encoding_cannot", w.l.path, "its encoding lacks a character of the row")
	}
	_, err = w.to.Write(data)
	return err
}

func (w *textWriter) row(cells []any, end string) error {
	decimal := byte('.')
	if w.l.source.Decimal == "," {
		decimal = ','
	}
	var b bytes.Buffer
	out := delimited.NewWriter(&b, w.l.source.Delimiter[0], decimal)
	for i, cell := range cells {
		if d, ok := cell.(date); ok {
			cells[i] = d.String()
		} else if text, ok := cell.(string); ok && delimited.Called(text) {
			cells[i] = delimited.Kept(text)
		}
	}
	if err := out.Row(cells); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return w.raw(strings.TrimSuffix(b.String(), "\r\n") + end)
}
