package trash

import (
	"cmp"
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Deleter is delete_files.
type Deleter struct{}

func (Deleter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	paths := args.Texts("paths")
	if err := cmp.Or(args.Err(), entry.Fits(paths)); err != nil {
		return sdk.Result{}, err
	}
	files, at := host.Files(), call.Now.In(entry.Zone(call))
	var c change.Log
	for i, p := range entry.Actuals(files, paths) {
		if err := entry.Stopped(ctx); err != nil {
			return c.Result("restore_trashed", len(c.Results), err), nil
		}
		if i > 0 && i%64 == 0 {
			host.Progress(int64(i), int64(len(paths)), "")
		}
		size, can, err := throwable(files, call.Home, p)
		if err != nil {
			c.Fail(p, err)
			continue
		}
		item, err := can.Put(p, at)
		if err != nil {
			c.Fail(p, err)
			if sdk.ClassOf(err) != sdk.Uncertain {
				continue
			}
		}
		c.Evidence = append(c.Evidence, item.record())
		if err == nil {
			row := entry.Named(p)
			row["trashed"], row["size"] = entry.Shown(item.Trashed), size
			c.Results = append(c.Results, row)
		}
	}
	return c.Result("restore_trashed", len(c.Results), nil), nil
}

// throwable returns the size of what is at p and the trash it goes to, or why it may not.
func throwable(files sdk.Files, home, p string) (int64, *Can, error) {
	info, err := files.Lstat(p)
	switch {
	case err != nil:
		return 0, nil, err
	case info.IsDir():
		return 0, nil, entry.Failed(sdk.WrongTool, "delete_is_folder", p, "is a folder")
	case Contains(p):
		return 0, nil, entry.Failed(sdk.Conflict, "in_trash_already", p, "is in the trash already")
	}
	can, err := Find(files, home, p)
	return info.Size(), can, err
}

// Preview lists the files that would go to the trash.
func (Deleter) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	args := arg.Of(call)
	args.Must("paths")
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Effects{}, err
	}
	files := host.Files()
	var e change.Forecast
	for _, p := range entry.Actuals(files, paths) {
		if err := entry.Stopped(ctx); err != nil {
			return sdk.Effects{}, err
		}
		if _, _, err := throwable(files, call.Home, p); err != nil {
			e.Fail(p, err)
			continue
		}
		e.Add("trash", p, "")
	}
	return e.Effects()
}

// Reverse brings the files back from the trash.
func (Deleter) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return restoreAll(ctx, call, host)
}

// record is an item as evidence for undo.
func (i Item) record() map[string]any {
	record := map[string]any{}
	change.KeepPath(record, "path", i.Path)
	change.KeepPath(record, "trashed", i.Trashed)
	change.KeepPath(record, "info", i.Info)
	return record
}

// restoreAll brings back everything the evidence of a call names.
func restoreAll(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	list, err := change.Evidence(call)
	if err != nil {
		return sdk.Result{}, err
	}
	files := host.Files()
	var c change.Log
	for _, e := range list {
		if err := entry.Stopped(ctx); err != nil {
			return c.Undone(err), nil
		}
		item := Item{Path: change.KeptPath(e, "path"), Trashed: change.KeptPath(e, "trashed"), Info: change.KeptPath(e, "info")}
		done, err := Restore(files, item)
		if err != nil {
			c.Fail(item.Path, err)
		} else if done {
			c.Results = append(c.Results, entry.Named(item.Path))
			if held, ok := e["items"].(float64); ok {
				c.Beyond += int(held)
			}
		}
	}
	return c.Undone(nil), nil
}
