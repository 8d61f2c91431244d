package jail

import (
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/host/proc"
)

// freezeTimeout bounds how long Freeze waits for a process to stop: one in a slow system call stops after it.
const freezeTimeout = 100 * time.Millisecond

// Freeze stops the plugin and what it started, until Thaw, and reports whether nothing of it runs any more.
// A process that ended counts as stopped. Killing works as ever. What did not stop in time will.
func (c *Child) Freeze() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reaped {
		return true
	}
	deadline := time.Now().Add(freezeTimeout)
	if !c.stop(proc.Stat{PID: c.Inner}, deadline) {
		return false
	}
	if c.alone {
		return true
	}
	for known := map[int]bool{}; time.Now().Before(deadline); {
		fresh := false
		for _, st := range append(proc.Descendants(c.Inner), c.session()...) {
			if known[st.PID] || st.State == 'Z' || st.PID == c.PID || st.PID == c.Inner {
				continue
			}
			known[st.PID], fresh = true, true
			c.frozen = append(c.frozen, st) // whether it stops in time or not
			if !c.stop(st, deadline) {
				return false
			}
		}
		if !fresh {
			return true
		}
	}
	return false
}

// session lists what shares the plugin's session; under bwrap everything is below the plugin anyway.
func (c *Child) session() []proc.Stat {
	if c.jail >= 0 {
		return nil
	}
	return proc.Session(c.PID)
}

// stop sends the signal and waits until every thread has stopped.
func (c *Child) stop(st proc.Stat, deadline time.Time) bool {
	if st.PID == c.Inner {
		_ = unix.PidfdSendSignal(c.inner(), unix.SIGSTOP, nil, 0)
	} else {
		st.Send(unix.SIGSTOP)
	}
	return proc.AwaitStop(st.PID, deadline)
}

// inner is the descriptor of the plugin's own process.
func (c *Child) inner() int {
	if c.jail >= 0 {
		return c.jail
	}
	return c.pidfd
}

// Thaw lets what Freeze stopped run on.
func (c *Child) Thaw() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.reaped {
		return
	}
	for _, st := range c.frozen {
		st.Send(unix.SIGCONT)
	}
	c.frozen = nil
	_ = unix.PidfdSendSignal(c.inner(), unix.SIGCONT, nil, 0)
}
