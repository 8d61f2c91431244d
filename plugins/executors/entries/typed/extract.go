package typed

import (
	"context"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Extractor is extract_entries.
type Extractor struct{}

const (
	maxThings = 20_000
	portion   = 64 << 10 // bytes of a text looked at together: a stop is noticed between two
)

// extracting is one run.
type extracting struct {
	kinds   []string
	lang    string
	several bool // the texts are of more than one file
	all     bool // the same thing each time it stands there
	limit   int
	items   []map[string]any
	known   map[string]map[string]any
	room    entry.Budget
	total   int
	full    bool
}

// Invoke finds the things in the texts of the items, or in the text of the call.
func (Extractor) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	x := &extracting{
		kinds: args.Texts("what"), lang: call.Lang, all: args.Flag("repeated", false), limit: int(args.Int("limit", 2000)),
		items: []map[string]any{}, known: map[string]map[string]any{},
	}
	text, entries := args.Text("text", ""), args.Objects("entries")
	if !args.Has("text") && !args.Has("entries") && args.Err() == nil {
		return sdk.Result{}, sdk.Errorf(sdk.MissingInput, "entries_missing", "no text to look in was given")
	}
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if err := x.text(ctx, text, nil); err != nil {
		return sdk.Result{}, err
	}
	for _, item := range entries {
		x.several = x.several || item["path"] != entries[0]["path"]
	}
	for i, item := range entries {
		if i%256 == 0 {
			host.Progress(int64(i), int64(len(entries)), "")
		}
		if err := x.item(ctx, item); err != nil {
			return sdk.Result{}, err
		}
	}
	r := sdk.Result{OK: true, Entries: x.items, Value: x.total, Effects: sdk.Counters{Items: len(x.items), Countable: true}}
	if x.full {
		r.Truncated = &sdk.Truncation{Used: len(x.items), Available: x.total, Cap: "limit"}
	}
	return r, nil
}

// item looks at the text of an item; of one without, at all its values.
func (x *extracting) item(ctx context.Context, item map[string]any) error {
	if text, ok := item["text"].(string); ok {
		return x.text(ctx, text, item)
	}
	var b strings.Builder
	for key, v := range item {
		if s, ok := v.(string); ok && key != "path" && key != "folder" {
			b.WriteString(s + "\n")
		}
	}
	return x.text(ctx, b.String(), item)
}

// text looks at a text in portions that end where a line does.
func (x *extracting) text(ctx context.Context, text string, item map[string]any) error {
	first, counted := lineOf(item)
	for line := first; text != ""; {
		if err := entry.Stopped(ctx); err != nil {
			return err
		}
		end := len(text)
		if end > portion {
			if end = strings.LastIndexByte(text[:portion], '\n') + 1; end == 0 {
				end = portion
			}
		}
		part := text[:end]
		at := 0
		for _, t := range Find(part, x.lang, x.kinds...) {
			line += strings.Count(part[at:t.Start], "\n")
			at = t.Start
			where := 0
			if counted || item == nil || item["lines"] != nil {
				where = max(1, line)
				if !counted {
					where = line + 1
				}
			}
			x.take(t, part[t.Start:t.End], item, where)
		}
		line += strings.Count(part[at:], "\n")
		text = text[end:]
	}
	return nil
}

// lineOf is the line an item says its text begins on.
func lineOf(item map[string]any) (int, bool) {
	switch n := item["line"].(type) {
	case int:
		return n, true
	case float64:
		return int(n), true
	}
	return 0, false
}

// take adds a thing to the result, or one more to those that are the same.
func (x *extracting) take(t Thing, written string, item map[string]any, line int) {
	key := t.Kind + "\x00" + t.Value
	if old := x.known[key]; old != nil && !x.all {
		old["count"] = old["count"].(int) + 1
		return
	}
	x.total++
	path, _ := item["path"].(string)
	if len(x.items) >= min(x.limit, maxThings) || !x.room.Take(path, written, t.Value) {
		x.full = true
		return
	}
	out := map[string]any{"kind": t.Kind, "value": t.Value, "written": strings.ToValidUTF8(written, "\ufffd"), "count": 1}
	if t.Kind == Amount {
		out["amount"], out["currency"] = t.Number, t.Currency
	}
	for _, field := range []string{"path", "name"} {
		if v, ok := item[field].(string); ok && x.several {
			out[field] = v
		}
	}
	if line > 0 {
		out["line"] = line
	}
	x.items = append(x.items, out)
	x.known[key] = out
}
