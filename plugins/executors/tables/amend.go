package main

import (
	"context"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/amending"
	"github.com/metnos/metnos/plugins/executors/tables/grid"
	"github.com/metnos/metnos/sdk"
)

// amender is write_files_spreadsheet.
func amender() amending.Amender { return amending.Amender{Read: outline} }

// outline reads the columns of a table, and how it is written.
func outline(ctx context.Context, call sdk.Call, host sdk.Host, p, sheet string) (sdk.Table, error) {
	request := wanted(arg.Of(sdk.Call{}), call)
	request.Limit = 0
	book := grid.NewBook(request, 1)
	var err error
	switch amending.Extension(p) {
	case "xlsx", "xlsm":
		err = readSheet(ctx, host, book, p, sheet)
	case "csv", "tsv", "txt":
		err = dialect{lang: call.Lang}.read(ctx, host, book, p)
	default:
		err = entry.Failed(sdk.WrongArgs, "table_format_unwritable", p, "is no table that can be changed").
			With("extension", amending.Extension(p)).With("formats", "csv, tsv, xlsx")
	}
	if err != nil {
		return sdk.Table{}, err
	}
	r, err := book.Result()
	if err != nil || r.Table == nil {
		return sdk.Table{}, err
	}
	return *r.Table, nil
}
