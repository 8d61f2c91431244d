package host

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A denied path that does not exist cannot be masked, and one that exists could be replaced while a process
// has no mask for it. So after each call of an executor that may write, every denied path below its
// writable roots must be what it was before.

// object is what was at a path: the zero value means nothing.
type object struct {
	dev, ino uint64
	kind     uint32
}

// guard is what was at each of some paths.
type guard struct {
	paths []string
	was   []object
}

func newGuard(paths []string) guard {
	g := guard{paths: paths, was: make([]object, len(paths))}
	for i, p := range paths {
		g.was[i] = lookObject(p)
	}
	return g
}

func lookObject(path string) object {
	var st unix.Stat_t
	switch err := unix.Lstat(path, &st); {
	case err == nil:
		return object{dev: uint64(st.Dev), ino: st.Ino, kind: st.Mode & unix.S_IFMT}
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return object{}
	}
	return object{kind: 1} // something that cannot be looked at
}

// differs reports whether two looks at the same paths saw different things.
func (g guard) differs(o guard) bool {
	for i := range g.was {
		if g.was[i] != o.was[i] {
			return true
		}
	}
	return false
}

// quarantine moves what appeared at a denied path into folder, and returns where it is. A move to another
// file system is not possible in one step: it then stays beside its place under another name.
func quarantine(folder, path string) (string, error) {
	name := filepath.Base(path) + "." + strconv.FormatInt(time.Now().UnixNano(), 36)
	if folder != "" {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
		to := filepath.Join(folder, name)
		err := os.Rename(path, to)
		if err == nil {
			return to, nil
		}
		if !errors.Is(err, unix.EXDEV) {
			return "", err
		}
	}
	to := filepath.Join(filepath.Dir(path), ".metnos-quarantine."+name)
	return to, os.Rename(path, to)
}
