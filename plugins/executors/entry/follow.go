package entry

import (
	"io/fs"
	"path"
	"strings"

	"github.com/metnos/metnos/sdk"
)

const maxLinks = 40

// Follow returns where a path leads through symbolic links, and what is there. A path that is no link is returned
// as it is written; of one that is, the result goes through no link below the granted folder it is in.
func Follow(files sdk.Files, p string) (string, fs.FileInfo, error) {
	info, err := files.Lstat(p)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return p, info, err
	}
	at, rest := within(files, p)
	links := 0
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			at = path.Dir(at)
			continue
		}
		at = Join(at, part)
		info, err = files.Lstat(at)
		switch {
		case err != nil:
			return path.Join(at, path.Join(rest...)), nil, err
		case info.Mode()&fs.ModeSymlink == 0:
			continue
		}
		if links++; links > maxLinks {
			return p, nil, Failed(sdk.IOError, "too_many_links", p, "symbolic links go in circles")
		}
		target, err := files.Readlink(at)
		if err != nil {
			return p, nil, err
		}
		if at = path.Dir(at); path.IsAbs(target) {
			var down []string
			at, down = within(files, target)
			rest = append(down, rest...)
			continue
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	info, err = files.Lstat(at) // the last step may have been one up
	return at, info, err
}

// within splits an absolute path into the innermost granted folder above it and the names below that. What is in
// none is looked at as a whole, and refused.
func within(files sdk.Files, p string) (string, []string) {
	p = path.Clean(p)
	root := ""
	for _, r := range files.Roots() {
		if Below(p, r.Path) && len(r.Path) > len(root) {
			root = r.Path
		}
	}
	if root == "" {
		return path.Dir(p), []string{path.Base(p)}
	}
	return root, strings.Split(strings.TrimPrefix(p[len(root):], "/"), "/")
}
