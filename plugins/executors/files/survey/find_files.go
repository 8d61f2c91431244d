package survey

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/files/phrase"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/plugins/executors/match"
	"github.com/metnos/metnos/sdk"
)

// progressEvery is how many visited objects lie between two reports of progress.
const progressEvery = 8192

// Finder is find_files.
type Finder struct{}

func (Finder) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	q, err := newQuery(call)
	if err != nil {
		return sdk.Result{}, err
	}
	s := &survey{query: q, files: host.Files(), host: host, best: newLeaders(q.ranking)}
	if err := s.run(ctx); err != nil {
		return sdk.Result{}, err
	}
	return s.result(entry.Zone(call)), nil
}

// query is what a file must be to be found.
type query struct {
	starts        []string // folders and files; none means every root
	name          string   // folded
	glob          *match.Pattern
	extensions    map[string]bool
	kind          string
	sizeMin       int64
	sizeMax       int64 // -1: no limit
	after, before time.Time
	text          *phrase.Phrase
	skip          exclusions
	recursive     bool
	hidden        bool
	ranking       ranking
}

func newQuery(call sdk.Call) (*query, error) {
	args := arg.Of(call)
	q := &query{
		name: fold.Text(args.Text("name", "")), kind: args.Text("kind", ""),
		sizeMin: args.Int("size_min", 0), sizeMax: args.Int("size_max", -1),
		after: args.Time("modified_after"), before: args.Time("modified_before"),
		recursive: args.Flag("recursive", true), hidden: args.Flag("hidden", false),
		ranking: newRanking(args),
	}
	if p := args.Text("path", ""); p != "" {
		q.starts = append(q.starts, p)
	}
	q.starts = append(q.starts, args.Texts("paths")...)
	for _, e := range args.Texts("extensions") {
		if q.extensions == nil {
			q.extensions = map[string]bool{}
		}
		q.extensions[strings.ToLower(strings.TrimLeft(strings.TrimSpace(e), "*."))] = true
	}
	if text := args.Text("text_query", ""); text != "" {
		q.text = phrase.New(text, args.Flag("whole_word", false), args.Flag("case_sensitive", false))
	}
	if g := args.Text("glob", ""); g != "" {
		pattern, err := match.Glob(g)
		if err != nil {
			return nil, wrongPattern(g, err)
		}
		q.glob = pattern
	}
	skip, err := newExclusions(args.Texts("exclude"))
	if err != nil {
		return nil, err
	}
	q.skip = skip
	return q, args.Err()
}

func newRanking(args *arg.Reader) ranking {
	return ranking{
		by: args.Text("order_by", "path"), desc: args.Text("order", "asc") == "desc",
		limit: int(max(0, args.Int("limit", 10000))),
	}
}

func wrongPattern(pattern string, err error) *sdk.Error {
	return sdk.Errorf(sdk.WrongArgs, "pattern_wrong", "%w", err).With("pattern", pattern)
}

// stat reports whether the query looks at more than names.
func (q *query) stat() bool {
	return q.sizeMin > 0 || q.sizeMax >= 0 || !q.after.IsZero() || !q.before.IsZero() || q.ranking.stat()
}

// named judges what a path alone tells.
func (q *query) named(relative, name string) bool {
	return q.called(name) && (q.glob == nil || q.glob.Match(relative, name))
}

// called judges what a name alone tells.
func (q *query) called(name string) bool {
	if q.extensions != nil || q.kind != "" {
		extension := kind.Extension(name)
		if q.extensions != nil && !q.extensions[extension] && !q.compound(name) {
			return false
		}
		if q.kind != "" && kind.Of(extension) != q.kind {
			return false
		}
	}
	return q.name == "" || strings.Contains(fold.Text(name), q.name)
}

// compound recognises an extension of several parts, such as tar.gz.
func (q *query) compound(name string) bool {
	name = strings.ToLower(name)
	for e := range q.extensions {
		if strings.Contains(e, ".") && strings.HasSuffix(name, "."+e) {
			return true
		}
	}
	return false
}

// sized judges size and date.
func (q *query) sized(f found) bool {
	return f.size >= q.sizeMin && (q.sizeMax < 0 || f.size <= q.sizeMax) &&
		(q.after.IsZero() || !f.modified.Before(q.after)) && (q.before.IsZero() || f.modified.Before(q.before))
}

// exclusions are names, patterns and absolute paths that are not visited.
type exclusions struct {
	paths    map[string]bool
	patterns []*match.Pattern
}

func newExclusions(list []string) (exclusions, error) {
	x := exclusions{paths: map[string]bool{}}
	for _, item := range list {
		if path.IsAbs(item) {
			x.paths[path.Clean(item)] = true
			continue
		}
		pattern, err := match.Glob(strings.TrimSuffix(item, "/"))
		if err != nil {
			return x, wrongPattern(item, err)
		}
		x.patterns = append(x.patterns, pattern)
	}
	return x, nil
}

func (x exclusions) has(p, relative, name string) bool {
	if x.paths[p] {
		return true
	}
	for _, pattern := range x.patterns {
		if pattern.Match(relative, name) {
			return true
		}
	}
	return false
}

// survey is one run of a query.
type survey struct {
	query    *query
	files    sdk.Files
	host     sdk.Host
	best     *leaders
	failures entry.Failures
	visited  atomic.Int64
}

