package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/recall"
)

func heading(out io.Writer, catalog, queries string, entries []entry.Entry, asked []recall.Query) {
	outside := 0
	for _, q := range asked {
		if q.Outside() {
			outside++
		}
	}
	fmt.Fprintf(out, "\n%s (%d executors), %s (%d sentences", catalog, len(entries), queries, len(asked)-outside)
	if outside > 0 {
		fmt.Fprintf(out, ", and %d outside", outside)
	}
	fmt.Fprintln(out, ")")
	known := map[string]bool{}
	for _, e := range entries {
		known[e.Name] = true
	}
	missing := map[string]bool{}
	for _, q := range asked {
		if !q.Outside() && !known[q.First] && !missing[q.First] && !slices.ContainsFunc(q.Or, func(n string) bool { return known[n] }) {
			missing[q.First] = true
			fmt.Fprintf(out, "  %s is asked for and not in the catalog: its sentences count as missed\n", q.First)
		}
	}
	fmt.Fprintf(out, "%10s %7s %7s %7s %7s %8s %8s %8s | %9s %6s %8s %8s | %9s\n", "executors", "R@1", "R@3", "R@5", "MRR", "p50", "p95", "max",
		"shortlist", "length", "p50", "p95", "index")
}

// composedLines tell what the composer made of the sentences.
func composedLines(out io.Writer, c composed, misses bool) {
	share := func(n, of int) string {
		return fmt.Sprintf("%d of %d (%.1f%%)", n, of, 100*float64(n)/float64(max(1, of)))
	}
	if c.needed > 0 {
		fmt.Fprintf(out, "  composer: %s planned right, %s planned with another executor\n", share(c.right, c.needed), share(len(c.wrong), c.needed))
	}
	if c.outside > 0 {
		fmt.Fprintf(out, "  composer: %s of the outside sentences accepted\n", share(len(c.accepted), c.outside))
	}
	if misses {
		for _, q := range append(slices.Clone(c.wrong), c.accepted...) {
			fmt.Fprintf(out, "    planned %s, wanted %q: %s\n", c.plans[q.Sentence], q.First, q.Sentence)
		}
	}
}

func line(out io.Writer, f recall.Figures, built time.Duration) {
	micro := func(d time.Duration) string { return fmt.Sprintf("%.0f µs", float64(d.Nanoseconds())/1000) }
	fmt.Fprintf(out, "%10d %7.3f %7.3f %7.3f %7.3f %8s %8s %8s | %9.3f %6.1f %8s %8s | %6.1f ms\n", f.Tools, f.At1, f.At3, f.At5, f.MRR,
		micro(f.P50), micro(f.P95), micro(f.Max), f.Short.In, f.Short.Mean, micro(f.Short.P50), micro(f.Short.P95), float64(built.Microseconds())/1000)
}

func missed(out io.Writer, f recall.Figures) {
	for _, m := range f.Misses {
		fmt.Fprintf(out, "  %2d %s  %s\n", m.Place, m.First, m.Sentence)
		for i, g := range m.Got {
			fmt.Fprintf(out, "       %d %s %.1f:", i+1, g.Name, g.Score)
			for _, r := range g.Why {
				fmt.Fprintf(out, " %s %+.1f", r.Kind, r.Points)
			}
			fmt.Fprintln(out)
		}
	}
}
