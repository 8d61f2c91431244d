package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/rank/entry"
	"github.com/metnos/metnos/core/rank/recall"
	"github.com/metnos/metnos/sdk/manifest"
)

// catalog is what is measured; executors are those of it that have manifests.
type catalog struct {
	entries   []entry.Entry
	executors []core.Executor
}

// readCatalog reads catalogs with commas between. Of two executors of one name the first counts.
func readCatalog(paths string) (c catalog, err error) {
	seen := map[string]bool{}
	add := func(e entry.Entry, m *manifest.Manifest) {
		if seen[e.Name] {
			return
		}
		seen[e.Name] = true
		c.entries = append(c.entries, e)
		if m != nil {
			c.executors = append(c.executors, core.Executor{Manifest: m})
		}
	}
	for path := range strings.SplitSeq(paths, ",") {
		info, err := os.Stat(path)
		if err != nil {
			return c, err
		}
		if info.IsDir() {
			list, err := readManifests(path)
			if err != nil {
				return c, err
			}
			for _, m := range list {
				add(entry.FromManifest(m), m)
			}
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return c, err
		}
		list, err := entry.Decode(data)
		if err != nil {
			return c, fmt.Errorf("%s: %w", path, err)
		}
		for _, e := range list {
			add(e, nil)
		}
	}
	return c, nil
}

// readManifests reads every manifest below a folder, signed or as its author wrote it; tests of what stands there apart.
func readManifests(dir string) (out []*manifest.Manifest, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata" && path != dir:
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".toml":
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		m, err := manifest.CheckSource(path, data)
		if err != nil {
			return err
		}
		out = append(out, m)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no manifest below it", dir)
	}
	return out, err
}

func readQueries(paths string) (out []recall.Query, err error) {
	for path := range strings.SplitSeq(paths, ",") {
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
