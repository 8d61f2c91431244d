package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/metnos/metnos/core/i18n"
)

// word is anything that may be a key where a program, a page or a data file mentions one.
var word = regexp.MustCompile(`[a-z][a-z0-9_]*`)

// mentioning are the kinds of files that may name a key.
var mentioning = []string{".go", ".js", ".html", ".toml", ".json", ".hcl"}

// unmentioned lists the keys that are not in seen and that nothing in the tree names, not even a prefix that ends in _ completed at run time.
func unmentioned(root string, catalogue *i18n.Catalog, seen map[string]bool) ([]string, error) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if path != root && (strings.HasPrefix(name, ".") || name == "messages" || name == "testdata" || name == "bin" || name == "libexec" || name == "dist") {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains(mentioning, filepath.Ext(path)) || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, w := range word.FindAll(text, -1) {
			seen[string(w)] = true
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var out []string
	for key, m := range catalogue.Keys("en") {
		if !seen[key] && !begun(seen, key) {
			out = append(out, fmt.Sprintf("core/i18n/%s:%d: nothing names %s; remove it in both languages", m.File, m.Line, key))
		}
	}
	sort.Strings(out)
	return out, nil
}

// begun reports whether some mentioned word ending in _ begins key: "class_" begins "class_timeout".
func begun(seen map[string]bool, key string) bool {
	for i := len(key) - 1; i > 0; i-- {
		if key[i] == '_' && seen[key[:i+1]] {
			return true
		}
	}
	return false
}
