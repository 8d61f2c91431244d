package main

import "testing"

// Memory is given back once for each time there was something to do, and never in the middle of it.
func TestRest(t *testing.T) {
	const mb = 1 << 20
	var r rest
	total := uint64(0)
	for i, look := range []struct {
		mb     uint64 // allocated since the look before
		begins bool
	}{{20, false}, {1, true}, {1, false}, {0, false}, {1, false}, {2, true}, {50, false}, {40, false}, {0, true}, {0, false}, {0, false}} {
		total += look.mb * mb
		if got := r.begins(total); got != look.begins {
			t.Errorf("look %d: it rests: %v", i, got)
		}
	}
}
