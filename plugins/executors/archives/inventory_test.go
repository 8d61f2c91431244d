package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/plugins/executors/archives/inventory"
	"github.com/metnos/metnos/sdk"
)

type lister = inventory.Lister

func members(r sdk.Result) (out []string) {
	for _, e := range r.Entries {
		out = append(out, e["member"].(string))
	}
	return out
}

// What is in an archive is told by its fields, in its order or in the one asked for; nothing is written.
func TestListing(t *testing.T) {
	s := newScene(t)
	at := time.Date(2024, 3, 1, 10, 0, 0, 0, time.UTC)
	s.Write(t, "x.tar.gz", gzipped(t, tarOf(t,
		tar.Header{Name: "docs/", Typeflag: tar.TypeDir}, tar.Header{Name: "docs/Perché.pdf", Typeflag: tar.TypeReg, Size: 700, ModTime: at},
		tar.Header{Name: "docs/a.jpg", Typeflag: tar.TypeReg, Size: 20, ModTime: at.AddDate(1, 0, 0)}, tar.Header{Name: "b.tar.gz", Typeflag: tar.TypeReg, Size: 30, ModTime: at})))
	s.Write(t, "y.zip", zipOf(t, "c.txt", "hello"))
	s.Write(t, "z.txt.gz", gzipped(t, "twelve bytes"))
	before := len(s.tree(""))
	for _, c := range []struct {
		args map[string]any
		want string
	}{
		{map[string]any{"paths": s.paths("x.tar.gz")}, "docs/Perché.pdf docs/a.jpg b.tar.gz"},
		{map[string]any{"paths": s.paths("x.tar.gz", "y.zip", "z.txt.gz"), "order_by": "size", "order": "desc"}, "docs/Perché.pdf b.tar.gz docs/a.jpg z.txt c.txt"},
		{map[string]any{"paths": s.paths("x.tar.gz"), "name": "PERCHE"}, "docs/Perché.pdf"},
		{map[string]any{"paths": s.paths("x.tar.gz"), "kind": "image"}, "docs/a.jpg"},
		{map[string]any{"paths": s.paths("x.tar.gz"), "extensions": []any{"tar.gz", "PDF"}}, "docs/Perché.pdf b.tar.gz"},
		{map[string]any{"paths": s.paths("x.tar.gz"), "glob": "docs/*"}, "docs/Perché.pdf docs/a.jpg"},
		{map[string]any{"paths": s.paths("x.tar.gz"), "size_min": int64(30)}, "docs/Perché.pdf b.tar.gz"},
		{map[string]any{"paths": s.paths("x.tar.gz"), "size_max": int64(29)}, "docs/a.jpg"},
		{map[string]any{"paths": s.paths("x.tar.gz"), "modified_after": "2024-06-01T00:00:00Z"}, "docs/a.jpg"},
		{map[string]any{"paths": s.paths("z.txt.gz"), "modified_before": "2024-06-01T00:00:00Z"}, ""},
		{map[string]any{"paths": s.paths("x.tar.gz"), "order_by": "extension"}, "b.tar.gz docs/a.jpg docs/Perché.pdf"},
	} {
		r := s.run(lister{}, c.args)
		if got := strings.Join(members(r), " "); !r.OK || got != c.want {
			t.Errorf("%v: %q %+v", c.args, got, r.Error)
		}
	}
	r := s.run(lister{}, map[string]any{"paths": s.paths("x.tar.gz"), "limit": int64(1)})
	if first := r.Entries[0]; len(r.Entries) != 1 || r.Value != 3.0 || first["size"] != 700.0 || first["modified"] != "2024-03-01T11:00:00+01:00" || first["path"] != nil {
		t.Errorf("%+v", r)
	}
	if r := s.run(lister{}, map[string]any{"paths": s.paths("z.txt.gz")}); r.Entries[0]["size"] != 12.0 {
		t.Errorf("%+v", r.Entries)
	}
	if after := len(s.tree("")); after != before {
		t.Errorf("%d files became %d", before, after)
	}
}

// One archive among several that cannot be read is told; of a damaged one what comes before is listed.
func TestListingTellsWhatItCouldNotRead(t *testing.T) {
	s := newScene(t)
	whole := tarOf(t, tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 3}, tar.Header{Name: "b", Typeflag: tar.TypeReg, Size: 5000}, tar.Header{Name: "c", Typeflag: tar.TypeReg, Size: 3})
	s.Write(t, "cut.tar", whole[:2048])
	s.Write(t, "no.zip", "plain text")
	s.Write(t, "y.zip", zipOf(t, "c.txt", "hello"))
	r := s.run(lister{}, map[string]any{"paths": s.paths("cut.tar", "no.zip", "y.zip", "gone.zip")})
	if got := strings.Join(members(r), " "); !r.OK || got != "a b c.txt" || codes(r.Failed) != "archive_damaged archive_unknown file_not_found" {
		t.Errorf("%q, %s", got, codes(r.Failed))
	}
}

