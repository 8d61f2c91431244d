package guard

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Sentry notices what appears at absent denied paths while calls run, also when it is gone again before a
// second look. The kernel queues what happened before the system call that did it returns. A nil one sees
// nothing.
type Sentry struct {
	file    *os.File
	raw     syscall.RawConn
	onTouch func() // called once, on the first touch
	first   string // of the paths

	mu      sync.Mutex
	names   map[int32]map[string][]below // by folder and name: the denied paths it leads to
	active  bool
	touched string
}

// below is a denied path a name leads to, or is.
type below struct {
	path   string
	itself bool
}

// Watch starts a sentry for the paths of g where nothing is; nil without an error when there is none.
// onTouch is called at once, from another goroutine or from within End.
func (g Guard) Watch(onTouch func()) (*Sentry, error) {
	var absent []string
	for i, o := range g.was {
		if (o == object{}) {
			absent = append(absent, g.Paths[i])
		}
	}
	if len(absent) == 0 {
		return nil, nil
	}
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, os.NewSyscallError("inotify_init1", err)
	}
	s := &Sentry{file: os.NewFile(uintptr(fd), "inotify"), onTouch: onTouch, first: absent[0], names: map[int32]map[string][]below{}}
	if s.raw, err = s.file.SyscallConn(); err != nil {
		_ = s.file.Close()
		return nil, err
	}
	for _, path := range absent {
		if err := s.arm(fd, path); err != nil {
			_ = s.file.Close()
			return nil, err
		}
	}
	go func() { _ = s.raw.Read(func(fd uintptr) bool { s.locked(func() { s.drain(int(fd)) }); return false }) }()
	return s, nil
}

// Begin counts what happens from now on.
func (s *Sentry) Begin() {
	s.look(func() { s.active = true })
}

// End counts what happened until now, and nothing after.
func (s *Sentry) End() { s.look(func() { s.active = false }) }

// Touched returns a denied path something appeared at between a Begin and an End, or "".
func (s *Sentry) Touched() (path string) {
	s.look(func() {})
	if s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		path = s.touched // also when it was closed meanwhile
	}
	return path
}

// Close ends the sentry.
func (s *Sentry) Close() {
	if s != nil {
		_ = s.file.Close()
	}
}

// look reads what is queued and then does fn.
func (s *Sentry) look(fn func()) {
	if s == nil {
		return
	}
	_ = s.raw.Control(func(fd uintptr) {
		s.locked(func() { s.drain(int(fd)); fn() })
	})
}

func (s *Sentry) locked(fn func()) {
	s.mu.Lock()
	before := s.touched
	fn()
	first := before == "" && s.touched != ""
	s.mu.Unlock()
	if first {
		s.onTouch()
	}
}

// arm watches every folder above path that exists for the name that leads on to it: one of them could be
// moved away and another put in its place.
func (s *Sentry) arm(fd int, path string) error {
	names := strings.Split(strings.Trim(path, "/"), "/")
	for i, name := range names {
		dir := "/" + strings.Join(names[:i], "/")
		wd, err := unix.InotifyAddWatch(fd, dir, unix.IN_CREATE|unix.IN_MOVED_TO|unix.IN_ONLYDIR|unix.IN_DONT_FOLLOW)
		switch err {
		case nil:
		case unix.EACCES:
			continue // nobody of this user creates anything there either
		case unix.ENOENT, unix.ENOTDIR:
			return nil
		default:
			return &os.PathError{Op: "watch", Path: dir, Err: err}
		}
		if s.names[int32(wd)] == nil {
			s.names[int32(wd)] = map[string][]below{}
		}
		if b := (below{path, i == len(names)-1}); !slices.Contains(s.names[int32(wd)][name], b) {
			s.names[int32(wd)][name] = append(s.names[int32(wd)][name], b)
		}
	}
	return nil
}

// drain reads every queued event.
func (s *Sentry) drain(fd int) {
	var buf [16 << 10]byte
	for {
		n, err := unix.Read(fd, buf[:])
		if err == unix.EINTR {
			continue
		}
		if err != nil || n < unix.SizeofInotifyEvent {
			return
		}
		for b := buf[:n]; len(b) >= unix.SizeofInotifyEvent; {
			wd := int32(binary.NativeEndian.Uint32(b))
			mask := binary.NativeEndian.Uint32(b[4:])
			end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(b[12:]))
			name, _, _ := bytes.Cut(b[unix.SizeofInotifyEvent:end], []byte{0})
			s.event(fd, wd, mask, string(name))
			b = b[end:]
		}
	}
}

func (s *Sentry) event(fd int, wd int32, mask uint32, name string) {
	if mask&unix.IN_Q_OVERFLOW != 0 {
		s.touch(s.first) // what happened is lost: it has to count
	}
	for _, b := range s.names[wd][name] {
		if b.itself {
			s.touch(b.path)
			continue
		}
		_ = s.arm(fd, b.path) // a folder above it came to be
		if lookObject(b.path) != (object{}) {
			s.touch(b.path)
		}
	}
}

func (s *Sentry) touch(path string) {
	if s.active && s.touched == "" {
		s.touched = path
	}
}
