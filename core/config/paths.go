package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/metnos/metnos/core/config/source"
)

// root is a granted folder with its place in the file.
type root struct {
	path string
	rng  hcl.Range
}

// expand makes a written path absolute and clean: ~ is the home folder. A relative path is a fault,
// because it would depend on where metnos was started.
func (f *file) expand(written string, rng hcl.Range) (string, bool) {
	path := written
	if written == "~" || strings.HasPrefix(written, "~/") {
		if f.env.Home == "" {
			f.Report(rng, "config_home_unknown", "the home folder is unknown")
			return "", false
		}
		path = filepath.Join(f.env.Home, strings.TrimPrefix(written, "~"))
	}
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		f.Report(rng, "config_path_relative", written+" is no absolute path", "path", written)
		return "", false
	}
	return filepath.Clean(path), true
}

func (f *file) path(name string) string {
	written, rng, ok := f.Text(name, false)
	if !ok {
		return ""
	}
	path, _ := f.expand(written, rng)
	return path
}

func (f *file) root(to []string, it source.Item) []string {
	path, ok := f.expand(it.Text, it.At)
	if !ok || slices.Contains(to, path) {
		return to
	}
	f.roots = append(f.roots, root{path, it.At})
	return append(to, path)
}

func (f *file) deny(to []string, it source.Item) []string {
	path, ok := f.expand(it.Text, it.At)
	if !ok || slices.Contains(to, path) {
		return to
	}
	f.denied = append(f.denied, source.Item{Text: path, At: it.At})
	return append(to, path)
}

// key places a trusted key: absolute, or in the file's folder, or in the installation's.
func (f *file) key(written string, rng hcl.Range) string {
	if filepath.IsAbs(written) || strings.HasPrefix(written, "~") {
		path, _ := f.expand(written, rng)
		return path
	}
	if !filepath.IsLocal(written) {
		f.Report(rng, "config_key_outside", written+" leaves the folder", "path", written)
		return ""
	}
	if f.File != "" {
		path := filepath.Join(filepath.Dir(f.File), written)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return filepath.Join(f.env.Libexec, written)
}

// protect refuses rules that hide a granted folder and keeps every grant away from metnos itself: its
// data, its configuration and its installation.
func (f *file) protect() {
	for _, d := range f.denied {
		for _, r := range f.roots {
			if within(r.path, d.Text) {
				f.Report(d.At, "config_deny_covers_root", d.Text+" hides the granted "+r.path, "path", d.Text, "root", r.path)
				break
			}
		}
	}
	own := []string{f.config.Data, f.config.File, f.env.Libexec}
	for _, r := range f.roots {
		for _, path := range []string{f.config.Data, f.env.Libexec} {
			if path != "" && (within(r.path, path) || within(resolve(r.path), resolve(path))) {
				f.Report(r.rng, "config_root_inside_own", r.path+" lies inside "+path, "path", r.path, "root", path)
			}
		}
	}
	for i := range f.config.Grants {
		g := &f.config.Grants[i]
		for _, path := range append(slices.Clone(g.Deny), own...) {
			if path == "" {
				continue
			}
			for _, form := range []string{path, resolve(path)} {
				if !slices.Contains(g.Deny, form) {
					g.Deny = append(g.Deny, form)
				}
			}
		}
	}
}

// within reports whether path is dir or lies below it.
func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, "/")+"/")
}

// resolve follows the symbolic links of the part of path that exists.
func resolve(path string) string {
	for rest := ""; ; {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return filepath.Join(real, rest)
		}
		if path == filepath.Dir(path) {
			return filepath.Join(path, rest)
		}
		rest = filepath.Join(filepath.Base(path), rest)
		path = filepath.Dir(path)
	}
}
