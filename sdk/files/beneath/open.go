package beneath

import (
	"slices"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

// noOpenat2 remembers that the kernel or a filter refuses openat2.
var noOpenat2 atomic.Bool

// Open opens rel below dir with no symbolic link on the way (ELOOP) and no way out.
func Open(dir int, rel string, flags int, mode uint32) (int, error) {
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

// openSteps is Open for kernels without openat2: one component at a time, none of them a link.
func openSteps(dir int, rel string, flags int, mode uint32) (int, error) {
	parts := strings.Split(rel, "/")
	if slices.Contains(parts, "..") {
		return -1, unix.EXDEV
	}
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

// OpenRegular is Open for regular files alone. The type is looked at before, so that no device is ever
// opened, and after, because the name may have been swapped; O_NONBLOCK keeps a swapped-in fifo harmless.
func OpenRegular(dir int, rel string, flags int) (int, error) {
	pinned, err := Open(dir, rel, unix.O_PATH|unix.O_NOFOLLOW, 0)
	if err != nil {
		return -1, err
	}
	err = regular(pinned)
	unix.Close(pinned)
	if err != nil {
		return -1, err
	}
	fd, err := Open(dir, rel, flags|unix.O_NONBLOCK, 0)
	if err != nil {
		return -1, err
	}
	if err := regular(fd); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

func regular(fd int) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	return Regular(st.Mode)
}

// Regular returns nil for the mode of a regular file, else why it is none.
func Regular(mode uint32) error {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return nil
	case unix.S_IFDIR:
		return syscall.EISDIR
	}
	return fault.ErrSpecial
}
