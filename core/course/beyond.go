package course

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/sdk"
)

// beyond looks for something a result says it changed and nobody foresaw: a path outside the preview or, without
// one, outside the paths the call was given to write. Folders made on the way to a foreseen place, and where the
// trash keeps what was thrown away, belong to what was foreseen.
func (call *Call) beyond(result sdk.Result) (string, bool) {
	if !call.Mutates() {
		return "", false
	}
	a := call.admitted()
	for _, item := range result.Results {
		if item["created"] == false { // it was there
			continue
		}
		for _, key := range [...]string{"path", "source"} {
			if path, ok := item[key].(string); ok && !a.covers(path, item["created"] == true) {
				return path, true
			}
		}
	}
	if result.Undo != nil {
		for _, item := range result.Undo.Evidence {
			for key, value := range item {
				if path, ok := value.(string); ok && !kept[key] && !a.covers(path, item["action"] == "folder") {
					return path, true
				}
			}
		}
	}
	if n := result.Effects.Mutations; a.total >= 0 && n > a.total+a.made(result) {
		return call.Tool, true
	}
	return "", false
}

// kept are the places evidence names that are no object of the change: where it lies until it is undone.
var kept = map[string]bool{"trashed": true, "info": true, "backup": true, "folder": true}

// admitted is what a call may change.
type admitted struct {
	exact map[string]bool // paths the preview names; nil without one
	roots []string        // else paths the call was given to write, and all below them
	open  bool            // the preview names only some: the others cannot be told
	total int             // changes foreseen, -1 when nobody counted them
}

func (call *Call) admitted() admitted {
	if call.Effects == nil {
		a := admitted{total: -1}
		for _, p := range call.Paths {
			if p.Write {
				a.roots = append(a.roots, p.Path)
			}
		}
		a.open = len(a.roots) == 0
		return a
	}
	a := admitted{exact: map[string]bool{}, open: call.Effects.Truncated, total: max(call.Effects.Total, len(call.Effects.Items))}
	for _, e := range call.Effects.Items {
		for _, path := range [...]string{e.Target, e.Source, e.Real, e.RealSource} {
			if filepath.IsAbs(path) {
				a.exact[filepath.Clean(path)] = true
			}
		}
	}
	return a
}

// covers reports whether a call may have changed a path, or made it as a folder. What is no path is no file.
func (a admitted) covers(path string, folder bool) bool {
	if !filepath.IsAbs(path) || a.open {
		return true
	}
	path = filepath.Clean(path)
	return a.exact[path] || folder && a.onTheWay(path) || slices.ContainsFunc(a.roots, func(root string) bool { return within(path, root) })
}

// onTheWay reports whether something foreseen lies below a path.
func (a admitted) onTheWay(path string) bool {
	for foreseen := range a.exact {
		if within(foreseen, path) {
			return true
		}
	}
	return slices.ContainsFunc(a.roots, func(root string) bool { return within(root, path) })
}

// made counts the folders a result says it made on the way.
func (a admitted) made(result sdk.Result) (n int) {
	if result.Undo == nil {
		return 0
	}
	for _, item := range result.Undo.Evidence {
		if path, ok := item["path"].(string); ok && item["action"] == "folder" && !a.exact[filepath.Clean(path)] {
			n++
		}
	}
	return n
}

func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, "/")+"/")
}
