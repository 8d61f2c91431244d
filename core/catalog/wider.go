package catalog

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// narrow refuses a manifest that asks for more than the executor in place, and says exactly what is new. A
// refused executor in place counts as well as long as its manifest is the signed one.
func (c *Catalog) narrow(m *manifest.Manifest) error {
	c.mu.RLock()
	present := c.items[m.Name]
	c.mu.RUnlock()
	if present == nil || present.executor.Manifest == nil {
		return nil
	}
	old := present.executor.Manifest
	more := wider(old, m)
	if len(more) == 0 {
		return nil
	}
	return sdk.Errorf(sdk.PolicyDenied, "executor_wider", "%s %s asks for more than %s: %s", m.Name, m.Version, old.Version, strings.Join(more, ", ")).
		With("name", m.Name).With("version", m.Version).With("have", old.Version).With("more", strings.Join(more, ", "))
}

// wider names what m may reach or do and old may not, in the manifest's own words.
func wider(old, m *manifest.Manifest) []string {
	had := asks(old)
	var more []string
	for _, ask := range asks(m) {
		if !slices.Contains(had, ask) && !slices.Contains(more, ask) {
			more = append(more, ask)
		}
	}
	grades := []string{"read_only", "create_only", "reversible", "mutating", "outbound"}
	if slices.Index(grades, m.Execution.Effect) > slices.Index(grades, old.Execution.Effect) {
		more = append(more, "effect "+m.Execution.Effect)
	}
	return more
}

// asks lists every single thing a manifest's capabilities reach: "fs:read path", "network:http api.example.org".
func asks(m *manifest.Manifest) []string {
	var list []string
	for _, c := range m.Capabilities {
		over := slices.Concat(c.Args, c.Hosts, c.Binaries)
		if c.Credential != "" {
			over = append(over, c.Credential)
		}
		if len(over) == 0 {
			list = append(list, c.Name)
		}
		for _, one := range over {
			list = append(list, c.Name+" "+one)
		}
	}
	return list
}
