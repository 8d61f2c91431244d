package files

import (
	"io/fs"
	"path/filepath"
	"syscall"
	"time"

	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

// Mkdir makes one directory.
func (s *Set) Mkdir(path string) error {
	at, err := s.place("mkdir", path)
	if err != nil {
		return err
	}
	defer at.close()
	if err := unix.Mkdirat(at.dir, at.name, 0o777); err != nil {
		return fault.At("mkdir", path, err)
	}
	return nil
}

// MkdirAll makes path and the directories above it that are missing, and returns those it made, outermost
// first. Made directories are returned even with an error.
func (s *Set) MkdirAll(path string) (made []string, err error) {
	path = filepath.Clean(path)
	var missing []string
	for at := path; ; at = filepath.Dir(at) {
		fi, err := s.Stat(at)
		if err == nil {
			if !fi.IsDir() {
				return nil, fault.At("mkdir", at, syscall.ENOTDIR)
			}
			break
		}
		if !fault.Missing(err) {
			return nil, err
		}
		missing = append(missing, at)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		err := s.Mkdir(missing[i])
		if err == nil {
			made = append(made, missing[i])
			continue
		}
		// Someone else may have made it meanwhile.
		if fi, statErr := s.Stat(missing[i]); statErr != nil || !fi.IsDir() {
			return made, err
		}
	}
	return made, nil
}

// Remove deletes a file, a link or an empty directory.
func (s *Set) Remove(path string) error {
	at, err := s.place("remove", path)
	if err != nil {
		return err
	}
	defer at.close()
	if at.root.holds(at.rel) {
		return fault.At("remove", path, fault.ErrPinned)
	}
	var st unix.Stat_t
	err = unix.Fstatat(at.dir, at.name, &st, unix.AT_SYMLINK_NOFOLLOW)
	flags := 0
	if st.Mode&unix.S_IFMT == unix.S_IFDIR {
		flags = unix.AT_REMOVEDIR
	}
	if err == nil {
		err = unix.Unlinkat(at.dir, at.name, flags)
	}
	if err != nil {
		return fault.At("remove", path, err)
	}
	return nil
}

// Chtimes sets the times of what path leads to; a zero time is left as it is.
func (s *Set) Chtimes(path string, atime, mtime time.Time) error {
	p, err := s.writable("chtimes", path)
	if err != nil {
		return err
	}
	defer p.close()
	dir, name := p.fd, "."
	if p.rel != "." {
		if dir, err = beneath.Open(int(p.root.dir.Fd()), filepath.Dir(p.rel), unix.O_PATH|unix.O_DIRECTORY, 0); err != nil {
			return fault.At("chtimes", path, err)
		}
		defer unix.Close(dir)
		name = filepath.Base(p.rel)
	}
	times := []unix.Timespec{beneath.Stamp(atime), beneath.Stamp(mtime)}
	if err := unix.UtimesNanoAt(dir, name, times, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return fault.At("chtimes", path, err)
	}
	return nil
}

// Chmod sets the nine permission bits of the file or directory path leads to. It never makes a file run as
// its owner or its group.
func (s *Set) Chmod(path string, mode fs.FileMode) error {
	p, err := s.writable("chmod", path)
	if err != nil {
		return err
	}
	defer p.close()
	if err := beneath.Chmod(int(p.root.dir.Fd()), p.rel, uint32(mode.Perm())); err != nil {
		return fault.At("chmod", path, err)
	}
	return nil
}
