package scratch

import (
	"crypto/cipher"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// Bounds of a pad. A whole result up to Whole bytes of JSON is cheap to carry in memory, dialogs and the store.
// A text longer than Text bytes is content, not a fact about an object: it lies encrypted and goes in time.
const (
	Whole = 64 << 10
	Text  = 4 << 10
	Quota = 256 << 20 // bytes on the disk for each owner
	TTL   = time.Hour // after the last use, unless something refers to the row
)

// Bounds of an open pad; tests make them small.
type bounds struct {
	whole, text int
	quota       int64
}

// Pad is the scratchpad below one folder. It is safe for concurrent use.
type Pad struct {
	dir    string
	seal   cipher.AEAD
	naming []byte // key of the ids
	now    func() time.Time
	bounds bounds
	mu     sync.Mutex // the files
}

// Open prepares dir, 0700, and its key, 0600.
func Open(dir string, now func() time.Time) (*Pad, error) {
	p := &Pad{dir: dir, now: now, bounds: bounds{Whole, Text, Quota}}
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.Chmod(dir, 0o700)); err != nil {
		return nil, p.failed(err)
	}
	return p, p.unlock(filepath.Join(dir, "key"))
}

func (p *Pad) failed(err error) error {
	return sdk.Errorf(sdk.IOError, "scratch_failed", "scratchpad: %w", err).With("path", p.dir)
}

var (
	ownerShape = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)
	turnShape  = regexp.MustCompile(`^[0-9a-f]{16}$`)
	idShape    = regexp.MustCompile(`^[0-9a-f]{32}$`)
	rowShape   = regexp.MustCompile(`^[0-9a-f]{16}-[0-9a-f]{32}\.row$`)
)

// gone is the refusal of a handle that opens nothing: of another owner, expired, or never given.
func gone(format string, args ...any) error {
	return sdk.Errorf(sdk.NotFound, "scratch_gone", format, args...)
}

// folder is where an owner's rows lie.
func (p *Pad) folder(owner core.Owner) (string, error) {
	if !ownerShape.MatchString(string(owner)) {
		return "", sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "%q is not an owner", owner)
	}
	return filepath.Join(p.dir, string(owner)), nil
}

// path is the file of a row.
func (p *Pad) path(owner core.Owner, h plan.Handle) (string, error) {
	folder, err := p.folder(owner)
	if err != nil {
		return "", err
	}
	if !turnShape.MatchString(h.Turn) || !idShape.MatchString(h.ID) {
		return "", gone("no handle %q of turn %q", h.ID, h.Turn)
	}
	return filepath.Join(folder, h.Turn+"-"+h.ID+".row"), nil
}

func pinOf(path string) string { return path + ".pin" }

// row is a kept row as its file shows it.
type row struct {
	path  string
	size  int64
	until time.Time // it may go after this
	pin   time.Time // and not for space before this
}

func look(path string) (row, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return row{}, err
	}
	r := row{path: path, size: info.Size(), until: info.ModTime()}
	if pin, err := os.Lstat(pinOf(path)); err == nil {
		r.pin = pin.ModTime()
	}
	return r, nil
}

func (r row) over(now time.Time) bool { return now.After(r.until) && now.After(r.pin) }

// find returns a row that is still there for its owner.
func (p *Pad) find(owner core.Owner, h plan.Handle) (row, error) {
	path, err := p.path(owner, h)
	if err != nil {
		return row{}, err
	}
	r, err := look(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return row{}, gone("row %s is not there", h.ID)
	case err != nil:
		return row{}, p.failed(err)
	case r.over(p.now()):
		return row{}, gone("row %s ended at %v", h.ID, r.until)
	}
	return r, nil
}

// Keep makes a row stay at least until then: a conversation remembers it. Space may still run out for it.
func (p *Pad) Keep(owner core.Owner, h plan.Handle, until time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	r, err := p.find(owner, h)
	if err != nil {
		return err
	}
	return p.extend(r, until)
}

// Pin makes a row stay until then whatever happens: an open dialog stands on it.
func (p *Pad) Pin(owner core.Owner, h plan.Handle, until time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	r, err := p.find(owner, h)
	if err != nil || !until.After(r.pin) {
		return err
	}
	if r.pin.IsZero() {
		f, err := os.OpenFile(pinOf(r.path), os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return p.failed(err)
		}
	}
	if err := os.Chtimes(pinOf(r.path), until, until); err != nil {
		return p.failed(err)
	}
	return nil
}

// Release ends what Keep promised: the row lives on for [TTL]. One that is not there any more is no error.
func (p *Pad) Release(owner core.Owner, h plan.Handle) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	r, err := p.find(owner, h)
	if err != nil {
		if sdk.ClassOf(err) == sdk.NotFound {
			err = nil
		}
		return err
	}
	if soon := p.now().Add(TTL); r.until.After(soon) {
		return p.stamp(r.path, soon)
	}
	return nil
}

// extend moves the end of a row further away, never nearer.
func (p *Pad) extend(r row, until time.Time) error {
	if !until.After(r.until) {
		return nil
	}
	return p.stamp(r.path, until)
}

func (p *Pad) stamp(path string, until time.Time) error {
	if err := os.Chtimes(path, until, until); err != nil {
		return p.failed(err)
	}
	return nil
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("scratchpad: %w", err)
	}
	defer d.Close()
	return d.Sync()
}
