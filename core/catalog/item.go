package catalog

import (
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/catalog/state"
	"github.com/metnos/metnos/sdk"
)

// item is one folder as it was last read. Everything but the lazily hashed plugin is immutable.
type item struct {
	root, name string
	executor   core.Executor
	digest     string // of the plugin, "sha256:<hex>"
	text       string // digest of the manifest as it was signed
	generation uint64
	marks      []state.Mark // of every file that was judged
	shadows    []string

	mu      sync.Mutex
	checked state.Mark // the plugin as it was when its digest was right
	err     error
	file    string // to blame for err
	binary  bool   // err is about the plugin's bytes and may heal
}

// refuse keeps the first reason.
func (it *item) refuse(file string, err error) {
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.err == nil {
		it.err, it.file = err, file
	}
}

func (it *item) state() (file string, err error) {
	it.mu.Lock()
	defer it.mu.Unlock()
	return it.file, it.err
}

func (it *item) hidden() bool { return it.executor.Manifest.Lifecycle != "active" }

// fresh reports whether nothing that was judged can have changed since.
func (it *item) fresh(generation uint64) bool {
	if it.generation != generation {
		return false
	}
	for _, m := range it.marks {
		if !m.Same(state.Take(m.Path)) {
			return false
		}
	}
	return true
}

// ready returns why the executor may not run now, hashing its plugin unless it is the one last hashed.
// turned reports that the plugin's own state changed, for better or worse.
func (it *item) ready(hashes *state.Hashes) (turned bool, err error) {
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.err != nil && !it.binary {
		return false, it.err
	}
	now := state.Take(it.executor.Binary)
	if it.err != nil || !it.checked.Same(now) {
		failed := it.err != nil
		it.checked, it.err, it.binary = now, nil, false
		if err := hashes.Check(it.executor.Binary, it.digest); err != nil {
			it.err, it.file, it.binary = err, it.executor.Binary, true
			return !failed, err
		}
		turned = failed
	}
	if it.hidden() {
		m := it.executor.Manifest
		return turned, sdk.Errorf(sdk.PolicyDenied, "executor_hidden", "%s is %s", m.Name, m.Lifecycle).
			With("name", m.Name).With("lifecycle", m.Lifecycle)
	}
	return turned, nil
}

// follow hashes the plugin at once when the item it replaces had been hashed: what was known to be wrong is
// not listed again until it is asked for.
func (it *item) follow(old *item, hashes *state.Hashes) {
	old.mu.Lock()
	hashed := old.checked.Path != ""
	old.mu.Unlock()
	if hashed {
		_, _ = it.ready(hashes) // the item keeps its error
	}
}
