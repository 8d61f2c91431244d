package inventory

import (
	"context"
	"io"
	"path"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/archives/format"
	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

const (
	maxNames = 32 << 20 // bytes of the names of one call
	usual    = 10_000   // items when nothing is said
)

// member is a file in an archive.
type member struct {
	archive  string
	name     string // as the archive has it; it may say anything
	size     int64  // bytes; -1 when nobody knows
	modified time.Time
	locked   bool
}

// Lister is list_files_zip.
type Lister struct{}

// listing is one run of list_files_zip.
type listing struct {
	wanted   wanted
	files    sdk.Files
	host     sdk.Host
	found    []member
	names    int // bytes
	seen     int64
	failures entry.Failures
}

func (Lister) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	l := &listing{files: host.Files(), host: host}
	var err error
	if l.wanted, err = newWanted(args); err != nil {
		return sdk.Result{}, err
	}
	by, desc := args.Text("order_by", ""), args.Text("order", "asc") == "desc"
	limit := int(max(0, args.Int("limit", usual)))
	paths := entry.Actuals(l.files, args.Texts("paths"))
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	for _, p := range paths {
		err := l.archive(ctx, p)
		if stop := entry.Stopped(ctx); stop != nil {
			return sdk.Result{}, stop
		}
		if err != nil {
			l.failures.Add(p, entry.Problem(err, p))
		}
	}
	if len(l.found) == 0 && l.failures.First() != nil && l.failures.Len() == len(paths) {
		return sdk.Result{}, l.failures.First()
	}
	if by != "" {
		order(l.found, by, desc)
	}
	return l.result(limit, entry.Zone(call)), nil
}

// archive adds the files of one archive. Of a damaged one those before the damage are kept.
func (l *listing) archive(ctx context.Context, p string) error {
	source, info, err := entry.Follow(l.files, p)
	if err != nil {
		return err
	}
	if info.IsDir() || !info.Mode().IsRegular() {
		return entry.Readable(p, info)
	}
	file, err := l.files.Open(source)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = format.Look(ctx, file, info.Size(), func(m format.Member, open func() (io.Reader, error)) error {
		if l.seen++; l.seen%4096 == 0 {
			l.host.Progress(l.seen, 0, "")
		}
		if m.Mode.IsDir() {
			return nil
		}
		f := member{archive: p, name: m.Name, size: m.Size, modified: m.Modified, locked: m.Locked}
		if m.Name == "" { // a compressed stream does not say how its file is called, nor how long it is
			if f.name = format.Stem(path.Base(p)); f.size < 0 {
				if f.size, err = length(open); err != nil {
					return err
				}
			}
		}
		return l.take(f)
	})
	return err
}

// length is how many bytes a stream holds.
func length(open func() (io.Reader, error)) (int64, error) {
	r, err := open()
	if err != nil {
		return 0, err
	}
	return io.Copy(io.Discard, r)
}

func (l *listing) take(f member) error {
	if !l.wanted.judge(f) {
		return nil
	}
	if l.names += len(f.name); l.names > maxNames {
		return entry.Failed(sdk.Oversize, "archive_names", f.archive, "its names are too long to list")
	}
	l.found = append(l.found, f)
	return nil
}

func (l *listing) result(limit int, at *time.Location) sdk.Result {
	kept := l.found[:min(limit, len(l.found))]
	items := make([]map[string]any, 0, len(kept))
	var room entry.Budget
	for _, f := range kept {
		if !room.Take(f.name, f.name, f.archive) {
			break
		}
		item := shown(f.name)
		item["archive"], item["encrypted"] = entry.Shown(f.archive), f.locked
		if f.size >= 0 {
			item["size"] = f.size
		}
		if !f.modified.IsZero() && f.modified.Year() >= 1970 {
			item["modified"] = entry.Instant(f.modified, at)
		}
		items = append(items, item)
	}
	return entry.Produced(items, len(l.found), limit, l.failures.All())
}

// shown is the item of a name: member is the name whole, in place of the path a file has.
func shown(name string) map[string]any {
	item := entry.Named(strings.TrimPrefix(name, "./"))
	entry.Typed(item)
	item["member"] = item["path"]
	if delete(item, "path"); item["folder"] == "." {
		item["folder"] = ""
	}
	return item
}
