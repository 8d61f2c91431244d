package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/files/trash"
	"github.com/metnos/metnos/sdk"
)

// deleter is delete_files.
type deleter struct{}

func (deleter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	files, at := host.Files(), call.Now.In(zone(call))
	var c changes
	for i, p := range actuals(files, paths) {
		if err := stopped(ctx); err != nil {
			return c.result("restore_trashed", len(c.results), err), nil
		}
		if i > 0 && i%64 == 0 {
			host.Progress(int64(i), int64(len(paths)), "")
		}
		size, can, err := throwable(files, call.Home, p)
		if err != nil {
			c.failures.add(p, problem(err, p))
			continue
		}
		item, err := can.Put(p, at)
		if err != nil {
			c.failures.add(p, problem(err, p))
			if sdk.ClassOf(err) != sdk.Uncertain {
				continue
			}
		}
		record := map[string]any{}
		keepPath(record, "path", p)
		keepPath(record, "trashed", item.Trashed)
		keepPath(record, "info", item.Info)
		c.evidence = append(c.evidence, record)
		if err == nil {
			row := named(p)
			row["trashed"], row["size"] = shown(item.Trashed), size
			c.results = append(c.results, row)
		}
	}
	return c.result("restore_trashed", len(c.results), nil), nil
}

// throwable returns the size of what is at p and the trash it goes to, or why it may not.
func throwable(files sdk.Files, home, p string) (int64, *trash.Can, error) {
	info, err := files.Lstat(p)
	switch {
	case err != nil:
		return 0, nil, err
	case info.IsDir():
		return 0, nil, failed(sdk.WrongTool, "delete_is_folder", p, "is a folder")
	case trash.Contains(p):
		return 0, nil, failed(sdk.Conflict, "in_trash_already", p, "is in the trash already")
	}
	can, err := trash.Find(files, home, p)
	return info.Size(), can, err
}

// Preview lists the files that would go to the trash.
func (deleter) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	args := arg.Of(call)
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Effects{}, err
	}
	files := host.Files()
	var e effects
	for _, p := range actuals(files, paths) {
		if err := stopped(ctx); err != nil {
			return sdk.Effects{}, err
		}
		if _, _, err := throwable(files, call.Home, p); err != nil {
			e.failures.add(p, problem(err, p))
			continue
		}
		e.add("trash", p, "")
	}
	return e.preview()
}

// Reverse brings the files back from the trash.
func (deleter) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	list, err := evidence(call)
	if err != nil {
		return sdk.Result{}, err
	}
	files := host.Files()
	var c changes
	for _, e := range list {
		if err := stopped(ctx); err != nil {
			return c.result("", len(c.results), err), nil
		}
		item := trash.Item{Path: keptPath(e, "path"), Trashed: keptPath(e, "trashed"), Info: keptPath(e, "info")}
		done, err := trash.Restore(files, item)
		if err != nil {
			c.failures.add(item.Path, problem(err, item.Path))
		} else if done {
			c.results = append(c.results, named(item.Path))
		}
	}
	return c.result("", len(c.results), nil), nil
}
