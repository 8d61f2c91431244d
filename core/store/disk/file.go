package disk

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/metnos/metnos/sdk"
)

// File is one bbolt database with a group commit: writers that arrive while a commit is on its way to the
// disk share the next one. Nobody waits for company.
type File struct {
	data, noun string
	db         *bbolt.DB
	broken     atomic.Bool // set by damage: the database is not touched again
	commits    atomic.Uint64

	gate  sync.RWMutex // held for reading by commits, for writing by a snapshot
	mu    sync.Mutex
	queue []*write
	busy  bool // somebody leads
}

// write is one queued change. do may run more than once; only its last run counts.
type write struct {
	do   func(*bbolt.Tx) error
	err  error
	wake chan bool // true: lead the next commit; false: err is final
}

// openFile opens or makes the file of a noun. A damaged one is returned with its error.
func openFile(data, noun string) (*File, error) {
	f := &File{data: data, noun: noun}
	path := f.path()
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if err := makeFile(path); err != nil {
			return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", err).With("path", path)
		}
	case err == nil && info.Size() == 0: // bbolt would begin it anew
		f.broken.Store(true)
		return f, f.Damaged(errors.New("it is empty"))
	}
	err = f.guard(func() error {
		db, err := bbolt.Open(path, 0o600, options())
		f.db = db
		return err
	})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, locked(path, holderOf(path)) // it may be free next time
	case errors.As(err, new(syscall.Errno)):
		return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", err).With("path", path)
	case err != nil && sdk.ClassOf(err) == "":
		f.broken.Store(true)
		return f, f.Damaged(err)
	case err != nil:
		return f, err
	}
	return f, nil
}

func options() *bbolt.Options {
	return &bbolt.Options{
		Timeout: patience, FreelistType: bbolt.FreelistMapType,
		// The freelist stays on disk: rebuilding it at start, bbolt meets damaged pages in a goroutine
		// of its own, where nobody can recover.
	}
}

// makeFile puts an empty database at path in one step, so that a file without a byte is never ours.
func makeFile(path string) error {
	fresh := path + ".new" // of an earlier start that was cut off, or nobody's
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	db, err := bbolt.Open(fresh, 0o600, options())
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func (f *File) path() string { return filepath.Join(f.data, "store", f.noun+".db") }

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// guard runs do. bbolt panics on damaged pages, and a truncated file faults in its memory mapping: both
// become the damage error, and the database is left alone from then on.
func (f *File) guard(do func() error) (err error) {
	if f.broken.Load() {
		return f.Damaged(errors.New("found before"))
	}
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if cause := recover(); cause != nil {
			f.broken.Store(true)
			err = f.Damaged(fmt.Errorf("%v", cause))
		}
	}()
	return do()
}

// Damaged is the error for a value or page that cannot be right; it names the snapshot to go back to.
func (f *File) Damaged(cause error) error {
	e := sdk.Errorf(sdk.IOError, "store_damaged_no_snapshot", "%s: %w", f.path(), cause)
	if last, err := latest(f.data); err == nil && last != "" {
		e.Code = "store_damaged"
		e = e.With("snapshot", last)
	}
	return e.With("file", f.path())
}

// Version grows with every commit, so that what was read is known to be what is there. A damaged file has none.
func (f *File) Version() (uint64, error) {
	return f.commits.Load(), f.guard(func() error { return nil })
}

// View reads within one transaction.
func (f *File) View(do func(*bbolt.Tx) error) error {
	return f.open(f.guard(func() error { return f.db.View(do) }))
}

// Commit makes one change durable. do may run more than once.
func (f *File) Commit(do func(*bbolt.Tx) error) error {
	me := &write{do: do, wake: make(chan bool, 1)}
	f.mu.Lock()
	f.queue = append(f.queue, me)
	if f.busy {
		f.mu.Unlock()
		if lead := <-me.wake; !lead {
			return me.err
		}
		f.mu.Lock()
	}
	f.busy = true
	batch := f.queue
	f.queue = nil
	f.mu.Unlock()

	f.write(batch)

	for _, w := range batch {
		if w != me {
			w.wake <- false
		}
	}
	f.mu.Lock()
	if len(f.queue) > 0 {
		f.queue[0].wake <- true
	} else {
		f.busy = false
	}
	f.mu.Unlock()
	return me.err
}

// write commits a batch as one transaction. A change that fails is left out, and the others are redone.
func (f *File) write(batch []*write) {
	f.gate.RLock()
	defer f.gate.RUnlock()
	for pending := batch; len(pending) > 0; {
		at := -1
		err := f.guard(func() error {
			return f.db.Update(func(tx *bbolt.Tx) error {
				for i, w := range pending {
					at = i
					if err := w.do(tx); err != nil {
						return err
					}
				}
				at = -1
				return nil
			})
		})
		if err == nil || at < 0 {
			f.commits.Add(1) // also when it failed: nobody knows what it left
			for _, w := range pending {
				w.err = f.written(err)
			}
			return
		}
		pending[at].err = err
		pending = append(append([]*write{}, pending[:at]...), pending[at+1:]...)
	}
}

// open classes the error of a closed database.
func (f *File) open(err error) error {
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return sdk.Errorf(sdk.Unavailable, "store_closed", "%s: %w", f.path(), err)
	}
	return err
}

// written classes the error of a commit.
func (f *File) written(err error) error {
	err = f.open(err)
	if err == nil || sdk.ClassOf(err) != "" {
		return err
	}
	return sdk.Errorf(sdk.IOError, "store_write_failed", "%s: %w", f.path(), err).With("file", f.path())
}

func (f *File) check() error {
	err := f.View(readAll)
	if err != nil && sdk.ClassOf(err) == "" {
		return f.Damaged(err)
	}
	return err
}

// readAll visits every key and checks their order. bbolt's own check panics in a goroutine of its own.
func readAll(tx *bbolt.Tx) error {
	return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error { return readBucket(b, 1) })
}

func readBucket(b *bbolt.Bucket, depth int) error {
	if depth > 16 {
		return errors.New("buckets nest too deep")
	}
	var before []byte
	first := true
	return b.ForEach(func(k, v []byte) error {
		if !first && bytes.Compare(before, k) >= 0 {
			return errors.New("keys out of order")
		}
		before, first = append(before[:0], k...), false
		if inner := b.Bucket(k); v == nil && inner != nil {
			return readBucket(inner, depth+1)
		}
		_ = crc32.ChecksumIEEE(v) // touches every byte
		return nil
	})
}

// Drop removes a top-level bucket with everything below it; one that is not there is removed already.
func (f *File) Drop(bucket string) error {
	return f.Commit(func(tx *bbolt.Tx) error {
		if err := tx.DeleteBucket([]byte(bucket)); !errors.Is(err, berrors.ErrBucketNotFound) {
			return err
		}
		return nil
	})
}

// close waits for a commit under way. A damaged database may have kept its own lock, so nobody waits for it.
func (f *File) close() error {
	f.gate.Lock()
	defer f.gate.Unlock()
	if f.broken.Load() {
		if f.db != nil {
			go f.db.Close()
		}
		return nil
	}
	return f.db.Close()
}
