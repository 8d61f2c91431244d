package main

import (
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/arg"
	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/tables/delimited"
	"github.com/metnos/metnos/plugins/executors/tables/grid"
	"github.com/metnos/metnos/sdk"
)

// csvReader is read_files_csv.
type csvReader struct{}

// dialect is what the person said about how the text is written.
type dialect struct {
	delimiter byte             // 0 is to be found out
	encoding  charset.Encoding // "" is to be found out
	lang      string
}

func (csvReader) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	args := arg.Of(call)
	args.Must("paths")
	request := wanted(args, call)
	request.Decimal, request.Dates = args.Text("decimal", ""), args.Text("dates", "")
	d := dialect{encoding: charset.Encoding(args.Text("encoding", "")), lang: call.Lang}
	if text := args.Text("delimiter", ""); text != "" {
		d.delimiter = text[0]
	}
	paths := args.Texts("paths")
	then, err := newOnward(call, args)
	if err != nil {
		return sdk.Result{}, err
	}
	var texts []again
	read := func(ctx context.Context, host sdk.Host, book *grid.Book, p string) error {
		text, err := d.text(ctx, host, book, p)
		if err == nil {
			texts = append(texts, text)
		}
		return err
	}
	book, err := tables(ctx, host, request, paths, read)
	if err != nil {
		return sdk.Result{}, err
	}
	r, err := book.Result()
	if err == nil && len(then.steps) > 0 && book.Left() {
		r.Then, err = then.over(ctx, book, texts)
	}
	return r, err
}

// wanted reads the arguments both readers have.
func wanted(args *arg.Reader, call sdk.Call) grid.Request {
	request := grid.Request{
		Columns: args.Texts("columns"), Limit: int(max(0, args.Int("limit", 50_000))), Zone: entry.Zone(call), Lang: call.Lang,
	}
	if args.Has("header") {
		header := args.Flag("header", true)
		request.Header = &header
	}
	return request
}

// tables reads every path into one book.
func tables(ctx context.Context, host sdk.Host, request grid.Request, paths []string, read func(context.Context, sdk.Host, *grid.Book, string) error) (*grid.Book, error) {
	files := host.Files()
	paths = entry.Actuals(files, paths)
	book := grid.NewBook(request, len(paths))
	for i, p := range paths {
		host.Progress(int64(i), int64(len(paths)), entry.Shown(p))
		err := read(ctx, host, book, p)
		if stop := entry.Stopped(ctx); stop != nil {
			return nil, stop
		}
		if err != nil {
			book.Fail(p, err)
		}
	}
	return book, nil
}

// open opens a file that may hold a table.
func open(files sdk.Files, p string) (sdk.ReadFile, int64, error) {
	target, info, err := entry.Follow(files, p)
	if err != nil {
		return nil, 0, err
	}
	if err := entry.Readable(p, info); err != nil {
		return nil, 0, err
	}
	file, err := files.Open(target)
	return file, info.Size(), err
}

// read reads a table into the book.
func (d dialect) read(ctx context.Context, host sdk.Host, book *grid.Book, p string) error {
	_, err := d.text(ctx, host, book, p)
	return err
}

// text is read, and returns how the table is read again.
func (d dialect) text(ctx context.Context, host sdk.Host, book *grid.Book, p string) (again, error) {
	file, size, err := open(host.Files(), p)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	encoding, err := d.recognise(ctx, file, size)
	if err != nil {
		return nil, err
	}
	if encoding == charset.Binary && size > 0 {
		return nil, entry.Failed(sdk.WrongArgs, "table_not_text", p, "is not a text file")
	}
	delimiter, named, err := d.divided(file, encoding)
	if err != nil {
		return nil, err
	}
	rows := func(file sdk.ReadFile) *delimited.Reader {
		return delimited.NewReader(d.decoded(encoding, metered(host, file, size)), delimiter)
	}
	g := book.Table(p, likely(delimiter, d.lang))
	if err := each(ctx, rows(file), named, g.AddTexts); err != nil {
		return nil, err
	}
	text := func(ctx context.Context, pass *grid.Pass, do func() error) error {
		file, now, err := open(host.Files(), p)
		if err != nil {
			return err
		}
		defer file.Close()
		if now != size {
			return entry.Failed(sdk.Conflict, "changed_while_read", p, "changed while it was read")
		}
		return each(ctx, rows(file), named, func(row []string) error {
			if !pass.Take(row) {
				return nil
			}
			return do()
		})
	}
	return text, book.Take(g, sdk.Source{Encoding: string(encoding), Delimiter: string(delimiter)})
}

