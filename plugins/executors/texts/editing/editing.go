package editing

import (
	"bufio"
	"cmp"
	"context"
	"io"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/texts/line"
	"github.com/metnos/metnos/sdk"
)

// Editor is change_texts.
type Editor struct{}

// editing is one run.
type editing struct {
	host    sdk.Host
	files   sdk.Files
	edit    *edit
	paths   []string
	changes change.Log
}

func newEditing(call sdk.Call, host sdk.Host) (*editing, error) {
	args := arg.Of(call)
	args.Must("paths")
	e := &editing{host: host, files: host.Files()}
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return nil, err
	}
	var err error
	if e.edit, err = newEdit(args); err != nil {
		return nil, err
	}
	e.paths = entry.Actuals(e.files, paths)
	return e, entry.Fits(e.paths)
}

func (Editor) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	e, err := newEditing(call, host)
	if err != nil {
		return sdk.Result{}, err
	}
	for i, p := range e.paths {
		host.Progress(int64(i), int64(len(e.paths)), "")
		if err := entry.Stopped(ctx); err != nil {
			return e.changes.Result("restore_backup", len(e.changes.Results), err), nil
		}
		if err := e.change(ctx, p); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return e.changes.Result("restore_backup", len(e.changes.Results), stop), nil
			}
			e.changes.Fail(p, err)
		}
	}
	return e.changes.Result("restore_backup", len(e.changes.Results), nil), nil
}

// change writes one file anew and looks at what came of it. A file there is nothing to change in stays.
func (e *editing) change(ctx context.Context, p string) error {
	count, target, err := e.count(ctx, p)
	if err != nil {
		return err
	}
	before, backup, err := change.Keep(ctx, e.host, target)
	if err != nil {
		return err
	}
	f, err := line.Open(e.files, target)
	if err != nil {
		return err
	}
	defer f.Close()
	done := 0
	size, sum, err := change.Put(e.files, target, true, func(to io.Writer) error {
		out := bufio.NewWriterSize(to, 256<<10)
		if _, err := out.Write(f.Mark()); err != nil {
			return err
		}
		n, err := e.pour(ctx, f, p, out)
		done = n
		return cmp.Or(err, out.Flush())
	})
	if err != nil {
		return err
	}
	e.changes.Evidence = append(e.changes.Evidence, change.Written(target, "change", sum, backup, before))
	after, err := change.Sum(ctx, e.files, target)
	if err != nil || after != sum {
		return entry.Failed(sdk.Uncertain, "write_unsure", p, "has not the content that was written")
	}
	if done != count {
		return entry.Failed(sdk.Uncertain, "changed_while_read", p, "changed while it was read")
	}
	item := entry.Named(target)
	item["action"], item["count"], item["size"] = e.edit.operation, count, size
	e.changes.Results = append(e.changes.Results, item)
	return nil
}

// count tells how many changes a file takes and where its name leads; none is a failure that says so.
func (e *editing) count(ctx context.Context, p string) (int, string, error) {
	f, err := line.Open(e.files, p)
	if err != nil {
		return 0, p, err
	}
	defer f.Close()
	n, err := e.pour(ctx, f, p, io.Discard)
	if err == nil && n == 0 {
		code := "nothing_to_edit"
		if e.edit.want != nil {
			code = "text_not_there"
		}
		err = entry.Failed(sdk.NotFound, code, p, "there is nothing to change in it")
	}
	return n, f.Path, err
}

// pour writes the changed text of a file and returns how many changes that took.
func (e *editing) pour(ctx context.Context, f *line.File, p string, to io.Writer) (int, error) {
	seen := map[string]bool{}
	var held []string
	ends := map[string]int{}
	total, kept := 0, 0
	write := func(text []byte, end string) error {
		out, err := f.Encode(p, append(append([]byte(nil), text...), end...))
		if err == nil {
			_, err = to.Write(out)
		}
		return err
	}
	err := f.Each(ctx, func(read int64) { e.host.Progress(read, f.Size, "") }, func(l line.Line) error {
		if l.Cut {
			return entry.Failed(sdk.Oversize, "line_too_long", p, "has a line that is too long")
		}
		if e.edit.whole() || e.edit.operation == opUnique {
			if kept += len(l.Text) + 16; kept > maxHeld {
				return entry.Failed(sdk.Oversize, "text_too_large", p, "has too many lines to look at together")
			}
		}
		if e.edit.whole() {
			held = append(held, string(l.Text))
			ends[l.End]++
			return nil
		}
		text, keep, n := e.edit.one(l, seen)
		total += n
		if !keep {
			return nil
		}
		return write(text, l.End)
	})
	if err != nil || !e.edit.whole() {
		return total, err
	}
	list, moved := e.edit.sorted(held)
	end := "\n"
	if ends["\r\n"] > ends["\n"] {
		end = "\r\n"
	}
	for i, text := range list {
		if i == len(list)-1 && ends[""] > 0 {
			end = ""
		}
		if err := write([]byte(text), end); err != nil {
			return moved, err
		}
	}
	return moved, nil
}

// Preview tells which files would be changed.
func (Editor) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	e, err := newEditing(call, host)
	if err != nil {
		return sdk.Effects{}, err
	}
	var f change.Forecast
	for _, p := range e.paths {
		if err := entry.Stopped(ctx); err != nil {
			return sdk.Effects{}, err
		}
		places, target, err := e.count(ctx, p)
		if err != nil {
			f.Fail(p, err)
			continue
		}
		f.Edit(target, places)
	}
	return f.Effects()
}

// Reverse puts the files back that nobody changed since.
func (Editor) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}
