package main

import (
	"fmt"
	"io"
	"time"
)

// figure is one measured line. Ratio is judged against Target when Target is above zero; when More is
// set, higher is better.
type figure struct {
	what   string
	ours   string
	floor  string
	ratio  float64
	target float64
	more   bool
}

// report prints figures as they come and remembers whether each target held.
type report struct {
	out    io.Writer
	missed int
}

func (r *report) section(title string) {
	fmt.Fprintf(r.out, "\n%s\n%-44s %14s %14s %8s %9s\n", title, "", "metnos", "floor", "ratio", "target")
}

func (r *report) add(f figure) {
	verdict, target := "", ""
	if f.target > 0 {
		held := f.ratio <= f.target
		target = fmt.Sprintf("≤ %.2f", f.target)
		if f.more {
			held, target = f.ratio >= f.target, fmt.Sprintf("≥ %.2f", f.target)
		}
		if verdict = "ok"; !held {
			verdict = "MISSED"
			r.missed++
		}
	}
	ratio := ""
	if f.ratio > 0 {
		ratio = fmt.Sprintf("%.2f", f.ratio)
	}
	fmt.Fprintf(r.out, "%-44s %14s %14s %8s %9s %s\n", f.what, f.ours, f.floor, ratio, target, verdict)
}

// times adds a latency figure with its floor.
func (r *report) times(what string, ours, floor time.Duration, target float64) {
	r.add(figure{what: what, ours: short(ours), floor: short(floor), ratio: float64(ours) / float64(floor), target: target})
}

// absolute adds a figure judged against a fixed bound in the same unit.
func (r *report) absolute(what string, ours float64, unit string, bound float64) {
	f := figure{what: what, ours: fmt.Sprintf("%.1f %s", ours, unit)}
	if bound > 0 {
		f.floor, f.ratio, f.target = fmt.Sprintf("%.1f %s", bound, unit), ours/bound, 1
	}
	r.add(f)
}

func short(d time.Duration) string {
	switch {
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", float64(d)/1e6)
	case d >= time.Millisecond:
		return fmt.Sprintf("%.2f ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.1f µs", float64(d)/1e3)
}
