package entry

import (
	"io/fs"
	"path"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/sdk"
)

// Shown makes a path fit for JSON: every byte that is not UTF-8 becomes U+FFFD. [Actual] goes back.
func Shown(p string) string {
	if utf8.ValidString(p) {
		return p
	}
	return string([]rune(p))
}

// Actual returns the path as it is on disk. A path that went through JSON may hold U+FFFD where a name has
// bytes that are not UTF-8: it stands for the only name that is shown that way.
func Actual(files sdk.Files, p string) string {
	p = path.Clean(p)
	if !strings.ContainsRune(p, utf8.RuneError) {
		return p
	}
	if p == "/" {
		return p
	}
	parent := Actual(files, path.Dir(p))
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
		if Shown(e.Name()) != name {
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

// Actuals resolves a list of paths and drops repetitions, keeping the order.
func Actuals(files sdk.Files, paths []string) []string {
	out := make([]string, 0, len(paths))
	seen := make(map[string]bool, len(paths))
	for _, p := range paths {
		p = Actual(files, p)
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	return out
}

// Types of a directory entry as output fields tell them.
const (
	File   = "file"
	Folder = "folder"
	Link   = "link"
	Other  = "other"
)

// TypeOf returns the type of a directory entry.
func TypeOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return File
	case mode.IsDir():
		return Folder
	case mode&fs.ModeSymlink != 0:
		return Link
	}
	return Other
}

// Hidden reports a name that starts with a dot.
func Hidden(name string) bool { return strings.HasPrefix(name, ".") }

// Named starts an item with what its path alone tells.
func Named(p string) map[string]any {
	p = Shown(p)
	return map[string]any{"path": p, "name": path.Base(p), "folder": path.Dir(p)}
}

// Typed adds extension and kind to an item for a file.
func Typed(item map[string]any) {
	extension := kind.Extension(item["name"].(string))
	item["extension"], item["kind"] = extension, kind.Of(extension)
}

// Zone returns the person's time zone, UTC when it is unknown.
func Zone(call sdk.Call) *time.Location {
	if at, err := time.LoadLocation(call.Zone); err == nil {
		return at
	}
	return time.UTC
}

// Instant writes a time for a datetime field.
func Instant(t time.Time, at *time.Location) string { return t.In(at).Format(time.RFC3339) }

// Join appends one name to a folder as it is, without cleaning.
func Join(folder, name string) string {
	if folder == "/" {
		return "/" + name
	}
	return folder + "/" + name
}

// Below reports whether p is folder or something inside it.
func Below(p, folder string) bool {
	return p == folder || folder == "/" || strings.HasPrefix(p, folder+"/")
}

// Trash recognises the folders the trash lives in.
func Trash(p string) bool {
	name := path.Base(p)
	return strings.HasPrefix(name, ".Trash-") || name == ".Trash" || (name == "Trash" && strings.HasSuffix(p, "/share/Trash"))
}
