package program

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Program is the verified bytes of one binary: a sealed copy in memory, hashed while it was filled and
// unchangeable since. It is what processes execute, so nothing fits between the check and the use.
type Program struct {
	Digest  string // "sha256:<hex>"
	File    *os.File
	Dynamic bool // it needs the system's libraries
	refs    int
	idle    time.Time // when refs became 0
}

// seen is the identity of a store file whose content was hashed.
type seen struct {
	dev, ino     uint64
	size         int64
	mtime, ctime syscall.Timespec
}

type sighting struct {
	seen   seen
	digest string
}

// Cache remembers what was hashed. A file is hashed again whenever its identity changed.
type Cache struct {
	mu        sync.Mutex
	sightings map[string]sighting // by path
	sealed    map[string]*Program // by digest
	keep      time.Duration       // how long an unused copy stays in memory
}

// NewCache makes a cache that keeps an unused copy for keep.
func NewCache(keep time.Duration) *Cache {
	return &Cache{sightings: map[string]sighting{}, sealed: map[string]*Program{}, keep: keep}
}

// Check refuses a binary that is not the one the manifest was signed for. It costs one stat while the file
// stays as it was.
func (p *Cache) Check(ex core.Executor) error {
	id, err := identify(ex.Binary)
	if err != nil {
		return missingBinary(ex, err)
	}
	p.mu.Lock()
	s, ok := p.sightings[ex.Binary]
	p.mu.Unlock()
	if ok && s.seen == id {
		return match(ex, s.digest)
	}
	prog, err := p.Open(ex)
	if err != nil {
		return err
	}
	p.Release(prog)
	return nil
}

// Open returns the sealed program of ex; the caller releases it.
func (p *Cache) Open(ex core.Executor) (*Program, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop()
	id, err := identify(ex.Binary)
	if err != nil {
		return nil, missingBinary(ex, err)
	}
	want := ex.Manifest.Plugin.Digest
	if s, ok := p.sightings[ex.Binary]; ok && s.seen == id {
		if err := match(ex, s.digest); err != nil {
			return nil, err
		}
		if prog := p.sealed[want]; prog != nil {
			prog.refs++
			return prog, nil
		}
	}
	prog, id, err := seal(ex.Binary)
	if err != nil {
		return nil, missingBinary(ex, err)
	}
	p.sightings[ex.Binary] = sighting{seen: id, digest: prog.Digest}
	if err := match(ex, prog.Digest); err != nil {
		_ = prog.File.Close()
		return nil, err
	}
	if old := p.sealed[want]; old != nil {
		_ = prog.File.Close()
		old.refs++
		return old, nil
	}
	prog.refs = 1
	p.sealed[want] = prog
	return prog, nil
}

// Release gives back what Open returned.
func (p *Cache) Release(prog *Program) {
	p.mu.Lock()
	defer p.mu.Unlock()
	prog.refs--
	prog.idle = time.Now()
	p.drop()
}

// drop frees the copies nobody used for a while.
func (p *Cache) drop() {
	for digest, prog := range p.sealed {
		if prog.refs == 0 && time.Since(prog.idle) > p.keep {
			_ = prog.File.Close()
			delete(p.sealed, digest)
		}
	}
}

// Close frees every copy.
func (p *Cache) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for digest, prog := range p.sealed {
		_ = prog.File.Close()
		delete(p.sealed, digest)
	}
}

func identify(path string) (seen, error) {
	var st syscall.Stat_t
	if err := syscall.Stat(path, &st); err != nil {
		return seen{}, &os.PathError{Op: "stat", Path: path, Err: err}
	}
	return seen{dev: uint64(st.Dev), ino: st.Ino, size: st.Size, mtime: st.Mtim, ctime: st.Ctim}, nil
}

// seal copies a file into sealed memory and hashes what it copied.
func seal(path string) (*Program, seen, error) {
	src, err := os.Open(path)
	if err != nil {
		return nil, seen{}, err
	}
	defer src.Close()
	id, err := identify(fmt.Sprintf("/proc/self/fd/%d", src.Fd()))
	if err != nil {
		return nil, seen{}, err
	}
	mem, err := memfd("plugin")
	if err != nil {
		return nil, seen{}, err
	}
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(mem, hash), src); err != nil {
		_ = mem.Close()
		return nil, seen{}, err
	}
	if err := sealFile(mem); err != nil {
		_ = mem.Close()
		return nil, seen{}, err
	}
	prog := &Program{Digest: "sha256:" + hex.EncodeToString(hash.Sum(nil)), File: mem, Dynamic: interpreted(mem)}
	return prog, id, nil
}

// interpreted reports whether the program asks for a dynamic loader. What is no ELF file at all fails at
// exec, with the kernel's own words.
func interpreted(r io.ReaderAt) bool {
	f, err := elf.NewFile(r)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
}

// memfd makes an executable anonymous file; kernels before 6.3 do not know the flag and need none.
func memfd(name string) (*os.File, error) {
	const flags = unix.MFD_CLOEXEC | unix.MFD_ALLOW_SEALING
	fd, err := unix.MemfdCreate(name, flags|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) {
		fd, err = unix.MemfdCreate(name, flags)
	}
	if err != nil {
		return nil, fmt.Errorf("making an executable copy in memory (is vm.memfd_noexec set to 2?): %w", err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

func sealFile(f *os.File) error {
	if err := f.Chmod(0o500); err != nil {
		return err
	}
	const seals = unix.F_SEAL_WRITE | unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL
	if _, err := unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, seals); err != nil {
		return fmt.Errorf("sealing the copy in memory: %w", err)
	}
	return nil
}

func match(ex core.Executor, digest string) error {
	if digest == ex.Manifest.Plugin.Digest {
		return nil
	}
	return sdk.Errorf(sdk.PolicyDenied, "plugin_changed", "%s is %s, the signed manifest of %s says %s", ex.Binary, digest, ex.Manifest.Name, ex.Manifest.Plugin.Digest).
		With("file", ex.Binary).With("name", ex.Manifest.Name)
}

func missingBinary(ex core.Executor, err error) error {
	return sdk.Errorf(sdk.Unavailable, "plugin_missing", "binary of %s: %w", ex.Manifest.Name, err).
		With("file", ex.Binary).With("name", ex.Manifest.Name)
}
