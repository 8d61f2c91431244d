package ledger

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// maxLine bounds one record in bytes.
const maxLine = 4 << 20

// lines calls visit for each line of a file, without its newline. whole is false for a last line without one.
func lines(path string, visit func(n int, line []byte, whole bool) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 64<<10)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if len(line) > 0 {
				return visit(n, line, false)
			}
			return nil
		}
		if err != nil {
			return err
		}
		if err := visit(n, line[:len(line)-1], true); err != nil {
			return err
		}
	}
}

// Filter chooses records. Zero fields choose everything.
type Filter struct {
	Turn         string // id, or its beginning
	Conversation string
	Kinds        []string
	Since, Until time.Time // At in [Since, Until)
	Latest       int       // only so many, the most recent
}

func (f Filter) fits(r Record) bool {
	return strings.HasPrefix(r.Turn, f.Turn) && (f.Conversation == "" || r.Conversation == f.Conversation) &&
		(len(f.Kinds) == 0 || slices.Contains(f.Kinds, r.Kind)) &&
		(f.Since.IsZero() || !r.At.Before(f.Since)) && (f.Until.IsZero() || r.At.Before(f.Until))
}

// Read returns an owner's entries that fit the filter, oldest first. Lines that cannot be read are left
// out: Verify is who reports them.
func Read(dir string, owner core.Owner, f Filter) ([]Entry, error) {
	if owner == "" {
		return nil, sdk.Errorf(sdk.PolicyDenied, "ledger_without_owner", "reading without an owner")
	}
	days, err := dayFiles(dir)
	if err != nil {
		return nil, failed(dir, err)
	}
	var out []Entry
	for i := len(days) - 1; i >= 0 && (f.Latest == 0 || len(out) < f.Latest); i-- {
		found, err := readDay(filepath.Join(dir, days[i]), owner, f)
		if err != nil {
			return nil, failed(dir, err)
		}
		out = append(found, out...)
	}
	if f.Latest > 0 && len(out) > f.Latest {
		out = out[len(out)-f.Latest:]
	}
	return out, nil
}

func readDay(path string, owner core.Owner, f Filter) (out []Entry, err error) {
	err = lines(path, func(_ int, line []byte, whole bool) error {
		if !whole || !bytes.Contains(line, []byte(f.Turn)) {
			return nil
		}
		var e Entry
		if json.Unmarshal(line, &e) == nil && e.Record.Owner == owner && f.fits(e.Record) {
			out = append(out, e)
		}
		return nil
	})
	return out, err
}

// Export writes an owner's lines as they are, hashes included, oldest first.
func Export(w io.Writer, dir string, owner core.Owner) error {
	if owner == "" {
		return sdk.Errorf(sdk.PolicyDenied, "ledger_without_owner", "exporting without an owner")
	}
	days, err := dayFiles(dir)
	if err != nil {
		return failed(dir, err)
	}
	for _, day := range days {
		err := lines(filepath.Join(dir, day), func(_ int, line []byte, whole bool) error {
			var e Entry
			if !whole || json.Unmarshal(line, &e) != nil || e.Record.Owner != owner {
				return nil
			}
			_, err := w.Write(append(line, '\n'))
			return err
		})
		if err != nil {
			return failed(dir, err)
		}
	}
	return nil
}
