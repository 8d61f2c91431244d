package main

import (
	"fmt"
	"io"
	"time"

	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/recall"
)

func heading(out io.Writer, catalog, queries string, entries []entry.Entry, asked []recall.Query) {
	fmt.Fprintf(out, "\n%s (%d executors), %s (%d sentences)\n", catalog, len(entries), queries, len(asked))
	known := map[string]bool{}
	for _, e := range entries {
		known[e.Name] = true
	}
	missing := map[string]bool{}
	for _, q := range asked {
		if !known[q.First] && !missing[q.First] {
			missing[q.First] = true
			fmt.Fprintf(out, "  %s is asked for and not in the catalog: its sentences count as missed\n", q.First)
		}
	}
	fmt.Fprintf(out, "%10s %7s %7s %7s %7s %10s %10s %10s %10s\n", "executors", "R@1", "R@3", "R@5", "MRR", "p50", "p95", "max", "index")
}

func line(out io.Writer, f recall.Figures, built time.Duration) {
	micro := func(d time.Duration) string { return fmt.Sprintf("%.0f µs", float64(d.Nanoseconds())/1000) }
	fmt.Fprintf(out, "%10d %7.3f %7.3f %7.3f %7.3f %10s %10s %10s %7.1f ms\n", f.Tools, f.At1, f.At3, f.At5, f.MRR,
		micro(f.P50), micro(f.P95), micro(f.Max), float64(built.Microseconds())/1000)
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
