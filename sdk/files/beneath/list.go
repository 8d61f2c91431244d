package beneath

import (
	"context"
	"encoding/binary"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// direntHeader is where the name starts in a linux_dirent64: inode, offset, record length, type.
const direntHeader = 19

// rooms are buffers of directory records, used one after another.
var rooms = sync.Pool{New: func() any { b := make([]byte, 64<<10); return &b }}

// Name is one name of a directory.
type Name struct {
	Name string
	Type fs.FileMode // type bits alone
}

// List reads a whole directory in name order, the hidden names left out.
func List(ctx context.Context, dir int, hidden map[string]bool) ([]Name, error) {
	var found []Name
	room := rooms.Get().(*[]byte)
	defer rooms.Put(room)
	buf := *room
	for {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n, err := unix.Getdents(dir, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n <= 0 {
			break
		}
		if found, err = records(found, dir, buf[:n], hidden); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(found, func(a, b Name) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// records adds the names of one buffer of directory records.
func records(found []Name, dir int, buf []byte, hidden map[string]bool) ([]Name, error) {
	all := string(buf) // the names are parts of it
	for len(all) > direntHeader {
		size := int(binary.NativeEndian.Uint16(buf[16:18]))
		if size <= direntHeader || size > len(all) {
			return nil, unix.EIO
		}
		name := all[direntHeader:size]
		if end := strings.IndexByte(name, 0); end >= 0 {
			name = name[:end]
		}
		if name != "." && name != ".." && (len(hidden) == 0 || !hidden[name]) {
			found = append(found, Name{name, typeOf(dir, name, buf[18])})
		}
		all, buf = all[size:], buf[size:]
	}
	return found, nil
}

func typeOf(dir int, name string, kind byte) fs.FileMode {
	switch kind {
	case unix.DT_REG:
		return 0
	case unix.DT_UNKNOWN: // the file system does not say
		if fi, err := Lstat(dir, name); err == nil {
			return fi.Mode().Type()
		}
		return fs.ModeIrregular
	}
	return fileMode(uint32(kind) << 12).Type()
}
