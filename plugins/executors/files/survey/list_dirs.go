package survey

import (
	"context"
	"io/fs"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Lister is list_dirs.
type Lister struct{}

func (Lister) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	l := &listing{
		files: host.Files(), host: host, best: newLeaders(newRanking(args)),
		only: args.Text("type", ""), recursive: args.Flag("recursive", false), hidden: args.Flag("hidden", false), empty: args.Flag("only_empty", false),
	}
	folders := args.Texts("paths")
	if p := args.Text("path", ""); p != "" {
		folders = append([]string{p}, folders...)
	}
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if len(folders) == 0 {
		return sdk.Result{}, sdk.Errorf(sdk.MissingInput, "folder_missing", "no folder was given")
	}
	folders = entry.Actuals(l.files, folders)
	for _, folder := range folders {
		if err := l.folder(ctx, folder); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return sdk.Result{}, stop
			}
			l.failures.Add(folder, entry.Problem(err, folder))
		}
	}
	if l.listed == 0 && l.failures.First() != nil {
		return sdk.Result{}, l.failures.First()
	}
	return l.result(ctx, call)
}

// listing is one run of list_dirs.
type listing struct {
	files     sdk.Files
	host      sdk.Host
	best      *leaders
	only      string // type of the entries wanted, "" for all
	recursive bool
	hidden    bool
	empty     bool // only what holds nothing
	listed    int  // folders read
	visited   int64
	failures  entry.Failures
}

func (l *listing) folder(ctx context.Context, folder string) error {
	target, info, err := entry.Follow(l.files, folder)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return entry.Failed(sdk.WrongArgs, "not_a_folder", folder, "is not a folder")
	}
	if l.recursive {
		return l.tree(ctx, target)
	}
	entries, err := l.files.ReadDir(target)
	if err != nil {
		return err
	}
	l.listed++
	for i, d := range entries {
		if i%1024 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
		}
		if !l.hidden && entry.Hidden(d.Name()) {
			continue
		}
		l.count(entry.Join(target, d.Name()), d)
	}
	return nil
}

func (l *listing) tree(ctx context.Context, start string) error {
	var unread error
	err := l.files.Walk(ctx, start, func(p string, d fs.DirEntry, err error) error {
		if stop := entry.Stopped(ctx); stop != nil {
			return stop
		}
		switch {
		case err != nil && p == start:
			unread = err
			return nil
		case err != nil:
			l.failures.Add(p, entry.Problem(err, p))
			return nil
		case p == start:
			return nil
		case (!l.hidden && entry.Hidden(d.Name())) || entry.Trash(p):
			return leave(d)
		}
		l.visited++
		if l.visited%progressEvery == 0 {
			l.host.Progress(l.visited, 0, "")
		}
		l.count(p, d)
		return nil
	})
	if err == nil {
		err = unread
	}
	if err == nil {
		l.listed++
	}
	return err
}

// count takes one entry in, when it is of the type wanted.
func (l *listing) count(p string, d fs.DirEntry) {
	if l.only != "" && entry.TypeOf(d.Type()) != l.only {
		return
	}
	f := found{path: p, mode: d.Type()}
	if l.empty {
		if empty, known := l.holdsNothing(&f, d); !known || !empty {
			return
		}
	}
	if l.best.wants() {
		if err := f.stat(d); err != nil {
			l.failures.Add(p, entry.Problem(err, p))
			return
		}
	}
	l.best.add(f)
}

// holdsNothing reports whether a folder has nothing in it, hidden names included, or a file no byte. It is not known
// of a folder that cannot be read, nor of anything else.
func (l *listing) holdsNothing(f *found, d fs.DirEntry) (empty, known bool) {
	switch {
	case f.mode.IsDir():
		inside, err := l.files.ReadDir(f.path)
		if err != nil {
			l.failures.Add(f.path, entry.Problem(err, f.path))
		}
		return len(inside) == 0, err == nil
	case f.mode.IsRegular() && (f.statted || d != nil):
		if !f.statted {
			if err := f.stat(d); err != nil {
				l.failures.Add(f.path, entry.Problem(err, f.path))
				return false, false
			}
		}
		return f.size == 0, true
	}
	return false, false
}

func (l *listing) result(ctx context.Context, call sdk.Call) (sdk.Result, error) {
	at := entry.Zone(call)
	kept := l.best.sorted()
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
		if f.mode.IsRegular() {
			entry.Typed(item)
			item["size"] = f.size
		}
		if empty, known := l.holdsNothing(f, nil); known {
			item["empty"] = empty
		}
		items = append(items, item)
	}
	return entry.Produced(items, l.best.total, l.best.ranking.limit, l.failures.All()), nil
}