// What an archive says of itself is told, never believed: names that climb, sizes that are not, locks, promises.
func TestListingHostile(t *testing.T) {
	s := newScene(t)
	odd := zipOf(t, "../../etc/passwd", "x", "/abs", "y", "a\x1b[31m\n\u202egpj.exe", "z", strings.Repeat("n", 60000), "")
	s.Write(t, "odd.zip", odd)
	before := len(s.tree(""))
	r := s.run(lister{}, map[string]any{"paths": s.paths("odd.zip")})
	if got := members(r); !r.OK || len(got) != 4 || got[0] != "../../etc/passwd" || r.Entries[0]["name"] != "passwd" || got[1] != "/abs" {
		t.Errorf("%.200q %+v", got, r.Error)
	}
	lie := []byte(zipOf(t, "big.bin", "0123456789")) // the directory says 4 GiB, protected
	at := bytes.LastIndex(lie, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint16(lie[at+8:], 1)
	binary.LittleEndian.PutUint32(lie[at+24:], 1<<32-2)
	s.Write(t, "lie.zip", string(lie))
	if r := s.run(lister{}, map[string]any{"paths": s.paths("lie.zip")}); !r.OK || r.Entries[0]["size"] != float64(1<<32-2) || r.Entries[0]["encrypted"] != true {
		t.Errorf("%+v", r)
	}
	s.Write(t, "bomb.gz", gzipped(t, strings.Repeat("\x00", 80<<20)))
	if r := s.run(lister{}, map[string]any{"paths": s.paths("bomb.gz")}); r.OK || r.Error.Code != "archive_bomb" {
		t.Errorf("%+v", r)
	}
	if after := len(s.tree("")); after != before+2 {
		t.Errorf("%d files became %d", before, after)
	}
}

// An archive of more members than are listed is refused, in whichever format; one below is listed whole.
func TestListingMany(t *testing.T) {
	s := newScene(t)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range 30_000 {
		if _, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("%05d.txt", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s.Write(t, "many.zip", b.String())
	if r := s.run(lister{}, map[string]any{"paths": s.paths("many.zip"), "order_by": "name", "order": "desc"}); !r.OK || r.Value != 30000.0 || len(r.Entries) != 10_000 || r.Entries[0]["name"] != "29999.txt" || r.Truncated == nil {
		t.Errorf("%v of %v, %+v", len(r.Entries), r.Value, r.Error)
	}
	b.Reset()
	w := tar.NewWriter(&b)
	for i := range 200_001 {
		if err := w.WriteHeader(&tar.Header{Name: fmt.Sprint(i), Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
	}
	s.Write(t, "more.tar", b.String())
	b.Reset()
	if r := s.run(lister{}, map[string]any{"paths": s.paths("more.tar"), "kind": "video"}); r.OK || r.Error.Code != "archive_long" {
		t.Errorf("%+v", r.Error)
	}
}

// A listing that nobody waits for any more ends.
func TestListingStops(t *testing.T) {
	s := newScene(t)
	s.Write(t, "y.zip", zipOf(t, "c.txt", "hello"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (lister{}).Invoke(ctx, s.call(map[string]any{"paths": s.paths("y.zip")}), s.Host); err == nil {
		t.Error("it went on")
	}
}

// Whatever bytes an archive has, listing it ends, and changes nothing.
func FuzzListing(f *testing.F) {
	f.Add([]byte(zipOf(f, "a/b.txt", "hello", "../c", "x")), "a*")
	f.Add([]byte(gzipped(f, tarOf(f, tar.Header{Name: "a", Typeflag: tar.TypeReg, Size: 3}, tar.Header{Name: "l", Typeflag: tar.TypeSymlink, Linkname: "/"}))), "**/x")
	f.Add([]byte{0x28, 0xB5, 0x2F, 0xFD, 0x24, 0x01, 0x09, 0x00, 0x00, 0x61, 0xB4, 0x33, 0x27, 0xA1}, "")
	f.Fuzz(func(t *testing.T, data []byte, glob string) {
		s := newScene(t)
		if err := os.WriteFile(s.Path("x"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		args := map[string]any{"paths": s.paths("x"), "order_by": "name"}
		if glob != "" {
			args["glob"] = glob
		}
		r, err := lister{}.Invoke(t.Context(), s.call(args), s.Host)
		if r = s.answered(r, err); r.OK && r.Value.(float64) < float64(len(r.Entries)) {
			t.Fatalf("%v of %v", len(r.Entries), r.Value)
		}
		if left := s.tree(""); len(left) != 1 {
			t.Fatalf("%v", left)
		}
	})
}
