package jail

import (
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/sandbox"
)

// filters compiles each system call filter once.
type filters struct {
	mu       sync.Mutex
	compiled map[sandbox.Filter][]byte
}

// file returns a descriptor bwrap reads the filter from; the caller closes it.
func (f *filters) file(want sandbox.Filter) (*os.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, ok := f.compiled[want]
	if !ok {
		program, err := sandbox.Seccomp(want)
		if err != nil {
			return nil, err
		}
		b = sandbox.Bytes(program)
		if f.compiled == nil {
			f.compiled = map[sandbox.Filter][]byte{}
		}
		f.compiled[want] = b
	}
	return inMemory("seccomp", b)
}

func inMemory(name string, content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(fd), name)
	if _, err := f.WriteAt(content, 0); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
