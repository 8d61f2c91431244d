package scratch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// partialAge is how old a file that was never finished is before it is a crashed core's.
const partialAge = time.Hour

// Sweep removes what ended, of every owner. It also removes what a crash left half made.
func (p *Pad) Sweep() error {
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return p.failed(err)
	}
	faults := []error{p.partial(p.dir)}
	for _, e := range entries {
		if e.IsDir() && ownerShape.MatchString(e.Name()) {
			faults = append(faults, p.SweepOwner(core.Owner(e.Name())))
		}
	}
	return errors.Join(faults...)
}

// SweepOwner removes what ended of one owner: cheap enough for the beginning of a turn.
func (p *Pad) SweepOwner(owner core.Owner) error {
	folder, err := p.folder(owner)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	rows, err := p.rows(folder)
	if err != nil {
		return err
	}
	faults := []error{p.partial(folder)}
	for _, r := range rows {
		if r.over(p.now()) {
			faults = append(faults, p.remove(r))
		}
	}
	return errors.Join(faults...)
}

// Forget removes everything of an owner.
func (p *Pad) Forget(owner core.Owner) error {
	folder, err := p.folder(owner)
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := os.RemoveAll(folder); err != nil {
		return p.failed(err)
	}
	return nil
}

// rows lists the rows of a folder. What is no row is passed over, and a pin without one removed.
func (p *Pad) rows(folder string) ([]row, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, p.failed(err)
	}
	var out []row
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if of, pin := strings.CutSuffix(path, ".pin"); pin {
			if _, err := os.Lstat(of); errors.Is(err, fs.ErrNotExist) {
				_ = os.Remove(path)
			}
			continue
		}
		if !e.Type().IsRegular() || !rowShape.MatchString(e.Name()) {
			continue
		}
		r, err := look(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, p.failed(err)
		}
		out = append(out, r)
	}
	return out, nil
}

// remove takes the row away before its pin: a crash between leaves a pin of nothing.
func (p *Pad) remove(r row) error {
	for _, path := range []string{r.path, pinOf(r.path)} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return p.failed(err)
		}
	}
	return nil
}

// partial removes files a crash left unfinished.
func (p *Pad) partial(folder string) error {
	left, err := filepath.Glob(filepath.Join(folder, ".new-*"))
	if err != nil {
		return p.failed(err)
	}
	for _, path := range left {
		if info, err := os.Lstat(path); err == nil && p.now().Sub(info.ModTime()) > partialAge {
			if err := os.Remove(path); err != nil {
				return p.failed(err)
			}
		}
	}
	return nil
}

// room makes space for size bytes more: what ends first goes first, what an open dialog stands on never.
func (p *Pad) room(folder string, size int64) error {
	rows, err := p.rows(folder)
	if err != nil {
		return err
	}
	total := size
	for _, r := range rows {
		total += r.size
	}
	if total <= p.bounds.quota {
		return nil
	}
	slices.SortFunc(rows, func(a, b row) int { return a.until.Compare(b.until) })
	var spent []row
	for _, r := range rows {
		if total <= p.bounds.quota {
			break
		}
		if p.now().After(r.pin) {
			spent, total = append(spent, r), total-r.size
		}
	}
	if total > p.bounds.quota {
		return sdk.Errorf(sdk.Quota, "scratch_full", "%d bytes do not fit", size).With("megabytes", strconv.FormatInt(p.bounds.quota>>20, 10))
	}
	for _, r := range spent {
		if err := p.remove(r); err != nil {
			return err
		}
	}
	return nil
}
