package delimited

import (
	"bufio"
	"errors"
	"io"
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
	in        *bufio.Reader
	delimiter byte
	ahead     []string // lines that were read and not used, last first
	end       bool
}

// NewReader reads UTF-8 text with fields between delimiters.
func NewReader(r io.Reader, delimiter byte) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, 64<<10), delimiter: delimiter}
}

// row is a row being taken apart.
type row struct {
	fields []string
	field  strings.Builder
	quoted bool // inside quotes
}

// Next returns the next row, or io.EOF. Empty lines are rows of one empty field.
func (r *Reader) Next() ([]string, error) {
	first, err := r.line()
	if err != nil {
		return nil, err
	}
	var w row
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
		r.ahead = r.ahead[:n-1]
		return line, nil
	}
	if r.end {
		return "", io.EOF
	}
	var long []byte
	for {
		chunk, err := r.in.ReadSlice('\n')
		if len(long)+len(chunk) > maxLine {
			return "", ErrTooLong
		}
		if err == nil && long == nil {
			return r.split(string(chunk)), nil
		}
		long = append(long, chunk...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			r.end = true
			if len(long) == 0 {
				return "", io.EOF
			}
		case err != nil:
			return "", err
		}
		return r.split(string(long)), nil
	}
}

// split takes the end off a line, and keeps for later what a lone \r divides.
func (r *Reader) split(line string) string {
	line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
	if !strings.Contains(line, "\r") {
		return line
	}
	parts := strings.Split(line, "\r")
	for i := len(parts) - 1; i > 0; i-- {
		r.ahead = append(r.ahead, parts[i])
	}
	return parts[0]
}
