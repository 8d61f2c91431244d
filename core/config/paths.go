package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// root is a granted folder with its place in the file.
type root struct {
	path string
	rng  hcl.Range
}

// expand makes a written path absolute and clean: ~ is the home folder. A relative path is a fault,
// because it would depend on where metnos was started.
func (r *reader) expand(written string, rng hcl.Range) (string, bool) {
	path := written
	if written == "~" || strings.HasPrefix(written, "~/") {
		if r.env.Home == "" {
			r.report(rng, "config_home_unknown", "the home folder is unknown")
			return "", false
		}
		path = filepath.Join(r.env.Home, strings.TrimPrefix(written, "~"))
	}
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
		r.report(rng, "config_path_relative", written+" is no absolute path", "path", written)
		return "", false
	}
	return filepath.Clean(path), true
}

func (b *block) path(name string) string {
	written, rng, ok := b.text(name, false)
	if !ok {
		return ""
	}
	path, _ := b.expand(written, rng)
	return path
}

func (f *file) root(to []string, it item) []string {
	path, ok := f.expand(it.text, it.rng)
	if !ok || slices.Contains(to, path) {
		return to
	}
	f.roots = append(f.roots, root{path, it.rng})
	return append(to, path)
}

func (f *file) deny(to []string, it item) []string {
	path, ok := f.expand(it.text, it.rng)
	if !ok || slices.Contains(to, path) {
		return to
	}
	f.denied = append(f.denied, item{path, it.rng})
	return append(to, path)
}

// key places a trusted key: absolute, or in the file's folder, or in the installation's.
func (f *file) key(written string, rng hcl.Range) string {
	if filepath.IsAbs(written) || strings.HasPrefix(written, "~") {
		path, _ := f.expand(written, rng)
		return path
	}
	if !filepath.IsLocal(written) {
		f.report(rng, "config_key_outside", written+" leaves the folder", "path", written)
		return ""
	}
	if f.file != "" {
		path := filepath.Join(filepath.Dir(f.file), written)
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
			if within(r.path, d.text) {
				f.report(d.rng, "config_deny_covers_root", d.text+" hides the granted "+r.path, "path", d.text, "root", r.path)
				break
			}
		}
	}
	own := []string{f.config.Data, f.config.File, f.env.Libexec}
	for _, r := range f.roots {
		for _, path := range []string{f.config.Data, f.env.Libexec} {
			if path != "" && (within(r.path, path) || within(resolve(r.path), resolve(path))) {
				f.report(r.rng, "config_root_inside_own", r.path+" lies inside "+path, "path", r.path, "root", path)
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
