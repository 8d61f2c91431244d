package days

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

// Folder is where a ledger's files lie.
type Folder struct {
	Dir string
	At  func(point string) error // for tests: called at each durable point of a change; an error stops there, as a crash would
}

const (
	open   = ".jsonl"
	packed = ".jsonl.gz"
	unset  = ".new" // a file under way
)

// Day is one day's lines.
type Day struct {
	Name   string // 2026-03-04, UTC
	Packed bool
	dir    string
}

// File is the name of the day's file.
func (d Day) File() string {
	if d.Packed {
		return d.Name + packed
	}
	return d.Name + open
}

// Path is where the day's file lies.
func (d Day) Path() string { return filepath.Join(d.dir, d.File()) }

// Date is the day's first instant.
func (d Day) Date() time.Time {
	at, err := time.Parse(time.DateOnly, d.Name)
	if err != nil {
		return time.Time{}
	}
	return at
}

// nameOf splits a file's name; ok is false for what is no day.
func nameOf(file string) (d Day, ok bool) {
	name, isOpen := strings.CutSuffix(file, open)
	if !isOpen {
		if name, d.Packed = strings.CutSuffix(file, packed); !d.Packed {
			return d, false
		}
	}
	d.Name = name
	_, err := time.Parse(time.DateOnly, name)
	return d, err == nil
}

// List returns the anchor and the days after it, oldest first. Of a day that is there both ways, which a crash
// can leave, the open one counts.
func (f Folder) List() (Anchor, []Day, error) {
	anchor, err := f.Anchor()
	if err != nil {
		return anchor, nil, err
	}
	all, err := f.files()
	if err != nil {
		return anchor, nil, err
	}
	found := map[string]Day{}
	for _, d := range all {
		if earlier, twice := found[d.Name]; d.Name > anchor.Day && (!twice || earlier.Packed) {
			found[d.Name] = d
		}
	}
	out := make([]Day, 0, len(found))
	for _, d := range found {
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return anchor, out, nil
}

// files lists everything that is a day by its name, in no order.
func (f Folder) files() ([]Day, error) {
	entries, err := os.ReadDir(f.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Day
	for _, e := range entries {
		if d, ok := nameOf(e.Name()); ok && !e.IsDir() {
			d.dir = f.Dir
			out = append(out, d)
		}
	}
	return out, nil
}

// Damaged is the error of a packed day whose bytes do not unpack.
type Damaged struct{ Err error }

func (d *Damaged) Error() string { return fmt.Sprintf("damaged archive: %v", d.Err) }
func (d *Damaged) Unwrap() error { return d.Err }

// reader opens the day's text. A day packed meanwhile is read packed.
func (d Day) reader() (io.Reader, io.Closer, error) {
	if !d.Packed {
		file, err := os.Open(d.Path())
		if !errors.Is(err, fs.ErrNotExist) {
			return file, file, err
		}
		d.Packed = true
	}
	file, err := os.Open(d.Path())
	if err != nil {
		return nil, nil, err
	}
	in, err := gzip.NewReader(file)
	if err != nil {
		_ = file.Close()
		return nil, nil, told(err)
	}
	return in, file, nil
}

// told marks the errors of bytes that do not unpack.
func told(err error) error {
	var corrupt flate.CorruptInputError
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &corrupt) || errors.Is(err, io.EOF) {
		return &Damaged{err}
	}
	return err
}

// Lines calls visit for each line of the day, without its newline. whole is false for a last line without one.
func (d Day) Lines(visit func(n int, line []byte, whole bool) error) error {
	text, file, err := d.reader()
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(text, 64<<10)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if len(line) > 0 {
				return visit(n, line, false)
			}
			return nil
		}
		if err != nil {
			return told(err)
		}
		if err := visit(n, line[:len(line)-1], true); err != nil {
			return err
		}
	}
}

// Anchor is the last line of what was dropped: the chain goes on after it. Its Day is "" when nothing was.
type Anchor struct {
	Seq  int64  `json:"seq"`
	Hash string `json:"hash"` // hex
	Day  string `json:"day"`
}

const anchorFile = "anchor"

// Anchor reads the folder's anchor; an error other than of reading says that it is spoiled.
func (f Folder) Anchor() (Anchor, error) {
	var a Anchor
	text, err := os.ReadFile(filepath.Join(f.Dir, anchorFile))
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err != nil {
		return a, err
	}
	if json.Unmarshal(text, &a) != nil || a.Seq < 1 || len(a.Hash) != 64 || a.Day == "" {
		return Anchor{}, nil // as if there were none: the lines that are missing then show it
	}
	return a, nil
}
