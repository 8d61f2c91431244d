package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	zst "github.com/klauspost/compress/zstd"
)

// An archive with one member that leads out of the folder is refused whole, before anything is written.
func TestEscapesAreRefusedWhole(t *testing.T) {
	for _, name := range []string{
		"../evaso.txt", "a/../../evaso.txt", "/etc/evaso.txt", "..", "a/..", `..\evaso.txt`, `C:\evaso.txt`, "C:/evaso.txt", "nul\x00name", "./../evaso.txt",
	} {
		t.Run(fmt.Sprintf("%q", name), func(t *testing.T) {
			s := newScene(t)
			s.Write(t, "in/x.zip", zipOf(t, "good.txt", "good", name, "bad", "z.txt", "last"))
			if !strings.ContainsAny(name, "\\\x00") {
				s.Write(t, "in/x.tar", tarOf(t, tar.Header{Name: "good.txt", Typeflag: tar.TypeReg, Size: 4}, tar.Header{Name: name, Typeflag: tar.TypeReg, Size: 3}))
				s.Write(t, "in/x.tar.gz", gzipped(t, s.Read("in/x.tar")))
			}
			before := s.tree("")
			for _, archive := range []string{"in/x.zip", "in/x.tar", "in/x.tar.gz"} {
				if s.Read(archive) == "‹none›" {
					continue
				}
				args := map[string]any{"paths": s.paths(archive), "destination": s.Path("in/out")}
				r := s.run(unpacker{}, args)
				if r.OK || r.Error.Code != "archive_escapes" || r.Error.Class != "policy_denied" {
					t.Errorf("%s: %+v", archive, r)
				}
				if _, err := (unpacker{}).Preview(t.Context(), s.call(args), s.Host); err == nil {
					t.Errorf("%s: previewed", archive)
				}
				if after := s.tree(""); len(after) != len(before) {
					t.Errorf("%s left %v", archive, after)
				}
			}
		})
	}
}

// Links and devices are never made, and what would go through a link that is there does not.
func TestLinksAndDevicesAreLeftOut(t *testing.T) {
	s := newScene(t, "safe/secret.txt")
	s.Write(t, "x.tar", tarOf(t,
		tar.Header{Name: "a.txt", Typeflag: tar.TypeReg, Size: 1},
		tar.Header{Name: "out", Typeflag: tar.TypeSymlink, Linkname: "../safe"},
		tar.Header{Name: "hard", Typeflag: tar.TypeLink, Linkname: "/etc/passwd"},
		tar.Header{Name: "dev", Typeflag: tar.TypeBlock}, tar.Header{Name: "tty", Typeflag: tar.TypeChar}, tar.Header{Name: "pipe", Typeflag: tar.TypeFifo},
		tar.Header{Name: "out/secret.txt", Typeflag: tar.TypeReg, Size: 2},
		tar.Header{Name: "a.txt", Typeflag: tar.TypeReg, Size: 2},
		tar.Header{Name: "a.txt/b", Typeflag: tar.TypeReg, Size: 2},
		tar.Header{Name: strings.Repeat("n", 300), Typeflag: tar.TypeReg, Size: 2},
		tar.Header{Name: "suid", Typeflag: tar.TypeReg, Size: 2, Mode: 0o6777},
	))
	r := s.run(unpacker{}, map[string]any{"paths": s.paths("x.tar"), "destination": s.Path("to")})
	if want := "archive_special archive_special archive_special archive_special archive_special archive_same_name name_too_long"; !r.OK || !strings.HasPrefix(codes(r.Failed), want) || len(r.Failed) != 8 {
		t.Fatalf("%v: %s", r.OK, codes(r.Failed))
	}
	if got := s.tree("to"); len(got) != 4 || got["a.txt"] != "x" || got["out/secret.txt"] != "xx" || s.Read("safe/secret.txt") != "text of safe/secret.txt" {
		t.Errorf("%v", got)
	}
	if info, err := os.Lstat(s.Path("to/suid")); err != nil || info.Mode()&os.ModeSetuid != 0 || info.Mode().Perm()&0o022 != 0 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := os.Symlink(s.Path("safe"), s.Path("link")); err != nil {
		t.Fatal(err)
	}
	s.Write(t, "y.zip", zipOf(t, "link/secret.txt", "stolen"))
	r = s.run(unpacker{}, map[string]any{"paths": s.paths("y.zip"), "destination": s.Dir, "overwrite": true})
	if r.OK || r.Error.Code != "file_in_the_way" || s.Read("safe/secret.txt") != "text of safe/secret.txt" {
		t.Errorf("%+v", r)
	}
}

