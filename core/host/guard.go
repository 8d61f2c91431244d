package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// A denied path that does not exist cannot be masked, and one that exists could be replaced while a process
// has no mask for it. So after each call of an executor that may write, every denied path below its
// writable roots must be what it was before.

// object is what was at a path: the zero value means nothing.
type object struct {
	dev, ino uint64
	kind     fs.FileMode
}

func lookObject(path string) object {
	info, err := os.Lstat(path)
	if err != nil {
		return object{}
	}
	st, _ := info.Sys().(*syscall.Stat_t)
	if st == nil {
		return object{kind: info.Mode().Type() | fs.ModeIrregular}
	}
	return object{dev: uint64(st.Dev), ino: st.Ino, kind: info.Mode().Type() | fs.ModeIrregular}
}

type guard map[string]object

func newGuard(paths []string) guard {
	g := make(guard, len(paths))
	for _, p := range paths {
		g[p] = lookObject(p)
	}
	return g
}

// changed returns the paths that are no longer what they were.
func (g guard) changed() []string {
	var out []string
	for path, was := range g {
		if lookObject(path) != was {
			out = append(out, path)
		}
	}
	return out
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
		if !errors.Is(err, syscall.EXDEV) {
			return "", err
		}
	}
	to := filepath.Join(filepath.Dir(path), ".metnos-quarantine."+name)
	return to, os.Rename(path, to)
}
