package state

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

// Mark identifies one state of a file or folder without reading it. Nobody but the kernel sets ctime.
type Mark struct {
	Path       string
	dev, inode uint64
	size       int64
	mode       fs.FileMode
	mtime      int64
	ctime      int64
	settled    bool // no change happened so shortly before that a second one could look the same
}

// settle is how long after a change a second change may leave the same ctime: some clock ticks.
const settle = 50 * time.Millisecond

// Take marks a path; a missing one has the zero state. Links are not followed.
func Take(path string) Mark {
	now := time.Now()
	info, err := os.Lstat(path)
	if err != nil {
		return Mark{Path: path, settled: true}
	}
	return Of(path, info, now)
}

// Of marks a file from what was observed of it at now.
func Of(path string, info fs.FileInfo, now time.Time) Mark {
	m := Mark{Path: path, size: info.Size(), mode: info.Mode(), mtime: info.ModTime().UnixNano()}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		m.dev, m.inode, m.ctime = st.Dev, st.Ino, st.Ctim.Nano()
	}
	m.settled = now.UnixNano()-m.ctime > int64(settle)
	return m
}

// Same reports whether b, taken later, is certainly the same state as a.
func (a Mark) Same(b Mark) bool {
	if !a.settled {
		return false
	}
	a.settled, b.settled = false, false
	return a == b
}

// Names reports whether both are of the same file or folder, changed or not.
func (a Mark) Names(b Mark) bool { return a.dev == b.dev && a.inode == b.inode }
