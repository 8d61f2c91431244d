package main

import (
	"context"
	"maps"
	"os"
	"strings"
	"testing"
	"time"
)

// What is packed comes out the same from every kind of archive, and both ways are undone.
func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"a.zip", "a.tar", "a.tar.gz", "a.tgz", "a.tar.zst", "plain"} {
		t.Run(name, func(t *testing.T) {
			s := newScene(t, "in/a.txt", "in/deep/er/b.txt", "in/due parole è 🎉.txt", "in/riga\nnuova \"q\".txt", "in/bad\xffname", "in/photo.jpg")
			s.Write(t, "in/empty.txt", "")
			old := time.Unix(1_500_000_000, 0)
			for _, err := range []error{
				os.Mkdir(s.Path("in/none"), 0o755), os.Symlink("a.txt", s.Path("in/link")), os.Symlink(".", s.Path("in/loop")),
				os.Chmod(s.Path("in/a.txt"), 0o755), os.Chtimes(s.Path("in/a.txt"), old, old),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			args := map[string]any{"paths": s.paths("in", "in/deep"), "archive": s.Path("out/" + name)}
			seen, err := packer{}.Preview(t.Context(), s.call(args), s.Host)
			if err != nil || seen.Total != 1 || seen.Items[0].Action != "create" {
				t.Fatalf("%+v, %v", seen, err)
			}
			packed := s.run(packer{}, args)
			if !packed.OK || packed.Results[0]["files"] != 7.0 || codes(packed.Failed) != "link_left_out link_left_out" || packed.Results[0]["path"] != seen.Items[0].Target {
				t.Fatalf("%+v %v", packed, packed.Error)
			}
			archive := strings.TrimPrefix(seen.Items[0].Target, s.Dir+"/")
			args = map[string]any{"paths": s.paths(archive), "destination": s.Path("back/here")}
			seen, err = unpacker{}.Preview(t.Context(), s.call(args), s.Host)
			if err != nil || seen.Total != 8 {
				t.Fatalf("%+v, %v", seen, err)
			}
			r := s.run(unpacker{}, args)
			if !r.OK || len(r.Results) != 8 || len(r.Failed) > 0 || r.Effects.Mutations != 8 {
				t.Fatalf("%+v", r)
			}
			want := s.tree("in")
			delete(want, "link")
			delete(want, "loop")
			if got := s.tree("back/here/in"); !maps.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
			if info, err := os.Lstat(s.Path("back/here/in/a.txt")); err != nil || info.Mode().Perm()&0o100 == 0 || info.Mode().Perm()&0o022 != 0 || !info.ModTime().Equal(old) {
				t.Errorf("%v %v %v", info.Mode(), info.ModTime(), err)
			}
			if undone := s.undo(unpacker{}, r); !undone.OK || len(undone.Failed) > 0 || len(s.tree("back")) != 0 {
				t.Errorf("undo left %v: %v", s.tree("back"), undone.Failed)
			}
			if again := s.undo(unpacker{}, r); again.Effects.Mutations != 0 || len(again.Failed) > 0 {
				t.Errorf("a second undo: %+v", again)
			}
			if undone := s.undo(packer{}, packed); !undone.OK || len(s.tree("out")) != 0 {
				t.Errorf("undo left %v", s.tree("out"))
			}
		})
	}
}

