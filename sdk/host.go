package sdk

import (
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"time"
)

// Host is the broker: everything a plugin may ask of the core while a call runs. Requests outside the
// signed manifest's capabilities fail with [PolicyDenied].
type Host interface {
	// HTTP dials through the core, which enforces the manifest's hosts on the final address of every hop.
	HTTP() *http.Client
	// Dial opens a TCP connection through the core ("tcp", "host:port") under the same rules.
	Dial(ctx context.Context, network, address string) (net.Conn, error)
	// Credential returns the owner's secret of that name, when the manifest declares it.
	Credential(ctx context.Context, name string) (Secret, error)
	// Files reaches the granted roots.
	Files() Files
	// Backup keeps a pre-image of a file in the core's undo journal and returns its reference.
	Backup(ctx context.Context, path string) (ref string, err error)
	// Restore puts a pre-image back, atomically.
	Restore(ctx context.Context, ref, path string) error
	// Progress tells the person how far a long call is. Total 0 means unknown. Best effort.
	Progress(done, total int64, note string)
	// Ask puts a question to the person and waits for the answer.
	Ask(ctx context.Context, question Question) (Answer, error)
	// Self is what metnos keeps for the person the call is for.
	Self() Self
}

// Secret is a credential: fields such as "user", "password", "token". It is never logged or stored by the core in the clear.
type Secret map[string]string

// Answer is the person's reply to a Question.
type Answer struct {
	Value     string `json:"value"`
	Cancelled bool   `json:"cancelled,omitempty"`
}

// Root is a granted directory, by absolute path.
type Root struct {
	Path  string `json:"path"`
	Write bool   `json:"write"`
}

// Files is the file system as far as it was granted: one os.Root per root, denied paths hidden, every
// path absolute. Symbolic links are followed only while they stay below the root. Errors are *Error
// with classes NotFound, PermissionDenied, Conflict or IOError and satisfy errors.Is against fs.Err*.
type Files interface {
	Roots() []Root
	Open(path string) (ReadFile, error)
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
	Readlink(path string) (string, error)
	// ReadDir lists a directory in name order, denied names left out.
	ReadDir(path string) ([]fs.DirEntry, error)
	// Walk visits path and everything below it, in name order, one directory in memory at a time, not
	// following links. Unreadable directories are reported to fn with their error.
	Walk(ctx context.Context, path string, fn fs.WalkDirFunc) error

	// Create makes a new file; an existing one is a Conflict.
	Create(path string) (WriteFile, error)
	// Replace writes a whole file atomically: the old content stays until Close succeeds.
	Replace(path string) (WriteFile, error)
	// Append opens an existing file for writing at its end.
	Append(path string) (WriteFile, error)
	Mkdir(path string) error
	// MkdirAll returns the directories it made, outermost first.
	MkdirAll(path string) (made []string, err error)
	// Rename moves without ever overwriting: an existing destination is a Conflict.
	Rename(from, to string) error
	// Remove deletes a file, link or empty directory.
	Remove(path string) error
	Chtimes(path string, atime, mtime time.Time) error
	// Chmod sets the permission bits of a file or directory; the other bits of mode are ignored.
	Chmod(path string, mode fs.FileMode) error
}

// ReadFile is an open file.
type ReadFile interface {
	io.ReadSeekCloser
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// WriteFile is a file being written. Abort discards what Create or Replace wrote; it is a no-op after Close.
type WriteFile interface {
	io.WriteCloser
	Abort() error
}
