package structure

import (
	"path"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard/scene"
	"github.com/metnos/metnos/core/plan/intent"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/plan/splice"
)

// RoutePattern: a pattern given where files are wanted -> the search for it first, so that what is worked on is known
// and counted.
func RoutePattern(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok || scene.Sourced(step) || t.Target() == "" {
			continue
		}
		paths, ok := scene.Texts(step.Args, t.Target())
		if !ok {
			continue
		}
		what, ok := splice.Pattern(paths, s.Req.Home)
		if !ok {
			continue
		}
		if next, done := splice.Before(s.Shelf, f, i+1, t, what); done {
			return next, 1
		}
	}
	return f, 0
}

// EnrichSource: "the files from X" planned as a change of X itself -> the search of X first, with the kinds of file
// its clause names.
func EnrichSource(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok || !t.Changes() || scene.Sourced(step) || t.Target() == "" {
			continue
		}
		paths, ok := scene.Texts(step.Args, t.Target())
		if !ok || len(paths) != 1 || scene.Filelike(paths[0]) || splice.IsPattern(paths[0]) {
			continue
		}
		c, ok := s.contentsOf(t, paths[0])
		if !ok {
			continue
		}
		what := splice.Search{Folder: paths[0], Extensions: c.Extensions}
		if len(c.Kinds) == 1 && len(c.Extensions) == 0 {
			what.Kind = c.Kinds[0]
		}
		if next, done := splice.Before(s.Shelf, f, i+1, t, what); done {
			return next, 1
		}
	}
	return f, 0
}

// contentsOf is the one order for an executor that speaks of files, not of the folder they are in.
func (s view) contentsOf(t shelf.Tool, folder string) (intent.Clause, bool) {
	list := s.Orders(t.Parts.Verb)
	if len(list) != 1 {
		return intent.Clause{}, false
	}
	c := list[0]
	if c.Loose || c.Quantity > 0 || c.Ranked || !c.Plural || !c.Names("files") || c.Names("dirs") || len(c.Kinds) > 1 {
		return intent.Clause{}, false
	}
	return c, c.Says(scene.Base(folder)) || s.localName(c, folder)
}

// localName reports whether a clause names a folder by a path the plan has in full.
func (s view) localName(c intent.Clause, folder string) bool {
	return slices.ContainsFunc(c.Places, func(p intent.Place) bool { return p.Path && s.Absolute(p.Text) == s.Absolute(folder) })
}

// ScopeDirs: "the files and the folders in X" planned as a change of X itself -> the folders that are in X.
func ScopeDirs(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	lister, ok := s.lister()
	if !ok {
		return f, 0
	}
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok || !t.Changes() || scene.Sourced(step) || t.Target() == "" {
			continue
		}
		paths, ok := scene.Texts(step.Args, t.Target())
		if !ok || len(paths) != 1 || !s.searched(f, paths[0], t.Parts.Verb) {
			continue
		}
		spoken := slices.ContainsFunc(s.Orders(t.Parts.Verb), func(c intent.Clause) bool {
			return c.Names("dirs") && c.Names("files") && c.Plural && !c.Loose
		})
		if !spoken || !lister.Yields(plan.Feeds(t.Args.Properties[t.Target()])) {
			continue
		}
		args := map[string]any{}
		lister.Put(args, "folder", paths[0])
		lister.Put(args, "entry_type", "folder")
		if lister.Has("recursive") {
			lister.Put(args, "recursive", false)
		}
		next := splice.Insert(f, i+1, plan.Step{Tool: lister.Name, Args: args, Host: step.Host})
		delete(next.Steps[i+1].Args, t.Target())
		next.Steps[i+1].Args[plan.FromStep] = i + 1
		return next, 1
	}
	return f, 0
}

// searched reports whether the plan changes by the same verb what it finds in a folder.
func (s view) searched(f plan.Framework, folder, verb string) bool {
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok || t.Changes() {
			continue
		}
		where, ok := scene.Text(step.Args, t.Arg("folder", "path"))
		if !ok || s.Absolute(where) != s.Absolute(folder) {
			continue
		}
		if slices.ContainsFunc(splice.Downstream(f, i+1), func(n int) bool {
			o, ok := s.Tool(f.Steps[n-1])
			return ok && o.Changes() && o.Parts.Verb == verb
		}) {
			return true
		}
	}
	return false
}

// lister is the executor that tells what is directly in a folder, folders apart.
func (s view) lister() (shelf.Tool, bool) {
	t, ok := s.Shelf.Find("list", "dirs", "folder")
	return t, ok && !t.Changes() && t.Allows("entry_type", "folder")
}