// decoded is the text of a file. What was found to be UTF-8 throughout needs no decoding.
func (d dialect) decoded(encoding charset.Encoding, file io.Reader) io.Reader {
	if encoding == charset.UTF8 && d.encoding == "" {
		return file
	}
	return encoding.Reader(file)
}

// likely is the decimal mark a delimiter suggests: who writes decimals with a comma cannot divide with it.
func likely(delimiter byte, lang string) string {
	if delimiter != ',' && (delimiter == ';' || lang == "it") {
		return ","
	}
	return "."
}

// each hands on every row, the first left out when it only names the delimiter.
func each(ctx context.Context, r *delimited.Reader, skipFirst bool, take func([]string) error) error {
	for n := 0; ; n++ {
		if n%256 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
		}
		fields, err := r.Row()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if n == 0 && skipFirst {
			continue
		}
		if err := take(fields); err != nil {
			return err
		}
	}
}

// recognise tells the encoding. The start of a file may be plain ASCII and the rest not UTF-8: then all of it
// is looked at.
func (d dialect) recognise(ctx context.Context, file sdk.ReadFile, size int64) (charset.Encoding, error) {
	if d.encoding != "" {
		return d.encoding, nil
	}
	sample := make([]byte, charset.Sample)
	n, err := file.ReadAt(sample, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return charset.Binary, err
	}
	encoding := charset.Detect(sample[:n], int64(n) >= size)
	if encoding != charset.UTF8 || int64(n) >= size {
		return encoding, nil
	}
	valid, err := allUTF8(ctx, file)
	if err == nil && !valid {
		encoding = charset.Windows1252
	}
	return encoding, err
}

func allUTF8(ctx context.Context, file sdk.ReadFile) (bool, error) {
	buffer := make([]byte, 256<<10)
	kept := 0 // bytes of a rune that the last portion cut
	for at := int64(0); ; {
		if err := entry.Stopped(ctx); err != nil {
			return false, err
		}
		n, err := file.ReadAt(buffer[kept:], at)
		at += int64(n)
		text := buffer[:kept+n]
		if utf8.Valid(text) {
			text = nil
		}
		for len(text) > 0 {
			r, size := utf8.DecodeRune(text)
			if r == utf8.RuneError && size == 1 {
				if !utf8.FullRune(text) && err == nil {
					break
				}
				return false, nil
			}
			text = text[size:]
		}
		kept = copy(buffer, text)
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// divided tells the delimiter, and whether the first line only names it.
func (d dialect) divided(file sdk.ReadFile, encoding charset.Encoding) (byte, bool, error) {
	sample := make([]byte, delimited.Sample)
	n, err := io.ReadFull(encoding.Reader(io.NewSectionReader(file, 0, 4*delimited.Sample)), sample)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, false, err
	}
	delimiter, named := delimited.Sniff(string(sample[:n]), n < len(sample))
	if d.delimiter != 0 {
		delimiter = d.delimiter
	}
	return delimiter, named, nil
}

// metered tells the person how far the reading of a large file is.
func metered(host sdk.Host, file io.Reader, size int64) io.Reader {
	return &meter{host: host, file: file, size: size}
}

type meter struct {
	host       sdk.Host
	file       io.Reader
	read, size int64
}

func (m *meter) Read(b []byte) (int, error) {
	n, err := m.file.Read(b)
	before := m.read
	if m.read += int64(n); m.read>>25 != before>>25 {
		m.host.Progress(m.read, m.size, "")
	}
	return n, err
}
