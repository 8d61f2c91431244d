package contrast

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Folders is compare_dirs.
type Folders struct{}

// What an object is in the second folder, seen from the first.
const (
	added     = "added"
	removed   = "removed"
	changed   = "changed"
	identical = "identical"
	different = "different"
)

// maxObjects bounds how many objects of one folder are held.
const maxObjects = 1_000_000

// seen is what a walk knows of an object.
type seen struct {
	kind string
	size int64
	link string
}

// contrast is one run.
type contrast struct {
	files    sdk.Files
	host     sdk.Host
	hidden   bool
	content  bool
	deep     bool
	limit    int
	items    []map[string]any
	room     entry.Budget
	total    int
	visited  int64
	failures entry.Failures
}

// Invoke tells what the second folder has that the first has not, what it lacks, and which files differ.
func (Folders) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("path")
	args.Must("other")
	c := &contrast{
		files: host.Files(), host: host, hidden: args.Flag("hidden", false), content: args.Flag("content", true), deep: args.Flag("recursive", true),
		limit: int(args.Int("limit", 5000)), items: []map[string]any{},
	}
	one, other := args.Text("path", ""), args.Text("other", "")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	one, other = entry.Actual(c.files, one), entry.Actual(c.files, other)
	ours, err := c.walk(ctx, one)
	if err != nil {
		return sdk.Result{}, err
	}
	theirs, err := c.walk(ctx, other)
	if err != nil {
		return sdk.Result{}, err
	}
	if err := c.all(ctx, one, other, ours, theirs); err != nil {
		return sdk.Result{}, err
	}
	r := sdk.Result{OK: true, Entries: c.items, Failed: c.failures.All(), Effects: sdk.Counters{Items: len(c.items), Countable: true}}
	switch {
	case c.total == 0 && c.failures.Len() == 0:
		r.Value = identical
	case len(c.items) < c.total:
		r.Truncated = &sdk.Truncation{Used: len(c.items), Available: c.total, Cap: "limit"}
	}
	return r, nil
}

// walk lists what is below a folder, by the path from there.
func (c *contrast) walk(ctx context.Context, root string) (map[string]seen, error) {
	info, err := c.files.Stat(root)
	if err != nil {
		return nil, entry.Problem(err, root)
	}
	if !info.IsDir() {
		return nil, entry.Failed(sdk.WrongArgs, "not_a_folder", root, "is no folder")
	}
	out := map[string]seen{}
	err = c.files.Walk(ctx, root, func(p string, d fs.DirEntry, err error) error {
		if p == root {
			return err
		}
		if err != nil {
			c.failures.Add(p, entry.Problem(err, p))
			return nil
		}
		if !c.hidden && entry.Hidden(path.Base(p)) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if c.visited++; c.visited%4096 == 0 {
			c.host.Progress(c.visited, 0, "")
		}
		if len(out) == maxObjects {
			return sdk.Errorf(sdk.Oversize, "too_many_files", "too many objects").With("count", strconv.Itoa(maxObjects))
		}
		out[strings.TrimPrefix(p, strings.TrimSuffix(root, "/")+"/")] = c.look(p, d)
		if d.IsDir() && !c.deep {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		return nil, entry.Problem(err, root)
	}
	return out, nil
}

func (c *contrast) look(p string, d fs.DirEntry) seen {
	s := seen{kind: entry.TypeOf(d.Type())}
	switch s.kind {
	case entry.File:
		if info, err := d.Info(); err == nil {
			s.size = info.Size()
		} else {
			c.failures.Add(p, entry.Problem(err, p))
		}
	case entry.Link:
		s.link, _ = c.files.Readlink(p)
	}
	return s
}

func (c *contrast) all(ctx context.Context, one, other string, ours, theirs map[string]seen) error {
	names := make([]string, 0, len(ours)+len(theirs))
	for name := range ours {
		names = append(names, name)
	}
	for name := range theirs {
		if _, both := ours[name]; !both {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(a, b) })
	gone := "" // a folder that is missing is told once, without what it holds
	for i, name := range names {
		if err := entry.Stopped(ctx); err != nil {
			return err
		}
		if i%512 == 0 {
			c.host.Progress(int64(i), int64(len(names)), "")
		}
		if gone != "" && strings.HasPrefix(name, gone+"/") {
			continue
		}
		a, inOne := ours[name]
		b, inOther := theirs[name]
		switch {
		case !inOther:
			c.take(removed, entry.Join(one, name), name, a, seen{})
		case !inOne:
			c.take(added, entry.Join(other, name), name, seen{}, b)
		default:
			same, err := c.same(ctx, entry.Join(one, name), entry.Join(other, name), a, b)
			if err != nil {
				if stop := entry.Stopped(ctx); stop != nil {
					return stop
				}
				c.failures.Add(entry.Join(one, name), entry.Problem(err, entry.Join(one, name)))
			} else if !same {
				c.take(changed, entry.Join(one, name), name, a, b)
			}
			continue
		}
		if a.kind == entry.Folder || b.kind == entry.Folder {
			gone = name
		}
	}
	return nil
}

// same reports whether two objects of one name are alike.
func (c *contrast) same(ctx context.Context, one, other string, a, b seen) (bool, error) {
	if a != b {
		return false, nil
	}
	if a.kind != entry.File || a.size == 0 || !c.content {
		return true, nil
	}
	x, err := change.Sum(ctx, c.files, one)
	if err != nil {
		return false, err
	}
	y, err := change.Sum(ctx, c.files, other)
	return x == y, err
}

func (c *contrast) take(difference, p, relative string, a, b seen) {
	if c.total++; len(c.items) >= c.limit || !c.room.Take(p, relative) {
		return
	}
	item := entry.Named(p)
	item["difference"], item["relative"], item["type"] = difference, entry.Shown(relative), cmp.Or(a.kind, b.kind)
	if a.kind == entry.File {
		item["size"] = a.size
	}
	if b.kind == entry.File {
		item["other_size"] = b.size
	}
	c.items = append(c.items, item)
}
