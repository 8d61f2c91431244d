package files

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

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
	fi, err := beneath.Stat(p.fd, filepath.Base(path))
	if err != nil {
		return fn(path, nil, fault.At("walk", path, err))
	}
	d := fs.FileInfoToDirEntry(fi)
	if !d.IsDir() {
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
	fd, err := beneath.Open(at, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err == nil {
		in.fd = fd
		defer in.close()
	}
	var found []beneath.Name
	if err == nil {
		found, err = beneath.List(w.ctx, fd, w.root.hides[rel])
	}
	if err != nil {
		if w.ctx.Err() != nil && errors.Is(err, w.ctx.Err()) {
			return err
		}
		if err := w.fn(path, d, fault.At("readdir", path, err)); err != fs.SkipDir {
			return err
		}
		return nil
	}
	for _, is := range found {
		e := entry{in, is}
		if err := w.ctx.Err(); err != nil {
			return err
		}
		below := path + "/" + is.Name
		if path == "/" {
			below = "/" + is.Name
		}
		if e.IsDir() {
			err = w.dir(in.fd, is.Name, filepath.Join(rel, is.Name), below, e)
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
