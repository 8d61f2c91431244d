package inventory

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/plugins/executors/match"
	"github.com/metnos/metnos/sdk"
)

// wanted is what a member must be to be listed.
type wanted struct {
	name             string // folded
	glob             *match.Pattern
	extensions       map[string]bool
	kind             string
	sizeMin, sizeMax int64 // -1: no limit
	after, before    time.Time
}

func newWanted(args *arg.Reader) (wanted, error) {
	w := wanted{
		name: fold.Text(args.Text("name", "")), kind: args.Text("kind", ""), sizeMin: args.Int("size_min", -1), sizeMax: args.Int("size_max", -1),
		after: args.Time("modified_after"), before: args.Time("modified_before"), extensions: map[string]bool{},
	}
	for _, e := range args.Texts("extensions") {
		w.extensions[strings.ToLower(strings.TrimLeft(strings.TrimSpace(e), "*."))] = true
	}
	if g := args.Text("glob", ""); g != "" {
		var err error
		if w.glob, err = match.Glob(g); err != nil {
			return w, sdk.Errorf(sdk.WrongArgs, "pattern_wrong", "%w", err).With("pattern", g)
		}
	}
	return w, nil
}

// judge reports whether a member is wanted. A size or a date nobody knows is in no bounds.
func (w wanted) judge(m member) bool {
	base := path.Base(m.name)
	extension := kind.Extension(base)
	switch {
	case w.name != "" && !strings.Contains(fold.Text(base), w.name),
		w.glob != nil && !w.glob.Match(strings.TrimPrefix(path.Clean(m.name), "/"), base),
		len(w.extensions) > 0 && !w.extensions[extension] && !w.compound(base),
		w.kind != "" && kind.Of(extension) != w.kind,
		w.sizeMin >= 0 && m.size < w.sizeMin, w.sizeMax >= 0 && (m.size < 0 || m.size > w.sizeMax),
		!w.after.IsZero() && m.modified.Before(w.after),
		!w.before.IsZero() && (m.modified.IsZero() || !m.modified.Before(w.before)):
		return false
	}
	return true
}

// compound recognises an extension of several parts, such as tar.gz.
func (w wanted) compound(name string) bool {
	name = strings.ToLower(name)
	for e := range w.extensions {
		if strings.Contains(e, ".") && strings.HasSuffix(name, "."+e) {
			return true
		}
	}
	return false
}

// order sorts members by a property; equal ones stay as the archives have them.
func order(list []member, by string, desc bool) {
	slices.SortStableFunc(list, func(a, b member) int {
		c := 0
		switch by {
		case "size":
			c = cmp.Compare(a.size, b.size)
		case "modified":
			c = a.modified.Compare(b.modified)
		case "name":
			c = strings.Compare(fold.Text(path.Base(a.name)), fold.Text(path.Base(b.name)))
		case "extension":
			c = strings.Compare(kind.Extension(path.Base(a.name)), kind.Extension(path.Base(b.name)))
		case "path":
			c = strings.Compare(a.name, b.name)
		}
		if desc {
			return -c
		}
		return c
	})
}
