package twin

import (
	"cmp"
	"context"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Finder is find_files_hash.
type Finder struct{}

func (Finder) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	s := newSearch(args, host)
	keep, limit := args.Text("keep", ""), int(max(0, args.Int("limit", 10_000)))
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	list, err := s.candidates(ctx)
	if err == nil {
		list, err = s.twins(ctx, list)
	}
	if err != nil {
		return sdk.Result{}, entry.Problem(err, "")
	}
	return s.result(grouped(list), keep, limit, entry.Zone(call)), nil
}

func newSearch(args *arg.Reader, host sdk.Host) *search {
	s := &search{
		files: host.Files(), host: host, kind: args.Text("kind", ""), sizeMin: max(1, args.Int("size_min", 1)),
		recursive: args.Flag("recursive", true), hidden: args.Flag("hidden", false),
	}
	starts := args.Texts("paths")
	if p := args.Text("path", ""); p != "" {
		starts = append([]string{p}, starts...)
	}
	if starts == nil && !args.Has("paths") {
		for _, root := range s.files.Roots() {
			starts = append(starts, root.Path)
		}
	}
	s.starts = entry.Actuals(s.files, starts)
	if p := args.Text("other", ""); p != "" {
		s.others = []string{entry.Actual(s.files, p)}
	}
	for _, e := range args.Texts("extensions") {
		if s.extensions == nil {
			s.extensions = map[string]bool{}
		}
		s.extensions[strings.ToLower(strings.TrimLeft(strings.TrimSpace(e), "*."))] = true
	}
	return s
}

// twins keeps the files that have the content of another: by size, by their ends, by the whole.
func (s *search) twins(ctx context.Context, list []*twin) ([]*twin, error) {
	h := &hasher{files: s.files, host: s.host}
	fail := func(p string, err error) { s.fails.Add(p, entry.Problem(err, p)) }
	list = shared(list)
	for _, whole := range []bool{false, true} {
		var err error
		if list, err = h.all(ctx, list, whole, fail); err != nil {
			return nil, err
		}
		list = shared(list)
	}
	return list, nil
}

// shared keeps the files whose size and digest another one has, side by side.
func shared(list []*twin) []*twin {
	slices.SortFunc(list, func(a, b *twin) int {
		return cmp.Or(cmp.Compare(a.size, b.size), strings.Compare(string(a.sum[:]), string(b.sum[:])), strings.Compare(a.path, b.path))
	})
	out := list[:0]
	for i := 0; i < len(list); {
		end := i + 1
		for end < len(list) && list[end].size == list[i].size && list[end].sum == list[i].sum {
			end++
		}
		if end > i+1 {
			out = append(out, list[i:end]...)
		}
		i = end
	}
	return out
}

// grouped makes groups of a list in which twins stand side by side; groups are in the order of their first
// paths, and so are the files of each.
func grouped(list []*twin) [][]*twin {
	var groups [][]*twin
	for i := 0; i < len(list); {
		end := i + 1
		for end < len(list) && list[end].sum == list[i].sum && list[end].size == list[i].size {
			end++
		}
		groups = append(groups, list[i:end:end])
		i = end
	}
	slices.SortFunc(groups, func(a, b []*twin) int { return strings.Compare(a[0].path, b[0].path) })
	return groups
}

// kept is the file of a group that stays: the surplus ones are the others. The first has the plainest name,
// the one nothing was added to, as in "a (1).jpg".
func kept(group []*twin, keep string) *twin {
	best := group[0]
	for _, t := range group[1:] {
		switch keep {
		default:
			if len(path.Base(t.path)) < len(path.Base(best.path)) {
				best = t
			}
		case "oldest":
			if t.modified.Before(best.modified) {
				best = t
			}
		case "newest":
			if t.modified.After(best.modified) {
				best = t
			}
		case "shortest":
			if len(t.path) < len(best.path) {
				best = t
			}
		}
	}
	return best
}

// result shows the files of each group that were asked about: all of them, or without the one that is kept;
// with another folder, those that have a twin in it.
func (s *search) result(groups [][]*twin, keep string, limit int, zone *time.Location) sdk.Result {
	var items []map[string]any
	var room entry.Budget
	total, number := 0, 0
	full := false
	for _, group := range groups {
		original := kept(group, keep)
		if len(s.others) > 0 {
			at := slices.IndexFunc(group, func(t *twin) bool { return t.elsewhere })
			if at < 0 || !slices.ContainsFunc(group, func(t *twin) bool { return !t.elsewhere }) {
				continue
			}
			original = group[at]
		}
		number++
		for _, t := range group {
			if t.elsewhere || t == original && keep != "" {
				continue
			}
			total++
			if full = full || len(items) >= limit || !room.Take(t.path, t.path, original.path); full {
				continue
			}
			items = append(items, shown(t, original, number, len(group), zone))
		}
	}
	r := entry.Produced(items, total, limit, s.fails.All())
	if s.cut {
		r.Truncated = &sdk.Truncation{Used: len(items), Available: -1, Cap: "path"}
	}
	return r
}

func shown(t, original *twin, number, copies int, zone *time.Location) map[string]any {
	item := entry.Named(t.path)
	entry.Typed(item)
	item["size"], item["modified"] = t.size, entry.Instant(t.modified, zone)
	item["group"], item["copies"], item["hash"] = number, copies, hex.EncodeToString(t.sum[:])
	if t != original {
		item["original"] = entry.Shown(original.path)
	}
	return item
}
