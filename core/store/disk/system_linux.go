package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Network names the network file system path lies on ("nfs", "cifs", ...), "" when it is local. Locks and
// memory mappings are not reliable there. An absent path is judged by its deepest existing folder.
func Network(path string) (string, error) {
	var stat unix.Statfs_t
	for {
		err := unix.Statfs(path, &stat)
		if err == nil {
			return networkName(uint32(stat.Type)), nil
		}
		if !errors.Is(err, fs.ErrNotExist) || path == filepath.Dir(path) {
			return "", err
		}
		path = filepath.Dir(path)
	}
}

// networkName knows the super block numbers of file systems that live on another machine.
func networkName(magic uint32) string {
	switch magic {
	case 0x6969:
		return "nfs"
	case 0x517b, 0xff534d42, 0xfe534d42:
		return "cifs"
	case 0x01021997:
		return "9p"
	case 0x786f4256:
		return "vboxsf"
	case 0x00c36400:
		return "ceph"
	case 0x5346414f, 0x6b414653:
		return "afs"
	case 0x73757245:
		return "coda"
	case 0x564c:
		return "ncp"
	case 0x0bd00bd0:
		return "lustre"
	case 0x47504653:
		return "gpfs"
	case 0x01161970:
		return "gfs2"
	case 0x7461636f:
		return "ocfs2"
	case 0x65735546:
		return "fuse" // sshfs and rclone among others
	}
	return ""
}

// exchange swaps two folders in one step, so that a crash leaves either the old one or the new.
func exchange(a, b string) error {
	if _, err := os.Stat(b); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(a, b)
	}
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}
