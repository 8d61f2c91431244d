package packing

import (
	"context"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// maxMembers is how many files and folders go into one archive.
const maxMembers = 100_000

// member is one file or folder and its name in the archive.
type member struct {
	path string
	name string // ends in a slash for a folder
	info fs.FileInfo
}

// contents collects what goes into one archive.
type contents struct {
	files   sdk.Files
	archive string // never goes into itself
	members []member
	taken   map[string]bool // names
	count   int             // files
	bytes   int64
	refused func(p string, err error)
}

// all collects every path. Names are relative to the innermost folder that holds all of them.
func (c *contents) all(ctx context.Context, paths []string) error {
	paths = entry.Outermost(paths)
	base := common(paths)
	for _, p := range paths {
		err := c.one(ctx, p, base)
		if stop := entry.Stopped(ctx); stop != nil {
			return stop
		}
		if err != nil {
			if len(c.members) >= maxMembers {
				return err
			}
			c.refused(p, err)
		}
	}
	return nil
}

// common is the innermost folder all paths are in.
func common(paths []string) string {
	base := ""
	for i, p := range paths {
		dir := path.Dir(p)
		if i == 0 {
			base = dir
		}
		for !entry.Below(dir, base) {
			base = path.Dir(base)
		}
	}
	return base
}

func (c *contents) one(ctx context.Context, p, base string) error {
	target, info, err := entry.Follow(c.files, p)
	if err != nil {
		return err
	}
	name := strings.TrimPrefix(strings.TrimPrefix(p, base), "/")
	if name == "" {
		name = path.Base(p)
	}
	if !info.IsDir() {
		return c.file(target, name, info)
	}
	all := func(string, fs.FileMode) (visit, describe bool) { return true, true }
	return entry.Search(ctx, c.files, target, all, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			c.refused(at, err)
			return fs.SkipDir
		}
		info, err := d.Info()
		if err == nil {
			inside := strings.TrimPrefix(name+at[len(target):], "/")
			if d.IsDir() {
				err = c.add(member{at, inside + "/", info})
			} else {
				err = c.file(at, inside, info)
			}
		}
		if err != nil {
			if len(c.members) >= maxMembers {
				return err
			}
			c.refused(at, err)
		}
		return nil
	})
}

func (c *contents) file(p, name string, info fs.FileInfo) error {
	if p == c.archive {
		return nil
	}
	if err := entry.Readable(p, info); err != nil {
		return err
	}
	return c.add(member{p, name, info})
}

func (c *contents) add(m member) error {
	switch {
	case len(m.name) > 60_000:
		return entry.Failed(sdk.Conflict, "archive_name_long", m.path, "its name is too long for an archive")
	case c.taken[m.name]:
		return entry.Failed(sdk.Conflict, "archive_same_name", m.path, "another file has its name in the archive")
	case len(c.members) >= maxMembers:
		n := strconv.Itoa(maxMembers)
		return sdk.Errorf(sdk.Oversize, "too_many_files", "more than %s objects are too many for one archive", n).With("count", n)
	}
	c.taken[m.name] = true
	c.members = append(c.members, m)
	if !m.info.IsDir() {
		c.count++
		c.bytes += m.info.Size()
	}
	return nil
}
