package trash

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"strconv"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// FolderDeleter is delete_dirs.
type FolderDeleter struct{}

// clearing is one run of delete_dirs.
type clearing struct {
	files     sdk.Files
	host      sdk.Host
	home      string
	paths     []string
	onlyEmpty bool
}

func newClearing(call sdk.Call, host sdk.Host) (*clearing, error) {
	args := arg.Of(call)
	args.Must("paths")
	c := &clearing{files: host.Files(), host: host, home: call.Home, onlyEmpty: args.Flag("only_empty", false)}
	c.paths = entry.Outermost(entry.Actuals(c.files, args.Texts("paths")))
	return c, cmp.Or(args.Err(), entry.Fits(c.paths))
}

func (FolderDeleter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	c, err := newClearing(call, host)
	if err != nil {
		return sdk.Result{}, err
	}
	at := call.Now.In(entry.Zone(call))
	var log change.Log
	mutations := 0
	for i, p := range c.paths {
		if err := entry.Stopped(ctx); err != nil {
			return log.Result("restore_trashed", mutations, err), nil
		}
		host.Progress(int64(i), int64(len(c.paths)), "")
		held, can, err := c.removable(ctx, p, nil)
		if stop := entry.Stopped(ctx); stop != nil {
			return log.Result("restore_trashed", mutations, stop), nil
		}
		switch {
		case c.passes(err):
			continue
		case err != nil:
			log.Fail(p, err)
			continue
		}
		item, err := can.Put(p, at)
		if err != nil {
			log.Fail(p, err)
			if sdk.ClassOf(err) != sdk.Uncertain {
				continue
			}
		}
		record := item.record()
		record["items"] = float64(held.items)
		log.Evidence = append(log.Evidence, record)
		if err == nil {
			row := entry.Named(p)
			row["trashed"], row["items"], row["size"] = entry.Shown(item.Trashed), held.items, held.size
			log.Results = append(log.Results, row)
			mutations += 1 + held.items
		}
	}
	return log.Result("restore_trashed", mutations, nil), nil
}

// passes reports whether a folder is passed over without a word: of several, only the empty ones were wanted. One
// alone that is not empty is told.
func (c *clearing) passes(err error) bool {
	var known *sdk.Error
	return len(c.paths) > 1 && errors.As(err, &known) && known.Code == notEmpty
}

const notEmpty = "delete_not_empty"

// held is what a folder holds, at any depth.
type held struct {
	items int
	size  int64 // bytes of the files among them
}

// removable counts what is in the folder p and returns the trash it goes to, or why it may not go there. Each
// object inside is told to seen.
func (c *clearing) removable(ctx context.Context, p string, seen func(string)) (held, *Can, error) {
	info, err := c.files.Lstat(p)
	linked := err == nil && c.linked(p, info)
	switch {
	case err != nil:
		return held{}, nil, err
	case c.onlyEmpty && info.Mode()&fs.ModeSymlink != 0:
		return held{}, nil, entry.Failed(sdk.Conflict, notEmpty, p, "is a link")
	case !info.IsDir() && !linked:
		return held{}, nil, entry.Failed(sdk.WrongTool, "delete_is_no_folder", p, "is not a folder")
	case Contains(p):
		return held{}, nil, entry.Failed(sdk.Conflict, "in_trash_already", p, "is in the trash already")
	case c.home != "" && entry.Below(c.home, p):
		return held{}, nil, entry.Failed(sdk.PolicyDenied, "delete_holds_home", p, "holds the home folder")
	}
	for _, root := range c.files.Roots() {
		if entry.Below(root.Path, p) {
			return held{}, nil, entry.Failed(sdk.PolicyDenied, "delete_is_granted", p, "is a granted folder or holds one")
		}
	}
	can, err := Find(c.files, c.home, p)
	if err != nil || linked {
		return held{}, can, err
	}
	if entry.Below(can.Dir(), p) {
		return held{}, nil, entry.Failed(sdk.Conflict, "delete_holds_trash", p, "holds the trash")
	}
	h, err := c.count(ctx, p, seen)
	return h, can, err
}

// linked reports a link that shows a folder: it goes to the trash itself, and the folder stays.
func (c *clearing) linked(p string, info fs.FileInfo) bool {
	if info.Mode()&fs.ModeSymlink == 0 {
		return false
	}
	shown, err := c.files.Stat(p)
	return err == nil && shown.IsDir()
}

// count counts what is below a folder. A folder that cannot be looked into is an error: nothing goes to the
// trash uncounted.
func (c *clearing) count(ctx context.Context, p string, seen func(string)) (held, error) {
	var h held
	err := c.files.Walk(ctx, p, func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return entry.Problem(err, at)
		case at == p:
			return nil
		case c.onlyEmpty:
			return entry.Failed(sdk.Conflict, notEmpty, p, "has something in it")
		}
		h.items++
		if d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				h.size += info.Size()
			}
		}
		if seen != nil {
			seen(at)
		}
		if h.items%4096 == 0 {
			c.host.Progress(int64(h.items), 0, strconv.Itoa(h.items))
		}
		return nil
	})
	return h, err
}

// Preview lists the folders that would go to the trash, each with all it holds.
func (FolderDeleter) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	c, err := newClearing(call, host)
	if err != nil {
		return sdk.Effects{}, err
	}
	var e change.Forecast
	for _, p := range c.paths {
		var inside change.Forecast
		_, _, err := c.removable(ctx, p, func(at string) { inside.Add("trash", at, "") })
		if stop := entry.Stopped(ctx); stop != nil {
			return sdk.Effects{}, stop
		}
		switch {
		case c.passes(err):
			continue
		case err != nil:
			e.Fail(p, err)
			continue
		}
		e.Add("trash", p, "")
		e.Join(inside)
	}
	return e.Effects()
}

// Reverse brings the folders back from the trash, with everything in them.
func (FolderDeleter) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return restoreAll(ctx, call, host)
}
