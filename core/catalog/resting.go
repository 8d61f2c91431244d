package catalog

import (
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Rest puts what rests speaks of out of use: it is neither named nor given until another Rest leaves it out. What is being
// run ends as it is.
func (c *Catalog) Rest(rests func(*manifest.Manifest) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rests = rests
	c.index()
}

// Resting returns what is verified and was put out of use, by name.
func (c *Catalog) Resting() []core.Executor {
	c.follow()
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.resting
}

// rested is why a resting executor is not given, nil for one that is not resting.
func (c *Catalog) rested(m *manifest.Manifest) error {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.rests == nil || !c.rests(m) {
		return nil
	}
	return sdk.Errorf(sdk.PolicyDenied, "executor_resting", "%s was put out of use", m.Name).With("name", m.Name)
}
