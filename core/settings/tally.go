package settings

import (
	"slices"
	"time"
)

// Tally is how often something ran, how it went and how long it took.
type Tally struct {
	Runs, Failed int
	Last         time.Time
	ms           []float64
}

// Add counts one run that took ms milliseconds.
func (t *Tally) Add(ok bool, ms float64, at time.Time) {
	t.Runs++
	if !ok {
		t.Failed++
	}
	if at.After(t.Last) {
		t.Last = at
	}
	t.ms = append(t.ms, ms)
}

// Took is the time within which a share of the runs was over, in milliseconds: 0.5 is the middle one, 1 the slowest. It is
// 0 where nothing ran.
func (t *Tally) Took(share float64) float64 {
	if len(t.ms) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t.ms))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}
