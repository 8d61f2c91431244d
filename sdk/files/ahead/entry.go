package ahead

import (
	"io/fs"
	"path/filepath"
	"sync"

	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

// Open is a folder being visited: its descriptor answers Info with one system call while it is open. Lstat answers after.
type Open struct {
	Lstat func(path string) (fs.FileInfo, error)
	Path  string
	mu    sync.RWMutex
	FD    int // -1 once closed
}

// Close closes the folder; what was listed in it stays usable.
func (l *Open) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.FD >= 0 {
		unix.Close(l.FD)
		l.FD = -1
	}
}

func (l *Open) stat(name string) (fs.FileInfo, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	path := filepath.Join(l.Path, name)
	if l.FD < 0 {
		return l.Lstat(path)
	}
	fi, err := beneath.Lstat(l.FD, name)
	if err != nil {
		return nil, fault.At("lstat", path, err)
	}
	return fi, nil
}

// Entry is one name of an open folder.
func (l *Open) Entry(is Name) fs.DirEntry { return entry{l, is} }

type entry struct {
	in *Open
	is Name
}

var _ fs.DirEntry = entry{}

func (e entry) Name() string      { return e.is.Name.Name }
func (e entry) IsDir() bool       { return e.is.Type.IsDir() }
func (e entry) Type() fs.FileMode { return e.is.Type }
func (e entry) String() string    { return fs.FormatDirEntry(e) }

func (e entry) Info() (fs.FileInfo, error) {
	if e.is.Info != nil {
		return e.is.Info, nil
	}
	return e.in.stat(e.is.Name.Name)
}
