package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

const maxLinks = 40

// spot is a resolved object: its innermost root, its link-free path below it, and a descriptor that only
// names it (O_PATH).
type spot struct {
	root *root
	rel  string
	fd   int
}

func (p spot) close() { unix.Close(p.fd) }

// find resolves an existing path. The last component is followed when it is a link and follow is set.
func (s *Set) find(op, path string, follow bool) (spot, error) {
	r, rel, err := s.locate(op, path)
	if err != nil {
		return spot{}, err
	}
	fd, err := pin(r, rel, follow)
	if err == syscall.ENOENT && strings.Contains(rel, lossy) {
		if exact, ok := r.exactName(rel); ok {
			rel = exact
			fd, err = pin(r, rel, follow)
		}
	}
	if err == syscall.ELOOP {
		if r, rel, err = s.canonical(op, path, r, rel, follow); err != nil {
			return spot{}, err
		}
		fd, err = pin(r, rel, follow)
	}
	if err != nil {
		return spot{}, fail(op, path, err)
	}
	return spot{r, rel, fd}, nil
}

// pin opens rel as a name only, with no link on the way; ELOOP tells that there is one.
func pin(r *root, rel string, follow bool) (int, error) {
	fd, err := openAt(int(r.dir.Fd()), rel, unix.O_PATH|unix.O_NOFOLLOW, 0)
	if err != nil || !follow {
		return fd, err
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		unix.Close(fd)
		return -1, err
	}
	if st.Mode&unix.S_IFMT == unix.S_IFLNK {
		unix.Close(fd)
		return -1, syscall.ELOOP
	}
	return fd, nil
}

// canonical follows the links of rel inside its root and returns the innermost root of the result.
func (s *Set) canonical(op, path string, r *root, rel string, follow bool) (*root, string, error) {
	at, links := ".", 0
	rest := strings.Split(rel, "/")
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if at == "." {
				return nil, "", fail(op, path, errLeaves)
			}
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, part)
		if r.isHidden(next) {
			return nil, "", denied(op, path, "path_hidden", "the path is denied")
		}
		fi, err := r.links.Lstat(next)
		if err != nil {
			return nil, "", fail(op, path, err)
		}
		if fi.Mode()&fs.ModeSymlink == 0 || (len(rest) == 0 && !follow) {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return nil, "", fail(op, path, syscall.ELOOP)
		}
		target, err := r.links.Readlink(next)
		if err != nil {
			return nil, "", fail(op, path, err)
		}
		if filepath.IsAbs(target) {
			inside, ok := r.within(filepath.Clean(target))
			if !ok {
				return nil, "", fail(op, path, errLeaves)
			}
			at, target = ".", inside
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return s.locate(op, r.abs(at))
}

// seat is the place of a name in an open directory: where something is made, renamed or removed.
type seat struct {
	root *root
	dir  int    // descriptor of the directory (O_PATH)
	rel  string // link-free path of the object below the root
	name string
}

func (p seat) close() { unix.Close(p.dir) }

// place resolves the directory of path, whose last component need not exist and is never followed. The
// innermost root of the result must be writable.
func (s *Set) place(op, path string) (seat, error) {
	r, rel, err := s.locate(op, path)
	if err != nil {
		return seat{}, err
	}
	if rel == "." {
		return seat{}, fail(op, path, errPinned)
	}
	dir, err := s.find(op, filepath.Dir(r.abs(rel)), true)
	if err != nil {
		return seat{}, err
	}
	at := seat{root: dir.root, dir: dir.fd, rel: filepath.Join(dir.rel, filepath.Base(rel)), name: filepath.Base(rel)}
	if strings.Contains(at.name, lossy) {
		if exact, ok := dir.root.exactName(at.rel); ok {
			at.rel, at.name = exact, filepath.Base(exact)
		}
	}
	inner, _, err := s.locate(op, at.root.abs(at.rel))
	switch {
	case err != nil:
	case inner != at.root: // the object is itself a granted root
		err = fail(op, path, errPinned)
	case !inner.write:
		err = fail(op, path, errReadOnly)
	}
	if err != nil {
		at.close()
		return seat{}, err
	}
	return at, nil
}

// noOpenat2 remembers that the kernel or a filter refuses openat2.
var noOpenat2 atomic.Bool

// openAt opens rel below dir with no symbolic link on the way (ELOOP) and no way out.
func openAt(dir int, rel string, flags int, mode uint32) (int, error) {
	flags |= unix.O_CLOEXEC
	if flags&unix.O_PATH == 0 { // openat2 takes no other flag with O_PATH
		flags |= unix.O_NOCTTY
	}
	if !noOpenat2.Load() {
		how := unix.OpenHow{
			Flags:   uint64(flags),
			Mode:    uint64(mode),
			Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
		}
		for {
			fd, err := unix.Openat2(dir, rel, &how)
			switch err {
			case unix.EINTR, unix.EAGAIN:
				continue
			case unix.ENOSYS:
				noOpenat2.Store(true)
			case unix.EPERM:
				// A filter answers EPERM to every openat2; a file may answer it to this one.
				if fd, stepErr := openSteps(dir, rel, flags, mode); stepErr == nil {
					return fd, nil
				}
				return -1, err
			default:
				return fd, err
			}
			break
		}
	}
	return openSteps(dir, rel, flags, mode)
}

// openSteps is openAt for kernels without openat2: one component at a time, none of them a link.
func openSteps(dir int, rel string, flags int, mode uint32) (int, error) {
	parts := strings.Split(rel, "/")
	at := dir
	defer func() {
		if at != dir {
			unix.Close(at)
		}
	}()
	for _, part := range parts[:len(parts)-1] {
		next, err := openOne(at, part, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return -1, err
		}
		if at != dir {
			unix.Close(at)
		}
		at = next
	}
	return openOne(at, parts[len(parts)-1], flags, mode)
}

func openOne(dir int, name string, flags int, mode uint32) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flags|unix.O_NOFOLLOW, mode)
		if err == unix.EINTR {
			continue
		}
		if err == unix.ENOTDIR {
			var st unix.Stat_t
			if unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK {
				err = unix.ELOOP
			}
		}
		return fd, err
	}
}

// openRegular opens a resolved regular file. The type is checked before, so that no device is ever
// opened, and after, because the name may have been swapped; O_NONBLOCK keeps a swapped-in fifo harmless.
func openRegular(p spot, path string, flags int) (*os.File, error) {
	var st unix.Stat_t
	if err := unix.Fstat(p.fd, &st); err != nil {
		return nil, err
	}
	if err := regular(st.Mode); err != nil {
		return nil, err
	}
	fd, err := openAt(int(p.root.dir.Fd()), p.rel, flags|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.Fstat(fd, &st); err == nil {
		err = regular(st.Mode)
		if err != nil {
			unix.Close(fd)
			return nil, err
		}
	}
	return os.NewFile(uintptr(fd), path), nil
}

func regular(mode uint32) error {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return nil
	case unix.S_IFDIR:
		return syscall.EISDIR
	}
	return errSpecial
}
