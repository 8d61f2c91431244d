package disk

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/renameio/v2"

	"github.com/metnos/metnos/sdk"
)

// Restore puts a snapshot in the place of the store of a data folder nobody has open. What was there is
// kept beside it, and its path returned; installed programs stay in place. A snapshot that does not check
// changes nothing.
func Restore(data, name string, now time.Time) (aside string, err error) {
	return restore(data, name, now, os.Link)
}

func restore(data, name string, now time.Time, link func(from, to string) error) (aside string, err error) {
	snap, err := describe(data, name)
	if err != nil {
		return "", err
	}
	held, err := acquire(filepath.Join(data, "store.lock"), patience)
	if err != nil {
		return "", err
	}
	defer held.release()
	from := filepath.Join(data, "snapshots", name)
	if err := checkSnapshot(from, snap); err != nil {
		return "", err
	}
	aside = filepath.Join(data, "store.before-restore-"+now.UTC().Format("20060102T150405.000000000Z"))
	if err := os.Mkdir(aside, 0o700); err != nil {
		return "", unrestored(aside, err)
	}
	for noun := range snap.Files {
		if err := copyPath(filepath.Join(from, noun+".db"), filepath.Join(aside, noun+".db")); err != nil {
			return "", unrestored(aside, err)
		}
	}
	if snap.Version != "" {
		if err := renameio.WriteFile(filepath.Join(aside, "version"), []byte(snap.Version), 0o600); err != nil {
			return "", unrestored(aside, err)
		}
	}
	store := filepath.Join(data, "store")
	folders, err := carry(store, aside, link)
	if err != nil {
		return "", unrestored(aside, err)
	}
	if err := errors.Join(syncDir(aside), exchange(aside, store), syncDir(data)); err != nil {
		return "", unrestored(aside, err)
	}
	for _, name := range folders {
		_ = os.RemoveAll(filepath.Join(aside, name)) // its second name: the first is in the store
	}
	return aside, nil
}

// carry gives the folders of the store, which are installed programs and not part of any snapshot, a second
// name in the folder that takes its place, so that one exchange leaves them where they are.
func carry(store, into string, link func(from, to string) error) (folders []string, err error) {
	list, err := os.ReadDir(store)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range list {
		if err == nil && e.IsDir() {
			folders = append(folders, e.Name())
			err = twin(filepath.Join(store, e.Name()), filepath.Join(into, e.Name()), link)
		}
	}
	return folders, err
}

// twin makes a folder with the same files: hard links, or copies where there are none.
func twin(from, to string, link func(from, to string) error) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		info, err := e.Info()
		switch {
		case err != nil:
			return err
		case e.IsDir():
			return os.Mkdir(target, info.Mode().Perm()|0o700)
		case !e.Type().IsRegular():
			return nil // nothing there is trusted that is not a plain file
		}
		if link(path, target) == nil {
			return nil
		}
		return errors.Join(copyPath(path, target), os.Chmod(target, info.Mode().Perm()))
	})
}

func unrestored(path string, err error) error {
	return sdk.Errorf(sdk.IOError, "snapshot_unrestored", "restore: %w", err).With("path", path)
}

func copyPath(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// Upgrade takes a snapshot when the store was last used by another version, before anything is changed,
// and notes the new version. A store of a version to come is left alone, a conflict. The snapshot is kept until Confirm. Call it right after Open.
func (s *Folder) Upgrade(ctx context.Context, version string, now time.Time) (*Snapshot, error) {
	path := filepath.Join(s.data, "store", "version")
	text, err := os.ReadFile(path)
	before := strings.TrimSpace(string(text))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", err).With("path", path)
	}
	if before == version {
		return nil, nil
	}
	if newer(before, version) {
		return nil, sdk.Errorf(sdk.Conflict, "store_newer", "the store has layout %s, this program knows %s", before, version).With("found", before).With("known", version)
	}
	nouns, err := s.nouns()
	if err != nil {
		return nil, err
	}
	var taken *Snapshot
	if len(nouns) > 0 {
		snap, err := s.snapshot(ctx, Snapshot{Reason: "upgrade", Taken: now.UTC(), Version: before, Keep: true})
		if err != nil {
			return nil, err
		}
		taken = &snap
	}
	if err := renameio.WriteFile(path, []byte(version+"\n"), 0o600); err != nil {
		return taken, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", err).With("path", path)
	}
	return taken, nil
}

// newer reports whether layout a came after b.
func newer(a, b string) bool {
	x, err := strconv.Atoi(a)
	y, other := strconv.Atoi(b)
	return err == nil && other == nil && x > y
}
