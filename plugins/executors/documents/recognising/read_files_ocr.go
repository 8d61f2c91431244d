package recognising

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/documents/paper"
	"github.com/metnos/metnos/plugins/executors/documents/pdf"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

const (
	maxText  = 8 << 20 // bytes of text in one result
	maxItems = 50_000
	maxPages = 300 // pages that are drawn of one file
)

// Reader is read_files_ocr.
type Reader struct {
	folders []string // where programs are looked for; nil for those of the system
}

// reading is one run of read_files_ocr.
type reading struct {
	programs
	files     sdk.Files
	host      sdk.Host
	lang      string
	asked     []string
	unit      string
	from, to  int
	tesseract string // "" until it was looked for
	languages string
	budget    int // bytes of text that still fit
	items     []map[string]any
	failures  entry.Failures
	room      entry.Budget
	clipped   bool
}

func (o Reader) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	r := &reading{
		programs: programs(o), files: host.Files(), host: host, lang: call.Lang, asked: args.Texts("languages"),
		unit: args.Text("unit", "file"), from: int(args.Int("from_page", 0)), to: int(args.Int("to_page", 0)),
		budget: maxText, items: []map[string]any{},
	}
	paths := args.Texts("paths")
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	paths = entry.Actuals(r.files, paths)
	for i, p := range paths {
		host.Progress(int64(i), int64(len(paths)), entry.Shown(p))
		err := r.file(ctx, p)
		if stop := entry.Stopped(ctx); stop != nil {
			return sdk.Result{}, stop
		}
		if sdk.ClassOf(err) == sdk.Unavailable {
			return sdk.Result{}, err // no other file will do better
		}
		if err != nil {
			r.failures.Add(p, entry.Problem(err, p))
		}
	}
	result, err := entry.Collected(r.items, len(r.items), &r.failures)
	if r.clipped {
		result.Truncated = &sdk.Truncation{Used: len(r.items), Available: -1, Cap: "paths"}
	}
	return result, err
}

// ready looks for tesseract and its languages, once.
func (r *reading) ready(ctx context.Context) error {
	if r.tesseract != "" {
		return nil
	}
	path := r.find("tesseract")
	if path == "" {
		return missing("tesseract", "tesseract-ocr")
	}
	have, err := languages(ctx, path)
	if err != nil {
		return err
	}
	if r.languages, err = choose(r.asked, have, r.lang); err != nil {
		return err
	}
	r.tesseract = path
	return nil
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
	head := make([]byte, 1024)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	format := picture(head[:n])
	if format == "" {
		return entry.Failed(sdk.WrongArgs, "ocr_no_picture", p, "is no picture and no pdf")
	}
	if err := r.ready(ctx); err != nil {
		return err
	}
	if format == "pdf" {
		return r.scan(ctx, p, file, info.Size())
	}
	if info.Size() > maxPicture {
		return entry.Failed(sdk.Oversize, "ocr_too_large", p, "is larger than 64 MiB")
	}
	text, err := recognise(ctx, r.tesseract, r.languages, io.NewSectionReader(file, 0, info.Size()))
	if err != nil {
		return err
	}
	r.take(p, format, info.Size(), 0, []page{{text: text}})
	return nil
}

// picture tells the format of a file by its first bytes, "" when it is none that can be read.
func picture(head []byte) string {
	for _, k := range []struct{ start, name string }{
		{"\x89PNG\r\n\x1a\n", "png"}, {"\xff\xd8\xff", "jpeg"}, {"II*\x00", "tiff"}, {"MM\x00*", "tiff"}, {"BM", "bmp"}, {"GIF8", "gif"},
		{"P4", "pnm"}, {"P5", "pnm"}, {"P6", "pnm"},
	} {
		if bytes.HasPrefix(head, []byte(k.start)) {
			return k.name
		}
	}
	switch {
	case len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP":
		return "webp"
	case bytes.Contains(head, []byte("%PDF-")):
		return "pdf"
	}
	return ""
}

// errFull ends the drawing of pages whose text would not fit.
var errFull = errors.New("the result is full")

// page is the text of one page, numbered from 1; a picture has the number 0.
type page struct {
	text   string
	number int
}

// scan reads the pages of a PDF.
func (r *reading) scan(ctx context.Context, p string, file io.ReaderAt, size int64) error {
	pdftoppm := r.find("pdftoppm")
	if pdftoppm == "" {
		return missing("pdftoppm", "poppler-utils")
	}
	total, err := pdf.Pages(ctx, paper.Source{ReaderAt: file, Size: size})
	if err != nil {
		return err
	}
	from, to := max(1, r.from), total
	if r.to > 0 {
		to = min(to, r.to)
	}
	if from > to {
		return entry.Failed(sdk.WrongArgs, "document_page_missing", p, "has not these pages").With("pages", strconv.Itoa(total))
	}
	if to-from >= maxPages {
		to, r.clipped = from+maxPages-1, true
	}
	var pages []page
	number, room := from, r.budget
	err = draw(ctx, pdftoppm, io.NewSectionReader(file, 0, size), strconv.Itoa(from), strconv.Itoa(to), func(picture []byte) error {
		r.host.Progress(int64(number-from), int64(to-from+1), "")
		text, err := recognise(ctx, r.tesseract, r.languages, bytes.NewReader(picture))
		if err != nil {
			return err
		}
		if room -= len(text); room < 0 {
			r.clipped = true
			return errFull
		}
		pages = append(pages, page{text, number})
		number++
		return nil
	})
	if err != nil && !errors.Is(err, errFull) {
		return err
	}
	r.take(p, "pdf", size, total, pages)
	return nil
}

// take adds what was read of one file to the result.
func (r *reading) take(p, format string, size int64, total int, pages []page) {
	if r.unit != "file" {
		r.pieces(p, pages)
		return
	}
	texts := make([]string, 0, len(pages))
	for _, page := range pages {
		if page.text != "" {
			texts = append(texts, page.text)
		}
	}
	text := strings.Join(texts, "\n\n")
	if text != "" {
		text += "\n"
	}
	if text = clip(text, r.budget); !r.room.Take(p, text) {
		r.clipped = true
		return
	}
	r.budget -= len(text)
	item := entry.Named(p)
	item["text"], item["format"], item["size"], item["truncated"] = text, format, size, r.clipped
	item["lines"], item["words"], item["characters"] = strings.Count(text, "\n"), len(strings.Fields(text)), utf8.RuneCountInString(text)
	if total > 0 {
		item["pages"] = total
	}
	r.items = append(r.items, item)
}

func (r *reading) pieces(p string, pages []page) {
	for _, page := range pages {
		parts := []string{page.text}
		if r.unit == "line" {
			parts = strings.Split(page.text, "\n")
		}
		for i, text := range parts {
			if strings.TrimSpace(text) == "" {
				continue
			}
			if len(r.items) >= maxItems || len(text) > r.budget || !r.room.Take(p, text) {
				r.clipped = true
				return
			}
			r.budget -= len(text)
			item := map[string]any{"path": entry.Shown(p), "name": entry.Named(p)["name"], "text": text}
			if page.number > 0 {
				item["page"] = page.number
			}
			if r.unit == "line" {
				item["line"] = i + 1
			}
			r.items = append(r.items, item)
		}
	}
}

func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "")
}
