package main

import (
	"fmt"
	"time"

	"github.com/metnos/metnos/cmd/bench/errand"
)

// errands measures the executors against other programs.
func (b *bench) errands() error {
	return errand.Bench{Report: told{b.report}, Dir: b.dir, Libexec: b.libexec, Quick: b.quick, Megabytes: b.megabytes}.Measure(b.ctx)
}

// told prints what an errand reports.
type told struct{ *report }

func (t told) Section(title string)           { t.section(title) }
func (t told) Say(format string, args ...any) { fmt.Fprintf(t.out, format+"\n", args...) }

func (t told) Miss(format string, args ...any) {
	t.missed++
	t.Say("MISSED "+format, args...)
}

func (t told) Times(what string, ours, floor time.Duration, target float64) {
	t.times(what, ours, floor, target)
}

func (t told) Bytes(what string, ours, floor int64, target float64) {
	t.add(figure{what: what, ours: fmt.Sprintf("%.1f MB", float64(ours)/1e6), floor: fmt.Sprintf("%.1f MB", float64(floor)/1e6),
		ratio: float64(ours) / float64(floor), target: target})
}

func (t told) Absolute(what string, ours float64, unit string, bound float64) {
	t.absolute(what, ours, unit, bound)
}
