package splice

import (
	"path"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/shelf"
)

// Search is what is looked for in front of a step: plan text, placeholders escaped as in arguments.
type Search struct {
	Folder     string
	Glob, Name string
	Extensions []string
	Kind       string
	Deep       bool // in the subfolders too
}

// Before puts a search in front of step n, which takes what it finds in place of its target argument. It fails
// when the catalog has no executor for it, or none that can hold every condition.
func Before(s *shelf.Shelf, f plan.Framework, n int, t shelf.Tool, what Search) (plan.Framework, bool) {
	target := t.Target()
	if target == "" {
		return f, false
	}
	finder, ok := s.Find("find", t.Parts.Object, "folder")
	if !ok || finder.Changes() || !finder.Yields(plan.Feeds(t.Args.Properties[target])) {
		return f, false
	}
	args := map[string]any{}
	finder.Put(args, "folder", what.Folder)
	if finder.Has("recursive") {
		finder.Put(args, "recursive", what.Deep)
	} else if !what.Deep && t.Changes() {
		return f, false // nobody said that the subfolders are meant too
	}
	extensions := make([]any, len(what.Extensions))
	for i, e := range what.Extensions {
		extensions[i] = e
	}
	fits := (what.Glob == "" || finder.Put(args, "glob", what.Glob)) && (what.Name == "" || finder.Put(args, "name", what.Name)) &&
		(len(extensions) == 0 || finder.Put(args, "extension", extensions)) &&
		(what.Kind == "" || finder.Allows("kind", what.Kind) && finder.Put(args, "kind", what.Kind))
	if !fits {
		return f, false
	}
	out := Insert(f, n, plan.Step{Tool: finder.Name, Args: args, Host: f.Steps[n-1].Host})
	delete(out.Steps[n].Args, target)
	delete(out.Steps[n].Args, plan.FromPrevious)
	out.Steps[n].Args[plan.FromStep] = n
	return out, true
}

// Pattern reads paths given where files are wanted as one search: a pattern, or several extensions of one folder.
// home is where relative ones start. It fails when they are no pattern, or several that one search cannot hold.
func Pattern(paths []string, home string) (Search, bool) {
	var out Search
	for i, p := range paths {
		one, ok := pattern(p, home)
		if !ok {
			return Search{}, false
		}
		if i == 0 {
			out = one
			continue
		}
		a, aOk := extensionOf(out.Glob)
		b, bOk := extensionOf(one.Glob)
		if len(out.Extensions) == 0 && aOk {
			out.Extensions = []string{a}
		}
		if !bOk || len(out.Extensions) == 0 || one.Folder != out.Folder || one.Deep != out.Deep {
			return Search{}, false
		}
		out.Extensions = append(out.Extensions, b)
	}
	if len(out.Extensions) > 0 {
		slices.Sort(out.Extensions)
		out.Extensions, out.Glob = slices.Compact(out.Extensions), ""
	}
	return out, len(paths) > 0
}

func pattern(p, home string) (Search, bool) {
	if !IsPattern(p) {
		return Search{}, false
	}
	dir, base := path.Split(p)
	out := Search{Folder: strings.TrimSuffix(dir, "/"), Glob: base}
	if above, ok := strings.CutSuffix(out.Folder, "/**"); ok {
		out.Folder, out.Deep = above, true
	} else if out.Folder == "**" {
		out.Folder, out.Deep = "", true
	}
	switch {
	case out.Folder == "" && strings.HasPrefix(p, "/"):
		out.Folder = "/"
	case out.Folder == "" || out.Folder == ".":
		out.Folder = home
	}
	if out.Folder == "" || IsPattern(out.Folder) || base == "" {
		return Search{}, false // which folders are meant is not one place
	}
	if base == "*" || base == "**" {
		out.Glob = ""
	}
	return out, true
}

// IsPattern reports whether a path holds * or ?, which no person puts in a name.
func IsPattern(p string) bool { return strings.ContainsAny(p, "*?") }

// extensionOf is pdf for *.pdf.
func extensionOf(glob string) (string, bool) {
	e, ok := strings.CutPrefix(glob, "*.")
	return e, ok && e != "" && !IsPattern(e) && !strings.Contains(e, ".")
}
