package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger/days"
	"github.com/metnos/metnos/sdk"
)

// maxLine bounds one record in bytes.
const maxLine = 4 << 20

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
	_, list, err := days.Folder{Dir: dir}.List()
	if err != nil {
		return nil, failed(dir, err)
	}
	var out []Entry
	for _, day := range slices.Backward(list) {
		if f.Latest > 0 && len(out) >= f.Latest {
			break
		}
		found, err := readDay(day, owner, f)
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

// legible reads the lines of a day as far as they can be read. A day dropped meanwhile has none.
func legible(day days.Day, visit func(n int, line []byte, whole bool) error) error {
	err := day.Lines(visit)
	var damaged *days.Damaged
	if errors.As(err, &damaged) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func readDay(day days.Day, owner core.Owner, f Filter) (out []Entry, err error) {
	err = legible(day, func(_ int, line []byte, whole bool) error {
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
	_, list, err := days.Folder{Dir: dir}.List()
	if err != nil {
		return failed(dir, err)
	}
	for _, day := range list {
		err := legible(day, func(_ int, line []byte, whole bool) error {
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
