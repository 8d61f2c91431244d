package repair

import (
	"path"
	"slices"
	"strings"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/plan/splice"
	"github.com/metnos/metnos/sdk"
)

// literals are the paths a step says itself, as its plan writes them.
func literals(step plan.Step, arg string) (out []string) {
	if arg == "" || plan.References(step.Args[arg]) {
		return nil
	}
	switch v := step.Args[arg].(type) {
	case string:
		return []string{v}
	case []string:
		return v
	case []any:
		for _, item := range v {
			one, ok := item.(string)
			if !ok {
				return nil
			}
			out = append(out, one)
		}
	}
	return out
}

// before puts a search in front of the failed step.
func (r repairer) before(what splice.Search) (plan.Framework, *plan.Question, bool) {
	next, ok := splice.Before(r.shelf, r.Plan, r.Step, r.tool, what)
	return next, nil, ok
}

// pattern: a pattern given as a path -> the search for it first.
func pattern(r repairer) (plan.Framework, *plan.Question, bool) {
	what, ok := splice.Pattern(literals(r.step, r.tool.Target()), r.Home)
	if !ok || !r.known {
		return plan.Framework{}, nil, false
	}
	return r.before(what)
}

// folderForFile: a folder given to a reader of files -> the files in it first. To a change it is never widened.
func folderForFile(r repairer) (plan.Framework, *plan.Question, bool) {
	list := literals(r.step, r.tool.Target())
	if r.Err.Class == sdk.NotFound || r.tool.Changes() || r.tool.Parts.Object == "dirs" || len(list) != 1 || !r.isFolder(list[0]) {
		return plan.Framework{}, nil, false
	}
	return r.before(splice.Search{Folder: list[0]})
}

// isFolder reports whether a path is a folder that is there.
func (r repairer) isFolder(p string) bool {
	full := r.absolute(p)
	return r.Look != nil && (slices.Contains(r.Look.Folder(full), full) || slices.Contains(r.Look.Folder(path.Base(full)), full))
}

// elsewhere: a name that is not where it was looked for and in one other place -> there, when the step only reads and
// nobody said where it is; else the question which. What has the name of a path is not what the path names.
func elsewhere(r repairer) (plan.Framework, *plan.Question, bool) {
	arg, missing, ok := r.notFound()
	if !ok || slices.Contains(r.Look.File(missing), missing) || slices.Contains(r.Look.Folder(missing), missing) {
		return plan.Framework{}, nil, false // it is there: what is not was looked for in it
	}
	found := r.named(arg, missing)
	if len(found) == 0 {
		return plan.Framework{}, nil, false
	}
	bare := !strings.Contains(literals(r.step, arg)[0], "/")
	if bare && len(found) == 1 && !r.tool.Changes() && arg == r.tool.Target() && !slices.Contains(r.Look.Folder(found[0]), found[0]) {
		what := splice.Search{Folder: plan.Literal(path.Dir(found[0])), Glob: plan.Literal(quoted(path.Base(found[0])))}
		if next, _, ok := r.before(what); ok && r.accepts(next) {
			return next, nil, true
		}
	}
	if len(found) == 1 {
		return r.ask("repair_found_one", arg, found, "path", missing, "found", found[0])
	}
	return r.ask("repair_found_elsewhere", arg, found, "path", missing)
}

// notFound is the argument that holds the path that is not there, when it says that one path and no other.
func (r repairer) notFound() (arg, missing string, ok bool) {
	if r.Err.Class != sdk.NotFound || r.Look == nil || !r.known {
		return "", "", false
	}
	blamed := r.Err.Params["path"]
	for _, name := range shelf.Keys(r.step.Args) {
		semantic := r.tool.Args.Properties[name].Semantic
		list := literals(r.step, name)
		if !plan.PathArg(r.tool.Manifest, name) || semantic == "destination" || semantic == "new_path" || len(list) != 1 {
			continue
		}
		if blamed != "" && r.absolute(list[0]) != r.absolute(blamed) {
			continue
		}
		if ok {
			return "", "", false // either may be meant
		}
		arg, missing, ok = name, r.absolute(list[0]), true
	}
	return arg, missing, ok
}

// named lists what has the name of a path somewhere else.
func (r repairer) named(arg, missing string) (out []string) {
	name := path.Base(missing)
	found := r.Look.File(name)
	if r.tool.Args.Properties[arg].Semantic == "folder" || r.tool.Parts.Object == "dirs" {
		found = r.Look.Folder(name)
	} else if len(found) == 0 && r.tool.Changes() {
		found = r.Look.Folder(name)
	}
	for _, p := range found {
		if p != missing && !slices.Contains(out, p) && len(out) < maxOptions {
			out = append(out, p)
		}
	}
	return out
}

// pluralName: the plural of what several files are called, given as a path -> the search for those, for a reader; for
// a change the question which.
func pluralName(r repairer) (plan.Framework, *plan.Question, bool) {
	list := literals(r.step, r.tool.Target())
	if len(list) != 1 || r.Look == nil || path.Ext(list[0]) != "" || r.isFolder(list[0]) || splice.IsPattern(list[0]) {
		return plan.Framework{}, nil, false
	}
	full := r.absolute(list[0])
	for _, one := range singulars(path.Base(full)) {
		var found []string
		for _, p := range r.Look.File(one) {
			if path.Dir(p) == path.Dir(full) {
				found = append(found, p)
			}
		}
		switch {
		case len(found) == 0:
		case r.tool.Changes():
			return r.ask("repair_found_elsewhere", r.tool.Target(), found[:min(len(found), maxOptions)], "path", full)
		default:
			return r.before(splice.Search{Folder: plan.Literal(path.Dir(full)), Name: plan.Literal(one)})
		}
	}
	return plan.Framework{}, nil, false
}

// endings are how a plural becomes a singular, in either language.
var endings = [...][2]string{{"ies", "y"}, {"es", ""}, {"s", ""}, {"che", "ca"}, {"ghe", "ga"}, {"chi", "co"}, {"ghi", "go"}, {"e", "a"}, {"i", "o"}, {"i", "e"}}

func singulars(word string) (out []string) {
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(word, e[0]); ok && len(stem) >= 3 {
			out = append(out, stem+e[1])
		}
	}
	return out
}

// quoted writes a name as a pattern that only it matches.
func quoted(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`).Replace(name)
}

func (r repairer) absolute(p string) string {
	switch {
	case p == "~" || strings.HasPrefix(p, "~/"):
		return path.Join(r.Home, strings.TrimPrefix(p, "~"))
	case strings.HasPrefix(p, "/"):
		return path.Clean(p)
	}
	return path.Join(r.Home, p)
}
