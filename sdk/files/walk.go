package files

import (
	"context"
	"io/fs"
	"path/filepath"

	"github.com/metnos/metnos/sdk/files/ahead"
	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
)

// Walk visits path and everything below it. A link at path itself is followed; links below are reported,
// not followed.
func (s *Set) Walk(ctx context.Context, path string, fn fs.WalkDirFunc) error {
	return s.Search(ctx, path, nil, fn)
}

// Search is Walk for who can tell by a name what to visit. What pick has described ahead, Info knows without asking.
func (s *Set) Search(ctx context.Context, path string, pick ahead.Pick, fn fs.WalkDirFunc) error {
	path = filepath.Clean(path)
	err := s.walk(ctx, path, pick, fn)
	if err == fs.SkipDir || err == fs.SkipAll {
		return nil
	}
	return err
}

func (s *Set) walk(ctx context.Context, path string, pick ahead.Pick, fn fs.WalkDirFunc) error {
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
	w := ahead.Walk{Root: int(p.root.dir.Fd()), Hides: p.root.hides, Lstat: s.Lstat, Visit: fn, Ahead: ahead.New(ctx, pick)}
	return w.From(p.rel, path, d)
}
