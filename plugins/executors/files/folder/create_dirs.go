package folder

import (
	"cmp"
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Maker is create_dirs.
type Maker struct{}

func (Maker) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	paths := args.Texts("paths")
	if err := cmp.Or(args.Err(), entry.Fits(paths)); err != nil {
		return sdk.Result{}, err
	}
	files := host.Files()
	var c change.Log
	mutations := 0
	for _, p := range entry.Actuals(files, paths) {
		if err := entry.Stopped(ctx); err != nil {
			return c.Result("delete_created", mutations, err), nil
		}
		there, err := change.IsFolder(files, p)
		var folders []string
		if err == nil && !there {
			folders, err = files.MkdirAll(p)
		}
		for _, folder := range folders {
			c.Results = append(c.Results, created(folder, true))
		}
		mutations += len(folders)
		c.Evidence = append(c.Evidence, change.Made(folders)...)
		if err == nil && !there { // the postcondition is seen, not believed
			if seen, seeErr := change.IsFolder(files, p); !seen {
				err = cmp.Or(seeErr, error(entry.Failed(sdk.Uncertain, "folder_unsure", p, "was not seen after it was made")))
			}
		}
		switch {
		case err != nil:
			c.Fail(p, err)
		case len(folders) == 0:
			c.Results = append(c.Results, created(p, false))
		}
	}
	return c.Result("delete_created", mutations, nil), nil
}

// created is one folder of the result: made by the call, or there already.
func created(folder string, made bool) map[string]any {
	item := entry.Named(folder)
	item["created"] = made
	return item
}

// Preview lists the folders that would be made, those on the way included.
func (Maker) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	args := arg.Of(call)
	args.Must("paths")
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Effects{}, err
	}
	files := host.Files()
	var e change.Forecast
	planned := map[string]bool{}
	for _, p := range entry.Actuals(files, paths) {
		if err := entry.Stopped(ctx); err != nil {
			return sdk.Effects{}, err
		}
		missing, err := change.MissingFolders(files, p)
		if err != nil {
			e.Fail(p, err)
			continue
		}
		for _, folder := range missing {
			if !planned[folder] {
				planned[folder] = true
				e.Add("create", folder, "")
			}
		}
	}
	return e.Effects()
}

// Reverse removes the folders a call made, unless something was put in them since.
func (Maker) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
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
		folder := change.KeptPath(e, "path")
		if c.Unmake(files, folder) {
			c.Results = append(c.Results, entry.Named(folder))
		}
	}
	return c.Undone(nil), nil
}
