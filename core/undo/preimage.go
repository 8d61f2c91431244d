package undo

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
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

var refShape = regexp.MustCompile(`^([0-9a-f]{16})/([0-9a-f]{64})$`)

// spareBytes of the disk are left to the person: no copy takes them.
const spareBytes = 64 << 20

// partialAge is how long nothing was written to a partial copy before it is a crashed core's.
const partialAge = time.Hour

// sweepPartial removes the copies a core did not finish.
func sweepPartial(dir string) {
	partial, _ := filepath.Glob(filepath.Join(dir, "*", "*", "blob", ".new-*"))
	for _, path := range partial {
		if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > partialAge {
			_ = os.Remove(path)
		}
	}
}

// KeepFrom copies a regular file, as a stream, into the turn's pre-images and returns its reference once it
// is on disk, 0600 and with the file's time.
func (j *Journal) KeepFrom(owner core.Owner, turn, path string, src io.Reader, info fs.FileInfo) (string, error) {
	if !info.Mode().IsRegular() {
		return "", sdk.Errorf(sdk.WrongArgs, "not_a_file", "%s is not a regular file", path).With("path", path)
	}
	j.mu.Lock()
	folder, err := j.makeFolder(owner, turn)
	j.mu.Unlock()
	if err != nil {
		return "", err
	}
	blobs := filepath.Join(folder, "blob")
	if err := os.MkdirAll(blobs, 0o700); err != nil {
		return "", fmt.Errorf("pre-image: %w", err)
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(blobs, &disk); err == nil && info.Size() > int64(disk.Bavail)*int64(disk.Bsize)-spareBytes {
		return "", sdk.Errorf(sdk.IOError, "disk_full", "no space for a copy of %s", path).With("path", path)
	}
	tmp, err := os.CreateTemp(blobs, ".new-*") // 0600
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
	if err := os.Rename(tmp.Name(), filepath.Join(blobs, digest)); err != nil {
		return "", fmt.Errorf("pre-image: %w", err)
	}
	return turn + "/" + digest, syncDir(blobs)
}

// Pre opens a pre-image after checking its hash; the caller closes it. Its time is the file's.
func (j *Journal) Pre(owner core.Owner, ref string) (*os.File, error) {
	parts := refShape.FindStringSubmatch(ref)
	if parts == nil {
		return nil, sdk.Errorf(sdk.NotFound, "preimage_gone", "%q is not a pre-image", ref)
	}
	folder, err := j.folder(owner, parts[1])
	if err != nil {
		return nil, err
	}
	if folder == "" {
		return nil, sdk.Errorf(sdk.NotFound, "preimage_gone", "turn %s keeps no pre-image", parts[1])
	}
	f, err := os.Open(filepath.Join(folder, "blob", parts[2]))
	if err != nil {
		return nil, sdk.Errorf(sdk.NotFound, "preimage_gone", "%w", err)
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err == nil && hex.EncodeToString(sum.Sum(nil)) == parts[2] {
		if _, err = f.Seek(0, io.SeekStart); err == nil {
			return f, nil
		}
	}
	f.Close()
	return nil, sdk.Errorf(sdk.IOError, "preimage_damaged", "the pre-image %s no longer matches its hash", ref)
}

// print is how an object looked: what undo compares before it touches it again. Absent is a state too.
type print struct {
	Absent   bool      `json:"absent,omitempty"`
	Dir      bool      `json:"dir,omitempty"`
	Size     int64     `json:"size,omitempty"`
	Modified time.Time `json:"modified,omitzero"`
}

func printOf(path string) print {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return print{Absent: true}
	case info.IsDir():
		return print{Dir: true} // its time changes with what is inside: the executor looks there
	}
	return print{Size: info.Size(), Modified: info.ModTime()}
}

func (p print) same(q print) bool {
	return p.Absent == q.Absent && p.Dir == q.Dir && p.Size == q.Size && p.Modified.Equal(q.Modified)
}

// look takes a print of every absolute path the evidence names.
func look(evidence *sdk.Undo) map[string]print {
	if evidence == nil {
		return nil
	}
	seen := map[string]print{}
	for _, item := range evidence.Evidence {
		for _, path := range pathsOf(item) {
			if _, ok := seen[path]; !ok {
				seen[path] = printOf(path)
			}
		}
	}
	return seen
}

func pathsOf(item map[string]any) []string {
	var paths []string
	for _, value := range item {
		if s, ok := value.(string); ok && strings.HasPrefix(s, "/") && filepath.Clean(s) == s {
			paths = append(paths, s)
		}
	}
	return paths
}
