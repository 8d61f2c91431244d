package places

import (
	"bytes"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Bounds of the tables read to tell what they are about.
const (
	maxTable  = 256 << 10 // bytes of one
	maxTables = 64        // remembered
)

// table is a file of delimited text as it was when it was read.
type table struct {
	modified time.Time
	size     int64
	header   []string
	rows     [][]string
	whole    bool
}

// Table returns the heading and the rows of a file of delimited text (csv, tsv) the view knows. whole is false when
// there are more rows than were read; a file that cannot be read has no heading.
func (v *View) Table(path string) (header []string, rows [][]string, whole bool) {
	v.once.Do(v.walk)
	path = filepath.Clean(path)
	rel, err := filepath.Rel(v.home, path)
	if err != nil || !slices.ContainsFunc(v.files, func(e entry) bool { return e.path == path }) {
		return nil, nil, false
	}
	root, err := os.OpenRoot(v.home)
	if err != nil {
		return nil, nil, false
	}
	defer func() { _ = root.Close() }()
	info, err := root.Lstat(rel)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil, false
	}
	if t, ok := v.finder.table(path); ok && t.modified.Equal(info.ModTime()) && t.size == info.Size() {
		return t.header, t.rows, t.whole
	}
	f, err := root.Open(rel)
	if err != nil {
		return nil, nil, false
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxTable))
	if err != nil {
		return nil, nil, false
	}
	t := table{modified: info.ModTime(), size: info.Size(), whole: int64(len(data)) == info.Size()}
	t.header, t.rows = delimited(data, t.whole)
	v.finder.keepTable(path, t)
	return t.header, t.rows, t.whole
}

func (f *Finder) table(path string) (table, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t, ok := f.tables[path]
	return t, ok
}

func (f *Finder) keepTable(path string, t table) {
	if time.Since(t.modified) < settled {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.tables == nil || len(f.tables) >= maxTables {
		f.tables = make(map[string]table)
	}
	f.tables[path] = t
}

// delimited takes delimited text apart: the first record is the heading. Of a text that is no table there is none. A
// last record that may be cut is left out.
func delimited(data []byte, whole bool) (header []string, rows [][]string) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	first, _, _ := bytes.Cut(data, []byte("\n"))
	if bytes.ContainsRune(first, 0) {
		return nil, nil
	}
	comma, most := ',', 0
	for _, c := range ",;\t|" {
		if n := bytes.Count(first, []byte(string(c))); n > most {
			comma, most = c, n
		}
	}
	r := csv.NewReader(bytes.NewReader(data))
	r.Comma, r.LazyQuotes, r.FieldsPerRecord, r.TrimLeadingSpace = comma, true, -1, true
	for {
		record, err := r.Read()
		if err != nil {
			break
		}
		for i := range record {
			record[i] = strings.TrimSpace(record[i])
		}
		if header == nil {
			header = record
			continue
		}
		rows = append(rows, record)
	}
	if !whole && len(rows) > 0 {
		rows = rows[:len(rows)-1]
	}
	return header, rows
}
