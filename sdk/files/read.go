package files

import (
	"context"
	"io/fs"
	"path/filepath"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files/ahead"
	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

// Open opens a regular file for reading.
func (s *Set) Open(path string) (sdk.ReadFile, error) {
	p, err := s.find("open", path, true)
	if err != nil {
		return nil, err
	}
	defer p.close()
	f, err := openRegular(p, path, unix.O_RDONLY)
	if err != nil {
		return nil, fault.At("open", path, err)
	}
	return f, nil
}

// Stat describes what path leads to, links followed.
func (s *Set) Stat(path string) (fs.FileInfo, error) { return s.stat("stat", path, true) }

// Lstat describes path itself.
func (s *Set) Lstat(path string) (fs.FileInfo, error) { return s.stat("lstat", path, false) }

func (s *Set) stat(op, path string, follow bool) (fs.FileInfo, error) {
	p, err := s.find(op, path, follow)
	if err != nil {
		return nil, err
	}
	defer p.close()
	fi, err := beneath.Stat(p.fd, filepath.Base(path))
	if err != nil {
		return nil, fault.At(op, path, err)
	}
	return fi, nil
}

// Readlink returns the text of a symbolic link, wherever it points.
func (s *Set) Readlink(path string) (string, error) {
	p, err := s.find("readlink", path, false)
	if err != nil {
		return "", err
	}
	defer p.close()
	for size := 256; ; size *= 2 {
		b := make([]byte, size)
		n, err := unix.Readlinkat(p.fd, "", b)
		if err == unix.ENOENT { // an empty name on something that is not a link
			err = unix.EINVAL
		}
		if err != nil {
			return "", fault.At("readlink", path, err)
		}
		if n < size {
			return string(b[:n]), nil
		}
	}
}

// ReadDir lists a directory in name order, denied names left out.
func (s *Set) ReadDir(path string) ([]fs.DirEntry, error) {
	p, err := s.find("readdir", path, true)
	if err != nil {
		return nil, err
	}
	defer p.close()
	fd, err := beneath.Open(int(p.root.dir.Fd()), p.rel, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, fault.At("readdir", path, err)
	}
	in := &ahead.Open{Lstat: s.Lstat, Path: filepath.Clean(path), FD: fd}
	defer in.Close()
	found, err := beneath.List(context.Background(), fd, p.root.hides[p.rel])
	if err != nil {
		return nil, fault.At("readdir", path, err)
	}
	list := make([]fs.DirEntry, len(found))
	for i, e := range found {
		list[i] = in.Entry(ahead.Name{Name: e})
	}
	return list, nil
}