func TestOneFileAlone(t *testing.T) {
	s := newScene(t, "in/a.txt", "in/b.txt")
	for _, kind := range []string{"gz", "zst"} {
		packed := s.run(packer{}, map[string]any{"paths": s.paths("in/a.txt"), "archive": s.Path("in/a.txt." + kind)})
		if !packed.OK {
			t.Fatalf("%+v", packed.Error)
		}
		if r := s.run(unpacker{}, map[string]any{"paths": s.paths("in/a.txt." + kind)}); r.OK || r.Error.Code != "file_exists" {
			t.Errorf("%+v", r)
		}
		r := s.run(unpacker{}, map[string]any{"paths": s.paths("in/a.txt." + kind), "destination": s.Path(kind)})
		if !r.OK || s.Read(kind+"/a.txt") != "text of in/a.txt" {
			t.Errorf("%+v", r)
		}
		many := s.run(packer{}, map[string]any{"paths": s.paths("in/a.txt", "in/b.txt"), "archive": s.Path("in/c." + kind)})
		if many.OK || many.Error.Code != "archive_holds_one" {
			t.Errorf("%+v", many)
		}
	}
	for _, name := range []string{"x.7z", "x.rar", "x.tar.bz2"} {
		if r := s.run(packer{}, map[string]any{"paths": s.paths("in/a.txt"), "archive": s.Path(name)}); r.OK || r.Error.Code != "archive_not_written" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestOverwritingIsSaidAndUndone(t *testing.T) {
	s := newScene(t, "in/a.txt", "in/b.txt")
	s.Write(t, "x.zip", zipOf(t, "a.txt", "new", "c.txt", "third"))
	before := s.tree("in")
	args := map[string]any{"paths": s.paths("x.zip"), "destination": s.Path("in"), "overwrite": true}
	seen, err := unpacker{}.Preview(t.Context(), s.call(args), s.Host)
	if err != nil || seen.Total != 2 || seen.Items[0].Action != "overwrite" || seen.Items[1].Action != "create" || seen.Items[0].Source != s.Path("x.zip") {
		t.Fatalf("%+v, %v", seen, err)
	}
	r := s.run(unpacker{}, args)
	if !r.OK || s.Read("in/a.txt") != "new" || s.Read("in/c.txt") != "third" || r.Results[0]["action"] != "overwrite" {
		t.Fatalf("%+v", r)
	}
	if undone := s.undo(unpacker{}, r); !undone.OK || !maps.Equal(s.tree("in"), before) {
		t.Errorf("%v", s.tree("in"))
	}
	old := s.Read("x.zip")
	args = map[string]any{"paths": s.paths("in"), "archive": s.Path("x.zip")}
	if _, err := (packer{}).Preview(t.Context(), s.call(args), s.Host); err == nil || !strings.Contains(err.Error(), "file_exists") {
		t.Errorf("%v", err)
	}
	args["overwrite"] = true
	seen, err = packer{}.Preview(t.Context(), s.call(args), s.Host)
	if err != nil || seen.Items[0].Action != "overwrite" {
		t.Fatalf("%+v, %v", seen, err)
	}
	r = s.run(packer{}, args)
	if !r.OK || s.Read("x.zip") == old {
		t.Fatalf("%+v", r)
	}
	if undone := s.undo(packer{}, r); !undone.OK || s.Read("x.zip") != old {
		t.Errorf("%+v", undone)
	}
}

func TestAnArchiveInsideItsOwnFolderIsNotPutIntoItself(t *testing.T) {
	s := newScene(t, "in/a.txt")
	s.Write(t, "in/all.zip", "an older one")
	r := s.run(packer{}, map[string]any{"paths": s.paths("in"), "archive": s.Path("in/all.zip"), "overwrite": true})
	if !r.OK || r.Results[0]["files"] != 1.0 {
		t.Errorf("%+v", r)
	}
}

func TestSomeOfAnArchive(t *testing.T) {
	s := newScene(t)
	s.Write(t, "x.zip", zipOf(t, "a.txt", "1", "sub/b.pdf", "2", "sub/c.txt", "3"))
	r := s.run(unpacker{}, map[string]any{"paths": s.paths("x.zip"), "glob": "*.pdf"})
	if !r.OK || len(r.Results) != 1 || s.Read("x/sub/b.pdf") != "2" || len(s.tree("x")) != 2 {
		t.Errorf("%+v %v", r, s.tree("x"))
	}
}

func TestAStoppedCallLeavesNoHalfArchive(t *testing.T) {
	s := newScene(t, "in/a.txt")
	s.Write(t, "x.zip", zipOf(t, "a.txt", "1"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := (packer{}).Invoke(ctx, s.call(map[string]any{"paths": s.paths("in"), "archive": s.Path("y/y.zip")}), s.Host); err == nil && r.OK {
		t.Error("it went on")
	}
	if r, err := (unpacker{}).Invoke(ctx, s.call(map[string]any{"paths": s.paths("x.zip"), "destination": s.Path("y")}), s.Host); err == nil && r.OK {
		t.Error("it went on")
	}
	if len(s.tree("y")) != 0 {
		t.Errorf("left %v", s.tree("y"))
	}
}