func zstd(t testing.TB, text string) string {
	t.Helper()
	w, err := zst.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

// zeros is a deflated stream of n zero bytes.
func zeros(t testing.TB, n int64) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, 1)
	if err == nil {
		_, err = io.CopyN(w, zeroes{}, n)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

type zeroes struct{}

func (zeroes) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// rawZip makes a zip of already packed members that claim a size.
func rawZip(t testing.TB, packed []byte, claimed uint64, names ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, CompressedSize64: uint64(len(packed)), UncompressedSize64: claimed, CRC32: crc32.ChecksumIEEE(nil)}
		w, err := z.CreateRaw(h)
		if err == nil {
			_, err = w.Write(packed)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// overlapping is a zip whose members all are the same bytes: many directory entries, one content.
func overlapping(t testing.TB, packed []byte, claimed uint32, n int) string {
	t.Helper()
	one := rawZip(t, packed, uint64(claimed), "f00000")
	at := strings.Index(one, "PK\x01\x02")
	end := strings.Index(one, "PK\x05\x06")
	var b bytes.Buffer
	b.WriteString(one[:at])
	for i := range n {
		entry := []byte(one[at:end])
		copy(entry[46:], fmt.Sprintf("f%05d", i))
		b.Write(entry)
	}
	size := b.Len() - at
	tail := []byte(one[end:])
	binary.LittleEndian.PutUint16(tail[8:], uint16(n))
	binary.LittleEndian.PutUint16(tail[10:], uint16(n))
	binary.LittleEndian.PutUint32(tail[12:], uint32(size))
	binary.LittleEndian.PutUint32(tail[16:], uint32(at))
	b.Write(tail)
	return b.String()
}

// sparse is a tar with one member that says to be size bytes long and holds one block of them.
func sparse(size int64) string {
	h := make([]byte, 512)
	put := func(at int, text string) { copy(h[at:], text) }
	put(0, "holes")
	put(100, "0000644\x00")
	put(124, fmt.Sprintf("%011o", 512))
	put(136, "00000000000")
	put(148, "        ")
	put(156, "S")
	put(257, "ustar  \x00")
	put(386, fmt.Sprintf("%011o", size-512))
	put(398, fmt.Sprintf("%011o", 512))
	put(483, fmt.Sprintf("%011o", size))
	sum := 0
	for _, c := range h {
		sum += int(c)
	}
	put(148, fmt.Sprintf("%06o\x00 ", sum))
	return string(h) + strings.Repeat("x", 512) + strings.Repeat("\x00", 1024)
}

// Archives made to exhaust are refused for little: no half files stay, and memory stays small.
func TestBombs(t *testing.T) {
	big := zeros(t, 80<<20)
	many := make([]string, 0, 44_000)
	for i := range 22_000 {
		many = append(many, fmt.Sprintf("d/%d", i), "")
	}
	headers := make([]tar.Header, 22_000)
	for i := range headers {
		headers[i] = tar.Header{Name: fmt.Sprintf("d/%d", i), Typeflag: tar.TypeReg}
	}
	for _, c := range []struct{ name, file, text, want string }{
		{"ratio, honest size", "x.zip", rawZip(t, big, 80<<20, "a"), "archive_bomb"},
		{"ratio, a lie about the size", "x.zip", rawZip(t, big, 100, "a"), "archive_damaged"},
		{"overlapping members", "x.zip", overlapping(t, big, 80<<20, 30), "archive_bomb"},
		{"a size beyond all disks", "x.zip", rawZip(t, big[:1000], 1<<62, "a"), "archive_too_large"},
		{"sizes that overflow", "x.zip", rawZip(t, big[:100], 1<<63, "a", "b"), "archive_too_large"},
		{"many members", "x.zip", zipOf(t, many...), "archive_too_many"},
		{"many members in a tar", "x.tar.gz", gzipped(t, tarOf(t, headers...)), "archive_too_many"},
		{"a stream of zeros", "x.gz", gzipped(t, strings.Repeat("\x00", 70<<20)), "archive_bomb"},
		{"a tar of zeros", "x.tar.gz", gzipped(t, tarOf(t, tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 1})+strings.Repeat("\x00", 70<<20)), ""},
		{"a sparse member", "x.tar", sparse(8<<30 - 1), "archive_bomb"},
		{"cut", "x.zip", zipOf(t, "a", strings.Repeat("abc", 1000))[:100], "archive_damaged"},
		{"cut", "x.tar.gz", gzipped(t, tarOf(t, tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 5000}))[:60], "archive_damaged"},
		{"cut", "x.zst", zstd(t, strings.Repeat("abc", 5000))[:20], "archive_damaged"},
		{"cut", "x.tar.zst", zstd(t, tarOf(t, tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 5000}))[:60], "archive_damaged"},
		{"a stream of zeros, in zstd", "x.zst", zstd(t, strings.Repeat("\x00", 70<<20)), "archive_bomb"},
		{"an archive in an archive stays one file", "x.zip", zipOf(t, "inner.zip", rawZip(t, big, 80<<20, "a")), ""},
		{"the same name twice", "x.zip", zipOf(t, "a", "1", "a", "2"), ""},
		{"text", "x.zip", "hello", "archive_unknown"},
		{"nothing", "x.zip", "", "archive_unknown"},
		{"a directory of nonsense", "x.zip", "PK\x03\x04" + strings.Repeat("PK\x01\x02", 1000), "archive_damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScene(t)
			s.Write(t, c.file, c.text)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := s.run(unpacker{}, map[string]any{"paths": s.paths(c.file), "destination": s.Path("to")})
			runtime.ReadMemStats(&after)
			switch {
			case c.want == "" && !r.OK:
				t.Errorf("%+v", r)
			case c.want != "" && (r.OK || r.Error == nil || r.Error.Code != c.want):
				t.Errorf("%v, want %s", r.Error, c.want)
			case c.want != "" && len(s.tree("to")) != 0:
				t.Errorf("left %v", len(s.tree("to")))
			}
			if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 300<<20 {
				t.Errorf("memory grew by %d MB", grown>>20)
			}
		})
	}
}

func TestProtectedMembersAndNamesOfConsoles(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, h := range []*zip.FileHeader{
		{Name: "locked.txt", Flags: 1}, {Name: "perch\x82.txt", NonUTF8: true, CreatorVersion: 0}, {Name: `sub\back.txt`}, {Name: "perch\xe9.txt", NonUTF8: true, CreatorVersion: 3 << 8},
	} {
		if _, err := z.CreateRaw(h); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := newScene(t)
	s.Write(t, "x.zip", b.String())
	r := s.run(unpacker{}, map[string]any{"paths": s.paths("x.zip"), "destination": s.Path("to")})
	got := s.tree("to")
	for _, want := range []string{"perché.txt", "sub/back.txt", "perch\xe9.txt"} {
		if _, ok := got[want]; !ok {
			t.Errorf("%q is missing from %q", want, got)
		}
	}
	if codes(r.Failed) != "archive_locked" {
		t.Errorf("%+v", r.Failed)
	}
}
