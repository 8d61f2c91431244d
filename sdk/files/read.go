package files

import (
	"context"
	"io/fs"
	"path/filepath"

	"github.com/metnos/metnos/sdk"
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
		return nil, fail("open", path, err)
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
	i := &info{name: filepath.Base(path)}
	if err := unix.Fstat(p.fd, &i.st); err != nil {
		return nil, fail(op, path, err)
	}
	return i, nil
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
			return "", fail("readlink", path, err)
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
	fd, err := openAt(int(p.root.dir.Fd()), p.rel, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return nil, fail("readdir", path, err)
	}
	in := &listing{set: s, path: filepath.Clean(path), fd: fd}
	defer in.close()
	found, err := names(context.Background(), in, p.root.hides[p.rel])
	if err != nil {
		return nil, fail("readdir", path, err)
	}
	list := make([]fs.DirEntry, len(found))
	for i, e := range found {
		list[i] = e
	}
	return list, nil
}
