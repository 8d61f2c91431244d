package host

import (
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/jail"
	"github.com/metnos/metnos/core/host/pool"
)

// Status is what runs.
type Status struct {
	Probe     jail.Probe      `json:"probe"`
	Processes []ProcessStatus `json:"processes"`
	Swept     int             `json:"swept"`   // processes an earlier core left and this one ended
	Blocked   []string        `json:"blocked"` // executors that touched a denied path
	Starts    pool.Starts     `json:"starts"`  // of executors and models
}

// ProcessStatus is one running process.
type ProcessStatus struct {
	Executor string       `json:"executor"`
	Instance string       `json:"instance,omitempty"`
	PID      int          `json:"pid"`
	Runner   int          `json:"runner"` // what the core started: bwrap, or the plugin itself
	Since    time.Time    `json:"since"`
	Sandbox  core.Sandbox `json:"sandbox"`
}

// Status lists the running processes.
func (h *Host) Status() Status {
	s := Status{Probe: h.Probe(), Swept: h.swept, Starts: h.pool.Starts(), Processes: []ProcessStatus{}, Blocked: h.touched.Names()}
	running := h.pool.All()
	h.mu.Lock()
	channels := append([]*Channel(nil), h.channels...)
	h.mu.Unlock()
	for _, c := range channels {
		if p := c.process(); p != nil {
			running = append(running, p)
		}
	}
	for _, p := range running {
		s.Processes = append(s.Processes, ProcessStatus{Executor: p.executor.Manifest.Name, Instance: p.executor.Instance, PID: p.child.Inner, Runner: p.child.PID, Since: p.since, Sandbox: p.sandbox})
	}
	return s
}
