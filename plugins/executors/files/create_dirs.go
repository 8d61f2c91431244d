package main

import (
	"cmp"
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/sdk"
)

// folderMaker is create_dirs.
type folderMaker struct{}

func (folderMaker) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	files := host.Files()
	var c changes
	mutations := 0
	for _, p := range actuals(files, paths) {
		if err := stopped(ctx); err != nil {
			return c.result("delete_created", mutations, err), nil
		}
		there, err := isFolder(files, p)
		var folders []string
		if err == nil && !there {
			folders, err = files.MkdirAll(p)
		}
		for _, folder := range folders {
			c.results = append(c.results, created(folder, true))
		}
		mutations += len(folders)
		c.evidence = append(c.evidence, made(folders)...)
		if err == nil && !there { // the postcondition is seen, not believed
			if seen, seeErr := isFolder(files, p); !seen {
				err = cmp.Or(seeErr, error(failed(sdk.Uncertain, "folder_unsure", p, "was not seen after it was made")))
			}
		}
		switch {
		case err != nil:
			c.failures.add(p, problem(err, p))
		case len(folders) == 0:
			c.results = append(c.results, created(p, false))
		}
	}
	return c.result("delete_created", mutations, nil), nil
}

// created is one folder of the result: made by the call, or there already.
func created(folder string, made bool) map[string]any {
	item := named(folder)
	item["created"] = made
	return item
}

// isFolder reports whether p leads to a folder. Anything else in its place is a conflict.
func isFolder(files sdk.Files, p string) (bool, error) {
	info, err := files.Stat(p)
	switch {
	case isMissing(err):
		return false, nil
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, failed(sdk.Conflict, "file_in_the_way", p, "a file is in the way")
	}
	return true, nil
}

// Preview lists the folders that would be made, those on the way included.
func (folderMaker) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	args := arg.Of(call)
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Effects{}, err
	}
	files := host.Files()
	var e effects
	planned := map[string]bool{}
	for _, p := range actuals(files, paths) {
		if err := stopped(ctx); err != nil {
			return sdk.Effects{}, err
		}
		missing, err := missingFolders(files, p)
		if err != nil {
			e.failures.add(p, problem(err, p))
			continue
		}
		for _, folder := range missing {
			if !planned[folder] {
				planned[folder] = true
				e.add("create", folder, "")
			}
		}
	}
	return e.preview()
}

// Reverse removes the folders a call made, unless something was put in them since.
func (folderMaker) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
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
		folder := keptPath(e, "path")
		if c.unmake(files, folder) {
			c.results = append(c.results, named(folder))
		}
	}
	return c.result("", len(c.results), nil), nil
}
