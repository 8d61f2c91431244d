package counting

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/texts/line"
	"github.com/metnos/metnos/plugins/executors/texts/sought"
	"github.com/metnos/metnos/sdk"
)

// Counter is compute_texts.
type Counter struct{}

// What is counted.
const (
	lines       = "lines"
	words       = "words"
	characters  = "characters"
	occurrences = "occurrences"
	frequent    = "frequent_words"
)

const (
	maxWords = 500_000 // different words kept while the most frequent are looked for
	maxWord  = 60      // bytes of one
)

// counting is one run.
type counting struct {
	measure  string
	want     *sought.Sought
	minimum  int // letters of a word that counts
	tally    map[string]int
	over     bool // different words were left out
	total    int
	items    []map[string]any
	failures entry.Failures
}

func (Counter) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	c := &counting{measure: args.Text("measure", words), minimum: int(args.Int("min_length", 1)), tally: map[string]int{}, items: []map[string]any{}}
	query, limit := args.Text("query", ""), int(args.Int("limit", 10))
	how := sought.How{Regex: args.Text("match", "text") == "regex", Sensitive: args.Flag("case_sensitive", false), Words: args.Flag("whole_word", false)}
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if c.measure == occurrences {
		var err error
		if c.want, err = sought.New(query, how); err != nil {
			return sdk.Result{}, err
		}
	}
	files := host.Files()
	paths = entry.Actuals(files, paths)
	for i, p := range paths {
		host.Progress(int64(i), int64(len(paths)), "")
		if err := c.file(ctx, files, p, host); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return sdk.Result{}, stop
			}
			c.failures.Add(p, entry.Problem(err, p))
		}
	}
	if c.measure == frequent {
		return c.ranked(limit)
	}
	return entry.Collected(c.items, c.total, &c.failures)
}

func (c *counting) file(ctx context.Context, files sdk.Files, p string, host sdk.Host) error {
	f, err := line.Open(files, p)
	if err != nil {
		return err
	}
	defer f.Close()
	count := 0
	err = f.Each(ctx, func(read int64) { host.Progress(read, f.Size, "") }, func(l line.Line) error {
		switch c.measure {
		case lines:
			count++
		case characters:
			count += utf8.RuneCount(l.Text) + utf8.RuneCountInString(l.End)
		case occurrences:
			count += c.want.Count(l.Text)
		case words:
			count += len(bytes.Fields(l.Text))
		case frequent:
			c.words(l.Text)
		}
		return nil
	})
	if err != nil {
		return err
	}
	c.total += count
	c.items = append(c.items, map[string]any{"path": entry.Shown(p), "name": entry.Shown(path.Base(p)), "count": count})
	return nil
}

// words adds the words of a line to the tally: letters and digits, with the apostrophes and hyphens inside.
func (c *counting) words(text []byte) {
	for len(text) > 0 {
		start := bytes.IndexFunc(text, wordly)
		if start < 0 {
			return
		}
		text = text[start:]
		end := bytes.IndexFunc(text, func(r rune) bool { return !wordly(r) })
		if end < 0 {
			end = len(text)
		}
		if word := text[:end]; len(word) <= maxWord && utf8.RuneCount(word) >= c.minimum && !digits(word) {
			key := string(bytes.ToLower(word))
			if _, known := c.tally[key]; known || len(c.tally) < maxWords {
				c.tally[key]++
			} else {
				c.over = true
			}
		}
		text = text[end:]
	}
}

func wordly(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' }

func digits(word []byte) bool {
	return bytes.IndexFunc(word, func(r rune) bool { return unicode.IsLetter(r) }) < 0
}

// ranked is the most frequent words, in the order of how often they are there, then of the alphabet.
func (c *counting) ranked(limit int) (sdk.Result, error) {
	type word struct {
		text  string
		count int
	}
	list := make([]word, 0, len(c.tally))
	for text, n := range c.tally {
		list = append(list, word{text, n})
	}
	slices.SortFunc(list, func(a, b word) int {
		return cmp.Or(b.count-a.count, cmp.Compare(fold.Text(a.text), fold.Text(b.text)), cmp.Compare(a.text, b.text))
	})
	items := []map[string]any{}
	for _, w := range list[:min(limit, len(list))] {
		items = append(items, map[string]any{"word": w.text, "count": w.count})
	}
	r, err := entry.Collected(items, nil, &c.failures)
	if c.over {
		r.Truncated = &sdk.Truncation{Used: len(items), Available: -1, Cap: "min_length"}
	}
	return r, err
}
