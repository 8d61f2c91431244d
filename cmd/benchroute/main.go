package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/metnos/metnos/core/rank/recall"
	"github.com/metnos/metnos/core/rank/route"
)

const (
	sets      = "core/rank/testdata/route/"
	household = "core/rank/testdata/household,plugins/executors"
)

// shipped are the catalogs and sentences that come with the source.
var shipped = [][2]string{
	{"plugins/executors", sets + "own.dev.jsonl"},
	{"plugins/executors", sets + "own.held.jsonl"},
	{household, sets + "spoken.dev.jsonl"},
	{household, sets + "spoken.held.jsonl"},
	{sets + "house.json", sets + "house.dev.jsonl"},
	{sets + "house.json", sets + "house.held.jsonl"},
	{sets + "foreign.json", sets + "foreign.dev.jsonl"},
	{sets + "foreign.json", sets + "foreign.held.jsonl"},
	{sets + "bazaar.json", sets + "bazaar.dev.jsonl"},
	{sets + "bazaar.json", sets + "bazaar.held.jsonl"},
}

// bench is how a measure is made.
type bench struct {
	grow, times int
	misses      bool
}

func main() {
	var b bench
	catalog := flag.String("catalog", "", "catalog files or folders with manifests, with commas between")
	queries := flag.String("queries", "", "files of queries, with commas between")
	flag.BoolVar(&b.misses, "misses", false, "print every sentence that went wrong, and why")
	flag.IntVar(&b.grow, "grow", 1000, "the size the catalog grows to")
	flag.IntVar(&b.times, "times", 5, "how often a sentence is asked; its quickest answer counts")
	flag.Parse()
	runs := shipped
	if *catalog != "" || *queries != "" {
		if *catalog == "" || *queries == "" {
			fmt.Fprintln(os.Stderr, "benchroute: give both a catalog and queries, or neither")
			os.Exit(2)
		}
		runs = [][2]string{{*catalog, *queries}}
	}
	for _, r := range runs {
		if err := b.run(os.Stdout, r[0], r[1]); err != nil {
			fmt.Fprintln(os.Stderr, "benchroute:", err)
			os.Exit(1)
		}
	}
}

// run measures one catalog on one set of sentences, as it is and grown.
func (b bench) run(out io.Writer, catalog, queries string) error {
	c, err := readCatalog(catalog)
	if err != nil {
		return err
	}
	asked, err := readQueries(queries)
	if err != nil {
		return err
	}
	heading(out, catalog, queries, c.entries, asked)
	for _, n := range sizes(len(c.entries), b.grow) {
		began := time.Now()
		x := route.New(recall.Crowd(c.entries, n))
		built := time.Since(began)
		f := recall.Measure(x, asked, time.Now, b.times)
		if f.Queries == 0 {
			break
		}
		line(out, f, built)
		if b.misses && n == len(c.entries) {
			missed(out, f)
		}
	}
	if len(c.executors) > 0 {
		composedLines(out, compose(c.executors, asked), b.misses)
	}
	return nil
}

// sizes are the catalog itself and what it grows to.
func sizes(n, grow int) []int {
	out := []int{n}
	for _, size := range []int{100, 200, 500, 1000, 2000, 5000} {
		if size > n && size < grow {
			out = append(out, size)
		}
	}
	if grow > n {
		out = append(out, grow)
	}
	return out
}
