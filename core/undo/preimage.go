package undo

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/undo/preimage"
	"github.com/metnos/metnos/sdk"
)

// sweepPartial removes the copies a core did not finish.
func sweepPartial(dir string) { preimage.Sweep(filepath.Join(dir, "*", "*", "blob")) }

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
	return shelf(folder).Keep(path, src, info)
}

// shelf is where a turn keeps its pre-images.
func shelf(folder string) preimage.Shelf {
	_, turn, _ := strings.Cut(filepath.Base(folder), "-")
	return preimage.Shelf{Dir: filepath.Join(folder, "blob"), Turn: turn}
}

// Pre opens a pre-image after checking its hash; the caller closes it. Its time is the file's.
func (j *Journal) Pre(owner core.Owner, ref string) (*os.File, error) {
	turn, digest, ok := preimage.Split(ref)
	if !ok {
		return nil, sdk.Errorf(sdk.NotFound, "preimage_gone", "%q is not a pre-image", ref)
	}
	folder, err := j.folder(owner, turn)
	if err != nil {
		return nil, err
	}
	if folder == "" {
		return nil, sdk.Errorf(sdk.NotFound, "preimage_gone", "turn %s keeps no pre-image", turn)
	}
	return shelf(folder).Open(digest)
}
