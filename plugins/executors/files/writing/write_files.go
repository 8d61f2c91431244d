package writing

import (
	"cmp"
	"context"
	"io"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Actions of write_files, as results and previews tell them.
const (
	actCreate    = "create"
	actAppend    = "append"
	actOverwrite = "overwrite"
)

// Writer is write_files.
type Writer struct{}

// writing is one run of write_files.
type writing struct {
	files             sdk.Files
	host              sdk.Host
	paths             []string
	text              string
	append, overwrite bool
	changes           change.Log
}

func newWriting(call sdk.Call, host sdk.Host) (*writing, error) {
	args := arg.Of(call)
	args.Must("paths")
	w := &writing{
		files: host.Files(), host: host, text: args.Text("content", ""),
		append: args.Flag("append", false), overwrite: args.Flag("overwrite", false),
	}
	if args.Has("entries") {
		if w.text != "" && !strings.HasSuffix(w.text, "\n") {
			w.text += "\n" // content above a list is its heading
		}
		w.text += lines(args.Objects("entries"), args.Text("template", ""), call.Home)
	}
	if w.text != "" && !strings.HasSuffix(w.text, "\n") {
		w.text += "\n"
	}
	w.paths = entry.Actuals(w.files, args.Texts("paths"))
	if err := cmp.Or(args.Err(), entry.Fits(w.paths)); err != nil {
		return nil, err
	}
	if w.append && w.overwrite {
		return nil, sdk.Errorf(sdk.WrongArgs, "append_and_overwrite", "append and overwrite exclude each other")
	}
	return w, nil
}

// action decides what writing p would be, and which file it would be done to: a link is followed. A file that
// is there and may be neither continued nor replaced is a conflict.
func (w *writing) action(p string) (action, file string, err error) {
	file, info, err := entry.Follow(w.files, p)
	if change.Missing(err) {
		if file != p {
			return "", p, entry.Failed(sdk.Conflict, "link_leads_nowhere", p, "is a link to something missing")
		}
		return actCreate, p, nil
	}
	switch {
	case err != nil:
		return "", p, err
	case info.IsDir():
		return "", p, entry.Failed(sdk.WrongArgs, "is_a_directory", p, "is a folder")
	case !info.Mode().IsRegular():
		return "", p, entry.Failed(sdk.WrongArgs, "special_file", p, "is not a regular file")
	case w.append:
		return actAppend, file, nil
	case w.overwrite:
		return actOverwrite, file, nil
	}
	return "", p, entry.Failed(sdk.Conflict, "file_exists", p, "exists already")
}

func (Writer) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	w, err := newWriting(call, host)
	if err != nil {
		return sdk.Result{}, err
	}
	for _, p := range w.paths {
		if err := entry.Stopped(ctx); err != nil {
			return w.changes.Result("restore_backup", len(w.changes.Results), err), nil
		}
		if err := w.write(ctx, p); err != nil {
			w.changes.Fail(p, err)
		}
	}
	return w.changes.Result("restore_backup", len(w.changes.Results), nil), nil
}

// write writes one file and looks at what came of it.
func (w *writing) write(ctx context.Context, p string) error {
	action, p, err := w.action(p)
	if err != nil {
		return err
	}
	record := map[string]any{"action": action}
	change.KeepPath(record, "path", p)
	size := int64(len(w.text))
	switch action {
	case actCreate:
		err = w.create(p)
	default:
		size, err = w.change(ctx, p, action, record)
	}
	if err != nil {
		return err
	}
	after, err := change.Sum(ctx, w.files, p)
	record["after"] = after
	w.changes.Evidence = append(w.changes.Evidence, record)
	if err != nil {
		return entry.Failed(sdk.Uncertain, "write_unsure", p, err.Error())
	}
	info, err := w.files.Lstat(p)
	if err != nil || info.Size() != size {
		return entry.Failed(sdk.Uncertain, "write_unsure", p, "has not the size that was written")
	}
	item := entry.Named(p)
	item["action"], item["size"], item["lines"] = action, info.Size(), strings.Count(w.text, "\n")
	w.changes.Results = append(w.changes.Results, item)
	return nil
}

func (w *writing) create(p string) error {
	folders, err := change.Parents(w.files, p)
	if err == nil {
		var file sdk.WriteFile
		if file, err = w.files.Create(p); err == nil {
			err = fillFile(file, []byte(w.text))
		}
	}
	if err != nil {
		folders = change.RemoveMade(w.files, folders)
	}
	w.changes.Evidence = append(w.changes.Evidence, change.Made(folders)...)
	return err
}

// change appends to a file or replaces it, after a copy of it was kept. It returns the size to expect.
func (w *writing) change(ctx context.Context, p, action string, record map[string]any) (int64, error) {
	before, err := change.Sum(ctx, w.files, p)
	if err != nil {
		return 0, err
	}
	text := []byte(w.text)
	size := int64(len(text))
	if action == actAppend {
		old, added, err := w.continuation(p)
		if err != nil {
			return 0, err
		}
		text, size = added, old+int64(len(added))
	}
	ref, err := w.host.Backup(ctx, p)
	if err != nil {
		return 0, err
	}
	record["backup"], record["before"] = ref, before
	var file sdk.WriteFile
	if action == actAppend {
		file, err = w.files.Append(p)
	} else {
		file, err = w.files.Replace(p)
	}
	if err != nil {
		return 0, err
	}
	if err := fillFile(file, text); err != nil {
		if action == actAppend { // part of it may be there
			if restored := w.host.Restore(ctx, ref, p); restored != nil {
				return 0, entry.Failed(sdk.Uncertain, "write_unsure", p, restored.Error())
			}
		}
		return 0, err
	}
	return size, nil
}

// continuation returns the size of a text file and the bytes that continue it on a line of its own, in its
// own encoding.
func (w *writing) continuation(p string) (int64, []byte, error) {
	file, err := w.files.Open(p)
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, nil, err
	}
	size := info.Size()
	sample := make([]byte, charset.Sample)
	n, err := file.ReadAt(sample, 0)
	if err != nil && err != io.EOF {
		return 0, nil, err
	}
	encoding := charset.Detect(sample[:n], int64(n) >= size)
	if encoding == charset.Binary {
		return 0, nil, entry.Failed(sdk.WrongArgs, "not_text", p, "is not a text file")
	}
	text := w.text
	tail := make([]byte, min(size, 2))
	if _, err := file.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return 0, nil, err
	}
	if size > 0 && !strings.ContainsRune(string(tail), '\n') {
		text = "\n" + text
	}
	added, err := encoding.Bytes(text)
	if err != nil {
		return 0, nil, entry.Failed(sdk.Conflict, "encoding_cannot", p, "its encoding lacks a character of the text")
	}
	return size, added, nil
}

// fillFile writes a whole text, or nothing.
func fillFile(file sdk.WriteFile, text []byte) error {
	if _, err := file.Write(text); err != nil {
		_ = file.Abort()
		return err
	}
	return file.Close()
}

// Preview tells for each file whether it would be created, continued or replaced.
func (Writer) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	w, err := newWriting(call, host)
	if err != nil {
		return sdk.Effects{}, err
	}
	var e change.Forecast
	for _, p := range w.paths {
		if err := entry.Stopped(ctx); err != nil {
			return sdk.Effects{}, err
		}
		action, _, err := w.action(p)
		if err != nil {
			e.Fail(p, err)
			continue
		}
		e.Add(action, p, "")
	}
	return e.Effects()
}

// Reverse removes files that were created and puts back those that were changed, when nobody changed them
// since.
func (Writer) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}
