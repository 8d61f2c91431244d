package jail

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/host/proc"
)

// Child is one running process tree: bwrap and the plugin in its pid namespace, or the plugin alone in a
// session of its own.
type Child struct {
	cmd    *exec.Cmd
	PID    int // of bwrap, or of the plugin
	pidfd  int
	Inner  int // the plugin's pid as the host sees it; pid when there is no bwrap
	jail   int // pidfd of inner under bwrap, else -1: the first process of a pid namespace
	drain  *drain
	stdin  *os.File      // the plugin leaves when this closes, as it does when the core dies
	pipe   *os.File      // read end of what drain reads
	Exited chan struct{} // closed when the tree is gone

	alone bool // the filter keeps it from starting processes

	mu     sync.Mutex
	reaped bool
	frozen []proc.Stat // what it started and Freeze stopped
	status string      // set when Exited is closed
}

// adopt takes over a started command.
func adopt(cmd *exec.Cmd, pidfd int, stdin, output *os.File) *Child {
	c := &Child{
		cmd: cmd, PID: cmd.Process.Pid, Inner: cmd.Process.Pid, pidfd: pidfd, jail: -1,
		drain: newDrain(output), stdin: stdin, pipe: output, Exited: make(chan struct{}),
	}
	go c.wait()
	return c
}

// confined tells which process is the plugin: the first of a pid namespace, so that its end is the end of
// everything in it.
func (c *Child) confined(inner int) error {
	fd, err := unix.PidfdOpen(inner, 0)
	if err != nil {
		return fmt.Errorf("the confined process %d: %w", inner, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reaped {
		_ = unix.Close(fd)
		return errors.New("bwrap ended at once")
	}
	c.Inner, c.jail = inner, fd
	return nil
}

// Is reports whether pid is the plugin: the process that was started, or, where bwrap keeps a reaper as the
// first process of the namespace, the reaper's own child.
func (c *Child) Is(pid int) bool {
	if pid == c.Inner {
		return true
	}
	parent, err := proc.Parent(pid)
	return c.jail >= 0 && err == nil && parent == c.Inner
}

// wait ends the group before it reaps the leader: until then the kernel cannot give the number of the group
// to anyone else.
func (c *Child) wait() {
	for {
		err := unix.Waitid(unix.P_PIDFD, c.pidfd, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			break
		}
	}
	c.mu.Lock()
	c.killGroup(nil) // what it left has other parents by now
	_ = c.cmd.Wait()
	c.reaped = true
	c.status = describe(c.cmd.ProcessState)
	_ = unix.Close(c.pidfd)
	if c.jail >= 0 {
		_ = unix.Close(c.jail)
	}
	c.mu.Unlock()
	_ = c.stdin.Close()
	select {
	case <-c.drain.done:
	case <-time.After(100 * time.Millisecond): // someone outside the group holds the pipe
	}
	_ = c.pipe.Close()
	close(c.Exited)
}

func describe(s *os.ProcessState) string {
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return fmt.Sprintf("killed by signal %d (%s)", int(ws.Signal()), ws.Signal())
	}
	return fmt.Sprintf("exit status %d", s.ExitCode())
}

// Kill ends the whole tree and returns at once; Exited tells when it is gone.
func (c *Child) Kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reaped {
		return
	}
	var below []proc.Stat
	if c.jail < 0 {
		below = proc.Descendants(c.PID)
	}
	c.killGroup(below)
}

// killGroup ends the namespace, or the group, the session and what is below.
func (c *Child) killGroup(below []proc.Stat) {
	if c.jail >= 0 {
		_ = unix.PidfdSendSignal(c.jail, unix.SIGKILL, nil, 0)
		_ = unix.Kill(-c.PID, unix.SIGKILL)
		return
	}
	_ = unix.Kill(-c.PID, unix.SIGKILL)
	for _, st := range below {
		st.Kill()
	}
	for _, st := range proc.Session(c.PID) {
		if st.PID != c.PID {
			st.Kill()
		}
	}
}

// Stop asks the plugin to leave by closing its input, and ends it after grace.
func (c *Child) Stop(grace time.Duration) {
	_ = c.stdin.Close()
	select {
	case <-c.Exited:
		return
	case <-time.After(grace):
	}
	c.Kill()
	select {
	case <-c.Exited:
	case <-time.After(2 * time.Second): // a process in uninterruptible sleep; it is killed and will go
	}
}

// ExitStatus waits up to d for the end of the process and tells how it ended, or "".
func (c *Child) ExitStatus(d time.Duration) string {
	select {
	case <-c.Exited:
		return c.status
	case <-time.After(d):
		return ""
	}
}

// Running reports whether the process has not ended.
func (c *Child) Running() bool {
	select {
	case <-c.Exited:
		return false
	default:
		return true
	}
}

// Tail returns the last n bytes the process printed, and says how much came before.
func (c *Child) Tail(n int) string { return c.drain.tail(n) }
