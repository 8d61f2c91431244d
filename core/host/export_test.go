package host

import "slices"

// Unseen reports whether some process may have done something since anyone looked.
func (h *Host) Unseen() bool {
	return slices.ContainsFunc(h.pool.All(), func(p *process) bool { return p.rest.Unseen() })
}
