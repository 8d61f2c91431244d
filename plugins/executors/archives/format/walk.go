package format

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"compress/bzip2"
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/zipped"
	"github.com/metnos/metnos/sdk"
	"golang.org/x/text/encoding/charmap"
)

// Member is one member of an archive as the archive describes it.
type Member struct {
	Name     string // as it is written there, with slashes; "" for the one file of a compressed stream
	Size     int64  // bytes; -1 when only reading tells
	Mode     fs.FileMode
	Modified time.Time // zero when it is not said
	Locked   bool      // its content is encrypted
}

// Visit is called for each member in order. open reads its content and is good until Visit returns; it is nil
// for what is no regular file.
type Visit func(m Member, open func() (io.Reader, error)) error

// Walk goes through the members of an archive. What is wrong with the archive as a whole ends it: the error is
// of class WrongArgs for what is no archive, IOError for a damaged one, Oversize or PolicyDenied for one beyond
// the bounds.
func Walk(ctx context.Context, file io.ReaderAt, size int64, visit Visit) (Kind, error) {
	return walk(ctx, file, size, bounds{members: MaxMembers, sizes: true}, visit)
}

// Look is Walk for who only wants to know what the members are: what an archive promises to unpack to is not judged,
// and it may have [MaxListed] members.
func Look(ctx context.Context, file io.ReaderAt, size int64, visit Visit) (Kind, error) {
	return walk(ctx, file, size, bounds{members: MaxListed}, visit)
}

func walk(ctx context.Context, file io.ReaderAt, size int64, most bounds, visit Visit) (Kind, error) {
	head := make([]byte, headBytes)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return None, err
	}
	head = head[:n]
	if isZip(head) {
		return Zip, walkZip(ctx, file, size, most, visit)
	}
	source := &counted{ctx: ctx, from: io.NewSectionReader(file, 0, size)}
	kind := compression(head)
	if kind == None {
		if isTar(head) {
			if !most.sizes { // the content of the members is skipped, not read
				return Tar, walkTar(ctx, io.NewSectionReader(file, 0, size), size, most, visit)
			}
			return Tar, walkTar(ctx, source, size, most, visit)
		}
		return None, sdk.Errorf(sdk.WrongArgs, "archive_unknown", "not an archive of a known kind").With("path", entry.Unnamed)
	}
	stream, done, err := inflate(kind, source)
	if err != nil {
		return kind, damaged(err)
	}
	defer done()
	out := bufio.NewReaderSize(&inflated{from: counted{ctx: ctx, from: stream}, packed: func() int64 { return source.n }}, 64<<10)
	inner, err := out.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return kind, damaged(err)
	}
	if isTar(inner) {
		return "tar." + kind, walkTar(ctx, out, size, most, visit)
	}
	err = visit(Member{Size: -1, Mode: 0o644}, func() (io.Reader, error) { return out, nil })
	return kind, err
}

// inflate opens a compressed stream.
func inflate(kind Kind, from io.Reader) (io.Reader, func(), error) {
	switch kind {
	case Gz:
		r, err := gzip.NewReader(from)
		return r, func() {}, err
	case Bz2:
		return bzip2.NewReader(from), func() {}, nil
	}
	r, err := zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, nil, err
	}
	return r, r.Close, nil
}

// damaged gives an error of a decoder its class; one that has a class keeps it.
func damaged(err error) error {
	var known *sdk.Error
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return sdk.Errorf(sdk.IOError, "archive_damaged", "the archive is damaged: %w", err).With("path", entry.Unnamed)
}

func walkTar(ctx context.Context, from io.Reader, packed int64, most bounds, visit Visit) error {
	r := tar.NewReader(from)
	total := int64(0)
	for n := 0; ; n++ {
		h, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, tar.ErrInsecurePath): // names are judged by who uses them
		case err != nil:
			return damaged(err)
		}
		if n >= most.members {
			return most.tooMany()
		}
		if err := entry.Stopped(ctx); err != nil {
			return err
		}
		m := Member{Name: h.Name, Size: h.Size, Mode: h.FileInfo().Mode(), Modified: h.ModTime}
		if h.Typeflag == tar.TypeLink {
			m.Mode |= fs.ModeIrregular // another name of an earlier member
		}
		if err := most.promised(&total, h.Size, packed); err != nil { // a sparse member promises what is not there
			return err
		}
		var open func() (io.Reader, error)
		if m.Mode.IsRegular() {
			open = func() (io.Reader, error) { return decoded{r}, nil }
		}
		if err := visit(m, open); err != nil {
			return err
		}
	}
}

// decoded gives the errors of a member's content their class.
type decoded struct{ from io.Reader }

func (d decoded) Read(p []byte) (int, error) {
	n, err := d.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(err)
	}
	return n, err
}

func walkZip(ctx context.Context, file io.ReaderAt, size int64, most bounds, visit Visit) error {
	z, err := zipped.OpenUpTo(file, size, most.members)
	if errors.Is(err, zipped.ErrTooMany) {
		return most.tooMany()
	}
	if err != nil {
		return damaged(err)
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderMaxWindow(128<<20), zstd.WithDecoderLowmem(true)))
	total := int64(0)
	for _, f := range z.File { // what the directory promises is judged before anything is read
		if err := most.promised(&total, int64(min(f.UncompressedSize64, math.MaxInt64)), math.MaxInt64); err != nil {
			return err
		}
	}
	if err := most.promised(&total, 0, size); err != nil {
		return err
	}
	for _, f := range z.File {
		if err := entry.Stopped(ctx); err != nil {
			return err
		}
		m := Member{Name: zipName(f), Size: int64(min(f.UncompressedSize64, math.MaxInt64)), Mode: f.Mode(), Modified: f.Modified, Locked: f.Flags&1 != 0}
		if strings.HasSuffix(m.Name, "/") {
			m.Mode |= fs.ModeDir
		}
		if err := visitZip(ctx, f, m, visit); err != nil {
			return err
		}
	}
	return nil
}

func visitZip(ctx context.Context, f *zip.File, m Member, visit Visit) error {
	if !m.Mode.IsRegular() {
		return visit(m, nil)
	}
	var body io.ReadCloser
	defer func() {
		if body != nil {
			body.Close()
		}
	}()
	return visit(m, func() (io.Reader, error) {
		var err error
		if body, err = f.Open(); err != nil {
			return nil, damaged(err)
		}
		return decoded{io.LimitReader(&counted{ctx: ctx, from: body}, m.Size+1)}, nil
	})
}

// zipName is the name of a member. Where the name is not UTF-8, archives of Windows mean the characters of a
// console; they may also write backslashes for slashes.
func zipName(f *zip.File) string {
	const fat, ntfs = 0, 10
	name := f.Name
	if system := f.CreatorVersion >> 8; f.NonUTF8 && (system == fat || system == ntfs) {
		if text, err := charmap.CodePage850.NewDecoder().String(name); err == nil {
			name = text
		}
	}
	if !strings.Contains(name, "/") || f.CreatorVersion>>8 == fat {
		name = strings.ReplaceAll(name, `\`, "/")
	}
	return name
}
