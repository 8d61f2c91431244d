package survey

import (
	"context"
	"io/fs"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// FolderFinder is find_dirs.
type FolderFinder struct{}

func (FolderFinder) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	q, err := newQuery(call)
	if err != nil {
		return sdk.Result{}, err
	}
	args := arg.Of(call)
	s := &folders{
		survey: survey{query: q, files: host.Files(), host: host, best: newLeaders(q.ranking)},
		empty:  args.Flag("only_empty", false), sizes: args.Flag("sizes", false) || q.sizeMin > 0 || q.sizeMax >= 0 || q.ranking.by == "size",
	}
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if err := s.run(ctx); err != nil {
		return sdk.Result{}, err
	}
	return s.result(ctx, entry.Zone(call))
}

// folders is one run of find_dirs.
type folders struct {
	survey
	empty bool // only those that hold nothing
	sizes bool // what a folder takes up is asked for
	all   []*dir
	open  []*dir // the way from the start to where the walk is
}

// dir is a folder the walk came across. What it holds counts whether it is hidden or not.
type dir struct {
	found
	relative string
	wanted   bool // its name fits, and it is not inside what is left out
	hidden   bool // it, or what it is in, is left out
	walked   bool // the walk goes into it
	unread   bool
}

func (s *folders) run(ctx context.Context) error {
	starts := s.query.starts
	if len(starts) == 0 {
		for _, root := range s.files.Roots() {
			starts = append(starts, root.Path)
		}
	}
	starts = entry.Actuals(s.files, starts)
	for _, start := range starts {
		if s.covered(start, starts) {
			continue
		}
		if err := s.tree(ctx, start); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return stop
			}
			if len(starts) == 1 {
				return err
			}
			s.failures.Add(start, entry.Problem(err, start))
		}
	}
	if len(s.all) == 0 && s.failures.First() != nil && s.failures.Len() == len(starts) {
		return s.failures.First() // not one of them could be searched
	}
	for _, d := range s.all {
		if err := entry.Stopped(ctx); err != nil {
			return err
		}
		s.judge(d)
	}
	return nil
}

// tree looks at every folder below one.
func (s *folders) tree(ctx context.Context, start string) error {
	target, info, err := entry.Follow(s.files, start)
	if err != nil {
		return entry.Problem(err, start)
	}
	if !info.IsDir() {
		return entry.Failed(sdk.WrongArgs, "not_a_folder", start, "is not a folder")
	}
	s.open = []*dir{{found: found{path: target}, walked: true}}
	var unread error
	err = s.files.Walk(ctx, target, func(p string, d fs.DirEntry, err error) error {
		if stop := entry.Stopped(ctx); stop != nil {
			return stop
		}
		switch {
		case err != nil && p == target:
			unread = entry.Problem(err, p)
			return nil
		case err != nil:
			s.unreadable(p, err)
			return nil
		case p == target:
			return nil
		case d.IsDir() && entry.Trash(p):
			return fs.SkipDir
		}
		s.seen()
		return s.visit(target, p, d)
	})
	if err == nil {
		err = unread
	}
	return err
}

// unreadable notes a folder whose content nobody can tell.
func (s *folders) unreadable(p string, err error) {
	s.failures.Add(p, entry.Problem(err, p))
	for _, d := range s.open {
		if d.path == p {
			d.unread = true
		}
	}
}

func (s *folders) visit(start, p string, d fs.DirEntry) error {
	for len(s.open) > 1 && !entry.Below(p, s.open[len(s.open)-1].path) {
		s.open = s.open[:len(s.open)-1]
	}
	in := s.open[len(s.open)-1]
	in.things++
	if !d.IsDir() {
		if s.sizes && d.Type().IsRegular() {
			s.weigh(p, d)
		}
		return nil
	}
	relative := strings.TrimPrefix(strings.TrimPrefix(p, start), "/")
	one := &dir{found: found{path: p, mode: d.Type()}, relative: relative}
	one.hidden = in.hidden || !s.query.hidden && entry.Hidden(d.Name()) || s.query.skip.has(p, relative, d.Name())
	one.wanted = !one.hidden && (s.query.recursive || len(s.open) == 1) && s.query.named(relative, d.Name())
	if one.wanted {
		if err := one.stat(d); err != nil {
			s.missed(p, err)
			one.wanted = false
		}
		one.size = 0
		s.all = append(s.all, one)
	}
	if one.walked = s.sizes || s.query.recursive && !one.hidden; !one.walked {
		return fs.SkipDir
	}
	s.open = append(s.open, one)
	return nil
}

// weigh adds the bytes of a file to all the folders it is in.
func (s *folders) weigh(p string, d fs.DirEntry) {
	info, err := d.Info()
	if err != nil {
		s.missed(p, err)
		return
	}
	for _, in := range s.open {
		in.size += info.Size()
	}
}

// judge counts a folder in when it is what the query asks for.
func (s *folders) judge(d *dir) {
	if !d.walked && !d.unread {
		inside, err := s.files.ReadDir(d.path)
		if err != nil {
			s.missed(d.path, err)
			d.unread = true
		}
		d.things = len(inside)
	}
	if !d.wanted || s.empty && (d.unread || d.things > 0) || !s.query.sized(d.found) {
		return
	}
	d.things = map[bool]int{true: -1, false: d.things}[d.unread]
	s.best.add(d.found)
}

func (s *folders) result(ctx context.Context, at *time.Location) (sdk.Result, error) {
	kept := s.best.sorted()
	items := make([]map[string]any, 0, len(kept))
	var room entry.Budget
	for i, f := range kept {
		if !room.Take(f.path, f.path) {
			break
		}
		if i%256 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return sdk.Result{}, err
			}
		}
		item := entry.Named(f.path)
		item["type"], item["modified"] = entry.TypeOf(f.mode), entry.Instant(f.modified, at)
		if s.sizes {
			item["size"] = f.size
		}
		if things := f.things; things >= 0 {
			item["items"], item["empty"] = things, things == 0
		}
		items = append(items, item)
	}
	return entry.Produced(items, s.best.total, s.query.ranking.limit, s.failures.All()), nil
}
