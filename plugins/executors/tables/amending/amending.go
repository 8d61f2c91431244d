package amending

import (
	"context"
	"io"
	"path"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	files "github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// What is done, as results tell it.
const (
	actAppend = "append_rows"
	actUpdate = "update_rows"
	actRemove = "remove_rows"
)

// Amender is write_files_spreadsheet. Read tells how a table is made: its columns and how it is written.
type Amender struct {
	Read func(ctx context.Context, call sdk.Call, host sdk.Host, path, sheet string) (sdk.Table, error)
}

// amending is one run.
type amending struct {
	layout
	change
	action string
	host   sdk.Host
}

func (v Amender) open(ctx context.Context, call sdk.Call, host sdk.Host) (*amending, error) {
	args := arg.Of(call)
	args.Must("path")
	a := &amending{host: host, layout: layout{lang: call.Lang, zone: entry.Zone(call), now: call.Now}}
	named, sheet := args.Text("path", ""), args.Text("sheet", "")
	if err := args.Err(); err != nil {
		return nil, err
	}
	target, info, err := entry.Follow(host.Files(), entry.Actual(host.Files(), named))
	if err == nil {
		err = entry.Readable(target, info)
	}
	if err != nil {
		return nil, entry.Problem(err, named)
	}
	a.path = target
	if a.table, err = v.Read(ctx, call, host, target, sheet); err != nil {
		return nil, entry.Problem(err, target)
	}
	if len(a.table.Sources) != 1 || len(a.table.Columns) == 0 {
		return nil, entry.Failed(sdk.WrongArgs, "table_empty", target, "has no columns")
	}
	a.source = a.table.Sources[0]
	if a.change, a.action, err = a.asked(args); err != nil {
		return nil, err
	}
	return a, args.Err()
}

// asked reads what to do.
func (a *amending) asked(args *arg.Reader) (change, string, error) {
	c := change{match: -1, value: args.Text("match_value", "")}
	if args.Has("match_column") {
		var err error
		if c.match, err = a.column(args.Text("match_column", "")); err != nil {
			return c, "", err
		}
		if args.Text("operation", "") == "delete" {
			c.gone = true
			return c, actRemove, args.Err()
		}
		args.Must("set_column")
		args.Must("set_value")
		if err := args.Err(); err != nil {
			return c, "", err
		}
		if c.set, err = a.column(args.Text("set_column", "")); err != nil {
			return c, "", err
		}
		c.to = a.cell(c.set, args.Text("set_value", ""))
		return c, actUpdate, nil
	}
	switch {
	case args.Has("values"):
		row, err := a.inOrder(args.Texts("values"))
		c.rows = [][]any{row}
		return c, actAppend, err
	case args.Has("entries"):
		for _, item := range args.Objects("entries") {
			row, err := a.named(item)
			if err != nil {
				return c, "", err
			}
			c.rows = append(c.rows, row)
		}
		return c, actAppend, args.Err()
	}
	return c, "", sdk.Errorf(sdk.MissingInput, "row_missing", "no row to add").With("path", entry.Shown(a.path)).With("columns", a.names())
}

// Invoke writes the file anew, whole or not at all, and looks at what came of it.
func (v Amender) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	a, err := v.open(ctx, call, host)
	if err != nil {
		return sdk.Result{}, err
	}
	var log files.Log
	if err := a.write(ctx, &log); err != nil {
		if stop := entry.Stopped(ctx); stop != nil {
			return log.Result("restore_backup", len(log.Results), stop), nil
		}
		return sdk.Result{}, entry.Problem(err, a.path)
	}
	return log.Result("restore_backup", len(log.Results), nil), nil
}

func (a *amending) write(ctx context.Context, log *files.Log) error {
	if len(a.rows) == 0 && a.match < 0 {
		return nil // an earlier step found nothing
	}
	n, err := a.pour(ctx, io.Discard)
	if err != nil {
		return err
	}
	if n == 0 {
		return a.absent()
	}
	before, backup, err := files.Keep(ctx, a.host, a.path)
	if err != nil {
		return err
	}
	size, sum, err := files.Put(a.host.Files(), a.path, true, func(to io.Writer) error {
		_, err := a.pour(ctx, to)
		return err
	})
	if err != nil {
		return err
	}
	log.Evidence = append(log.Evidence, files.Written(a.path, a.action, sum, backup, before))
	after, err := files.Sum(ctx, a.host.Files(), a.path)
	if err != nil || after != sum {
		log.Fail(a.path, entry.Failed(sdk.Uncertain, "write_unsure", a.path, "has not the content that was written"))
		return nil
	}
	item := entry.Named(a.path)
	item["action"], item["count"], item["size"] = a.action, n, size
	if a.source.Delimiter != "" && a.guarded() {
		item["action"] = a.action + "_guarded"
	}
	log.Results = append(log.Results, item)
	return nil
}

// absent says that no row is meant.
func (a *amending) absent() error {
	return entry.Failed(sdk.NotFound, "row_not_there", a.path, "no row has the value").With("column", a.table.Columns[a.match].Key).With("value", a.value)
}

// pour writes the file with the change made.
func (a *amending) pour(ctx context.Context, to io.Writer) (int, error) {
	in, err := a.host.Files().Open(a.path)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	if a.source.Delimiter == "" {
		return a.book(ctx, &a.layout, in, to)
	}
	return a.text(ctx, &a.layout, in, to)
}

// Extension is that of a path, lower case and without its dot.
func Extension(p string) string { return strings.ToLower(strings.TrimPrefix(path.Ext(p), ".")) }

// Preview tells that the file would grow, or change.
func (v Amender) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	a, err := v.open(ctx, call, host)
	if err != nil {
		return sdk.Effects{}, err
	}
	var f files.Forecast
	switch {
	case a.action != actAppend:
		n, err := a.pour(ctx, io.Discard)
		if err != nil {
			return sdk.Effects{}, entry.Problem(err, a.path)
		} else if n == 0 {
			return sdk.Effects{}, a.absent()
		}
		f.Edit(a.path, int(n))
	case len(a.rows) > 0:
		f.Add("append", a.path, "")
	}
	return f.Effects()
}

// Reverse puts the file back as it was, when nobody changed it since.
func (Amender) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return files.Reverse(ctx, call, host)
}
