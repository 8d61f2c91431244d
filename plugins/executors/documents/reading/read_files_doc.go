package reading

import (
	"context"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/documents/format"
	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

const (
	maxText  = 8 << 20 // bytes of text in one result
	maxItems = 50_000
)

// Reader is read_files_doc.
type Reader struct{}

// reading is one run of read_files_doc.
type reading struct {
	files    sdk.Files
	host     sdk.Host
	lang     string
	unit     string
	from, to int
	cut      cut
	budget   int // bytes of text that still fit
	items    []map[string]any
	failures entry.Failures
	room     entry.Budget

	clipped         bool
	used, available int // bytes of text returned, and read in all
}

func (Reader) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	r := &reading{
		files: host.Files(), host: host, lang: call.Lang, unit: args.Text("unit", "file"),
		from: int(args.Int("from_page", 0)), to: int(args.Int("to_page", 0)),
		cut:    cut{first: int(args.Int("first_lines", 0)), last: int(args.Int("last_lines", 0)), bytes: int(args.Int("max_bytes", 256<<10))},
		budget: maxText, items: []map[string]any{},
	}
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if r.cut.first > 0 && r.cut.last > 0 {
		return sdk.Result{}, sdk.Errorf(sdk.WrongArgs, "first_and_last", "first_lines and last_lines exclude each other")
	}
	paths = entry.Actuals(r.files, paths)
	for i, p := range paths {
		host.Progress(int64(i), int64(len(paths)), entry.Shown(p))
		err := r.file(ctx, p)
		if stop := entry.Stopped(ctx); stop != nil {
			return sdk.Result{}, stop
		}
		if err != nil {
			r.failures.Add(p, entry.Problem(err, p))
		}
	}
	result, err := entry.Collected(r.items, len(r.items), &r.failures)
	if r.clipped {
		result.Truncated = &sdk.Truncation{Used: r.used, Available: max(r.available, r.used), Cap: "max_bytes"}
	}
	return result, err
}

func (r *reading) file(ctx context.Context, p string) error {
	if r.budget <= 0 || len(r.items) >= maxItems {
		return entry.Failed(sdk.Oversize, "too_much_text", p, "the result is full")
	}
	target, info, err := entry.Follow(r.files, p)
	if err != nil {
		return err
	}
	if err := entry.Readable(p, info); err != nil {
		return err
	}
	file, err := r.files.Open(target)
	if err != nil {
		return err
	}
	defer file.Close()
	f, err := format.Of(p, file, info.Size())
	if err != nil {
		return err
	}
	pad := &pad{cut: r.cut}
	pad.bytes = min(pad.bytes, r.budget)
	source := paper.Source{ReaderAt: file, Size: info.Size(), Lang: r.lang, From: r.from, To: r.to, Tick: func(done, total int64) {
		if done%64 == 63 {
			r.host.Progress(done, total, "")
		}
	}}
	facts, err := f.Read(ctx, source, pad.take)
	if err != nil {
		return err
	}
	r.budget -= pad.size
	r.available += pad.characters
	r.clipped = r.clipped || pad.clipped
	if r.unit == "file" {
		r.whole(p, info.Size(), f.Name, pad, facts)
		return nil
	}
	r.pieces(p, pad)
	return nil
}

// whole adds a document as one item.
func (r *reading) whole(p string, size int64, name string, pad *pad, facts paper.Facts) {
	item := entry.Named(p)
	item["text"], item["format"], item["size"], item["truncated"] = pad.text(), name, size, pad.clipped
	item["lines"], item["words"], item["characters"] = pad.lines, pad.words, pad.characters
	if facts.Pages > 0 {
		item["pages"] = facts.Pages
	}
	for key, value := range map[string]string{
		"title": facts.Title, "from": facts.From, "to": facts.To, "cc": facts.Cc, "subject": facts.Subject, "date": facts.Date,
	} {
		if value != "" {
			item[key] = value
		}
	}
	if len(facts.Attachments) > 0 {
		list := make([]map[string]any, len(facts.Attachments))
		for i, a := range facts.Attachments {
			list[i] = map[string]any{"name": a.Name, "media": a.Media, "size": a.Size}
		}
		item["attachments"] = list
	}
	if len(facts.Links) > 0 {
		list := make([]map[string]any, len(facts.Links))
		for i, l := range facts.Links {
			list[i] = map[string]any{"text": entry.Shown(l.Text), "url": entry.Shown(l.URL)}
		}
		item["links"] = list
	}
	r.used += pad.size
	r.items = append(r.items, item)
}

// pieces adds one item a line, a paragraph or a page.
func (r *reading) pieces(p string, pad *pad) {
	for _, piece := range pad.pieces(r.unit) {
		text := strings.Join(piece.parts, "\n")
		if len(r.items) >= maxItems || !r.room.Take(p, text) {
			r.clipped = true
			return
		}
		r.used += len(text) + 1
		item := map[string]any{"path": entry.Shown(p), "name": entry.Named(p)["name"], "text": text, "line": piece.number}
		if piece.page > 0 {
			item["page"] = piece.page
		}
		if r.unit != "page" {
			item["style"] = string(piece.style)
		}
		r.items = append(r.items, item)
	}
}
