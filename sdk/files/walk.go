package files

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// direntHeader is where the name starts in a linux_dirent64: inode, offset, record length, type.
const direntHeader = 19

// names reads a whole directory in name order, the hidden names left out.
func names(ctx context.Context, in *listing, hidden map[string]bool) ([]entry, error) {
	var found []entry
	buf := make([]byte, 32<<10)
	for {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n, err := unix.Getdents(in.fd, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n <= 0 {
			break
		}
		for rec := buf[:n]; len(rec) > direntHeader; {
			size := int(binary.NativeEndian.Uint16(rec[16:18]))
			if size <= direntHeader || size > len(rec) {
				return nil, unix.EIO
			}
			name, _, _ := bytes.Cut(rec[direntHeader:size], []byte{0})
			kind := rec[18]
			rec = rec[size:]
			if text := string(name); text != "." && text != ".." && !hidden[text] {
				found = append(found, entry{in, text, direntType(in, text, kind)})
			}
		}
	}
	slices.SortFunc(found, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return found, nil
}

func direntType(in *listing, name string, kind byte) fs.FileMode {
	switch kind {
	case unix.DT_REG:
		return 0
	case unix.DT_UNKNOWN: // the file system does not say
		if fi, err := in.stat(name); err == nil {
			return fi.Mode().Type()
		}
		return fs.ModeIrregular
	}
	return fileMode(uint32(kind) << 12).Type()
}

// Walk visits path and everything below it. A link at path itself is followed; links below are reported,
// not followed.
func (s *Set) Walk(ctx context.Context, path string, fn fs.WalkDirFunc) error {
	path = filepath.Clean(path)
	err := s.walk(ctx, path, fn)
	if err == fs.SkipDir || err == fs.SkipAll {
		return nil
	}
	return err
}

func (s *Set) walk(ctx context.Context, path string, fn fs.WalkDirFunc) error {
	p, err := s.find("walk", path, true)
	if err != nil {
		return fn(path, nil, err)
	}
	defer p.close()
	i := &info{name: filepath.Base(path)}
	if err := unix.Fstat(p.fd, &i.st); err != nil {
		return fn(path, nil, fail("walk", path, err))
	}
	d := fs.FileInfoToDirEntry(i)
	if !i.IsDir() {
		return fn(path, d, nil)
	}
	w := walker{ctx: ctx, set: s, root: p.root, fn: fn}
	return w.dir(int(p.root.dir.Fd()), p.rel, p.rel, path, d)
}

type walker struct {
	ctx  context.Context
	set  *Set
	root *root
	fn   fs.WalkDirFunc
}

// dir visits one directory: name is relative to the open directory at, rel to the root.
func (w *walker) dir(at int, name, rel, path string, d fs.DirEntry) error {
	if err := w.fn(path, d, nil); err != nil {
		if err == fs.SkipDir {
			return nil
		}
		return err
	}
	in := &listing{set: w.set, path: path, fd: -1}
	fd, err := openAt(at, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err == nil {
		in.fd = fd
		defer in.close()
	}
	var found []entry
	if err == nil {
		found, err = names(w.ctx, in, w.root.hides[rel])
	}
	if err != nil {
		if w.ctx.Err() != nil && errors.Is(err, w.ctx.Err()) {
			return err
		}
		if err := w.fn(path, d, fail("readdir", path, err)); err != fs.SkipDir {
			return err
		}
		return nil
	}
	for _, e := range found {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		below := path + "/" + e.name
		if path == "/" {
			below = "/" + e.name
		}
		if e.IsDir() {
			err = w.dir(in.fd, e.name, filepath.Join(rel, e.name), below, e)
		} else {
			err = w.fn(below, e, nil)
		}
		if err == fs.SkipDir {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}
