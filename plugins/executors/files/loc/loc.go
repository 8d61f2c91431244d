package loc

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/sdk"
)

// Counter is compute_files_loc.
type Counter struct{}

// maxSource is the size in bytes of the largest file that is taken for source code.
const maxSource = 16 << 20

// aside are folders of what others wrote.
var aside = []string{"node_modules", "vendor", "__pycache__", "venv", "target", "dist", "build"}

// counting is one run.
type counting struct {
	files    sdk.Files
	host     sdk.Host
	all      bool // hidden folders and those of others too
	by       map[string]*tally
	failures entry.Failures
	seen     int64
	root     string
}

// Invoke counts below the folders, or in the files, of the call.
func (Counter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	c := &counting{files: host.Files(), host: host, all: args.Flag("hidden", false), by: map[string]*tally{}}
	paths := args.Texts("paths")
	if p := args.Text("path", ""); p != "" {
		paths = append(paths, p)
	}
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if len(paths) == 0 {
		return sdk.Result{}, sdk.Errorf(sdk.MissingInput, "folder_missing", "no folder")
	}
	for _, p := range entry.Outermost(entry.Actuals(c.files, paths)) {
		c.root = p
		if err := c.files.Walk(ctx, p, func(p string, d fs.DirEntry, err error) error { return c.visit(ctx, p, d, err) }); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return sdk.Result{}, stop
			}
			c.failures.Add(p, entry.Problem(err, p))
		}
	}
	items := []map[string]any{}
	total := 0
	for name, t := range c.by {
		total += t.code
		items = append(items, map[string]any{"name": name, "files": t.files, "code": t.code, "comments": t.comments, "blank": t.blank, "lines": t.code + t.comments + t.blank})
	}
	slices.SortFunc(items, func(a, b map[string]any) int {
		return cmp.Or(b["code"].(int)-a["code"].(int), cmp.Compare(a["name"].(string), b["name"].(string)))
	})
	return entry.Collected(items, total, &c.failures)
}

func (c *counting) visit(ctx context.Context, p string, d fs.DirEntry, err error) error {
	if err != nil {
		if p == c.root {
			return err
		}
		c.failures.Add(p, entry.Problem(err, p))
		return nil
	}
	if c.seen++; c.seen%256 == 0 {
		c.host.Progress(c.seen, 0, "")
	}
	name := path.Base(p)
	if p != c.root && !c.all && (entry.Hidden(name) || d.IsDir() && slices.Contains(aside, name)) {
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	}
	if !d.Type().IsRegular() {
		return nil
	}
	l, ok := languages[cmp.Or(kind.Extension(name), strings.ToLower(name))]
	if !ok {
		return nil
	}
	if err := c.file(ctx, p, l); err != nil {
		if stop := entry.Stopped(ctx); stop != nil {
			return stop
		}
		c.failures.Add(p, entry.Problem(err, p))
	}
	return nil
}

func (c *counting) file(ctx context.Context, p string, l language) error {
	in, err := c.files.Open(p)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if info.Size() > maxSource {
		return entry.Failed(sdk.Oversize, "source_too_large", p, "is too large for source code")
	}
	sample := make([]byte, charset.Sample)
	n, err := in.ReadAt(sample, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	encoding := charset.Detect(sample[:n], int64(n) >= info.Size())
	if encoding == charset.Binary {
		return nil
	}
	t := c.by[l.name]
	if t == nil {
		t = &tally{}
		c.by[l.name] = t
	}
	t.files++
	r := bufio.NewReaderSize(encoding.Reader(in), 64<<10)
	for s, line := (&state{}), 0; ; line++ {
		if line%1024 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
		}
		text, err := r.ReadString('\n')
		if text != "" {
			l.count(t, s, text)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
