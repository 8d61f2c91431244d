package state

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"github.com/metnos/metnos/sdk"
)

// Hashes remembers the digest of plugin files by (device, inode, size, mtime, ctime), so that one binary
// serving many executors is read once. Safe for concurrent use.
type Hashes struct {
	mu    sync.Mutex
	known map[fileKey]*hashed
}

type fileKey struct{ dev, inode uint64 }

type hashed struct {
	mu     sync.Mutex // held while hashing, so that two callers read the file once
	mark   Mark
	digest string
}

// NewHashes returns an empty memo.
func NewHashes() *Hashes { return &Hashes{known: make(map[fileKey]*hashed)} }

// Check opens the plugin and compares its digest ("sha256:<hex>").
func (h *Hashes) Check(path, want string) error {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return Unreadable(path, err)
	}
	defer f.Close()
	got, err := h.File(f)
	if err != nil {
		return err
	}
	if got != want {
		return sdk.Errorf(sdk.PolicyDenied, "plugin_changed", "%s has digest %s, signed %s", path, got, want).
			With("file", path).With("got", got).With("want", want)
	}
	return nil
}

// File returns the digest of an open regular file as "sha256:<hex>". Its offset is left at the start.
func (h *Hashes) File(f *os.File) (string, error) {
	info, err := f.Stat()
	if err != nil {
		return "", Unreadable(f.Name(), err)
	}
	if !info.Mode().IsRegular() {
		return "", sdk.Errorf(sdk.ContractViolation, "plugin_not_a_file", "%s is not a regular file", f.Name()).With("file", f.Name())
	}
	now := Of("", info, time.Now())
	key := fileKey{now.dev, now.inode}
	h.mu.Lock()
	entry := h.known[key]
	if entry == nil {
		entry = new(hashed)
		h.known[key] = entry
	}
	h.mu.Unlock()
	entry.mu.Lock()
	defer entry.mu.Unlock()
	if entry.mark.Same(now) {
		return entry.digest, nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", Unreadable(f.Name(), err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", Unreadable(f.Name(), err)
	}
	entry.mark, entry.digest = now, "sha256:"+hex.EncodeToString(sum.Sum(nil))
	return entry.digest, nil
}

// Unreadable is the error for a file of an executor that cannot be read.
func Unreadable(path string, err error) error {
	class := sdk.IOError
	if os.IsNotExist(err) {
		class = sdk.NotFound
	}
	return sdk.Errorf(class, "executor_file_missing", "%s: %w", path, err).With("file", path)
}
