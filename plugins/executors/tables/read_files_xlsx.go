package main

import (
	"context"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/formula"
	"github.com/metnos/metnos/plugins/executors/tables/grid"
	"github.com/metnos/metnos/plugins/executors/tables/workbook"
	"github.com/metnos/metnos/sdk"
)

// xlsxReader is read_files_xlsx.
type xlsxReader struct{}

func (xlsxReader) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	request, sheet := wanted(args, call), args.Text("sheet", "")
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	book, err := tables(ctx, host, request, paths, func(ctx context.Context, host sdk.Host, book *grid.Book, p string) error {
		return readSheet(ctx, host, book, p, sheet)
	})
	if err != nil {
		return sdk.Result{}, err
	}
	return book.Result()
}

// maxWorkbook is the size of the largest workbook that is read.
const maxWorkbook = 1 << 30

func readSheet(ctx context.Context, host sdk.Host, book *grid.Book, p, asked string) error {
	file, size, err := open(host.Files(), p)
	if err != nil {
		return err
	}
	defer file.Close()
	if size > maxWorkbook {
		return entry.Failed(sdk.Oversize, "table_too_large", p, "is larger than 1 GiB")
	}
	w, err := workbook.Open(ctx, file, size)
	if err != nil {
		return err
	}
	sheet, ok := w.Find(asked)
	if !ok && book.Several() {
		return entry.Failed(sdk.NotFound, "sheet_not_here", p, "has no sheet "+asked)
	}
	if !ok {
		names := make([]string, len(w.Sheets))
		for i, s := range w.Sheets {
			names[i] = s.Name
		}
		return entry.Failed(sdk.NotFound, "sheet_unknown", p, "has no sheet "+asked).
			With("sheet", asked).With("sheets", strings.Join(names, ", "))
	}
	library := &formula.Book{In: file, Size: size}
	defer library.Close()
	w.Calculate = library.Value
	g := book.Table(p, "")
	rows := 0
	err = w.Rows(sheet, func(row []any) error {
		if rows++; rows%8192 == 0 {
			host.Progress(int64(rows), 0, sheet.Name)
		}
		return g.Add(row)
	})
	if err != nil {
		return err
	}
	return book.Take(g, sdk.Source{Sheet: sheet.Name})
}
