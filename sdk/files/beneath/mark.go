package beneath

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Chmod sets the permissions of a regular file or of a directory.
func Chmod(dir int, rel string, mode uint32) error {
	fd, err := OpenRegular(dir, rel, unix.O_RDONLY)
	if err == syscall.EISDIR {
		fd, err = Open(dir, rel, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	}
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Fchmod(fd, mode)
}

// Stamp is a time as the system takes it; a zero time leaves the old one.
func Stamp(t time.Time) unix.Timespec {
	if t.IsZero() {
		return unix.Timespec{Nsec: unix.UTIME_OMIT}
	}
	return unix.NsecToTimespec(t.UnixNano())
}
