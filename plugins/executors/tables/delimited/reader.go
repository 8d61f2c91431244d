package delimited

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

const (
	maxLine   = 1 << 20   // bytes of one line
	maxQuoted = 256 << 10 // bytes a quoted field may run over the end of its line
	maxFields = 20_000    // of one row
)

// ErrTooLong is a line longer than any row of a table.
var ErrTooLong = sdk.Errorf(sdk.Oversize, "table_row_too_long", "a row is longer than 1 MiB").With("path", entry.Unnamed)

// Reader reads rows. The zero value is not ready: use [NewReader].
type Reader struct {
	in        io.Reader
	buffer    []byte
	block     string // what was read and not used; rows are parts of it
	marks     bool   // it has quotes
	returns   bool   // it has a \r
	plain     bool   // the line in hand has no quotes
	delimiter byte
	ahead     []string // lines that were read and not used, last first
	row       row
	end       bool
}

// blockBytes is how much is read at a time.
const blockBytes = 256 << 10

// NewReader reads UTF-8 text with fields between delimiters.
func NewReader(r io.Reader, delimiter byte) *Reader {
	return &Reader{in: r, buffer: make([]byte, blockBytes), delimiter: delimiter}
}

// row is a row being taken apart.
type row struct {
	fields []string
	field  strings.Builder
	quoted bool // inside quotes
}

// Next returns the next row, or io.EOF. Empty lines are rows of one empty field.
func (r *Reader) Next() ([]string, error) {
	fields, err := r.Row()
	return slices.Clone(fields), err
}

// Row is Next for who is done with a row when asking for the next one. The texts stay; each holds on to the block it is
// part of.
func (r *Reader) Row() ([]string, error) {
	first, err := r.line()
	if err != nil {
		return nil, err
	}
	w := &r.row
	w.fields, w.quoted = w.fields[:0], false
	w.field.Reset()
	if r.plain {
		w.split(first, r.delimiter)
		return w.fields, nil
	}
	w.take(first, r.delimiter)
	if !w.quoted {
		return w.fields, nil
	}
	var more []string
	for size := 0; w.quoted; {
		line, err := r.line()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if err == nil {
			more = append(more, line)
			size += len(line) + 1
		}
		if err != nil || size > maxQuoted {
			return r.literal(first, more), nil
		}
		w.field.WriteByte('\n')
		w.take(line, r.delimiter)
	}
	return w.fields, nil
}

// literal splits a line whose quotes never close as if they were letters, and gives back the lines after it.
func (r *Reader) literal(first string, more []string) []string {
	for i := len(more) - 1; i >= 0; i-- {
		r.ahead = append(r.ahead, more[i])
	}
	return strings.SplitN(first, string(r.delimiter), maxFields)
}

// split takes a line without quotes apart.
func (w *row) split(line string, delimiter byte) {
	for len(w.fields) < maxFields {
		end := strings.IndexByte(line, delimiter)
		if end < 0 {
			break
		}
		w.fields = append(w.fields, line[:end])
		line = line[end+1:]
	}
	w.fields = append(w.fields, line)
}

// take takes a line apart; when it ends inside quotes the next one continues it.
func (w *row) take(line string, delimiter byte) {
	for at := 0; ; {
		if !w.quoted {
			start := at
			for start < len(line) && line[start] == ' ' {
				start++
			}
			if w.field.Len() == 0 && start < len(line) && line[start] == '"' {
				w.quoted, at = true, start+1
			} else {
				end := strings.IndexByte(line[at:], delimiter)
				if end < 0 || len(w.fields) >= maxFields {
					w.fields = append(w.fields, w.closed(line[at:]))
					return
				}
				w.fields = append(w.fields, w.closed(line[at:at+end]))
				at += end + 1
				continue
			}
		}
		end := strings.IndexByte(line[at:], '"')
		if end < 0 {
			w.field.WriteString(line[at:])
			return
		}
		w.field.WriteString(line[at : at+end])
		at += end + 1
		if at < len(line) && line[at] == '"' {
			w.field.WriteByte('"')
			at++
			continue
		}
		w.quoted = false
		rest := strings.IndexByte(line[at:], delimiter)
		if rest < 0 || len(w.fields) >= maxFields {
			w.fields = append(w.fields, w.closed(strings.TrimRight(line[at:], " ")))
			return
		}
		w.fields = append(w.fields, w.closed(strings.TrimRight(line[at:at+rest], " ")))
		at += rest + 1
	}
}

// closed ends a field.
func (w *row) closed(tail string) string {
	if w.field.Len() == 0 {
		return tail
	}
	w.field.WriteString(tail)
	text := w.field.String()
	w.field.Reset()
	return text
}

// line returns the next line without its end: \n, \r\n or a lone \r.
func (r *Reader) line() (string, error) {
	if n := len(r.ahead); n > 0 {
		line := r.ahead[n-1]
		r.ahead, r.plain = r.ahead[:n-1], false
		return line, nil
	}
	for {
		if end := strings.IndexByte(r.block, '\n'); end >= 0 {
			line := r.block[:end]
			r.block = r.block[end+1:]
			return r.cut(line)
		}
		if r.end && r.block == "" {
			return "", io.EOF
		}
		if r.end || len(r.block) > maxLine {
			line := r.block
			r.block = ""
			return r.cut(line)
		}
		if err := r.more(); err != nil {
			return "", err
		}
	}
}

// more reads on.
func (r *Reader) more() error {
	n, err := r.in.Read(r.buffer)
	if n > 0 {
		r.block += string(r.buffer[:n])
		r.marks, r.returns = strings.IndexByte(r.block, '"') >= 0, strings.IndexByte(r.block, '\r') >= 0
	}
	if errors.Is(err, io.EOF) {
		r.end, err = true, nil
	}
	return err
}

// cut takes the end off a line, and keeps for later what a lone \r divides.
func (r *Reader) cut(line string) (string, error) {
	if len(line) > maxLine {
		return "", ErrTooLong
	}
	if r.plain = !r.marks; !r.returns {
		return line, nil
	}
	line = strings.TrimSuffix(line, "\r")
	if !strings.Contains(line, "\r") {
		return line, nil
	}
	parts := strings.Split(line, "\r")
	for i := len(parts) - 1; i > 0; i-- {
		r.ahead = append(r.ahead, parts[i])
	}
	return parts[0], nil
}
