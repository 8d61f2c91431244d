package disk

import (
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/metnos/metnos/sdk"
)

// Folder is the open data of one instance: one file per noun. It is safe for concurrent use.
type Folder struct {
	data string // the data folder
	lock *lock

	mu     sync.Mutex
	files  map[string]*File
	closed bool
}

// Open locks the data folder and opens the store folder in it, making both when absent. A folder another process
// holds is a Conflict after two seconds.
func Open(data string) (*Folder, error) {
	dir := filepath.Join(data, "store")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", err).With("path", dir)
	}
	held, err := acquire(filepath.Join(data, "store.lock"), patience)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		held.release()
		return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", err).With("path", dir)
	}
	return &Folder{data: data, lock: held, files: map[string]*File{}}, nil
}

// Close waits for writes under way and releases the data folder.
func (s *Folder) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	var first error
	for _, f := range s.files {
		if err := f.close(); err != nil && first == nil {
			first = err
		}
	}
	s.lock.release()
	return first
}

var nounShape = regexp.MustCompile(`^[a-z][a-z_]{1,31}$`)

// File opens the file of a noun once.
func (s *Folder) File(noun string) (*File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, sdk.Errorf(sdk.Unavailable, "store_closed", "the store is closed")
	}
	if f := s.files[noun]; f != nil {
		return f, f.guard(func() error { return nil })
	}
	if !nounShape.MatchString(noun) {
		return nil, sdk.Errorf(sdk.ContractViolation, "store_noun", "%q cannot name a file", noun)
	}
	f, err := openFile(s.data, noun)
	if f != nil {
		s.files[noun] = f
	}
	return f, err
}

// nouns lists the files on disk, in name order.
func (s *Folder) nouns() ([]string, error) { return nounsIn(filepath.Join(s.data, "store")) }

func nounsIn(dir string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.db"))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, path := range paths {
		if noun := strings.TrimSuffix(filepath.Base(path), ".db"); nounShape.MatchString(noun) {
			out = append(out, noun)
		}
	}
	sort.Strings(out)
	return out, nil
}

// Check reads every page of every file and returns one error per damaged file.
func (s *Folder) Check() []error {
	nouns, err := s.nouns()
	if err != nil {
		return []error{err}
	}
	var out []error
	for _, noun := range nouns {
		f, err := s.File(noun)
		if err == nil {
			err = f.check()
		}
		if err != nil {
			out = append(out, err)
		}
	}
	return out
}
