package disk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/sdk"
)

// patience is how long a lock is waited for.
const patience = 2 * time.Second

// lock is an exclusive advisory lock on a file that holds the pid of its holder.
type lock struct{ file *os.File }

// acquire takes the lock at path, or names its holder after wait. It returns in time even on a file system
// whose lock call hangs.
func acquire(path string, wait time.Duration) (*lock, error) {
	type outcome struct {
		lock *lock
		err  error
	}
	done := make(chan outcome, 1)
	go func() {
		l, err := take(path, time.Now().Add(wait))
		done <- outcome{l, err}
	}()
	select {
	case o := <-done:
		return o.lock, o.err
	case <-time.After(wait + wait/2):
		go func() { // the lock may still arrive: nobody wants it any more
			if o := <-done; o.lock != nil {
				o.lock.release()
			}
		}()
		return nil, sdk.Errorf(sdk.IOError, "store_lock_hangs", "locking %s hangs", path).With("path", path)
	}
}

func take(path string, deadline time.Time) (*lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "%w", err).With("path", path)
	}
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			break
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			f.Close()
			return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "lock %s: %w", path, err).With("path", path)
		}
		if time.Now().After(deadline) {
			pid := writtenPID(f)
			f.Close()
			if pid == 0 {
				pid = holderOf(path)
			}
			return nil, locked(path, pid)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := f.Truncate(0); err == nil {
		_, err = f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
		if err != nil {
			f.Close()
			return nil, sdk.Errorf(sdk.IOError, "store_unreachable", "write %s: %w", path, err).With("path", path)
		}
	}
	return &lock{f}, nil
}

func (l *lock) release() {
	_ = l.file.Truncate(0)
	l.file.Close()
}

// locked says who holds path. pid 0 means unknown.
func locked(path string, pid int) error {
	if pid == 0 {
		return sdk.Errorf(sdk.Conflict, "store_locked_unknown", "%s is held by another process", path).With("path", filepath.Dir(path))
	}
	program := "?"
	if name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid)); err == nil {
		program = strings.TrimSpace(string(name))
	}
	return sdk.Errorf(sdk.Conflict, "store_locked", "%s is held by process %d (%s)", path, pid, program).
		With("path", filepath.Dir(path)).With("pid", strconv.Itoa(pid)).With("program", program)
}

func writtenPID(f *os.File) int {
	text := make([]byte, 20)
	n, _ := f.ReadAt(text, 0)
	pid, err := strconv.Atoi(strings.TrimSpace(string(text[:n])))
	if err != nil || pid <= 0 {
		return 0
	}
	return pid
}

// holderOf finds the process that holds a lock on path in the kernel's table, 0 when it cannot tell.
func holderOf(path string) int {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0
	}
	table, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0
	}
	place := fmt.Sprintf("%02x:%02x:%d", unix.Major(uint64(stat.Dev)), unix.Minor(uint64(stat.Dev)), stat.Ino)
	for _, line := range strings.Split(string(table), "\n") {
		// 1: FLOCK  ADVISORY  WRITE 4242 fe:01:131090 0 EOF; a waiter has "->" second
		fields := strings.Fields(line)
		if len(fields) < 6 || fields[1] == "->" || fields[5] != place {
			continue
		}
		if pid, err := strconv.Atoi(fields[4]); err == nil && pid > 0 {
			return pid
		}
	}
	return 0
}
