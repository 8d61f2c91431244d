package format

import (
	"archive/tar"
	"archive/zip"
	"io"
	"io/fs"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Writer makes an archive, member after member.
type Writer interface {
	// Add starts a member; what is written to the result until the next Add is its content. A folder has a
	// name that ends in a slash, and no content.
	Add(name string, size int64, mode fs.FileMode, modified time.Time) (io.Writer, error)
	Close() error
}

// One reports whether archives of the kind hold a single file.
func (k Kind) One() bool { return k == Gz || k == Zst }

// NewWriter makes an archive of a kind that [Named] returned.
func NewWriter(kind Kind, to io.Writer) (Writer, error) {
	switch kind {
	case Zip:
		z := zip.NewWriter(to)
		z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, 6) })
		return zipWriter{z}, nil
	case Tar:
		return tarWriter{tar.NewWriter(to), nil}, nil
	}
	packed, err := deflate(kind, to)
	if err != nil {
		return nil, err
	}
	if kind.One() {
		return single{packed}, nil
	}
	return tarWriter{tar.NewWriter(packed), packed}, nil
}

func deflate(kind Kind, to io.Writer) (io.WriteCloser, error) {
	if kind == Gz || kind == TarGz {
		return gzip.NewWriterLevel(to, 6)
	}
	return zstd.NewWriter(to, zstd.WithEncoderConcurrency(1))
}

type zipWriter struct{ z *zip.Writer }

func (w zipWriter) Add(name string, _ int64, mode fs.FileMode, modified time.Time) (io.Writer, error) {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: modified, NonUTF8: !utf8.ValidString(name)}
	h.SetMode(mode)
	if strings.HasSuffix(name, "/") || packedAlready(name) {
		h.Method = zip.Store
	}
	return w.z.CreateHeader(h)
}

func (w zipWriter) Close() error { return w.z.Close() }

// packedAlready reports a name whose content compressing would not make smaller.
func packedAlready(name string) bool {
	switch strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]) {
	case "jpg", "jpeg", "png", "gif", "webp", "heic", "mp3", "m4a", "aac", "ogg", "opus", "flac", "mp4", "mkv", "mov", "webm", "avi",
		"zip", "gz", "bz2", "xz", "zst", "7z", "rar", "docx", "xlsx", "pptx", "odt", "ods", "epub", "jar", "apk":
		return true
	}
	return false
}

type tarWriter struct {
	t      *tar.Writer
	packed io.Closer
}

func (w tarWriter) Add(name string, size int64, mode fs.FileMode, modified time.Time) (io.Writer, error) {
	h := &tar.Header{Name: name, Size: size, Mode: int64(mode.Perm()), ModTime: modified.Truncate(time.Second), Typeflag: tar.TypeReg}
	if strings.HasSuffix(name, "/") {
		h.Typeflag, h.Size = tar.TypeDir, 0
	}
	return w.t, w.t.WriteHeader(h)
}

func (w tarWriter) Close() error {
	if err := w.t.Close(); err != nil || w.packed == nil {
		return err
	}
	return w.packed.Close()
}

// single is a compressed stream: one file, whose name it does not keep.
type single struct{ packed io.WriteCloser }

func (w single) Add(string, int64, fs.FileMode, time.Time) (io.Writer, error) { return w.packed, nil }
func (w single) Close() error                                                 { return w.packed.Close() }
