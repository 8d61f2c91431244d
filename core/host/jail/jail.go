package jail

import "sync"

// Jail starts confined processes.
type Jail struct {
	self    string
	paths   []string
	fork    *forker
	filters filters

	mu     sync.Mutex
	probed *Probe
}

// New prepares a jail; nothing is started. self is the program that answers to [ConfineArg], "" for the
// running one; bwrapPaths are where bwrap is looked for, best first, nil for the usual places.
func New(self string, bwrapPaths []string) *Jail {
	if self == "" {
		self = "/proc/self/exe"
	}
	if bwrapPaths == nil {
		bwrapPaths = usualPaths()
	}
	return &Jail{self: self, paths: bwrapPaths, fork: newForker()}
}

// Probe tells what confinement this machine offers; the answer is kept.
func (j *Jail) Probe() Probe {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.probed == nil {
		p := j.runProbe()
		j.probed = &p
	}
	return *j.probed
}

// Reprobe forgets the last answer and probes again.
func (j *Jail) Reprobe() Probe {
	j.mu.Lock()
	j.probed = nil
	j.mu.Unlock()
	return j.Probe()
}

// Close ends the thread processes are forked from. Whatever still runs then dies with it.
func (j *Jail) Close() { j.fork.close() }
