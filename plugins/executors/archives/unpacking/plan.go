package unpacking

import (
	"context"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/archives/format"
	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/change"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/match"
	"github.com/metnos/metnos/sdk"
)

// object is one member and where it goes.
type object struct {
	to       string
	dir      bool
	size     int64 // -1 when only reading tells
	mode     fs.FileMode
	modified time.Time
	replaces bool // a file is in the way and may be replaced
}

// plan is what one archive would write.
type plan struct {
	archive string          // as the person named it
	source  string          // where it is, links followed
	into    string          // folder
	objects map[int]object  // by number of the member
	order   []int           // of members that are written
	filled  map[string]bool // folders something goes into
	bytes   int64
}

// planning plans the archives of one call.
type planning struct {
	files       sdk.Files
	paths       []string
	destination string
	glob        *match.Pattern
	overwrite   bool
	taken       map[string]bool // targets of this call
	sound       map[string]bool // folders looked at already
	objects     int
	bytes       int // of target paths
	refused     func(p string, err error)
}

func newPlanning(call sdk.Call, files sdk.Files, refused func(string, error)) (*planning, error) {
	args := arg.Of(call)
	args.Must("paths")
	p := &planning{
		files: files, destination: args.Text("destination", ""), overwrite: args.Flag("overwrite", false),
		taken: map[string]bool{}, sound: map[string]bool{}, refused: refused,
	}
	p.paths = entry.Actuals(files, args.Texts("paths"))
	if g := args.Text("glob", ""); g != "" {
		var err error
		if p.glob, err = match.Glob(g); err != nil {
			return nil, sdk.Errorf(sdk.WrongArgs, "pattern_wrong", "%w", err).With("pattern", g)
		}
	}
	if err := args.Err(); err != nil {
		return nil, err
	}
	if p.destination != "" {
		p.destination = entry.Actual(files, p.destination)
		if _, err := change.IsFolder(files, p.destination); err != nil {
			return nil, entry.Problem(err, p.destination)
		}
	}
	return p, nil
}

