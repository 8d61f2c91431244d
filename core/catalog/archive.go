package catalog

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// maxEntries caps the files of a source.
const maxEntries = 64

// unpack copies a source folder or archive into stage: plugins beside, everything else into executor/.
func unpack(source, stage string) error {
	if err := os.Mkdir(filepath.Join(stage, "executor"), 0o700); err != nil {
		return unwritable(stage, err)
	}
	info, err := os.Stat(source)
	switch {
	case err != nil:
		return missing(source, err)
	case info.IsDir():
		err = unpackFolder(source, stage)
	default:
		err = unpackArchive(source, stage)
	}
	if err != nil {
		return err
	}
	return persist(filepath.Join(stage, "executor"))
}

// destination places a file of the source, or refuses its name.
func destination(stage, name string) (string, int64, error) {
	if name != path.Base(name) || strings.HasPrefix(name, ".") || strings.ContainsAny(name, `/\`) {
		return "", 0, sdk.Errorf(sdk.ContractViolation, "archive_odd", "%q is not a plain file at the top", name).With("file", name)
	}
	if name == "plugin" || strings.HasPrefix(name, "plugin-") {
		return filepath.Join(stage, name), maxPlugin, nil
	}
	limit := int64(maxListed)
	if name == manifest.FileName {
		limit = manifest.MaxBytes
	}
	return filepath.Join(stage, "executor", name), limit, nil
}

func unpackFolder(source, stage string) error {
	entries, err := os.ReadDir(source)
	if err != nil {
		return missing(source, err)
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
			return missing(filepath.Join(source, e.Name()), err)
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
		return missing(source, err)
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
