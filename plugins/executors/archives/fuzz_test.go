package main

import (
	"archive/tar"
	"os"
	"path/filepath"
	"testing"
)

// Whatever bytes an archive has, nothing is written outside the folder and nothing but files and folders is made.
func FuzzExtract(f *testing.F) {
	f.Add([]byte(zipOf(f, "a/b.txt", "hello", "../c", "x")))
	f.Add([]byte(zipOf(f, "a/b.txt", "hello", "a/b.txt", "x", "d/", "")))
	f.Add([]byte(gzipped(f, tarOf(f, tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 3}, tar.Header{Name: "l", Typeflag: tar.TypeSymlink, Linkname: "/"}))))
	f.Add([]byte(tarOf(f, tar.Header{Name: "a/", Typeflag: tar.TypeDir}, tar.Header{Name: "a/x", Typeflag: tar.TypeReg, Size: 600})))
	f.Add([]byte("BZh91AY&SY\x17\x72\x45\x38\x50\x90\x00\x00\x00\x00"))
	f.Add([]byte{0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x01, 0x09, 0x00, 0x00, 0x61, 0xB4, 0x33, 0x27, 0xA1})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newScene(t)
		if err := os.WriteFile(s.Path("x"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := unpacker{}.Invoke(t.Context(), s.call(map[string]any{"paths": s.paths("x"), "destination": s.Path("to")}), s.Host)
		r = s.answered(r, err)
		entries, err := os.ReadDir(s.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.Name() != "x" && e.Name() != "to" {
				t.Fatalf("%s was made beside the folder", e.Name())
			}
		}
		_ = filepath.WalkDir(s.Path("to"), func(p string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !d.Type().IsRegular() {
				t.Fatalf("%s is %v", p, d.Type())
			}
			return nil
		})
		if r.Undo != nil {
			if s.undo(unpacker{}, r); len(s.tree("to")) != 0 {
				t.Fatalf("undo left %v", s.tree("to"))
			}
		}
	})
}
