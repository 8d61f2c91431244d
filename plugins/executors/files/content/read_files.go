package content

import (
	"context"
	"io"
	"path"
	"strings"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/files/window"
	"github.com/metnos/metnos/sdk"
)

const (
	maxText  = 8 << 20   // bytes of text in one result
	MaxLines = 50_000    // items in one result
	maxScan  = 512 << 20 // bytes of one file that are read to count its lines
)

// Reader is read_files.
type Reader struct{}

func (Reader) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	r := &reading{
		files: host.Files(), unit: args.Text("unit", "file"), encoding: charset.Encoding(args.Text("encoding", "")),
		cut: window.Cut{
			First: int(args.Int("first_lines", 0)), Last: int(args.Int("last_lines", 0)),
			Bytes: int(args.Int("max_bytes", 256<<10)),
		},
		budget: maxText, items: []map[string]any{},
	}
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	if r.cut.First > 0 && r.cut.Last > 0 {
		return sdk.Result{}, sdk.Errorf(sdk.WrongArgs, "first_and_last", "first_lines and last_lines exclude each other")
	}
	paths = entry.Actuals(r.files, paths)
	for i, p := range paths {
		host.Progress(int64(i), int64(len(paths)), "")
		if err := r.file(ctx, p); err != nil {
			if stop := entry.Stopped(ctx); stop != nil {
				return sdk.Result{}, stop
			}
			r.failures.Add(p, entry.Problem(err, p))
		}
	}
	result, err := entry.Collected(r.items, len(r.items), &r.failures)
	if r.cutShort {
		result.Truncated = &sdk.Truncation{Used: r.used, Available: r.available, Cap: "max_bytes"}
	}
	return result, err
}

// reading is one run of read_files.
type reading struct {
	files    sdk.Files
	unit     string
	encoding charset.Encoding // "" to recognise it
	cut      window.Cut
	budget   int // bytes of text that still fit
	items    []map[string]any
	failures entry.Failures
	room     entry.Budget

	cutShort        bool
	used, available int // bytes of text returned, bytes of the files they are from
}

func (r *reading) file(ctx context.Context, p string) error {
	if r.budget <= 0 || len(r.items) >= MaxLines {
		return entry.Failed(sdk.Oversize, "too_much_text", p, "the result is full")
	}
	target, info, err := entry.Follow(r.files, p)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return entry.Failed(sdk.WrongArgs, "is_a_directory", p, "is a folder")
	}
	file, err := r.files.Open(target)
	if err != nil {
		return err
	}
	defer file.Close()
	encoding, err := r.recognise(file, info.Size())
	if err != nil {
		return err
	}
	if encoding == charset.Binary {
		return entry.Failed(sdk.WrongArgs, "not_text", p, "is not a text file")
	}
	cut := r.cut
	cut.Bytes = min(cut.Bytes, r.budget)
	part, err := window.Read(ctx, file, encoding, info.Size(), maxScan, cut)
	if err != nil {
		return err
	}
	r.take(p, info.Size(), encoding, part)
	return nil
}

func (r *reading) recognise(file sdk.ReadFile, size int64) (charset.Encoding, error) {
	if r.encoding != "" {
		return r.encoding, nil
	}
	sample := make([]byte, charset.Sample)
	n, err := file.ReadAt(sample, 0)
	if err != nil && err != io.EOF {
		return charset.Binary, err
	}
	return charset.Detect(sample[:n], int64(n) >= size), nil
}

// take adds what was read of one file to the result.
func (r *reading) take(p string, size int64, encoding charset.Encoding, part window.Part) {
	r.budget -= len(part.Text)
	r.available += int(size)
	r.cutShort = r.cutShort || part.Truncated
	if r.unit != "file" {
		r.used += r.pieces(p, part)
		return
	}
	r.used += len(part.Text)
	item := entry.Named(p)
	item["text"], item["encoding"], item["size"], item["truncated"] = part.Text, string(encoding), size, part.Truncated
	if part.Counted {
		item["lines"], item["words"], item["characters"] = part.Lines, part.Words, part.Characters
	}
	r.items = append(r.items, item)
}

// pieces adds one item a line or a paragraph and returns how many bytes of text that took.
func (r *reading) pieces(p string, part window.Part) (used int) {
	split := window.Lines
	if r.unit == "paragraph" {
		split = window.Paragraphs
	}
	for line, text := range split(part.Text) {
		if len(r.items) >= MaxLines || !r.room.Take(p, text) {
			r.cutShort = true
			return used
		}
		used += len(text) + 1
		item := map[string]any{"path": entry.Shown(p), "name": entry.Shown(path.Base(p)), "text": strings.TrimSuffix(text, "\r")}
		if part.From > 0 {
			item["line"] = part.From + line
		}
		r.items = append(r.items, item)
	}
	return min(used, len(part.Text))
}
