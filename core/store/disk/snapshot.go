package disk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"time"

	"github.com/google/renameio/v2"
	"go.etcd.io/bbolt"

	"github.com/metnos/metnos/sdk"
)

// Snapshot describes one copy of the whole store, below <data>/snapshots/<Name>.
type Snapshot struct {
	Name    string            `json:"name"`
	Taken   time.Time         `json:"taken"`
	Reason  string            `json:"reason"` // lower-case word: manual, daily, upgrade
	Version string            `json:"version,omitempty"`
	Keep    bool              `json:"keep"`  // never pruned until confirmed
	Files   map[string]string `json:"files"` // noun -> SHA-256 of the copy
}

var reasonShape = regexp.MustCompile(`^[a-z]{1,20}$`)

const describing = "snapshot.json"

// Snapshot copies every file as it was at one instant, reads the copies back and returns the description.
// Writers wait only while the instant is fixed, not during the copy.
func (s *Folder) Snapshot(ctx context.Context, reason string, now time.Time) (Snapshot, error) {
	return s.snapshot(ctx, Snapshot{Reason: reason, Taken: now.UTC()})
}

func (s *Folder) snapshot(ctx context.Context, snap Snapshot) (Snapshot, error) {
	if !reasonShape.MatchString(snap.Reason) {
		return snap, sdk.Errorf(sdk.WrongArgs, "snapshot_reason", "%q is no reason", snap.Reason)
	}
	snap.Name = snap.Taken.Format("20060102T150405.000000000Z") + "-" + snap.Reason
	snap.Files = map[string]string{}
	root := filepath.Join(s.data, "snapshots")
	if err := os.MkdirAll(root, 0o700); err != nil {
		return snap, unwritten(root, err)
	}
	making, err := os.MkdirTemp(root, ".making-")
	if err != nil {
		return snap, unwritten(root, err)
	}
	defer os.RemoveAll(making)
	if err := s.copyInto(ctx, making, snap.Files); err != nil {
		return snap, err
	}
	text, err := json.MarshalIndent(snap, "", "  ")
	if err != nil {
		return snap, unwritten(making, err)
	}
	if err := renameio.WriteFile(filepath.Join(making, describing), text, 0o600); err != nil {
		return snap, unwritten(making, err)
	}
	if err := checkSnapshot(making, snap); err != nil {
		return snap, err
	}
	final := filepath.Join(root, snap.Name)
	if err := errors.Join(syncDir(making), os.Rename(making, final), syncDir(root)); err != nil {
		return snap, unwritten(final, err)
	}
	return snap, nil
}

func unwritten(path string, err error) error {
	return sdk.Errorf(sdk.IOError, "snapshot_unwritten", "snapshot: %w", err).With("path", path)
}

// copyInto fixes one instant over all files, then copies each into dir and notes its digest.
func (s *Folder) copyInto(ctx context.Context, dir string, digests map[string]string) error {
	nouns, err := s.nouns()
	if err != nil {
		return err
	}
	var files []*File
	for _, noun := range nouns {
		f, err := s.File(noun)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	txs, err := instant(files)
	defer func() {
		for _, tx := range txs {
			_ = tx.Rollback()
		}
	}()
	if err != nil {
		return err
	}
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return sdk.Errorf(sdk.Cancelled, "", "snapshot: %w", err)
		}
		if err := f.guard(func() error { return copyFile(filepath.Join(dir, f.noun+".db"), txs[i]) }); err != nil {
			return err
		}
		digest, err := digestOf(filepath.Join(dir, f.noun+".db"))
		if err != nil {
			return unwritten(dir, err)
		}
		digests[f.noun] = digest
	}
	return nil
}

// instant begins a read transaction on every file while no commit runs on any.
func instant(files []*File) (txs []*bbolt.Tx, err error) {
	for _, f := range files {
		f.gate.Lock()
		defer f.gate.Unlock()
	}
	for _, f := range files {
		err := f.guard(func() error {
			tx, err := f.db.Begin(false)
			if err == nil {
				txs = append(txs, tx)
			}
			return err
		})
		if err != nil {
			return txs, err
		}
	}
	return txs, nil
}

func copyFile(path string, from io.WriterTo) error {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return unwritten(path, err)
	}
	_, err = from.WriteTo(out)
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return unwritten(path, err)
	}
	return nil
}

func digestOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// checkSnapshot compares the digests of the copies and opens each.
func checkSnapshot(dir string, snap Snapshot) error {
	for noun, want := range snap.Files {
		path := filepath.Join(dir, noun+".db")
		got, err := digestOf(path)
		if err == nil && got != want {
			err = errors.New("its digest differs")
		}
		if err == nil {
			err = (&File{}).guard(func() error { return checkPages(path) })
		}
		if err != nil {
			return sdk.Errorf(sdk.IOError, "snapshot_damaged", "%s: %w", path, err).With("snapshot", snap.Name)
		}
	}
	return nil
}

func checkPages(path string) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, Timeout: patience})
	if err != nil {
		return err
	}
	defer db.Close()
	return db.View(readAll)
}

// Snapshots lists the snapshots of a data folder, oldest first.
func Snapshots(data string) ([]Snapshot, error) {
	entries, err := os.ReadDir(filepath.Join(data, "snapshots"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", err).With("path", data)
	}
	var out []Snapshot
	for _, e := range entries {
		if snap, err := describe(data, e.Name()); err == nil {
			out = append(out, snap)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

func describe(data, name string) (Snapshot, error) {
	var snap Snapshot
	if !filepath.IsLocal(name) || filepath.Base(name) != name || name[0] == '.' {
		return snap, sdk.Errorf(sdk.NotFound, "snapshot_unknown", "no snapshot %q", name).With("snapshot", name)
	}
	text, err := os.ReadFile(filepath.Join(data, "snapshots", name, describing))
	if err == nil {
		err = json.Unmarshal(text, &snap)
	}
	if err != nil || snap.Name != name {
		return snap, sdk.Errorf(sdk.NotFound, "snapshot_unknown", "no snapshot %q", name).With("snapshot", name)
	}
	return snap, nil
}

func latest(data string) (string, error) {
	all, err := Snapshots(data)
	if err != nil || len(all) == 0 {
		return "", err
	}
	return all[len(all)-1].Name, nil
}

// Prune removes the oldest snapshots beyond keep, never one still to be confirmed.
func Prune(data string, keep int) error {
	all, err := Snapshots(data)
	if err != nil {
		return err
	}
	for i, snap := range all {
		if i < len(all)-keep && !snap.Keep {
			if err := os.RemoveAll(filepath.Join(data, "snapshots", snap.Name)); err != nil {
				return unwritten(data, err)
			}
		}
	}
	return nil
}

// Confirm lets Prune remove a snapshot: what followed it works.
func Confirm(data, name string) error {
	snap, err := describe(data, name)
	if err != nil {
		return err
	}
	snap.Keep = false
	text, err := json.MarshalIndent(snap, "", "  ")
	if err != nil {
		return unwritten(data, err)
	}
	path := filepath.Join(data, "snapshots", name, describing)
	if err := renameio.WriteFile(path, text, 0o600); err != nil {
		return unwritten(path, fmt.Errorf("confirm: %w", err))
	}
	return nil
}
