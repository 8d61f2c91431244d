package packing

import (
	"context"
	"io"
	"time"

	"github.com/metnos/metnos/plugins/executors/archives/format"
	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// What results and evidence say was done.
const (
	actCompress  = "compress"
	actOverwrite = "overwrite"
)

// Packer is compress_files.
type Packer struct{}

// packing is one run of compress_files.
type packing struct {
	contents
	host     sdk.Host
	kind     format.Kind
	replaces bool // an archive is in the way and may be replaced
	done     int64
}

// newPacking judges the archive and collects what goes into it.
func newPacking(ctx context.Context, call sdk.Call, host sdk.Host, refused func(string, error)) (*packing, error) {
	args := arg.Of(call)
	args.Must("paths")
	args.Must("archive")
	p := &packing{host: host, contents: contents{files: host.Files(), taken: map[string]bool{}, refused: refused}}
	archive, asked, overwrite := args.Text("archive", ""), args.Text("format", ""), args.Flag("overwrite", false)
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return nil, err
	}
	var err error
	if p.kind, p.archive, err = format.Named(entry.Actual(p.files, archive), asked); err != nil {
		return nil, err
	}
	if p.replaces, err = p.mayWrite(overwrite); err != nil {
		return nil, entry.Problem(err, p.archive)
	}
	if err := p.all(ctx, entry.Actuals(p.files, paths)); err != nil {
		return nil, err
	}
	if p.kind.One() && (p.count != 1 || len(p.members) != 1) && len(p.members) > 0 {
		return nil, entry.Failed(sdk.WrongArgs, "archive_holds_one", p.archive, "holds one file alone")
	}
	return p, nil
}

// mayWrite reports whether the archive would replace a file.
func (p *packing) mayWrite(overwrite bool) (bool, error) {
	there, err := p.files.Lstat(p.archive)
	switch {
	case change.Missing(err):
		return false, nil
	case err != nil:
		return false, err
	case there.IsDir():
		return false, entry.Failed(sdk.WrongArgs, "is_a_directory", p.archive, "is a folder")
	case overwrite && there.Mode().IsRegular():
		return true, nil
	}
	return false, entry.Failed(sdk.Conflict, "file_exists", p.archive, "exists already")
}

func (Packer) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	var c change.Log
	p, err := newPacking(ctx, call, host, c.Fail)
	if err != nil {
		return sdk.Result{}, err
	}
	if len(p.members) > 0 {
		err = p.write(ctx, &c)
	}
	if err != nil {
		if stop := entry.Stopped(ctx); stop != nil {
			return c.Result("delete_created", len(c.Results), stop), nil
		}
		return sdk.Result{}, entry.Problem(err, p.archive)
	}
	return c.Result("delete_created", len(c.Results), nil), nil
}

// write makes the archive, whole or not at all, and looks at what came of it.
func (p *packing) write(ctx context.Context, c *change.Log) error {
	action, before, backup := actCompress, "", ""
	if p.replaces {
		action = actOverwrite
		var err error
		if before, backup, err = change.Keep(ctx, p.host, p.archive); err != nil {
			return err
		}
	}
	folders, err := change.Parents(p.files, p.archive)
	if err != nil {
		change.RemoveMade(p.files, folders)
		return err
	}
	size, sum, err := change.Put(p.files, p.archive, p.replaces, func(to io.Writer) error { return p.fill(ctx, to) })
	if err != nil {
		change.RemoveMade(p.files, folders)
		return err
	}
	c.Evidence = append(change.Made(folders), change.Written(p.archive, action, sum, backup, before))
	there, err := p.files.Lstat(p.archive)
	if err != nil || there.Size() != size {
		c.Fail(p.archive, entry.Failed(sdk.Uncertain, "write_unsure", p.archive, "has not the size that was written"))
		return nil
	}
	item := entry.Named(p.archive)
	item["action"], item["size"], item["files"], item["content_size"], item["format"] = action, size, p.count, p.done, string(p.kind)
	c.Results = append(c.Results, item)
	return nil
}

// fill writes every member. One that changes on the way ends it: half a file is no copy.
func (p *packing) fill(ctx context.Context, to io.Writer) error {
	w, err := format.NewWriter(p.kind, to)
	if err != nil {
		return err
	}
	for i, m := range p.members {
		if err := entry.Stopped(ctx); err != nil {
			return err
		}
		if i%64 == 0 {
			p.host.Progress(p.done, p.bytes, entry.Shown(m.name))
		}
		if err := p.put(ctx, w, m); err != nil {
			return entry.Problem(err, m.path)
		}
	}
	return w.Close()
}

func (p *packing) put(ctx context.Context, w format.Writer, m member) error {
	if m.info.IsDir() {
		_, err := w.Add(m.name, 0, m.info.Mode(), m.info.ModTime())
		return err
	}
	file, err := p.files.Open(m.path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	modified := info.ModTime()
	if modified.Before(time.Unix(0, 0)) {
		modified = time.Unix(0, 0) // archives know no earlier time
	}
	to, err := w.Add(m.name, info.Size(), info.Mode(), modified)
	if err != nil {
		return err
	}
	n, err := change.Pour(ctx, to, io.LimitReader(file, info.Size()), p.tick)
	if err == nil && n != info.Size() {
		err = entry.Failed(sdk.Conflict, "changed_while_read", m.path, "changed while it was read")
	}
	return err
}

func (p *packing) tick(n int64) {
	before := p.done
	if p.done += n; p.done>>25 != before>>25 {
		p.host.Progress(p.done, p.bytes, "")
	}
}

// Preview tells the archive that would be made or replaced.
func (Packer) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	var e change.Forecast
	p, err := newPacking(ctx, call, host, e.Fail)
	if err != nil {
		return sdk.Effects{}, err
	}
	switch {
	case len(p.members) == 0:
	case p.replaces:
		e.Add(actOverwrite, p.archive, "")
	default:
		e.Add("create", p.archive, "")
	}
	return e.Effects()
}

// Reverse removes the archive, or puts back the one it replaced.
func (Packer) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}