// archive plans one archive: an error refuses it whole.
func (p *planning) archive(ctx context.Context, name string) (*plan, error) {
	source, file, size, err := open(p.files, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	out := &plan{archive: name, source: source, objects: map[int]object{}, filled: map[string]bool{}}
	var kept []judged
	n := 0
	kind, err := format.Walk(ctx, file, size, func(m format.Member, _ func() (io.Reader, error)) error {
		j, err := p.judge(m, n)
		n++
		if err == nil && j.name != "" {
			kept = append(kept, j)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out.into = p.folder(name, kind)
	for _, j := range kept {
		if err := p.place(out, j); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func open(files sdk.Files, name string) (string, sdk.ReadFile, int64, error) {
	source, info, err := entry.Follow(files, name)
	if err != nil {
		return "", nil, 0, err
	}
	if info.IsDir() || !info.Mode().IsRegular() {
		return "", nil, 0, entry.Readable(name, info)
	}
	file, err := files.Open(source)
	return source, file, info.Size(), err
}

// folder is where an archive goes: where it was asked for, else beside the archive, in a folder of its name
// when it holds several files.
func (p *planning) folder(name string, kind format.Kind) string {
	switch {
	case p.destination != "":
		return p.destination
	case kind == format.Gz || kind == format.Bz2 || kind == format.Zst:
		return path.Dir(name)
	}
	stem := format.Stem(path.Base(name))
	if stem == path.Base(name) {
		stem += "_files" // a folder cannot have the name of the archive
	}
	return path.Join(path.Dir(name), stem)
}

// judged is a member whose name stays below the folder it is extracted into.
type judged struct {
	format.Member
	number int
	name   string // clean, relative; "" for what is left out without a word
}

// judge looks at the name of a member. One that leads anywhere else is an error: such an archive was made to
// do harm, and nothing of it is extracted.
func (p *planning) judge(m format.Member, n int) (judged, error) {
	j := judged{Member: m, number: n}
	if m.Size < 0 && m.Name == "" {
		j.name = "."
		return j, nil
	}
	drive := len(m.Name) > 1 && m.Name[1] == ':' && (m.Name[0]|0x20 >= 'a' && m.Name[0]|0x20 <= 'z') && (len(m.Name) == 2 || m.Name[2] == '/' || m.Name[2] == '\\')
	if strings.HasPrefix(m.Name, "/") || drive || strings.ContainsRune(m.Name, 0) {
		return j, escapes(m.Name)
	}
	for _, part := range strings.Split(m.Name, "/") {
		if part == ".." {
			return j, escapes(m.Name)
		}
	}
	j.name = path.Clean(m.Name)
	if j.name == "." || p.glob != nil && (m.Mode.IsDir() || !p.glob.Match(j.name, path.Base(j.name))) {
		j.name = ""
	}
	return j, nil
}

func escapes(name string) error {
	return sdk.Errorf(sdk.PolicyDenied, "archive_escapes", "the member %q leads out of the folder", name).With("member", entry.Shown(name)).With("path", entry.Unnamed)
}

// place plans one member. What cannot be extracted is told, and left out.
func (p *planning) place(out *plan, j judged) error {
	if j.name == "." {
		j.name = format.Stem(path.Base(out.archive))
		if j.name == path.Base(out.archive) {
			j.name += ".out"
		}
	}
	o := object{to: path.Join(out.into, j.name), dir: j.Mode.IsDir(), size: j.Size, mode: j.Mode, modified: j.Modified}
	if err := p.fits(&o, j, out.into); err != nil {
		if sdk.ClassOf(err) == sdk.Oversize {
			return err
		}
		p.refused(o.to, err)
		return nil
	}
	p.objects++
	if p.bytes += len(o.to) + 24; p.objects > format.MaxMembers {
		n := strconv.Itoa(format.MaxMembers)
		return sdk.Errorf(sdk.Oversize, "archive_too_many", "more than %s members", n).With("count", n).With("path", entry.Unnamed)
	}
	if err := entry.Room(p.bytes, p.objects); err != nil {
		return err
	}
	if !o.dir || !p.taken[o.to] {
		out.order = append(out.order, j.number)
	}
	p.taken[o.to] = true
	for dir := path.Dir(o.to); len(dir) >= len(out.into) && !out.filled[dir]; dir = path.Dir(dir) {
		out.filled[dir] = true
	}
	out.objects[j.number] = o
	out.bytes += max(0, o.size)
	return nil
}

// fits checks that a member may be written to its place.
func (p *planning) fits(o *object, j judged, into string) error {
	switch {
	case j.Locked:
		return entry.Failed(sdk.PermissionDenied, "archive_locked", o.to, "is protected with a password")
	case !o.dir && !j.Mode.IsRegular():
		return entry.Failed(sdk.WrongArgs, "archive_special", o.to, "is a link or a device")
	case p.taken[o.to] && !o.dir:
		return entry.Failed(sdk.Conflict, "archive_same_name", o.to, "another member has its name")
	}
	for _, part := range strings.Split(j.name, "/") {
		if len(part) > 255 {
			return entry.Failed(sdk.IOError, "name_too_long", o.to, "has a name longer than the disk takes")
		}
	}
	if err := p.solid(path.Dir(o.to), into); err != nil {
		return err
	}
	there, err := p.files.Lstat(o.to)
	switch {
	case change.Missing(err):
		return nil
	case err != nil:
		return err
	case o.dir && there.IsDir():
		return nil
	case !o.dir && p.overwrite && there.Mode().IsRegular():
		o.replaces = true
		return nil
	}
	return entry.Failed(sdk.Conflict, "file_exists", o.to, "exists already")
}

// solid makes sure that the folders between a member and the one it is extracted into are folders or nothing:
// a link on the way would lead elsewhere.
func (p *planning) solid(dir, into string) error {
	for ; len(dir) > len(into) && !p.sound[dir]; dir = path.Dir(dir) {
		there, err := p.files.Lstat(dir)
		switch {
		case change.Missing(err):
		case err != nil:
			return err
		case !there.IsDir():
			return entry.Failed(sdk.Conflict, "file_in_the_way", dir, "is not a folder")
		}
		p.sound[dir] = true
	}
	return nil
}
