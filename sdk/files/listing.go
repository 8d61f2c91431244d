package files

import (
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

// listing is a directory being walked: its descriptor answers Info with one system call while it is open.
type listing struct {
	set  *Set
	path string
	mu   sync.RWMutex
	fd   int // -1 once closed
}

func (l *listing) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fd >= 0 {
		unix.Close(l.fd)
		l.fd = -1
	}
}

func (l *listing) stat(name string) (fs.FileInfo, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	path := filepath.Join(l.path, name)
	if l.fd < 0 {
		return l.set.Lstat(path)
	}
	fi, err := beneath.Lstat(l.fd, name)
	if err != nil {
		return nil, fault.At("lstat", path, err)
	}
	return fi, nil
}

// entry is one name of a listing.
type entry struct {
	in *listing
	is beneath.Name
}

var _ fs.DirEntry = entry{}

func (e entry) Name() string               { return e.is.Name }
func (e entry) IsDir() bool                { return e.is.Type.IsDir() }
func (e entry) Type() fs.FileMode          { return e.is.Type }
func (e entry) Info() (fs.FileInfo, error) { return e.in.stat(e.is.Name) }
func (e entry) String() string             { return fs.FormatDirEntry(e) }
