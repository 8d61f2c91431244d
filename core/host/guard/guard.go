package guard

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// object is what was at a path: the zero value means nothing.
type object struct {
	dev, ino uint64
	kind     uint32
}

// Guard is what was at each of some paths.
type Guard struct {
	Paths []string
	was   []object
}

// Look looks at every path now.
func Look(paths []string) Guard {
	g := Guard{Paths: paths, was: make([]object, len(paths))}
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

// Change is a path where two looks saw different things.
type Change struct {
	Path     string
	Appeared bool // there was nothing before
}

// Changes compares two looks at the same paths, the later one first.
func (g Guard) Changes(before Guard) []Change {
	var out []Change
	for i := range g.was {
		if g.was[i] != before.was[i] {
			out = append(out, Change{Path: g.Paths[i], Appeared: before.was[i] == object{}})
		}
	}
	return out
}

// Quarantine moves what appeared at a denied path into folder, and returns where it is. A move to another
// file system is not possible in one step: it then stays beside its place under another name.
func Quarantine(folder, path string) (string, error) {
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
