package pack

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func archived(entries ...tar.Header) []byte {
	var b bytes.Buffer
	plain := gzip.NewWriter(&b)
	w := tar.NewWriter(plain)
	for _, h := range entries {
		_ = w.WriteHeader(&h)
		_, _ = w.Write(make([]byte, h.Size))
	}
	_ = w.Close()
	_ = plain.Close()
	return b.Bytes()
}

func TestUnpackCapsWhatAnArchiveExpandsTo(t *testing.T) {
	for name, entries := range map[string][]tar.Header{
		"a big manifest":    {{Name: "manifest.toml", Size: 1 << 20, Typeflag: tar.TypeReg}},
		"a big listed file": {{Name: "wrapper.json", Size: MaxFile + 1, Typeflag: tar.TypeReg}},
	} {
		file := filepath.Join(t.TempDir(), "x.tar.gz")
		if err := os.WriteFile(file, archived(entries...), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Unpack(file, t.TempDir()); err == nil || !strings.Contains(err.Error(), "more than") {
			t.Errorf("%s: %v", name, err)
		}
	}
	var crowd []tar.Header
	for i := range maxEntries + 1 {
		crowd = append(crowd, tar.Header{Name: strings.Repeat("x", i+1), Typeflag: tar.TypeReg})
	}
	file := filepath.Join(t.TempDir(), "x.tar.gz")
	if err := os.WriteFile(file, archived(crowd...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Unpack(file, t.TempDir()); err == nil {
		t.Error("a crowd of files is unpacked")
	}
}

// Whatever an archive holds, only plain files appear, and only where they belong.
func FuzzUnpack(f *testing.F) {
	f.Add(archived(tar.Header{Name: "./manifest.toml", Size: 3, Typeflag: tar.TypeReg}, tar.Header{Name: "plugin", Size: 3, Typeflag: tar.TypeReg}))
	f.Add(archived(tar.Header{Name: "../x", Size: 3, Typeflag: tar.TypeReg}))
	f.Add(archived(tar.Header{Name: "x", Linkname: "/etc/passwd", Typeflag: tar.TypeSymlink}, tar.Header{Name: "x", Size: 3, Typeflag: tar.TypeReg}))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		file, stage := filepath.Join(dir, "x.tar.gz"), filepath.Join(dir, "stage")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(stage, 0o700); err != nil {
			t.Fatal(err)
		}
		_ = Unpack(file, stage)
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(dir, path)
			switch {
			case e.IsDir() && (rel == "." || rel == "stage" || rel == "stage/executor"):
			case e.Type().IsRegular() && (rel == "x.tar.gz" || filepath.Dir(rel) == "stage" && strings.HasPrefix(e.Name(), "plugin") || filepath.Dir(rel) == "stage/executor"):
			default:
				t.Errorf("unpacked %s (%v)", rel, e.Type())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
