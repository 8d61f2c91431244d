package catalog

import (
	"io/fs"
	"os"
	"syscall"
	"time"
)

// mark identifies one state of a file or folder without reading it. Nobody but the kernel sets ctime.
type mark struct {
	path       string
	dev, inode uint64
	size       int64
	mode       fs.FileMode
	mtime      int64
	ctime      int64
	settled    bool // no change happened so shortly before that a second one could look the same
}

// settle is how long after a change a second change may leave the same ctime: some clock ticks.
const settle = 50 * time.Millisecond

// take marks a path; a missing one has the zero state. Links are not followed.
func take(path string) mark {
	now := time.Now()
	info, err := os.Lstat(path)
	if err != nil {
		return mark{path: path, settled: true}
	}
	return of(path, info, now)
}

func of(path string, info fs.FileInfo, now time.Time) mark {
	m := mark{path: path, size: info.Size(), mode: info.Mode(), mtime: info.ModTime().UnixNano()}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		m.dev, m.inode, m.ctime = st.Dev, st.Ino, st.Ctim.Nano()
	}
	m.settled = now.UnixNano()-m.ctime > int64(settle)
	return m
}

// same reports whether b, taken later, is certainly the same state as a.
func (a mark) same(b mark) bool {
	if !a.settled {
		return false
	}
	a.settled, b.settled = false, false
	return a == b
}
