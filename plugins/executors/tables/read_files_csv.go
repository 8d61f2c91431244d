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

// maxFile is the size of the largest table that is read.
const maxFile = 1 << 30

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
	if err := args.Err(); err != nil {
		return sdk.Result{}, err
	}
	return tables(ctx, host, request, paths, d.read)
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

// tables reads every path into one result.
func tables(ctx context.Context, host sdk.Host, request grid.Request, paths []string, read func(context.Context, sdk.Host, *grid.Book, string) error) (sdk.Result, error) {
	files := host.Files()
	paths = entry.Actuals(files, paths)
	book := grid.NewBook(request, len(paths))
	for i, p := range paths {
		host.Progress(int64(i), int64(len(paths)), entry.Shown(p))
		err := read(ctx, host, book, p)
		if stop := entry.Stopped(ctx); stop != nil {
			return sdk.Result{}, stop
		}
		if err != nil {
			book.Fail(p, err)
		}
	}
	return book.Result()
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
	if info.Size() > maxFile {
		return nil, 0, entry.Failed(sdk.Oversize, "table_too_large", p, "is larger than 1 GiB")
	}
	file, err := files.Open(target)
	return file, info.Size(), err
}

func (d dialect) read(ctx context.Context, host sdk.Host, book *grid.Book, p string) error {
	file, size, err := open(host.Files(), p)
	if err != nil {
		return err
	}
	defer file.Close()
	encoding, err := d.recognise(ctx, file, size)
	if err != nil {
		return err
	}
	if encoding == charset.Binary && size > 0 {
		return entry.Failed(sdk.WrongArgs, "table_not_text", p, "is not a text file")
	}
	delimiter, named, err := d.divided(file, encoding)
	if err != nil {
		return err
	}
	g := book.Table(p, likely(delimiter, d.lang))
	if err := fill(ctx, host, g, delimited.NewReader(encoding.Reader(metered(host, file, size)), delimiter), named); err != nil {
		return err
	}
	return book.Take(g, sdk.Source{Encoding: string(encoding), Delimiter: string(delimiter)})
}

// likely is the decimal mark a delimiter suggests: who writes decimals with a comma cannot divide with it.
func likely(delimiter byte, lang string) string {
	if delimiter != ',' && (delimiter == ';' || lang == "it") {
		return ","
	}
	return "."
}

func fill(ctx context.Context, host sdk.Host, g *grid.Grid, r *delimited.Reader, skipFirst bool) error {
	for n := 0; ; n++ {
		if n%256 == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
		}
		fields, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if n == 0 && skipFirst {
			continue
		}
		cells := make([]any, len(fields))
		for i, field := range fields {
			cells[i] = field
		}
		if err := g.Add(cells); err != nil {
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
