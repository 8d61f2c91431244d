package copying

import (
	"context"
	"io/fs"
	"path"
	"strconv"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/files/target"
	"github.com/metnos/metnos/sdk"
)

// maxObjects is how many files and folders one call copies.
const maxObjects = 20_000

// object is one file or folder and where its copy goes.
type object struct {
	from, to string
	info     fs.FileInfo // of from, links followed
	replaces bool        // a file is in the way and may be replaced
}

// planning collects the objects of one call.
type planning struct {
	files     sdk.Files
	target    target.Target
	paths     []string
	overwrite bool
	objects   []object        // folders before what is in them
	taken     map[string]bool // targets of this call
	filled    map[string]bool // folders among them that something goes into
	bytes     int64
	refused   func(p string, err error)
}

func newPlanning(call sdk.Call, files sdk.Files, refused func(string, error)) (*planning, error) {
	args := arg.Of(call)
	args.Must("paths")
	p := &planning{files: files, taken: map[string]bool{}, filled: map[string]bool{}, overwrite: args.Flag("overwrite", false), refused: refused}
	p.paths = entry.Outermost(entry.Actuals(files, args.Texts("paths")))
	var err error
	p.target, err = target.Read(args, files, call, len(p.paths))
	return p, err
}

// all plans every path. What cannot be copied is told to refused; an error is about the call as a whole.
func (p *planning) all(ctx context.Context) error {
	for i, from := range p.paths {
		if err := entry.Stopped(ctx); err != nil {
			return err
		}
		if err := p.one(ctx, from, i+1); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return stop
			}
			if sdk.ClassOf(err) == sdk.Oversize && len(p.objects) >= maxObjects {
				return err
			}
			p.refused(from, err)
		}
	}
	targets := make([]string, len(p.objects))
	for i, o := range p.objects {
		targets[i] = o.to
	}
	return entry.Fits(targets)
}

// one plans a path: a link of the list is followed, as the person meant what it shows.
func (p *planning) one(ctx context.Context, from string, n int) error {
	source, info, err := entry.Follow(p.files, from)
	if err != nil {
		return err
	}
	to, err := p.target.Of(from, info, n)
	switch {
	case err != nil:
		return err
	case to == from || to == source:
		return nil // it is there already
	case !info.IsDir():
		return p.file(source, to, info)
	case entry.Below(to, source):
		return entry.Failed(sdk.WrongArgs, "folder_into_itself", from, "a folder cannot be copied into itself")
	}
	return p.folder(ctx, source, to)
}

func (p *planning) file(from, to string, info fs.FileInfo) error {
	if err := entry.Readable(from, info); err != nil {
		return err
	}
	o := object{from: from, to: to, info: info}
	if p.taken[to] {
		return entry.Failed(sdk.Conflict, "same_target", to, "another file of this request goes there")
	}
	there, err := p.files.Lstat(to)
	switch {
	case change.Missing(err):
	case err != nil:
		return err
	case p.overwrite && there.Mode().IsRegular():
		o.replaces = true
	default:
		return entry.Failed(sdk.Conflict, "file_exists", to, "exists already")
	}
	return p.add(o)
}

func (p *planning) add(o object) error {
	if len(p.objects) >= maxObjects {
		n := strconv.Itoa(maxObjects)
		return sdk.Errorf(sdk.Oversize, "too_many_files", "more than %s objects are too many for one call", n).With("count", n)
	}
	p.taken[o.to], p.filled[path.Dir(o.to)] = true, true
	p.objects = append(p.objects, o)
	if !o.info.IsDir() {
		p.bytes += o.info.Size()
	}
	return nil
}

// folder plans a folder and what it holds. Links and special files in it are left out and told.
func (p *planning) folder(ctx context.Context, from, to string) error {
	return p.files.Walk(ctx, from, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			p.refused(at, err)
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			p.refused(at, err)
			return nil
		}
		there := path.Join(to, at[len(from):])
		if d.IsDir() {
			if _, err := change.IsFolder(p.files, there); err != nil {
				p.refused(at, err)
				return fs.SkipDir
			}
			return p.add(object{from: at, to: there, info: info})
		}
		if err := p.file(at, there, info); err != nil {
			if len(p.objects) >= maxObjects {
				return err
			}
			p.refused(at, err)
		}
		return nil
	})
}