// RouteFolderSize: how large a folder is, asked of the folder itself -> the sum over what is in it.
func RouteFolderSize(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	if len(f.Steps) != 1 || f.Steps[0].Aside || !slices.ContainsFunc(s.Clauses, func(c intent.Clause) bool {
		return c.Reading() && c.Sized && c.Folder && !c.Names("files")
	}) {
		return f, 0
	}
	t, ok := s.Tool(f.Steps[0])
	finder, found := s.Shelf.Find("find", "files", "folder", "recursive")
	adder, adds := s.Shelf.Find("compute", "entries", "aggregate", "field")
	if !ok || !found || !adds || t.Changes() || finder.Field("bytes", "size") == "" || !adder.Allows("aggregate", "sum") {
		return f, 0
	}
	folder, ok := scene.Text(f.Steps[0].Args, t.Arg("folder"))
	if paths, listed := scene.Texts(f.Steps[0].Args, t.Arg("paths", "path")); !ok && listed && len(paths) == 1 {
		folder, ok = paths[0], true
	}
	if !ok || scene.Filelike(folder) || splice.IsPattern(folder) {
		return f, 0
	}
	search, sum := map[string]any{}, map[string]any{plan.FromStep: 1}
	finder.Put(search, "folder", folder)
	finder.Put(search, "recursive", true)
	adder.Put(sum, "aggregate", "sum")
	adder.Put(sum, "field", finder.Field("bytes", "size"))
	host := f.Steps[0].Host
	f.Steps = []plan.Step{{Tool: finder.Name, Args: search, Host: host}, {Tool: adder.Name, Args: sum, Host: host}}
	f.Shape = plan.ShapeScalar
	return f, 1
}

// DegenerateFind: what is in a folder, planned as a search for nothing in particular -> its listing.
func DegenerateFind(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	lister, ok := s.lister()
	if !ok || len(s.Clauses) != 1 {
		return f, 0
	}
	c := s.Clauses[0]
	if !c.Reading() || c.Hedged || c.Names("files") || !(c.Contents || c.Object == "dirs" && c.Plural) || slices.ContainsFunc(c.Places, func(p intent.Place) bool { return p.File }) {
		return f, 0
	}
	fired := 0
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		if !ok || t.Parts.Verb != "find" || t.Parts.Object != "files" || len(splice.Downstream(f, i+1)) > 0 || scene.Sourced(step) || step.Aside {
			continue
		}
		folder, ok := scene.Text(step.Args, t.Arg("folder"))
		if !ok || selects(step.Args, t) {
			continue
		}
		args := map[string]any{}
		lister.Put(args, "folder", folder)
		if deep, given := step.Args[t.Arg("recursive")].(bool); given && lister.Has("recursive") {
			lister.Put(args, "recursive", deep)
		}
		if c.Object == "dirs" {
			lister.Put(args, "entry_type", "folder")
		}
		f.Steps[i].Tool, f.Steps[i].Args = lister.Name, args
		fired++
	}
	return f, fired
}

// selects reports whether a search says more than where.
func selects(args map[string]any, t shelf.Tool) bool {
	return slices.ContainsFunc(shelf.Keys(args), func(name string) bool {
		return !slices.Contains([]string{"folder", "recursive"}, t.Args.Properties[name].Semantic)
	})
}

// NormalizeExclusion: the plan's own destination left out of its search by its bare name -> by its full path, so that
// no other folder of that name is left out.
func NormalizeExclusion(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for i, step := range f.Steps {
		t, ok := s.Tool(step)
		list, isList := step.Args[t.Arg("exclude")].([]any)
		if !ok || !isList || t.Changes() {
			continue
		}
		where, _ := scene.Text(step.Args, t.Arg("folder"))
		for k, item := range list {
			name, is := item.(string)
			if !is || name == "" || strings.HasPrefix(name, "/") || splice.IsPattern(name) || scene.Filelike(name) || plan.References(name) {
				continue
			}
			if own, ok := s.destination(f, i+1, name, where); ok {
				list[k] = own
				fired++
			}
		}
	}
	return f, fired
}

// destination is the place below the searched folder where what step n finds goes, when it has that name.
func (s view) destination(f plan.Framework, n int, name, where string) (string, bool) {
	for _, m := range splice.Downstream(f, n) {
		t, ok := s.Tool(f.Steps[m-1])
		if !ok || !t.Changes() {
			continue
		}
		to, ok := scene.Text(f.Steps[m-1].Args, t.Arg("destination"))
		if !ok {
			continue
		}
		full := s.Absolute(to)
		if (scene.Base(full) == scene.Base(name) && !strings.Contains(name, "/") || full == path.Join(s.Absolute(where), name)) && strings.HasPrefix(full, s.Absolute(where)+"/") {
			return full, true
		}
	}
	return "", false
}
