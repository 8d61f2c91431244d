package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
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
		return spot{}, fault.At(op, path, err)
	}
	return spot{r, rel, fd}, nil
}

// writable is find for an object that may be changed where it is.
func (s *Set) writable(op, path string) (spot, error) {
	p, err := s.find(op, path, true)
	if err == nil && !p.root.write {
		p.close()
		err = fault.At(op, path, fault.ErrReadOnly)
	}
	return p, err
}

// pin opens rel as a name only, with no link on the way; ELOOP tells that there is one.
func pin(r *root, rel string, follow bool) (int, error) {
	fd, err := beneath.Open(int(r.dir.Fd()), rel, unix.O_PATH|unix.O_NOFOLLOW, 0)
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
				return nil, "", fault.At(op, path, fault.ErrLeaves)
			}
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, part)
		if r.isHidden(next) {
			return nil, "", fault.Denied(op, path, "path_hidden", "the path is denied")
		}
		fi, err := r.links.Lstat(next)
		if err != nil {
			return nil, "", fault.At(op, path, err)
		}
		if fi.Mode()&fs.ModeSymlink == 0 || (len(rest) == 0 && !follow) {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return nil, "", fault.At(op, path, syscall.ELOOP)
		}
		target, err := r.links.Readlink(next)
		if err != nil {
			return nil, "", fault.At(op, path, err)
		}
		if filepath.IsAbs(target) {
			inside, ok := r.within(filepath.Clean(target))
			if !ok {
				return nil, "", fault.At(op, path, fault.ErrLeaves)
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
		return seat{}, fault.At(op, path, fault.ErrPinned)
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
		err = fault.At(op, path, fault.ErrPinned)
	case !inner.write:
		err = fault.At(op, path, fault.ErrReadOnly)
	}
	if err != nil {
		at.close()
		return seat{}, err
	}
	return at, nil
}

// openRegular opens a resolved regular file.
func openRegular(p spot, path string, flags int) (*os.File, error) {
	fd, err := beneath.OpenRegular(int(p.root.dir.Fd()), p.rel, flags)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}
