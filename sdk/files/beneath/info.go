package beneath

import (
	"io/fs"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Stat describes an open file under the given name.
func Stat(fd int, name string) (fs.FileInfo, error) {
	i := &info{name: name}
	if err := unix.Fstat(fd, &i.st); err != nil {
		return nil, err
	}
	return i, nil
}

// Lstat describes a name of an open directory.
func Lstat(dir int, name string) (fs.FileInfo, error) {
	i := &info{name: name}
	if err := unix.Fstatat(dir, name, &i.st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return nil, err
	}
	return i, nil
}

// info is an fs.FileInfo from one stat. Sys returns *syscall.Stat_t.
type info struct {
	name string
	st   unix.Stat_t
}

var _ fs.FileInfo = (*info)(nil)

func (i *info) Name() string       { return i.name }
func (i *info) Size() int64        { return i.st.Size }
func (i *info) Mode() fs.FileMode  { return fileMode(i.st.Mode) }
func (i *info) ModTime() time.Time { return time.Unix(i.st.Mtim.Unix()) }
func (i *info) IsDir() bool        { return i.Mode().IsDir() }

func (i *info) Sys() any {
	st := i.st
	return &syscall.Stat_t{
		Dev: st.Dev, Ino: st.Ino, Nlink: st.Nlink, Mode: st.Mode, Uid: st.Uid, Gid: st.Gid, Rdev: st.Rdev,
		Size: st.Size, Blksize: st.Blksize, Blocks: st.Blocks,
		Atim: syscall.Timespec(st.Atim), Mtim: syscall.Timespec(st.Mtim), Ctim: syscall.Timespec(st.Ctim),
	}
}

func fileMode(m uint32) fs.FileMode {
	mode := fs.FileMode(m & 0o777)
	switch m & unix.S_IFMT {
	case unix.S_IFDIR:
		mode |= fs.ModeDir
	case unix.S_IFLNK:
		mode |= fs.ModeSymlink
	case unix.S_IFIFO:
		mode |= fs.ModeNamedPipe
	case unix.S_IFSOCK:
		mode |= fs.ModeSocket
	case unix.S_IFBLK:
		mode |= fs.ModeDevice
	case unix.S_IFCHR:
		mode |= fs.ModeDevice | fs.ModeCharDevice
	}
	if m&unix.S_ISUID != 0 {
		mode |= fs.ModeSetuid
	}
	if m&unix.S_ISGID != 0 {
		mode |= fs.ModeSetgid
	}
	if m&unix.S_ISVTX != 0 {
		mode |= fs.ModeSticky
	}
	return mode
}
