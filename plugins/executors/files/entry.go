package main

import (
	"io/fs"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/files/kind"
	"github.com/metnos/metnos/sdk"
)

// shown makes a path fit for JSON: every byte that is not UTF-8 becomes U+FFFD. [actual] goes back.
func shown(p string) string {
	if utf8.ValidString(p) {
		return p
	}
	return string([]rune(p))
}

// actual returns the path as it is on disk. A path that went through JSON may hold U+FFFD where a name has
// bytes that are not UTF-8: it stands for the only name that is shown that way.
func actual(files sdk.Files, p string) string {
	p = path.Clean(p)
	if !strings.ContainsRune(p, utf8.RuneError) {
		return p
	}
	if p == "/" {
		return p
	}
	parent := actual(files, path.Dir(p))
	name := path.Base(p)
	match := ""
	entries, err := files.ReadDir(parent)
	if err != nil {
		return p
	}
	for _, e := range entries {
		if e.Name() == name {
			return path.Join(parent, name)
		}
		if shown(e.Name()) != name {
			continue
		}
		if match != "" {
			return p // two names look the same: neither is meant for sure
		}
		match = e.Name()
	}
	if match == "" {
		return path.Join(parent, name)
	}
	return path.Join(parent, match)
}

// actuals resolves a list of paths and drops repetitions, keeping the order.
func actuals(files sdk.Files, paths []string) []string {
	out := make([]string, 0, len(paths))
	seen := make(map[string]bool, len(paths))
	for _, p := range paths {
		p = actual(files, p)
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

// Types of a directory entry as output fields tell them.
const (
	typeFile   = "file"
	typeFolder = "folder"
	typeLink   = "link"
	typeOther  = "other"
)

func typeOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return typeFile
	case mode.IsDir():
		return typeFolder
	case mode&fs.ModeSymlink != 0:
		return typeLink
	}
	return typeOther
}

// hidden reports a name that starts with a dot.
func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// named starts an item with what its path alone tells.
func named(p string) map[string]any {
	p = shown(p)
	return map[string]any{"path": p, "name": path.Base(p), "folder": path.Dir(p)}
}

// typed adds extension and kind to an item for a file.
func typed(item map[string]any) {
	extension := kind.Extension(item["name"].(string))
	item["extension"], item["kind"] = extension, kind.Of(extension)
}

// zone returns the person's time zone, UTC when it is unknown.
func zone(call sdk.Call) *time.Location {
	if at, err := time.LoadLocation(call.Zone); err == nil {
		return at
	}
	return time.UTC
}

// instant writes a time for a datetime field.
func instant(t time.Time, at *time.Location) string { return t.In(at).Format(time.RFC3339) }

// follow returns where a path leads through symbolic links, and what is there.
func follow(files sdk.Files, p string) (string, fs.FileInfo, error) {
	for range 40 {
		info, err := files.Lstat(p)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return p, info, err
		}
		target, err := files.Readlink(p)
		if err != nil {
			return p, nil, err
		}
		if !path.IsAbs(target) {
			target = path.Join(path.Dir(p), target)
		}
		p = path.Clean(target)
	}
	return p, nil, failed(sdk.IOError, "too_many_links", p, "symbolic links go in circles")
}

// join appends one name to a folder as it is, without cleaning.
func join(folder, name string) string {
	if folder == "/" {
		return "/" + name
	}
	return folder + "/" + name
}

// below reports whether p is folder or something inside it.
func below(p, folder string) bool {
	return p == folder || folder == "/" || strings.HasPrefix(p, folder+"/")
}
