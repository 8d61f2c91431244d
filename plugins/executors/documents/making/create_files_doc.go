package making

import (
	"cmp"
	"context"
	"io"
	"path"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/documents/draft"
	"github.com/metnos/metnos/plugins/executors/documents/render"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/sdk"
)

// What results, previews and evidence say was done.
const (
	actCreate    = "create"
	actOverwrite = "overwrite"
)

// Maker is create_files_doc.
type Maker struct{}

// making is one run of create_files_doc.
type making struct {
	files     sdk.Files
	host      sdk.Host
	paths     []string
	overwrite bool
	content   string
	items     []map[string]any
	columns   []string
	template  string
	values    map[string]any
	document  draft.Document
	changes   change.Log
}

func newMaking(call sdk.Call, host sdk.Host) (*making, error) {
	args := arg.Of(call)
	args.Must("paths")
	m := &making{
		files: host.Files(), host: host, overwrite: args.Flag("overwrite", false), content: args.Text("content", ""),
		items: args.Objects("entries"), columns: args.Texts("columns"), template: args.Text("template", ""),
		document: draft.Document{Title: strings.TrimSpace(args.Text("title", "")), Lang: call.Lang, Created: call.Now},
	}
	m.values, _ = call.Args["values"].(map[string]any)
	m.paths = entry.Actuals(m.files, args.Texts("paths"))
	if err := cmp.Or(args.Err(), entry.Fits(m.paths)); err != nil {
		return nil, err
	}
	for _, column := range m.columns {
		if len(m.items) > 0 && !has(m.items, column) {
			return nil, sdk.Errorf(sdk.WrongArgs, "document_column_unknown", "no item has %q", column).With("column", entry.Shown(column))
		}
	}
	return m, m.filled()
}

// has reports whether any item has a field.
func has(items []map[string]any, field string) bool {
	for _, item := range items {
		if _, ok := item[field]; ok {
			return true
		}
	}
	return false
}

// filled puts the values into the content, and refuses a placeholder that has none.
func (m *making) filled() error {
	if m.values == nil {
		return nil
	}
	missing := ""
	draft.FillText(m.content, m.values, &missing)
	draft.FillText(m.document.Title, m.values, &missing)
	if missing != "" {
		return sdk.Errorf(sdk.WrongArgs, "document_value_missing", "%s has no value", missing).With("placeholder", missing)
	}
	m.document.Title = draft.FillText(m.document.Title, m.values, &missing)
	return nil
}

// compose makes the document a format is given. Text formats keep the content as it was written.
func (m *making) compose(format string) draft.Document {
	d := m.document
	missing := ""
	switch format {
	case "md", "txt":
		d.Source = m.content
		if m.values != nil {
			d.Source = draft.FillText(m.content, m.values, &missing)
		}
	default:
		d.Blocks = draft.Markdown(m.content)
		if m.values != nil {
			draft.Fill(d.Blocks, m.values)
		}
	}
	d.Blocks = append(d.Blocks, draft.Items(m.items, m.columns, m.template)...)
	return d
}

// action decides what writing p would be, and in which format.
func (m *making) action(p string) (action, format string, err error) {
	extension := kind.Extension(path.Base(p))
	if format = render.Named(extension); format == "" {
		return "", "", entry.Failed(sdk.WrongArgs, "document_not_written", p, "no document is written as "+extension)
	}
	info, err := m.files.Lstat(p)
	switch {
	case change.Missing(err):
		return actCreate, format, nil
	case err != nil:
		return "", "", err
	case info.IsDir():
		return "", "", entry.Failed(sdk.WrongArgs, "is_a_directory", p, "is a folder")
	case m.overwrite && info.Mode().IsRegular():
		return actOverwrite, format, nil
	}
	return "", "", entry.Failed(sdk.Conflict, "file_exists", p, "exists already")
}

func (Maker) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	m, err := newMaking(call, host)
	if err != nil {
		return sdk.Result{}, err
	}
	for i, p := range m.paths {
		if err := entry.Stopped(ctx); err != nil {
			return m.changes.Result("delete_created", len(m.changes.Results), err), nil
		}
		host.Progress(int64(i), int64(len(m.paths)), entry.Shown(p))
		if err := m.write(ctx, p); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return m.changes.Result("delete_created", len(m.changes.Results), stop), nil
			}
			m.changes.Fail(p, err)
		}
	}
	return m.changes.Result("delete_created", len(m.changes.Results), nil), nil
}

// write makes one document, whole or not at all, and looks at what came of it.
func (m *making) write(ctx context.Context, p string) error {
	action, format, err := m.action(p)
	if err != nil {
		return err
	}
	before, backup := "", ""
	if action == actOverwrite {
		if before, backup, err = change.Keep(ctx, m.host, p); err != nil {
			return err
		}
	}
	folders, err := change.Parents(m.files, p)
	if err != nil {
		change.RemoveMade(m.files, folders)
		return err
	}
	document := m.compose(format)
	size, sum, err := change.Put(m.files, p, action == actOverwrite, func(to io.Writer) error {
		return render.Write(watched{ctx, to}, format, document)
	})
	if err != nil {
		change.RemoveMade(m.files, folders)
		return err
	}
	m.changes.Evidence = append(append(m.changes.Evidence, change.Made(folders)...), change.Written(p, action, sum, backup, before))
	there, err := m.files.Lstat(p)
	if err != nil || there.Size() != size {
		return entry.Failed(sdk.Uncertain, "write_unsure", p, "has not the size that was written")
	}
	item := entry.Named(p)
	item["action"], item["size"], item["format"], item["rows"] = action, size, format, len(m.items)
	m.changes.Results = append(m.changes.Results, item)
	return nil
}

// watched ends the writing with its context.
type watched struct {
	ctx context.Context
	to  io.Writer
}

func (w watched) Write(b []byte) (int, error) {
	if err := entry.Stopped(w.ctx); err != nil {
		return 0, err
	}
	return w.to.Write(b)
}

// Preview tells for each document whether it would be made or replaced.
func (Maker) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	m, err := newMaking(call, host)
	if err != nil {
		return sdk.Effects{}, err
	}
	var e change.Forecast
	for _, p := range m.paths {
		if err := entry.Stopped(ctx); err != nil {
			return sdk.Effects{}, err
		}
		action, _, err := m.action(p)
		if err != nil {
			e.Fail(p, err)
			continue
		}
		e.Add(action, p, "")
	}
	return e.Effects()
}

// Reverse removes the documents that were made, and puts back those that were replaced.
func (Maker) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}
