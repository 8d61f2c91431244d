package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

// flood is a csv as large as it likes that lies nowhere: every row is as long as the first one.
type flood struct {
	sdk.Files
	header string
	rows   int64
	row    func(i int64, b []byte) // fills rowBytes
	read   *atomic.Int64           // bytes asked for
	tick   func(read int64)
}

const rowBytes = 64

// record is "id,group,amount,padding": the amounts are quarters, so that sums are exact.
func record(i int64, b []byte) {
	b = strconv.AppendInt(b[:0], 1_000_000_000+i, 10)
	b = append(append(b, ",g"...), byte('0'+i%10))
	b = append(b, ",1"...)
	b = append(b, byte('0'+i%7), '.', '2', '5', ',')
	for len(b) < rowBytes-1 {
		b = append(b, 'x')
	}
	_ = append(b, '\n')
}

func (f *flood) size() int64 { return int64(len(f.header)) + f.rows*rowBytes }

func (f *flood) info() fs.FileInfo { return floodInfo{f.size()} }

func (f *flood) Lstat(string) (fs.FileInfo, error) { return f.info(), nil }
func (f *flood) Stat(string) (fs.FileInfo, error)  { return f.info(), nil }
func (f *flood) Open(string) (sdk.ReadFile, error) { return &floodFile{flood: f}, nil }

func (f *flood) at(p []byte, at int64) (int, error) {
	if at >= f.size() {
		return 0, io.EOF
	}
	n := 0
	if at < int64(len(f.header)) {
		n = copy(p, f.header[at:])
	}
	var row [rowBytes]byte
	for n < len(p) && at+int64(n) < f.size() {
		body := at + int64(n) - int64(len(f.header))
		f.row(body/rowBytes, row[:])
		n += copy(p[n:], row[body%rowBytes:])
	}
	if f.tick != nil {
		f.tick(f.read.Add(int64(n)))
	}
	return n, nil
}

type floodInfo struct{ size int64 }

func (i floodInfo) Name() string       { return "flood.csv" }
func (i floodInfo) Size() int64        { return i.size }
func (i floodInfo) Mode() fs.FileMode  { return 0o600 }
func (i floodInfo) ModTime() time.Time { return time.Unix(1, 0) }
func (i floodInfo) IsDir() bool        { return false }
func (i floodInfo) Sys() any           { return nil }

type floodFile struct {
	*flood
	offset int64
}

func (f *floodFile) Read(p []byte) (int, error) {
	n, err := f.at(p, f.offset)
	f.offset += int64(n)
	return n, err
}

func (f *floodFile) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.at(p, at)
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

func (f *floodFile) Seek(int64, int) (int64, error) { return 0, errors.ErrUnsupported }
func (f *floodFile) Close() error                   { return nil }
func (f *floodFile) Stat() (fs.FileInfo, error)     { return f.info(), nil }

type floodHost struct {
	sdk.Host
	files sdk.Files
}

func (h floodHost) Files() sdk.Files { return h.files }

func newFlood(s scene, bytes int64) *flood {
	return &flood{Files: s.Host.Files(), header: "id,group,amount,padding\n", rows: bytes / rowBytes, row: record, read: new(atomic.Int64)}
}

func (f *flood) total(ctx context.Context, s scene) (sdk.Result, error) {
	then := []any{map[string]any{"tool": "group_entries", "args": map[string]any{"group_by": "group", "aggregate": "sum", "field": "amount"}}}
	return csvReader{}.Invoke(ctx, s.call(map[string]any{"paths": []any{s.Path("flood.csv")}, "then": then}), floodHost{s.Host, f})
}

// A stopped reading asks for next to nothing more, in whichever of its passes it is.
func TestReadingStopsWhereItIs(t *testing.T) {
	s := newScene(t)
	for _, at := range []int64{1 << 20, 12 << 20, 26 << 20} { // looking at the encoding, reading, doing what follows
		ctx, cancel := context.WithCancel(t.Context())
		f := newFlood(s, 10<<20)
		after := int64(0)
		f.tick = func(read int64) {
			if ctx.Err() != nil {
				after++
			} else if read >= at {
				cancel()
			}
		}
		_, err := f.total(ctx, s)
		cancel()
		if sdk.ClassOf(err) != sdk.Cancelled || after > 2 {
			t.Errorf("stopped at %d: it read %d times more, %v", at, after, err)
		}
	}
}

// A line without end, and a table of more columns than any, are refused for little reading.
func TestEndlessLinesAreRefusedSoon(t *testing.T) {
	s := newScene(t)
	for name, c := range map[string]struct {
		row  func(int64, []byte)
		want string
	}{
		"one line":        {func(_ int64, b []byte) { copy(b, strings.Repeat("x", rowBytes)) }, "table_row_too_long"},
		"one row":         {func(_ int64, b []byte) { copy(b, strings.Repeat("1,", rowBytes/2)) }, "table_row_too_long"},
		"one quoted cell": {func(i int64, b []byte) { copy(b, strings.Repeat("x", rowBytes)); b[0] = "\"x"[min(i, 1)] }, "table_row_too_long"},
		"zeros":           {func(_ int64, b []byte) { clear(b[:rowBytes]) }, "table_not_text"},
	} {
		f := newFlood(s, 48<<20)
		f.header, f.row = "", c.row
		r, err := f.total(t.Context(), s)
		if err == nil {
			err = r.Error
		}
		var known *sdk.Error
		if !errors.As(err, &known) || known.Code != c.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Bytes of two encodings in one table, and zeros far from its start, are read as well as they can be.
func TestMixedEncodings(t *testing.T) {
	s := newScene(t)
	s.Write(t, "t.csv", "a,b\n"+strings.Repeat("caffè,1\n", 3000)+"caff\xe8,2\n\x00\x00,3\n")
	r := s.read(csvReader{}, nil, "t.csv")
	if !r.OK || r.Value != 3002.0 || r.Table.Sources[0].Encoding != "windows-1252" {
		t.Errorf("%v %+v %v", r.Value, r.Table, r.Error)
	}
	wide := "a\n" + strings.Repeat("x,", 100_000) + "\n"
	s.Write(t, "wide.csv", wide)
	if r := s.read(csvReader{}, nil, "wide.csv"); r.OK || r.Error.Code != "table_too_wide" {
		t.Errorf("%v", r.Error)
	}
}
