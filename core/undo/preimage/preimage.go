package preimage

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/undo/imprint"
	"github.com/metnos/metnos/sdk"
)

// Shelf is the folder of one turn's pre-images. It is made when something is kept.
type Shelf struct {
	Dir  string
	Turn string
}

var refShape = regexp.MustCompile(`^([0-9a-f]{16})/([0-9a-f]{64})$`)

// Split reads a reference: the turn that keeps a pre-image, and its digest.
func Split(ref string) (turn, digest string, ok bool) {
	parts := refShape.FindStringSubmatch(ref)
	if parts == nil {
		return "", "", false
	}
	return parts[1], parts[2], true
}

// spareBytes of the disk are left to the person: no copy takes them.
const spareBytes = 64 << 20

// partialAge is how long nothing was written to a partial copy before it is a crashed core's.
const partialAge = time.Hour

// Sweep removes the copies a core did not finish: pattern finds the folders of pre-images.
func Sweep(pattern string) {
	partial, _ := filepath.Glob(filepath.Join(pattern, ".new-*"))
	for _, path := range partial {
		if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > partialAge {
			_ = os.Remove(path)
		}
	}
}

// Keep copies a regular file, as a stream, and returns its reference once it is on disk, 0600 and with the file's time.
func (s Shelf) Keep(path string, src io.Reader, info fs.FileInfo) (string, error) {
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return "", fmt.Errorf("pre-image: %w", err)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(s.Dir, &disk); err == nil && info.Size() > int64(disk.Bavail)*int64(disk.Bsize)-spareBytes {
		return "", sdk.Errorf(sdk.IOError, "disk_full", "no space for a copy of %s", path).With("path", path)
	}
	tmp, err := os.CreateTemp(s.Dir, ".new-*") // 0600
	if err != nil {
		return "", fmt.Errorf("pre-image: %w", err)
	}
	defer os.Remove(tmp.Name())
	defer tmp.Close()
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(tmp, sum), src); err != nil {
		var refused *sdk.Error
		if errors.As(err, &refused) {
			return "", refused
		}
		return "", sdk.Errorf(sdk.IOError, "disk_failed", "%w", err).With("path", path)
	}
	if err := errors.Join(tmp.Sync(), os.Chtimes(tmp.Name(), info.ModTime(), info.ModTime())); err != nil {
		return "", fmt.Errorf("pre-image: %w", err)
	}
	digest := hex.EncodeToString(sum.Sum(nil))
	if err := os.Rename(tmp.Name(), filepath.Join(s.Dir, digest)); err != nil {
		return "", fmt.Errorf("pre-image: %w", err)
	}
	return s.Turn + "/" + digest, syncDir(s.Dir)
}

func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("pre-image: %w", err)
	}
	return errors.Join(d.Sync(), d.Close())
}

// Open opens a pre-image after checking its hash; the caller closes it. Its time is the file's.
func (s Shelf) Open(digest string) (*os.File, error) {
	f, err := os.Open(filepath.Join(s.Dir, digest))
	if err != nil {
		return nil, sdk.Errorf(sdk.NotFound, "preimage_gone", "%w", err)
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err == nil && hex.EncodeToString(sum.Sum(nil)) == digest {
		if _, err = f.Seek(0, io.SeekStart); err == nil {
			return f, nil
		}
	}
	f.Close()
	return nil, sdk.Errorf(sdk.IOError, "preimage_damaged", "the pre-image %s no longer matches its hash", digest)
}

// Like returns the one pre-image of a file that looked so, and the digest of its content.
func (s Shelf) Like(size int64, modified time.Time) (ref, digest string, ok bool) {
	kept, err := os.ReadDir(s.Dir)
	if err != nil {
		return "", "", false
	}
	for _, k := range kept {
		named := s.Turn + "/" + k.Name()
		info, err := k.Info()
		if err != nil || !refShape.MatchString(named) || info.Size() != size || !info.ModTime().Equal(modified) {
			continue
		}
		if ok {
			return "", "", false // two look alike
		}
		ref, digest, ok = named, k.Name(), true
	}
	return ref, digest, ok
}

// Imprint is how the file looked whose pre-image a reference names.
func (s Shelf) Imprint(ref string) imprint.Imprint {
	turn, digest, ok := Split(ref)
	if !ok || turn != s.Turn {
		return imprint.Imprint{Absent: true}
	}
	return imprint.Of(filepath.Join(s.Dir, digest))
}
