package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/files/fault"
)

// Set implements [sdk.Files] over its roots. It is safe for concurrent use.
type Set struct {
	granted []sdk.Root
	roots   []*root // longest path first: the first match is the innermost
}

var _ sdk.Files = (*Set)(nil)

// root is one granted directory, held open.
type root struct {
	path   string // as granted, clean
	real   string // with its own symbolic links resolved
	write  bool
	links  *os.Root // resolves symbolic links, confined
	dir    *os.File // the directory itself: what paths are opened relative to
	hidden []string // denied paths, relative to the root
	hides  map[string]map[string]bool
	pinned []string // relative paths that must stay where they are: denied paths and nested roots
}

// Open opens every root. deny lists absolute paths; everything at or below them is hidden, whatever name
// leads there. A root that does not exist is an error.
func Open(roots []sdk.Root, deny []string) (*Set, error) {
	s := &Set{granted: append([]sdk.Root(nil), roots...)}
	for _, g := range roots {
		r, err := openRoot(g)
		if err != nil {
			s.Close()
			return nil, err
		}
		s.roots = append(s.roots, r)
	}
	sort.SliceStable(s.roots, func(i, j int) bool { return len(s.roots[i].path) > len(s.roots[j].path) })
	for _, d := range deny {
		if !filepath.IsAbs(d) {
			s.Close()
			return nil, sdk.Errorf(sdk.IOError, "path_not_absolute", "denied path %q is not absolute", d).With("path", d)
		}
	}
	for _, r := range s.roots {
		r.hide(deny)
		for _, other := range s.roots {
			if rel, ok := r.within(other.path); ok && rel != "." {
				r.pinned = append(r.pinned, rel)
			}
		}
	}
	return s, nil
}

func openRoot(g sdk.Root) (*root, error) {
	if !filepath.IsAbs(g.Path) {
		return nil, sdk.Errorf(sdk.IOError, "path_not_absolute", "granted path %q is not absolute", g.Path).With("path", g.Path)
	}
	r := &root{path: filepath.Clean(g.Path), write: g.Write, hides: map[string]map[string]bool{}}
	r.real = realPath(r.path)
	links, err := os.OpenRoot(r.path)
	if err != nil {
		if fi, statErr := os.Stat(r.path); statErr == nil && !fi.IsDir() {
			err = syscall.ENOTDIR
		}
		return nil, fault.At("open", r.path, err)
	}
	r.links = links
	if r.dir, err = links.Open("."); err != nil {
		links.Close()
		return nil, fault.At("open", r.path, err)
	}
	return r, nil
}

// Close closes the roots. Files already open stay usable.
func (s *Set) Close() error {
	var errs []error
	for _, r := range s.roots {
		errs = append(errs, r.dir.Close(), r.links.Close())
	}
	return errors.Join(errs...)
}

// Roots returns the granted roots in the order they were given.
func (s *Set) Roots() []sdk.Root { return append([]sdk.Root(nil), s.granted...) }

// locate finds the innermost root of an absolute path and the clean path relative to it.
func (s *Set) locate(op, path string) (*root, string, error) {
	if !filepath.IsAbs(path) {
		return nil, "", fault.Denied(op, path, "path_not_absolute", "the path is not absolute")
	}
	if strings.IndexByte(path, 0) >= 0 {
		return nil, "", sdk.Errorf(sdk.IOError, "path_invalid", "%w", &fs.PathError{Op: op, Path: path, Err: fs.ErrInvalid}).With("path", path)
	}
	clean := filepath.Clean(path)
	for _, r := range s.roots {
		if rel, ok := r.within(clean); ok {
			if r.isHidden(rel) {
				return nil, "", fault.Denied(op, path, "path_hidden", "the path is denied")
			}
			return r, rel, nil
		}
	}
	return nil, "", fault.Denied(op, path, "path_outside_grants", "the path is outside every granted folder")
}

// within returns clean relative to the root, when it lies at or below it by either of the root's names.
func (r *root) within(clean string) (string, bool) {
	if rel, ok := below(clean, r.path); ok {
		return rel, true
	}
	if r.real != r.path {
		return below(clean, r.real)
	}
	return "", false
}

func (r *root) abs(rel string) string { return filepath.Join(r.path, rel) }

// hide records the denied paths that concern the root, by their given and by their resolved name.
func (r *root) hide(deny []string) {
	for _, d := range deny {
		clean := filepath.Clean(d)
		for _, name := range []string{clean, realPath(clean)} {
			rel, ok := r.within(name)
			if !ok {
				if _, above := below(r.path, name); !above {
					continue
				}
				rel = "." // the whole root lies below a denied path
			}
			r.hidden = append(r.hidden, rel)
			r.pinned = append(r.pinned, rel)
			dir, base := filepath.Split(rel)
			dir = filepath.Clean(dir)
			if r.hides[dir] == nil {
				r.hides[dir] = map[string]bool{}
			}
			r.hides[dir][base] = true
		}
	}
}

func (r *root) isHidden(rel string) bool {
	for _, h := range r.hidden {
		if _, ok := below(rel, h); ok {
			return true
		}
	}
	return false
}

// holds reports whether something that must not move lies at or below rel.
func (r *root) holds(rel string) bool {
	for _, p := range r.pinned {
		if _, ok := below(p, rel); ok {
			return true
		}
	}
	return false
}

// below returns path relative to dir when it is dir or lies below it. Both are clean.
func below(path, dir string) (string, bool) {
	switch {
	case path == dir:
		return ".", true
	case dir == "." && !filepath.IsAbs(path):
		return path, true
	case dir == "/":
		return strings.TrimPrefix(path, "/"), strings.HasPrefix(path, "/")
	case strings.HasPrefix(path, dir) && path[len(dir)] == '/':
		return path[len(dir)+1:], true
	}
	return "", false
}

// realPath resolves the links of the longest existing part of path.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	dir, base := filepath.Split(path)
	if base == "" {
		return path
	}
	return filepath.Join(realPath(filepath.Clean(dir)), base)
}
