package zipped

import (
	"archive/zip"
	"errors"
	"io"
	"strconv"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Errors of Open. A file that is no zip is ErrNoZip.
var (
	ErrNoZip   = errors.New("not a zip file")
	ErrTooMany = sdk.Errorf(sdk.Oversize, "archive_too_many", "the archive holds more files than are extracted at once").With("count", strconv.Itoa(MaxMembers)).With("path", entry.Unnamed)
)

const (
	// MaxMembers is how many members a zip file may have.
	MaxMembers   = 20_000
	maxDirectory = 16 << 20 // bytes of the directory and what is read on the way to it
)

// Open reads the directory of a zip file.
func Open(r io.ReaderAt, size int64) (*zip.Reader, error) { return OpenUpTo(r, size, MaxMembers) }

// OpenUpTo is Open for a file that may have so many members.
func OpenUpTo(r io.ReaderAt, size int64, members int) (*zip.Reader, error) {
	b := &bounded{r: r, left: maxDirectory}
	z, err := zip.NewReader(b, size)
	b.left = -1 // members are bounded by who reads them
	switch {
	case errors.Is(err, ErrTooMany) || err == nil && len(z.File) > members:
		return nil, ErrTooMany
	case errors.Is(err, zip.ErrInsecurePath) && z != nil:
		return z, nil // names are judged by who uses them
	case errors.Is(err, zip.ErrFormat), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, ErrNoZip
	}
	return z, err
}

// bounded lets the directory be read, and no more, until left is -1.
type bounded struct {
	r    io.ReaderAt
	left int
}

func (b *bounded) ReadAt(p []byte, off int64) (int, error) {
	if b.left >= 0 {
		if b.left -= len(p); b.left < 0 {
			b.left = 0
			return 0, ErrTooMany
		}
	}
	return b.r.ReadAt(p, off)
}
