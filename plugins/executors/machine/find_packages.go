package main

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/machine/installed"
	"github.com/metnos/metnos/sdk"
)

// finder is find_packages.
type finder struct{}

func (finder) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	name, by := fold.Text(strings.TrimSpace(args.Text("name", ""))), args.Text("order_by", "name")
	limit := int(max(0, args.Int("limit", 200)))
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	list, err := packages(ctx, host.Files(), name)
	if err != nil {
		return sdk.Result{}, err
	}
	slices.SortStableFunc(list, func(a, b installed.Package) int {
		if c := exactly(b, name) - exactly(a, name); c != 0 {
			return c // the one that is called so, before those that only speak of it
		}
		if by == "size" && a.Size != b.Size {
			return map[bool]int{true: -1, false: 1}[a.Size > b.Size]
		}
		return strings.Compare(a.Name, b.Name)
	})
	items := make([]map[string]any, 0, min(limit, len(list)))
	for _, p := range list[:min(limit, len(list))] {
		items = append(items, map[string]any{"name": p.Name, "version": p.Version, "architecture": p.Architecture, "summary": p.Summary, "size": p.Size})
	}
	return entry.Produced(items, len(list), limit, nil), nil
}

func exactly(p installed.Package, name string) int {
	if name != "" && fold.Text(p.Name) == name {
		return 1
	}
	return 0
}

// packages are those whose name has the word.
func packages(ctx context.Context, files sdk.Files, name string) ([]installed.Package, error) {
	var out []installed.Package
	for _, root := range files.Roots() {
		file, err := files.Open(path.Join(root.Path, "status"))
		if err != nil {
			continue
		}
		err = installed.Each(file, func(p installed.Package) bool {
			if strings.Contains(fold.Text(p.Name), name) {
				out = append(out, p)
			}
			return ctx.Err() == nil
		})
		_ = file.Close()
		if stop := entry.Stopped(ctx); stop != nil {
			return nil, stop
		}
		if errors.Is(err, installed.ErrBroken) {
			return nil, sdk.Errorf(sdk.IOError, "packages_broken", "%w", err)
		}
		return out, err
	}
	return nil, sdk.Errorf(sdk.Unavailable, "packages_unknown", "there is no list of packages of dpkg")
}
