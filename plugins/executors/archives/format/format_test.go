package format

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"io"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

func TestNamed(t *testing.T) {
	for _, c := range []struct{ path, asked, kind, named string }{
		{"/a/x.zip", "", "zip", "/a/x.zip"}, {"/a/X.TAR.GZ", "", "tar.gz", "/a/X.TAR.GZ"}, {"/a/x.tgz", "", "tar.gz", "/a/x.tgz"},
		{"/a/x", "", "zip", "/a/x.zip"}, {"/a/x", "tar.zst", "tar.zst", "/a/x.tar.zst"}, {"/a/x.bak", "", "zip", "/a/x.bak"},
		{"/a.d/x", "gz", "gz", "/a.d/x.gz"}, {"/a/.hidden", "", "zip", "/a/.hidden.zip"}, {"/a/x.rar", "", "", "/a/x.rar"}, {"/a/x.tar.bz2", "", "", "/a/x.tar.bz2"},
	} {
		kind, named, err := Named(c.path, c.asked)
		if string(kind) != c.kind || named != c.named || (err != nil) != (c.kind == "") {
			t.Errorf("%s %s: %s %s %v", c.path, c.asked, kind, named, err)
		}
	}
	for name, want := range map[string]string{"a.tar.gz": "a", "A.TGZ": "A", "a.b.zip": "a.b", ".zip": ".zip", "a": "a"} {
		if got := Stem(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestProportion(t *testing.T) {
	for _, c := range []struct {
		unpacked, packed int64
		class            sdk.Class
	}{
		{64 << 20, 1, ""}, {65 << 20, 1 << 20, ""}, {400 << 20, 1 << 20, sdk.PolicyDenied}, {8<<30 + 1, 8 << 30, sdk.Oversize}, {8 << 30, 1 << 30, ""},
	} {
		if got := sdk.ClassOf(proportion(c.unpacked, c.packed)); got != c.class {
			t.Errorf("%d of %d: %q", c.unpacked, c.packed, got)
		}
	}
}

// Every kind that is written is read back: names, sizes, content.
func TestWritersAndWalk(t *testing.T) {
	for _, kind := range []Kind{Zip, Tar, TarGz, TarZst, Gz, Zst} {
		var b bytes.Buffer
		w, err := NewWriter(kind, &b)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(2024, 3, 1, 10, 0, 0, 0, time.UTC)
		to, err := w.Add("è/a.txt", 5, 0o640, at)
		if err == nil {
			_, err = io.WriteString(to, "hello")
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		found, err := Walk(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()), func(m Member, open func() (io.Reader, error)) error {
			n++
			r, err := open()
			if err != nil {
				return err
			}
			text, err := io.ReadAll(r)
			if string(text) != "hello" || !kind.One() && (m.Name != "è/a.txt" || m.Size != 5 || !m.Modified.Equal(at)) {
				t.Errorf("%s: %q %+v", kind, text, m)
			}
			return err
		})
		if err != nil || n != 1 || found != kind {
			t.Errorf("%s: %s, %d members, %v", kind, found, n, err)
		}
	}
}

// Whatever the bytes, going through an archive ends, with an error of a class when it fails.
func FuzzWalk(f *testing.F) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if w, err := z.Create("a/b.txt"); err == nil {
		_, _ = w.Write([]byte("hello"))
	}
	_ = z.Close()
	f.Add(bytes.Clone(b.Bytes()))
	b.Reset()
	w := tar.NewWriter(&b)
	_ = w.WriteHeader(&tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 3, PAXRecords: map[string]string{"comment": "x"}})
	_, _ = w.Write([]byte("abc"))
	_ = w.Close()
	f.Add(bytes.Clone(b.Bytes()))
	f.Add([]byte("BZh91AY&SY\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00"))
	f.Add([]byte{0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x01, 0x09, 0x00, 0x00, 0x61, 0xB4, 0x33, 0x27, 0xA1})
	f.Add([]byte{0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0xFF, 0xFF})
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := Walk(t.Context(), bytes.NewReader(data), int64(len(data)), func(m Member, open func() (io.Reader, error)) error {
			if open == nil {
				return nil
			}
			r, err := open()
			if err == nil {
				_, err = io.Copy(io.Discard, r)
			}
			return err
		})
		if err != nil && sdk.ClassOf(err) == "" {
			t.Fatalf("no class: %v", err)
		}
	})
}
