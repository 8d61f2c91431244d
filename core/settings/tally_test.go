package settings

import (
	"testing"
	"time"
)

func TestTally(t *testing.T) {
	var none, some Tally
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	for i, ms := range []float64{30, 10, 20, 1000} {
		some.Add(i != 1, ms, noon.Add(-time.Duration(i)*time.Hour))
	}
	if some.Runs != 4 || some.Failed != 1 || !some.Last.Equal(noon) || some.Took(0.5) != 30 || some.Took(1) != 1000 || some.Took(0) != 10 {
		t.Errorf("%+v: %v %v", some, some.Took(0.5), some.Took(1))
	}
	if none.Took(0.5) != 0 || !none.Last.IsZero() {
		t.Errorf("%+v", none)
	}
}
