package pack

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/metnos/metnos/core/catalog/state"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Caps on a source: its files, its plugin's bytes, the bytes of any other file.
const (
	maxEntries = 64
	maxPlugin  = 512 << 20
	MaxFile    = 8 << 20
)

// Unpack copies a source folder or archive into stage: plugins beside, everything else into executor/.
func Unpack(source, stage string) error {
	if err := os.Mkdir(filepath.Join(stage, "executor"), 0o700); err != nil {
		return Unwritable(stage, err)
	}
	info, err := os.Stat(source)
	switch {
	case err != nil:
		return state.Unreadable(source, err)
	case info.IsDir():
		err = unpackFolder(source, stage)
	default:
		err = unpackArchive(source, stage)
	}
	if err != nil {
		return err
	}
	return Persist(filepath.Join(stage, "executor"))
}

// destination places a file of the source, or refuses its name.
func destination(stage, name string) (string, int64, error) {
	if name != path.Base(name) || strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) {
		return "", 0, sdk.Errorf(sdk.ContractViolation, "archive_odd", "%q is not a plain file at the top", name).With("file", name)
	}
	if name == "plugin" || strings.HasPrefix(name, "plugin-") {
		return filepath.Join(stage, name), maxPlugin, nil
	}
	limit := int64(MaxFile)
	if name == manifest.FileName {
		limit = manifest.MaxBytes
	}
	return filepath.Join(stage, "executor", name), limit, nil
}

func unpackFolder(source, stage string) error {
	entries, err := os.ReadDir(source)
	if err != nil {
		return state.Unreadable(source, err)
	}
	if len(entries) > maxEntries {
		return tooMany(source)
	}
	for _, e := range entries {
		to, limit, err := destination(stage, e.Name())
		if err != nil {
			return err
		}
		f, err := os.OpenFile(filepath.Join(source, e.Name()), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
		if err != nil {
			return state.Unreadable(filepath.Join(source, e.Name()), err)
		}
		if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
			f.Close()
			return sdk.Errorf(sdk.ContractViolation, "archive_odd", "%s is not a plain file", e.Name()).With("file", e.Name())
		}
		err = copyFile(to, f, limit)
		f.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func tooMany(source string) error {
	return sdk.Errorf(sdk.Oversize, "archive_crowded", "%s has more than %d files", source, maxEntries).With("file", source)
}

func unpackArchive(source, stage string) error {
	f, err := os.Open(source)
	if err != nil {
		return state.Unreadable(source, err)
	}
	defer f.Close()
	broken := func(err error) error {
		return sdk.Errorf(sdk.ContractViolation, "archive_broken", "%s: %w", source, err).With("file", source)
	}
	plain, err := gzip.NewReader(f)
	if err != nil {
		return broken(err)
	}
	archive := tar.NewReader(plain)
	for n := 0; ; n++ {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return broken(err)
		}
		if n >= maxEntries {
			return tooMany(source)
		}
		name := strings.TrimPrefix(h.Name, "./")
		if h.Typeflag == tar.TypeDir && (name == "" || name == ".") {
			continue
		}
		if h.Typeflag != tar.TypeReg {
			return sdk.Errorf(sdk.ContractViolation, "archive_odd", "%q is not a plain file", h.Name).With("file", h.Name)
		}
		to, limit, err := destination(stage, name)
		if err != nil {
			return err
		}
		if err := copyFile(to, archive, limit); err != nil {
			return err
		}
	}
}

// Persist makes what was written to a file or folder durable.
func Persist(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	return errors.Join(err, f.Close())
}

// Unwritable is the error for a place that cannot be written.
func Unwritable(path string, err error) error {
	return sdk.Errorf(sdk.IOError, "catalog_unwritable", "%s: %w", path, err).With("file", path)
}

// copyFile writes at most limit bytes of r to a new file and makes them durable.
func copyFile(path string, r io.Reader, limit int64) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return sdk.Errorf(sdk.ContractViolation, "archive_odd", "%s is there twice", filepath.Base(path)).With("file", filepath.Base(path))
	}
	if err != nil {
		return Unwritable(path, err)
	}
	n, err := io.Copy(f, io.LimitReader(r, limit+1))
	if err == nil && n > limit {
		err = sdk.Errorf(sdk.Oversize, "plugin_too_big", "%s has more than %d bytes", filepath.Base(path), limit).With("file", filepath.Base(path))
		return errors.Join(err, f.Close())
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return Unwritable(path, err)
	}
	return nil
}
