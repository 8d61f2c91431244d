package sifting

import (
	"context"
	"path"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/texts/line"
	"github.com/metnos/metnos/plugins/executors/texts/sought"
	"github.com/metnos/metnos/sdk"
)

// Filter is filter_texts_lines.
type Filter struct{}

const (
	maxLines = 20_000 // in one result
	maxShown = 4_000  // bytes of one line in the result
)

// sifting is one run.
type sifting struct {
	want     *sought.Sought
	invert   bool
	above    int
	below    int
	limit    int
	from, to int // numbers of the lines looked at, to 0 for all
	items    []map[string]any
	room     entry.Budget
	found    int // lines that match
	full     bool
	failures entry.Failures
}

func newSifting(call sdk.Call) (*sifting, []string, error) {
	args := arg.Of(call)
	args.Must("paths")
	context := int(args.Int("context", 0))
	s := &sifting{
		invert: args.Flag("invert", false), above: max(context, int(args.Int("before", 0))), below: max(context, int(args.Int("after", 0))),
		limit: int(args.Int("limit", 2000)), from: int(args.Int("first_line", 1)), to: int(args.Int("last_line", 0)), items: []map[string]any{},
	}
	query := args.Text("query", "")
	paths := args.Texts("paths")
	how := sought.How{Regex: args.Text("match", "text") == "regex", Sensitive: args.Flag("case_sensitive", false), Words: args.Flag("whole_word", false)}
	if err := args.Err(); err != nil {
		return nil, nil, err
	}
	if query == "" {
		if s.from > 1 || s.to > 0 {
			return s, paths, nil // a stretch of lines
		}
		return nil, nil, sdk.Errorf(sdk.MissingInput, "text_missing", "no text to look for")
	}
	var err error
	s.want, err = sought.New(query, how)
	return s, paths, err
}

func (Filter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	s, paths, err := newSifting(call)
	if err != nil {
		return sdk.Result{}, err
	}
	files := host.Files()
	paths = entry.Actuals(files, paths)
	for i, p := range paths {
		host.Progress(int64(i), int64(len(paths)), "")
		if err := s.file(ctx, files, p, func(read, size int64) {
			if len(paths) == 1 {
				host.Progress(read, size, "")
			}
		}); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return sdk.Result{}, stop
			}
			s.failures.Add(p, entry.Problem(err, p))
		}
	}
	r, err := entry.Collected(s.items, s.found, &s.failures)
	if s.full {
		r.Truncated = &sdk.Truncation{Used: len(s.items), Available: -1, Cap: "limit"}
		if s.above+s.below == 0 {
			r.Truncated.Available = s.found
		}
	}
	return r, err
}

// file looks at the lines of one file.
func (s *sifting) file(ctx context.Context, files sdk.Files, p string, tick func(read, size int64)) error {
	f, err := line.Open(files, p)
	if err != nil {
		return err
	}
	defer f.Close()
	shown, left := []line.Line{}, 0
	name := entry.Shown(path.Base(p))
	done := errDone
	err = f.Each(ctx, func(read int64) { tick(read, f.Size) }, func(l line.Line) error {
		if l.N < s.from {
			return nil
		}
		if s.to > 0 && l.N > s.to {
			return done
		}
		if s.holds(l.Text) {
			s.found++
			for _, above := range shown {
				s.keep(p, name, above, false)
			}
			shown = shown[:0]
			s.keep(p, name, l, true)
			left = s.below
			return nil
		}
		switch {
		case left > 0:
			left--
			s.keep(p, name, l, false)
		case s.above > 0:
			if len(shown) == s.above {
				shown = append(shown[:0], shown[1:]...)
			}
			l.Text = append([]byte(nil), l.Text[:min(len(l.Text), maxShown)]...)
			shown = append(shown, l)
		}
		return nil
	})
	if err == done {
		return nil
	}
	return err
}

func (s *sifting) holds(text []byte) bool {
	return s.want == nil || s.want.In(text) != s.invert
}

// keep adds a line to the result while there is room; lines beyond are only counted.
func (s *sifting) keep(p, name string, l line.Line, matched bool) {
	text := l.Text
	cut := l.Cut || len(text) > maxShown
	text = text[:min(len(text), maxShown)]
	if len(s.items) >= min(s.limit, maxLines) || !s.room.Take(p, string(text)) {
		s.full = true
		return
	}
	item := map[string]any{"path": entry.Shown(p), "name": name, "line": l.N, "text": entry.Shown(string(text)), "matched": matched}
	if cut {
		item["truncated"] = true
	}
	s.items = append(s.items, item)
}

type ended struct{}

func (ended) Error() string { return "the last line was seen" }

var errDone error = ended{}
