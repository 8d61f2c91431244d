//go:build soak

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// Five gigabytes of a table are added up, group by group, in little memory.
func TestSoakAnEnormousTable(t *testing.T) {
	s := newScene(t)
	f := newFlood(s, 5<<30)
	began := time.Now()
	r, err := f.total(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	took, most := time.Since(began), peak(t)
	t.Logf("%d MB, %d rows: %v, %.0f MB/s, at most %d MB of memory", f.size()>>20, f.rows, took.Round(time.Second), float64(f.size()>>20)/took.Seconds(), most)
	if r.Truncated == nil || int64(r.Truncated.Available) != f.rows || len(r.Then) != 1 || len(r.Then[0].Entries) != 10 {
		t.Fatalf("%+v, %d results", r.Truncated, len(r.Then))
	}
	if got := r.Then[0].Entries[0]; got["value"] != recordTotal(f.rows) && got["value"] != int64(recordTotal(f.rows)) {
		t.Errorf("%v, not %f", got, recordTotal(f.rows))
	}
	if most > 1024 {
		t.Errorf("%d MB of memory", most)
	}
}

// peak is the largest memory this process has had, in MB.
func peak(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc here:", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			var kb int
			if _, err := fmt.Sscan(rest, &kb); err != nil {
				t.Fatal(err)
			}
			return kb >> 10
		}
	}
	t.Skip("the system does not tell")
	return 0
}

// recordTotal is what the amounts of group g0 of so many rows come to.
func recordTotal(rows int64) float64 {
	quarters := int64(0)
	for i := int64(0); i < rows; i += 10 {
		quarters += 4*(10+i%7) + 1
	}
	return float64(quarters) / 4
}
