package main

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/recall"
	"github.com/metnos/metnos/core/rank/route"
	"github.com/metnos/metnos/sdk/manifest"
)

// shipped are the catalogs and sentences that come with the source.
var shipped = [][2]string{
	{"plugins/executors", "core/rank/testdata/route/own.dev.jsonl"},
	{"plugins/executors", "core/rank/testdata/route/own.held.jsonl"},
	{"core/rank/testdata/route/house.json", "core/rank/testdata/route/house.dev.jsonl"},
	{"core/rank/testdata/route/house.json", "core/rank/testdata/route/house.held.jsonl"},
	{"core/rank/testdata/route/foreign.json", "core/rank/testdata/route/foreign.dev.jsonl"},
	{"core/rank/testdata/route/foreign.json", "core/rank/testdata/route/foreign.held.jsonl"},
}

func main() {
	catalog := flag.String("catalog", "", "a catalog file, or a folder with manifests")
	queries := flag.String("queries", "", "files of queries, with commas between")
	misses := flag.Bool("misses", false, "print every sentence whose executor did not come first, and why")
	grow := flag.Int("grow", 1000, "the size the catalog grows to")
	times := flag.Int("times", 5, "how often a sentence is asked; its quickest answer counts")
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
		if err := run(os.Stdout, r[0], r[1], *grow, *times, *misses); err != nil {
			fmt.Fprintln(os.Stderr, "benchroute:", err)
			os.Exit(1)
		}
	}
}

// run measures one catalog on one set of sentences, as it is and grown.
func run(out io.Writer, catalog, queries string, grow, times int, misses bool) error {
	entries, err := readCatalog(catalog)
	if err != nil {
		return err
	}
	asked, err := readQueries(queries)
	if err != nil {
		return err
	}
	heading(out, catalog, queries, entries, asked)
	for _, n := range sizes(len(entries), grow) {
		began := time.Now()
		x := route.New(recall.Crowd(entries, n))
		built := time.Since(began)
		f := recall.Measure(x, asked, time.Now, times)
		line(out, f, built)
		if misses && n == len(entries) {
			missed(out, f)
		}
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

func readCatalog(path string) ([]entry.Entry, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return readManifests(path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return entry.Decode(data)
}

// readManifests reads every manifest below a folder, signed or as its author wrote it.
func readManifests(dir string) (out []entry.Entry, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".toml" || strings.Contains(path, "testdata") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		m, err := manifest.CheckSource(path, data)
		if err != nil {
			return err
		}
		out = append(out, entry.FromManifest(m))
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no manifest below it", dir)
	}
	return out, err
}

func readQueries(paths string) (out []recall.Query, err error) {
	for _, path := range strings.Split(paths, ",") {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		list, err := recall.Decode(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, list...)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no queries", paths)
	}
	return out, nil
}