func (s *survey) run(ctx context.Context) error {
	starts := s.query.starts
	if len(starts) == 0 {
		for _, root := range s.files.Roots() {
			starts = append(starts, root.Path)
		}
	}
	starts = entry.Actuals(s.files, starts)
	for _, start := range starts {
		if s.covered(start, starts) {
			continue
		}
		if err := s.start(ctx, start, len(starts) == 1); err != nil {
			return err
		}
	}
	if s.best.total == 0 && s.failures.First() != nil && s.failures.Len() == len(starts) && len(starts) > 1 {
		return s.failures.First() // not one of them could be searched
	}
	return nil
}

// covered reports that another start already leads to this one.
func (s *survey) covered(start string, starts []string) bool {
	if !s.query.recursive {
		return false
	}
	for _, other := range starts {
		if other != start && entry.Below(start, other) && !strings.Contains(strings.TrimPrefix(start, other), "/.") {
			return true
		}
	}
	return false
}

// start searches one folder, or judges one file. The only start of a search must be there.
func (s *survey) start(ctx context.Context, start string, only bool) error {
	target, info, err := entry.Follow(s.files, start)
	if err != nil {
		if only {
			return entry.Problem(err, start)
		}
		s.failures.Add(start, entry.Problem(err, start))
		return nil
	}
	if !info.IsDir() {
		return s.judge(ctx, start, path.Base(start), fs.FileInfoToDirEntry(info))
	}
	err = entry.Search(ctx, s.files, target, s.pick, func(p string, d fs.DirEntry, err error) error {
		return s.visit(ctx, target, p, d, err)
	})
	if err := entry.Stopped(ctx); err != nil {
		return err
	}
	if err != nil {
		return entry.Problem(err, start)
	}
	if only && s.visited.Load() == 0 && s.failures.First() != nil {
		return s.failures.First()
	}
	return nil
}

func (s *survey) visit(ctx context.Context, start, p string, d fs.DirEntry, err error) error {
	if stop := entry.Stopped(ctx); stop != nil {
		return stop
	}
	if err != nil {
		s.failures.Add(p, entry.Problem(err, p))
		return nil
	}
	if p == start {
		return nil
	}
	if d.IsDir() {
		s.seen()
	}
	name := d.Name()
	relative := strings.TrimPrefix(strings.TrimPrefix(p, start), "/")
	if (!s.query.hidden && entry.Hidden(name)) || s.query.skip.has(p, relative, name) {
		return leave(d)
	}
	if d.IsDir() {
		if !s.query.recursive || entry.Trash(p) {
			return fs.SkipDir
		}
		return nil
	}
	return s.judge(ctx, p, relative, d)
}

// pick tells by its name alone whether a file may be what is looked for, and whether more must be known of it.
func (s *survey) pick(name string, mode fs.FileMode) (visit, describe bool) {
	s.seen()
	if !mode.IsRegular() || !s.query.hidden && entry.Hidden(name) || !s.query.called(name) {
		return false, false
	}
	return true, s.query.stat()
}

func (s *survey) seen() {
	if n := s.visited.Add(1); n%progressEvery == 0 {
		s.host.Progress(n, 0, "")
	}
}

// leave skips an entry, and everything below it when it is a folder.
func leave(d fs.DirEntry) error {
	if d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// judge counts one file in when it is what the query asks for.
func (s *survey) judge(ctx context.Context, p, relative string, d fs.DirEntry) error {
	if !d.Type().IsRegular() || !s.query.named(relative, d.Name()) {
		return nil
	}
	f := found{path: p, mode: d.Type()}
	if s.query.stat() {
		if err := f.stat(d); err != nil {
			s.missed(p, err)
			return nil
		}
		if !s.query.sized(f) {
			return nil
		}
	}
	if s.query.text != nil {
		h, err := s.query.text.Search(ctx, s.files, p)
		if stop := entry.Stopped(ctx); stop != nil {
			return stop
		}
		if err != nil {
			s.missed(p, err)
			return nil
		}
		if h.Lines == 0 {
			return nil
		}
		f.hits = h
	}
	if !f.statted && s.best.wants() {
		if err := f.stat(d); err != nil {
			s.missed(p, err)
			return nil
		}
	}
	s.best.add(f)
	return nil
}

// missed records a file that could not be judged, unless it has just gone.
func (s *survey) missed(p string, err error) {
	if !errors.Is(err, fs.ErrNotExist) {
		s.failures.Add(p, entry.Problem(err, p))
	}
}

func (f *found) stat(d fs.DirEntry) error {
	info, err := d.Info()
	if err != nil {
		return err
	}
	f.statted, f.mode, f.size, f.modified = true, info.Mode(), info.Size(), info.ModTime()
	return nil
}

func (s *survey) result(at *time.Location) sdk.Result {
	kept := s.best.sorted()
	items := make([]map[string]any, 0, len(kept))
	var room entry.Budget
	for _, f := range kept {
		if !room.Take(f.path, f.path, f.hits.Excerpt) {
			break
		}
		item := entry.Named(f.path)
		entry.Typed(item)
		item["size"], item["modified"] = f.size, entry.Instant(f.modified, at)
		if s.query.text != nil {
			item["matches"], item["line"], item["excerpt"] = f.hits.Lines, f.hits.First, f.hits.Excerpt
		}
		items = append(items, item)
	}
	return entry.Produced(items, s.best.total, s.query.ranking.limit, s.failures.All())
}
