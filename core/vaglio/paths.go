package vaglio

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Path is one path an action reaches.
type Path struct {
	Arg   string
	Path  string // absolute and clean
	Write bool
}

// Canonical returns the absolute, clean form of a path a person or a plan wrote: "~" is their home and a
// relative path starts there. It does not touch the disk, and keeps a last symbolic link a link.
func Canonical(home, raw string) (string, error) {
	if strings.ContainsRune(raw, 0) || raw == "" {
		return "", sdk.Errorf(sdk.WrongArgs, "bad_path", "%q is not a path", raw).With("path", strings.ReplaceAll(raw, "\x00", ""))
	}
	switch {
	case raw == "~" || strings.HasPrefix(raw, "~/"):
		raw = filepath.Join(home, raw[1:])
	case strings.HasPrefix(raw, "~"):
		return "", sdk.Errorf(sdk.PolicyDenied, "foreign_home", "%q is another account's home", raw).With("path", raw)
	case !filepath.IsAbs(raw):
		raw = filepath.Join(home, raw)
	}
	return filepath.Clean(raw), nil
}

// isPath reports whether an argument's text is a path.
func isPath(p manifest.Property) bool {
	switch p.Semantic {
	case "path", "paths", "folder", "destination", "new_path":
		return true
	}
	return p.Items != nil && isPath(*p.Items)
}

// CanonicalArgs returns args with every path argument of m made absolute and clean, and the paths the
// call reaches. The paths inside whole items handed on from an earlier step are data, not reached.
func CanonicalArgs(m *manifest.Manifest, home string, args map[string]any) (map[string]any, []Path, error) {
	reach := access(m)
	out := make(map[string]any, len(args))
	var paths []Path
	for _, name := range slices.Sorted(maps.Keys(args)) { // the order is part of what is consented to
		value := args[name]
		write, reaches := reach[name]
		p := m.Args.Properties[name]
		if !reaches && !isPath(p) {
			if p.Semantic == "glob" {
				if err := checkGlob(value); err != nil {
					return nil, nil, err
				}
			}
			out[name] = value
			continue
		}
		if !reaches {
			write = writes(m)
		}
		clean, found, err := canonicalValue(home, value)
		if err != nil {
			return nil, nil, err
		}
		out[name] = clean
		for _, path := range found {
			paths = append(paths, Path{Arg: name, Path: path, Write: write})
		}
	}
	return out, paths, nil
}

// access maps the arguments an fs capability names to whether they are written.
func access(m *manifest.Manifest) map[string]bool {
	reach := map[string]bool{}
	for _, c := range m.Capabilities {
		if c.Name != "fs:read" && c.Name != "fs:write" {
			continue
		}
		for _, arg := range c.Args {
			reach[arg] = reach[arg] || c.Name == "fs:write"
		}
	}
	return reach
}

func writes(m *manifest.Manifest) bool { return has(m, "fs:write") }

func canonicalValue(home string, value any) (any, []string, error) {
	switch v := value.(type) {
	case string:
		path, err := Canonical(home, v)
		return path, []string{path}, err
	case []any:
		out := make([]any, len(v))
		var all []string
		for i, item := range v {
			clean, found, err := canonicalValue(home, item)
			if err != nil {
				return nil, nil, err
			}
			out[i], all = clean, append(all, found...)
		}
		return out, all, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		var all []string
		for k, item := range v {
			clean, found, err := canonicalValue(home, item)
			if err != nil {
				return nil, nil, err
			}
			out[k], all = clean, append(all, found...)
		}
		return out, all, nil
	}
	return nil, nil, sdk.Errorf(sdk.WrongArgs, "bad_path", "%v is not a path", value).With("path", "?")
}

// checkGlob refuses a pattern that could leave the folder it is applied to.
func checkGlob(value any) error {
	switch v := value.(type) {
	case string:
		if filepath.IsAbs(v) || strings.HasPrefix(v, "~") || strings.ContainsRune(v, 0) {
			return sdk.Errorf(sdk.PolicyDenied, "glob_leaves", "the pattern %q is not relative", v).With("glob", v)
		}
		for _, part := range strings.Split(v, "/") {
			if part == ".." {
				return sdk.Errorf(sdk.PolicyDenied, "glob_leaves", "the pattern %q climbs", v).With("glob", v)
			}
		}
	case []any:
		for _, item := range v {
			if err := checkGlob(item); err != nil {
				return err
			}
		}
	}
	return nil
}

// real resolves the symbolic links of the part of path that exists and appends the rest.
func real(path string) (string, error) {
	rest := ""
	for {
		resolved, err := filepath.EvalSymlinks(path)
		if err == nil {
			return filepath.Join(resolved, rest), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		parent := filepath.Dir(path)
		if parent == path {
			return "", err
		}
		rest = filepath.Join(filepath.Base(path), rest)
		path = parent
	}
}

// resolver resolves the paths of one decision, each folder once: a step may reach thousands of files of a few
// folders.
type resolver map[string]string

func (r resolver) real(path string) (string, error) {
	at, err := r.place(path)
	if err != nil {
		return "", err
	}
	info, err := os.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return at, nil
	case err != nil || info.Mode()&fs.ModeSymlink != 0:
		return real(path)
	}
	return at, nil
}

// place resolves the folder of a path and keeps its last name, a link too.
func (r resolver) place(path string) (string, error) {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	parent, known := r[dir]
	if !known {
		resolved, err := real(dir)
		if err != nil {
			return "", err
		}
		parent, r[dir] = resolved, resolved
	}
	return filepath.Join(parent, name), nil
}

// below reports whether path is root or lies under it. Both are clean and absolute.
func below(path, root string) bool {
	return path == root || root == "/" || strings.HasPrefix(path, root+"/")
}
