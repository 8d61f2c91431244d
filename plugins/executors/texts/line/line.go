package line

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/metnos/metnos/plugins/executors/charset"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// Max is how many bytes of one line are looked at; the rest of a longer one is passed over.
const Max = 1 << 20

// checkEvery is how many lines lie between two looks at the context.
const checkEvery = 256

// File is an open text file.
type File struct {
	Path     string // where the name leads
	Size     int64  // bytes
	Encoding charset.Encoding
	in       sdk.ReadFile
}

// Open opens a text file; a name that is a link is followed. What is no text is refused.
func Open(files sdk.Files, p string) (*File, error) {
	target, info, err := entry.Follow(files, p)
	if err != nil {
		return nil, err
	}
	if err := entry.Readable(p, info); err != nil {
		return nil, err
	}
	in, err := files.Open(target)
	if err != nil {
		return nil, err
	}
	sample := make([]byte, charset.Sample)
	n, err := in.ReadAt(sample, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		in.Close()
		return nil, err
	}
	f := &File{Path: target, Size: info.Size(), in: in}
	if f.Encoding = charset.Detect(sample[:n], int64(n) >= info.Size()); f.Encoding == charset.Binary {
		in.Close()
		return nil, entry.Failed(sdk.WrongArgs, "not_text", p, "is not a text file")
	}
	return f, nil
}

// Close closes the file.
func (f *File) Close() error { return f.in.Close() }

// Plain reports an encoding whose bytes are handed out as they are: text of such a file that is not touched stays the
// same byte for byte.
func (f *File) Plain() bool { return f.Encoding == charset.UTF8 || f.Encoding == charset.UTF8BOM }

// Line is one line of a file.
type Line struct {
	N    int    // 1-based
	Text []byte // without its end, valid until the next line
	End  string // "\n", "\r\n", or "" at the end of the file
	Cut  bool   // Text is the first Max bytes of it
}

// Each calls fn for every line, in order, until it returns an error, which is returned. read, when it is not nil, is told
// now and then how many bytes were gone through.
func (f *File) Each(ctx context.Context, read func(int64), fn func(Line) error) error {
	var source io.Reader = f.in
	if !f.Plain() {
		source = f.Encoding.Reader(source)
	}
	in := bufio.NewReaderSize(source, 256<<10)
	if f.Encoding == charset.UTF8BOM {
		if _, err := in.Discard(3); err != nil {
			return err
		}
	}
	at := int64(0)
	for n := 1; ; n++ {
		if n%checkEvery == 0 {
			if err := entry.Stopped(ctx); err != nil {
				return err
			}
			if read != nil {
				read(at)
			}
		}
		l, size, err := next(ctx, in)
		at += size
		if errors.Is(err, io.EOF) && size == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		l.N = n
		if err := fn(l); err != nil {
			return err
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
	}
}

// next reads one line and tells how many bytes it takes.
func next(ctx context.Context, in *bufio.Reader) (l Line, size int64, err error) {
	var whole []byte
	for {
		part, e := in.ReadSlice('\n')
		size += int64(len(part))
		err = e
		if e == nil && whole == nil {
			l.Text = part
			break
		}
		if room := Max + 2 - len(whole); room < len(part) {
			l.Cut = true
			whole = append(whole, part[:max(0, room)]...)
		} else {
			whole = append(whole, part...)
		}
		l.Text = whole
		if !errors.Is(e, bufio.ErrBufferFull) {
			if l.Cut && e == nil {
				l.End = "\n"
			}
			break
		}
		if err := entry.Stopped(ctx); err != nil {
			return l, size, err
		}
	}
	if !l.Cut {
		switch {
		case bytes.HasSuffix(l.Text, []byte("\r\n")):
			l.Text, l.End = l.Text[:len(l.Text)-2], "\r\n"
		case bytes.HasSuffix(l.Text, []byte("\n")):
			l.Text, l.End = l.Text[:len(l.Text)-1], "\n"
		}
	}
	return l, size, err
}

// Encode is a text as the file would hold it.
func (f *File) Encode(p string, text []byte) ([]byte, error) {
	if f.Plain() {
		return text, nil
	}
	out, err := f.Encoding.Bytes(string(text))
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) { // bytes that are no text would be lost
		return nil, entry.Failed(sdk.Conflict, "encoding_cannot", p, "its encoding lacks a character of the text")
	}
	return out, nil
}

// Mark is the byte order mark the file begins with, nil when it has none.
func (f *File) Mark() []byte {
	head := make([]byte, 3)
	n, err := f.in.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	for _, mark := range [][]byte{{0xEF, 0xBB, 0xBF}, {0xFF, 0xFE}, {0xFE, 0xFF}} {
		if bytes.HasPrefix(head[:n], mark) {
			return mark
		}
	}
	return nil
}
