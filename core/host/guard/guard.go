package guard

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// object is what was at a path: the zero value means nothing.
type object struct {
	dev, ino uint64
	kind     uint32
}

// Kinds besides those of stat.
const (
	unknown = 1 // something that cannot be looked at
	through = 2 // a symbolic link stands where a folder above the path would be
)

// Guard is what was at each of some paths.
type Guard struct {
	Paths []string
	was   []object
}

// Look looks at every path now. The paths are real: a symbolic link above one of them came to be later.
func Look(paths []string) Guard {
	g := Guard{Paths: paths, was: make([]object, len(paths))}
	for i, p := range paths {
		g.was[i] = lookObject(p)
	}
	return g
}

func lookObject(path string) object {
	fd, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_NOFOLLOW | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	var st unix.Stat_t
	switch {
	case err == nil:
		err = unix.Fstat(fd, &st)
		_ = unix.Close(fd)
	case errors.Is(err, unix.ELOOP):
		return object{kind: through}
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM): // a kernel before 5.6, or a container that hides the call
		err = unix.Lstat(path, &st)
	}
	switch {
	case err == nil:
		return object{dev: uint64(st.Dev), ino: st.Ino, kind: st.Mode & unix.S_IFMT}
	case errors.Is(err, unix.ENOENT), errors.Is(err, unix.ENOTDIR):
		return object{}
	}
	return object{kind: unknown}
}

// Change is a path where two looks saw different things.
type Change struct {
	Path     string
	Appeared bool // there was nothing before, or a link now stands above it
}

// Changes compares two looks at the same paths, the later one first.
func (g Guard) Changes(before Guard) []Change {
	var out []Change
	for i := range g.was {
		if g.was[i] != before.was[i] {
			out = append(out, Change{Path: g.Paths[i], Appeared: before.was[i] == object{} || g.was[i].kind == through})
		}
	}
	return out
}

// Quarantine moves what appeared at a denied path into folder, and returns where it is. No symbolic link is
// followed on the way: one that stands above the path is what is moved. A move to another file system is
// not possible in one step: it then stays beside its place under another name.
func Quarantine(folder, path string) (string, error) {
	dir, parent, name, err := locate(path)
	if err != nil {
		return "", err
	}
	defer unix.Close(dir)
	aside := name + "." + strconv.FormatInt(time.Now().UnixNano(), 36)
	if folder != "" {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
		to := filepath.Join(folder, aside)
		err := unix.Renameat(dir, name, unix.AT_FDCWD, to)
		if err == nil {
			return to, nil
		}
		if !errors.Is(err, unix.EXDEV) {
			return "", &os.LinkError{Op: "rename", Old: path, New: to, Err: err}
		}
	}
	aside = ".metnos-quarantine." + aside
	if err := unix.Renameat(dir, name, dir, aside); err != nil {
		return "", &os.LinkError{Op: "rename", Old: path, New: aside, Err: err}
	}
	return filepath.Join(parent, aside), nil
}

// locate opens the folder of path one name at a time, following nothing, and stops at the first name that
// is no folder: the path's own, or a link above it.
func locate(path string) (dir int, parent, name string, err error) {
	parent = "/"
	if dir, err = unix.Open(parent, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
		return -1, "", "", err
	}
	names := strings.Split(strings.Trim(filepath.Clean(path), "/"), "/")
	for _, name = range names[:len(names)-1] {
		next, err := unix.Openat(dir, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
		if errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.ELOOP) {
			return dir, parent, name, nil
		}
		_ = unix.Close(dir)
		if err != nil {
			return -1, "", "", &os.PathError{Op: "open", Path: filepath.Join(parent, name), Err: err}
		}
		dir, parent = next, filepath.Join(parent, name)
	}
	return dir, parent, names[len(names)-1], nil
}
