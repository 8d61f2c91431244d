package unpacking

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"github.com/metnos/metnos/plugins/executors/archives/format"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// What results and evidence say was done to a file.
const (
	actExtract   = "extract"
	actOverwrite = "overwrite"
)

// Unpacker is extract_files.
type Unpacker struct{}

// unpacking is one run of extract_files.
type unpacking struct {
	*planning
	host    sdk.Host
	changes change.Log
	folders []string // made by this run, outermost first
	done    int64    // bytes
	total   int64
}

func (Unpacker) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	u := &unpacking{host: host}
	var err error
	if u.planning, err = newPlanning(call, host.Files(), u.changes.Fail); err != nil {
		return sdk.Result{}, err
	}
	plans, err := u.plans(ctx)
	if err != nil {
		return sdk.Result{}, err
	}
	for _, p := range plans {
		u.total += p.bytes
	}
	var stop error
	for _, p := range plans {
		err := u.extract(ctx, p)
		if stop = entry.Stopped(ctx); stop != nil {
			break
		}
		if err != nil {
			u.changes.Fail(p.archive, err)
		}
	}
	if len(u.changes.Results) == 0 {
		u.folders = change.RemoveMade(u.files, u.folders)
	}
	// Folders come first in the evidence: undo goes backwards and empties them before it removes them.
	u.changes.Evidence = append(change.Made(u.folders), u.changes.Evidence...)
	return u.changes.Result("delete_created", len(u.changes.Results), stop), nil
}

// plans plans every archive; those that are refused are told.
func (p *planning) plans(ctx context.Context) ([]*plan, error) {
	var out []*plan
	for _, name := range p.paths {
		one, err := p.archive(ctx, name)
		if stop := entry.Stopped(ctx); stop != nil {
			return nil, stop
		}
		if err != nil {
			p.refused(name, err)
			continue
		}
		out = append(out, one)
	}
	return out, nil
}

// extract writes what was planned of one archive.
func (u *unpacking) extract(ctx context.Context, p *plan) error {
	file, err := u.files.Open(p.source)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	n := 0
	_, err = format.Walk(ctx, file, info.Size(), func(_ format.Member, open func() (io.Reader, error)) error {
		o, planned := p.objects[n]
		if n++; !planned {
			return nil
		}
		if n%64 == 0 {
			u.host.Progress(u.done, u.total, entry.Shown(o.to))
		}
		err := u.write(ctx, p, o, open)
		if stop := entry.Stopped(ctx); stop != nil {
			return stop
		}
		if err != nil {
			if fatal(err) {
				return err
			}
			u.changes.Fail(o.to, err)
		}
		return nil
	})
	return err
}

// fatal reports an error after which nothing more of an archive can be read or believed.
func fatal(err error) bool {
	var known *sdk.Error
	if !errors.As(err, &known) {
		return false
	}
	return known.Code == "archive_bomb" || known.Code == "archive_too_large" || known.Code == "disk_full"
}

// write extracts one member and looks at what came of it.
func (u *unpacking) write(ctx context.Context, p *plan, o object, open func() (io.Reader, error)) error {
	if o.dir {
		made, err := u.files.MkdirAll(o.to)
		u.folders = append(u.folders, made...)
		if err == nil && len(made) > 0 && !p.filled[o.to] {
			u.extracted(p, o, actExtract, 0)
		}
		return err
	}
	made, err := change.Parents(u.files, o.to)
	u.folders = append(u.folders, made...)
	if err != nil {
		return err
	}
	action, before, backup := actExtract, "", ""
	if o.replaces {
		action = actOverwrite
		if before, backup, err = change.Keep(ctx, u.host, o.to); err != nil {
			return err
		}
	}
	if open == nil {
		return entry.Failed(sdk.Conflict, "changed_while_read", p.archive, "changed while it was read")
	}
	body, err := open()
	if err != nil {
		return err
	}
	size, sum, err := change.Put(u.files, o.to, o.replaces, func(to io.Writer) error { return u.fill(ctx, to, body, o, p) })
	if err != nil {
		return err
	}
	u.changes.Evidence = append(u.changes.Evidence, change.Written(o.to, action, sum, backup, before))
	there, err := u.files.Lstat(o.to)
	if err != nil || there.Size() != size {
		return entry.Failed(sdk.Uncertain, "write_unsure", o.to, "has not the size that was written")
	}
	u.extracted(p, o, action, size)
	return u.like(o)
}

// fill writes the content of a member; one that is not as long as it was said to be is not kept.
func (u *unpacking) fill(ctx context.Context, to io.Writer, body io.Reader, o object, p *plan) error {
	n, err := change.Pour(ctx, to, body, u.tick)
	if err == nil && o.size >= 0 && n != o.size {
		err = entry.Failed(sdk.IOError, "archive_damaged", p.archive, "a member has not the size it was said to have")
	}
	return err
}

func (u *unpacking) tick(n int64) {
	before := u.done
	if u.done += n; u.done>>25 != before>>25 {
		u.host.Progress(u.done, u.total, "")
	}
}

func (u *unpacking) extracted(p *plan, o object, action string, size int64) {
	item := entry.Named(o.to)
	item["source"], item["action"], item["size"] = entry.Shown(p.archive), action, size
	u.changes.Results = append(u.changes.Results, item)
}

// like gives a new file the time it had, and lets it run when it could. Others may never write to it, whatever
// the archive says.
func (u *unpacking) like(o object) error {
	if o.mode&0o111 != 0 && !o.replaces {
		there, err := u.files.Lstat(o.to)
		if err != nil {
			return err
		}
		readable := there.Mode().Perm() & 0o444
		if err := u.files.Chmod(o.to, there.Mode().Perm()|readable>>2&(fs.FileMode(0o111))); err != nil {
			return err
		}
	}
	if o.modified.Year() < 1970 {
		return nil
	}
	return u.files.Chtimes(o.to, time.Time{}, o.modified)
}

// Preview lists every file that would be written, and as overwrite those that would replace one.
func (Unpacker) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	var e change.Forecast
	p, err := newPlanning(call, host.Files(), e.Fail)
	if err != nil {
		return sdk.Effects{}, err
	}
	plans, err := p.plans(ctx)
	if err != nil {
		return sdk.Effects{}, err
	}
	for _, one := range plans {
		for _, n := range one.order {
			o := one.objects[n]
			switch {
			case o.dir && (one.filled[o.to] || change.Exists(p.files, o.to)):
			case o.replaces:
				e.Add(actOverwrite, o.to, one.archive)
			default:
				e.Add("create", o.to, one.archive)
			}
		}
	}
	return e.Effects()
}

// Reverse removes what was extracted and the folders made for it, and puts back what was replaced.
func (Unpacker) Reverse(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return change.Reverse(ctx, call, host)
}
