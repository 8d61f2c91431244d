package files

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"syscall"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files/beneath"
	"github.com/metnos/metnos/sdk/files/fault"
	"golang.org/x/sys/unix"
)

// newMode is the permission of new files, before the process's umask.
const newMode = 0o666

// Create makes a new file; Abort removes it again.
func (s *Set) Create(path string) (sdk.WriteFile, error) {
	at, err := s.place("create", path)
	if err != nil {
		return nil, err
	}
	f, err := newFile(at, at.name, path, newMode)
	if err != nil {
		at.close()
		return nil, fault.At("create", path, err)
	}
	return &writing{path: path, file: f, at: at, temp: at.name, made: true}, nil
}

// Replace writes a whole file next to path and puts it there when Close succeeds, with the old file's
// permissions. A link is followed: what it points to is replaced.
func (s *Set) Replace(path string) (sdk.WriteFile, error) {
	target, mode := path, uint32(newMode)
	var old *unix.Stat_t
	p, err := s.find("replace", path, true)
	switch {
	case err == nil:
		defer p.close()
		old = new(unix.Stat_t)
		if err := unix.Fstat(p.fd, old); err != nil {
			return nil, fault.At("replace", path, err)
		}
		if err := beneath.Regular(old.Mode); err != nil {
			return nil, fault.At("replace", path, err)
		}
		target, mode = p.root.abs(p.rel), 0o600
	case sdk.ClassOf(err) != sdk.NotFound:
		return nil, err
	}
	at, err := s.place("replace", target)
	if err != nil {
		return nil, err
	}
	temp := tempName()
	f, err := newFile(at, temp, path, mode)
	if err == nil && old != nil {
		err = like(f, old)
		if err != nil {
			f.Close()
			unix.Unlinkat(at.dir, temp, 0)
		}
	}
	if err != nil {
		at.close()
		return nil, fault.At("replace", path, err)
	}
	return &writing{path: path, file: f, at: at, temp: temp}, nil
}

// Append opens an existing file for writing at its end. Abort only closes it.
func (s *Set) Append(path string) (sdk.WriteFile, error) {
	p, err := s.writable("append", path)
	if err != nil {
		return nil, err
	}
	defer p.close()
	f, err := openRegular(p, path, unix.O_WRONLY|unix.O_APPEND)
	if err != nil {
		return nil, fault.At("append", path, err)
	}
	return &writing{path: path, file: f, at: seat{dir: -1}}, nil
}

func newFile(at seat, name, path string, mode uint32) (*os.File, error) {
	fd, err := beneath.Open(at.dir, name, unix.O_RDWR|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW, mode)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

// like gives a new file the permissions of an old one, and its owner where that is allowed.
func like(f *os.File, old *unix.Stat_t) error {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return err
	}
	if st.Uid != old.Uid || st.Gid != old.Gid {
		// Only the superuser may give files away; a private copy would lose the group silently.
		if err := unix.Fchown(int(f.Fd()), int(old.Uid), int(old.Gid)); err != nil {
			old = &unix.Stat_t{Mode: old.Mode &^ (unix.S_ISUID | unix.S_ISGID)}
		}
	}
	return unix.Fchmod(int(f.Fd()), old.Mode&0o7777)
}

func tempName() string { return ".metnos-" + rand.Text()[:16] + ".tmp" }

// writing is a file being written. temp is its name while it is written: the final one for Create, another
// for Replace, "" for Append.
type writing struct {
	path string
	file *os.File
	at   seat
	temp string
	made bool // temp is already the final name
	done bool
}

var _ sdk.WriteFile = (*writing)(nil)

func (w *writing) Write(b []byte) (int, error) {
	n, err := w.file.Write(b)
	if err != nil {
		err = fault.At("write", w.path, err)
	}
	return n, err
}

// Close ends the writing. When it fails nothing was replaced.
func (w *writing) Close() error {
	if w.done {
		return nil
	}
	if w.temp == "" || w.made {
		w.done = true
		defer w.release()
		if err := w.file.Close(); err != nil {
			return fault.At("close", w.path, err)
		}
		return nil
	}
	err := w.file.Sync()
	if closeErr := w.file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = w.target()
	}
	if err == nil {
		err = unix.Renameat(w.at.dir, w.temp, w.at.dir, w.at.name)
	}
	if err != nil {
		unix.Unlinkat(w.at.dir, w.temp, 0)
	} else {
		syncDir(w.at)
	}
	w.done = true
	w.release()
	if err != nil {
		return fault.At("replace", w.path, err)
	}
	return nil
}

// target refuses to rename over anything but a regular file.
func (w *writing) target() error {
	var st unix.Stat_t
	err := unix.Fstatat(w.at.dir, w.at.name, &st, unix.AT_SYMLINK_NOFOLLOW)
	if err == syscall.ENOENT {
		return nil
	}
	if err != nil {
		return err
	}
	return beneath.Regular(st.Mode)
}

// Abort discards what was written and restores the state before Create or Replace.
func (w *writing) Abort() error {
	if w.done {
		return nil
	}
	w.done = true
	defer w.release()
	var mine, there unix.Stat_t
	statErr := unix.Fstat(int(w.file.Fd()), &mine)
	w.file.Close()
	if w.temp == "" || statErr != nil {
		return nil
	}
	err := unix.Fstatat(w.at.dir, w.temp, &there, unix.AT_SYMLINK_NOFOLLOW)
	if err != nil || mine.Ino != there.Ino || mine.Dev != there.Dev {
		return nil // someone moved it or put another file there: not ours to remove
	}
	if err := unix.Unlinkat(w.at.dir, w.temp, 0); err != nil {
		return fault.At("abort", w.path, err)
	}
	return nil
}

func (w *writing) release() {
	if w.at.dir >= 0 {
		w.at.close()
		w.at.dir = -1
	}
}

// syncDir makes a rename durable; a file system that cannot sync directories has its own order.
func syncDir(at seat) {
	fd, err := beneath.Open(int(at.root.dir.Fd()), filepath.Dir(at.rel), unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	_ = unix.Fsync(fd)
}
