package files

import (
	"io"
	"os"
	"syscall"

	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

// Rename moves a file, link or directory and never overwrites. Between file systems a file is copied,
// synced and then removed, with its permissions and times; a directory is an IOError with the code
// "cross_device_directory".
func (s *Set) Rename(from, to string) error {
	src, err := s.place("rename", from)
	if err != nil {
		return err
	}
	defer src.close()
	dst, err := s.place("rename", to)
	if err != nil {
		return err
	}
	defer dst.close()
	if src.root.holds(src.rel) {
		return fault.At("rename", from, fault.ErrPinned)
	}
	var st unix.Stat_t
	if err := unix.Fstatat(src.dir, src.name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return fault.At("rename", from, err)
	}
	err = renameNoReplace(src, dst, st.Mode)
	if err == syscall.EXDEV {
		return s.moveAcross(src, dst, from, to, st)
	}
	if (err == unix.EPERM || err == unix.EACCES) && (beneath.Fixed(src.dir, src.name) || !beneath.Closed(dst.dir)) {
		return fault.At("rename", from, err) // it could not leave its place
	}
	if err != nil {
		return fault.At("rename", to, err)
	}
	return nil
}

func renameNoReplace(src, dst seat, mode uint32) error {
	err := unix.Renameat2(src.dir, src.name, dst.dir, dst.name, unix.RENAME_NOREPLACE)
	switch err {
	case unix.ENOSYS, unix.EINVAL, unix.EPERM, unix.ENOTSUP:
		return renameByClaim(src, dst, mode)
	}
	return err
}

// renameByClaim is for file systems without RENAME_NOREPLACE: claim the name, then rename over the claim.
func renameByClaim(src, dst seat, mode uint32) error {
	var st unix.Stat_t
	if unix.Fstatat(dst.dir, dst.name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil {
		return unix.EEXIST
	}
	if mode&unix.S_IFMT == unix.S_IFDIR {
		// Renaming a directory replaces an empty directory at most.
		return unix.Renameat(src.dir, src.name, dst.dir, dst.name)
	}
	fd, claimErr := beneath.Open(dst.dir, dst.name, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW, 0o600)
	if claimErr != nil {
		return claimErr
	}
	unix.Close(fd)
	err := unix.Renameat(src.dir, src.name, dst.dir, dst.name)
	if err != nil {
		unix.Unlinkat(dst.dir, dst.name, 0)
	}
	return err
}

func (s *Set) moveAcross(src, dst seat, from, to string, st unix.Stat_t) error {
	var err error
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		err = copyAcross(src, dst, st)
	case unix.S_IFLNK:
		err = linkAcross(src, dst, st)
	case unix.S_IFDIR:
		err = fault.ErrAcross
	default:
		err = fault.ErrSpecial
	}
	if err != nil {
		return fault.At("rename", to, err)
	}
	if err := removeUnchanged(src, st); err != nil {
		unix.Unlinkat(dst.dir, dst.name, 0)
		return fault.At("rename", from, err)
	}
	return nil
}

// copyAcross puts a synced copy of a file at dst, complete or not at all.
func copyAcross(src, dst seat, st unix.Stat_t) error {
	fd, err := beneath.OpenRegular(src.dir, src.name, unix.O_RDONLY)
	if err != nil {
		return err
	}
	in := os.NewFile(uintptr(fd), src.name)
	defer in.Close()
	temp := dst
	temp.name = tempName()
	out, err := newFile(temp, temp.name, dst.name, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err == nil {
		err = like(out, &st)
	}
	if err == nil {
		err = unix.UtimesNanoAt(temp.dir, temp.name, []unix.Timespec{st.Atim, st.Mtim}, unix.AT_SYMLINK_NOFOLLOW)
	}
	if err == nil {
		err = out.Sync()
	}
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = renameNoReplace(temp, dst, st.Mode)
	}
	if err != nil {
		unix.Unlinkat(temp.dir, temp.name, 0)
		return err
	}
	syncDir(dst)
	return nil
}

func linkAcross(src, dst seat, st unix.Stat_t) error {
	b := make([]byte, max(int(st.Size), 1)+1)
	n, err := unix.Readlinkat(src.dir, src.name, b)
	if err != nil {
		return err
	}
	if n == len(b) {
		return fault.ErrChanged
	}
	return unix.Symlinkat(string(b[:n]), dst.dir, dst.name)
}

// removeUnchanged removes the source of a copy, unless it changed while it was copied.
func removeUnchanged(src seat, st unix.Stat_t) error {
	var end unix.Stat_t
	if err := unix.Fstatat(src.dir, src.name, &end, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	if end.Ino != st.Ino || end.Dev != st.Dev || end.Size != st.Size || end.Mtim != st.Mtim {
		return fault.ErrChanged
	}
	return unix.Unlinkat(src.dir, src.name, 0)
}
