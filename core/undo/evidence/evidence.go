package evidence

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/undo/imprint"
	"github.com/metnos/metnos/sdk"
)

// Look takes an imprint of every path the evidence of a step names.
func Look(undo *sdk.Undo) map[string]imprint.Imprint {
	if undo == nil {
		return nil
	}
	seen := map[string]imprint.Imprint{}
	for _, item := range undo.Evidence {
		for _, path := range Paths(item) {
			if _, ok := seen[path]; !ok {
				seen[path] = imprint.Of(path)
			}
		}
	}
	return seen
}

// Paths are the absolute paths an item names.
func Paths(item map[string]any) []string {
	var paths []string
	for _, value := range item {
		if s, ok := value.(string); ok && strings.HasPrefix(s, "/") && filepath.Clean(s) == s {
			paths = append(paths, s)
		}
	}
	slices.Sort(paths)
	return paths
}

// Standing is how the objects of one item are, beside how the step left them.
type Standing int

const (
	AsLeft   Standing = iota // as the step left them, or in a way the executor itself can judge
	AsBefore                 // as they were before the step: it was reversed already
	Altered                  // somebody changed them
)

// Evidence is what a step left to be undone from.
type Evidence struct {
	Items []map[string]any
	Seen  map[string]imprint.Imprint       // the objects as the step left them
	Kept  func(ref string) imprint.Imprint // how a file looked that a pre-image was made of
}

// stands compares the objects of an item with how the step left them, and names one that was changed. An object that
// is only gone, or came back half, is no obstacle: the executor says what that means, or completes it.
func (e Evidence) stands(item map[string]any) (Standing, string) {
	same, turned, foreign := 0, 0, ""
	for _, path := range Paths(item) {
		left, known := e.Seen[path]
		there := imprint.Of(path)
		switch {
		case !known:
		case left.Same(there):
			same++
		case e.turnedBack(item, left, there):
			turned++
		case foreign == "" || !left.Absent: // the object itself rather than the place it came from
			foreign = path
		}
	}
	switch {
	case foreign != "":
		return Altered, shown(item, foreign)
	case turned > 0 && same == 0 && !e.halfway(item):
		return AsBefore, ""
	}
	return AsLeft, ""
}

// turnedBack reports whether a path that is not as the step left it may be as it was before the step: what was put
// there is gone, what was taken away is there again, what was replaced has its earlier content.
func (e Evidence) turnedBack(item map[string]any, left, there imprint.Imprint) bool {
	if ref, ok := item["backup"].(string); ok && !there.Absent && e.Kept(ref).Same(there) {
		return true
	}
	return there.Absent || left.Absent && slices.ContainsFunc(Paths(item), func(path string) bool {
		from := e.Seen[path]
		return from.Is(there) || from.Dir && from.Node == 0 && there.Dir
	})
}

// halfway reports whether a file that a step replaced is not back, though nothing of the step is left.
func (e Evidence) halfway(item map[string]any) bool {
	_, replaced := item["backup"].(string)
	return replaced && slices.ContainsFunc(Paths(item), func(path string) bool {
		return !e.Seen[path].Absent && imprint.Of(path).Absent
	})
}

// shown is the path a person knows an object by: not where the trash keeps it.
func shown(item map[string]any, path string) string {
	if own, ok := item["path"].(string); ok && (path == item["trashed"] || path == item["info"]) {
		return own
	}
	return path
}

// View is evidence by how its objects stand.
type View struct {
	Altered []string // paths that somebody changed, one of each such item
	items   []map[string]any
	stands  []Standing // of each item
}

// View looks at the disk.
func (e Evidence) View() View {
	v := View{items: e.Items, stands: make([]Standing, len(e.Items))}
	for i, item := range v.items {
		path := ""
		if v.stands[i], path = e.stands(item); path != "" {
			v.Altered = append(v.Altered, path)
		}
	}
	return v
}

// Only are the items that stand so.
func (v View) Only(s Standing) (out []map[string]any) {
	for i, item := range v.items {
		if v.stands[i] == s {
			out = append(out, item)
		}
	}
	return out
}

// Left are the items that are still to be reversed, in their order.
func (v View) Left() (out []map[string]any) {
	for i, item := range v.items {
		if v.stands[i] != AsBefore {
			out = append(out, item)
		}
	}
	return out
}

// Since are the items that came back after an earlier view of the same evidence.
func (v View) Since(earlier View) (out []map[string]any) {
	for i, item := range v.items {
		if v.stands[i] == AsBefore && earlier.stands[i] != AsBefore {
			out = append(out, item)
		}
	}
	return out
}

// Leftover are the items still to be reversed after a reversal that came to its end: those somebody changed, and
// those the executor failed on.
func (v View) Leftover(result sdk.Result) (out []map[string]any) {
	failed := make(map[string]bool, len(result.Failed))
	for _, f := range result.Failed {
		failed[f.Item] = true
	}
	for i, item := range v.items {
		if v.stands[i] == Altered || v.stands[i] == AsLeft && slices.ContainsFunc(Paths(item), func(path string) bool { return failed[path] }) {
			out = append(out, item)
		}
	}
	return out
}

// Weigh counts the objects of some of the items: folders made on the way are none, unless there is nothing else.
func (e Evidence) Weigh(items []map[string]any) (n int) {
	if !slices.ContainsFunc(e.Items, func(item map[string]any) bool { return !OnTheWay(item) }) {
		return len(items)
	}
	for _, item := range items {
		if !OnTheWay(item) {
			n++
		}
		if held, ok := item["items"].(float64); ok {
			n += int(held)
		}
	}
	return n
}

// OnTheWay reports whether an item is a folder that was made for others.
func OnTheWay(item map[string]any) bool { return item["action"] == "folder" }

// Place is where the object of an item was before the step.
func Place(item map[string]any) string {
	for _, key := range [...]string{"from", "path"} {
		if path, ok := item[key].(string); ok {
			return path
		}
	}
	return ""
}
