package entry

import (
	"io/fs"
	"syscall"

	"github.com/metnos/metnos/sdk"
)

// hollow is the size in bytes from which a file that is mostly holes is not read through.
const hollow = 1 << 30

// Readable returns nil for a regular file worth reading from its start to its end, else why it is none.
func Readable(p string, info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return Failed(sdk.WrongArgs, "is_a_directory", p, "is a folder")
	case info.Mode()&fs.ModeSymlink != 0:
		return Failed(sdk.WrongArgs, "link_left_out", p, "is a link")
	case !info.Mode().IsRegular():
		return Failed(sdk.WrongArgs, "special_file", p, "is not a regular file")
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && info.Size() >= hollow && st.Blocks*512 < info.Size()/8 {
		return Failed(sdk.Oversize, "file_hollow", p, "is mostly holes")
	}
	return nil
}
