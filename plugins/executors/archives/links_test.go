package main

import (
	"maps"
	"os"
	"testing"
)

// A link in the way is never written through, not even when replacing was agreed to.
func TestALinkInTheWayIsNotReplaced(t *testing.T) {
	s := newScene(t, "Privato/a.txt", "in/b.txt")
	s.Write(t, "x.zip", zipOf(t, "ln.txt", "harm", "sub/c.txt", "harm"))
	for link, to := range map[string]string{"ln.zip": "Privato/a.txt", "out/ln.txt": "../Privato/a.txt", "out/sub": "../Privato"} {
		_ = os.Mkdir(s.Path("out"), 0o755)
		if err := os.Symlink(to, s.Path(link)); err != nil {
			t.Fatal(err)
		}
	}
	before := s.tree("")
	if r := s.run(packer{}, map[string]any{"paths": s.paths("in"), "archive": s.Path("ln.zip"), "overwrite": true}); r.OK || r.Error.Code != "file_exists" {
		t.Errorf("packed through a link: %+v", r)
	}
	r := s.run(unpacker{}, map[string]any{"paths": s.paths("x.zip"), "destination": s.Path("out"), "overwrite": true})
	if r.OK || codes(r.Failed) != "file_exists file_in_the_way" {
		t.Errorf("unpacked through a link: %+v", r)
	}
	if after := s.tree(""); !maps.Equal(before, after) {
		t.Errorf("%v, was %v", after, before)
	}
}
