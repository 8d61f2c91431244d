package main

import (
	"maps"
	"os"
	"testing"

	"github.com/metnos/metnos/sdk"
)

// linked is a home where ln.txt and Q lead into Privato.
func linked(t *testing.T) scene {
	s := newScene(t, "Privato/a.txt", "n.txt")
	for link, to := range map[string]string{"ln.txt": "Privato/a.txt", "Q": "Privato", "abs.txt": s.Path("Privato/a.txt"), "chain.txt": "ln.txt"} {
		if err := os.Symlink(to, s.Path(link)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Writing goes to the file a link shows, says which one that is, and undo brings that one back, whatever became of
// the link.
func TestWritingThroughALinkSaysWhere(t *testing.T) {
	for _, name := range []string{"ln.txt", "abs.txt", "chain.txt"} {
		for flag, want := range map[string]string{"overwrite": "x\n", "append": "text of Privato/a.txt\nx\n"} {
			s := linked(t)
			before := s.tree()
			args := map[string]any{"paths": s.paths(name), "content": "x"}
			if r := s.run(writer{}, args); r.OK || r.Error.Code != "file_exists" {
				t.Errorf("%s was written to without a word: %+v", name, r)
			}
			args[flag] = true
			r := s.run(writer{}, args)
			if !r.OK || r.Results[0]["path"] != s.Path("Privato/a.txt") || s.Read("Privato/a.txt") != want {
				t.Errorf("%s %s: %+v, %q", flag, name, r, s.Read("Privato/a.txt"))
			}
			if info, err := os.Lstat(s.Path(name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("%s %s: the link is gone", flag, name)
			}
			if err := os.Remove(s.Path(name)); err != nil {
				t.Fatal(err)
			}
			s.Write(t, name, "something else")
			delete(before, name)
			if u := s.undo(writer{}, r); !u.OK || len(u.Failed) > 0 {
				t.Errorf("%s %s: undo %+v", flag, name, u)
			}
			after := s.tree()
			if delete(after, name); !maps.Equal(before, after) {
				t.Errorf("%s %s: %v, was %v", flag, name, after, before)
			}
		}
	}
}

// Who throws away or moves a link throws away or moves the link; what it shows stays, and undo brings it back.
func TestALinkIsChangedItself(t *testing.T) {
	for name, c := range map[string]struct {
		e    sdk.Executor
		args map[string]any
	}{
		"trash a link to a file":   {deleter{}, map[string]any{"paths": []any{"ln.txt"}}},
		"trash a link to a folder": {deleter{}, map[string]any{"paths": []any{"Q"}}},
		"trash it as a folder":     {dirDeleter{}, map[string]any{"paths": []any{"Q"}}},
		"move a link to a file":    {mover{}, map[string]any{"paths": []any{"ln.txt"}, "destination": "D"}},
		"move a link to a folder":  {mover{}, map[string]any{"paths": []any{"Q"}, "destination": "D"}},
		"rename a link":            {mover{}, map[string]any{"paths": []any{"ln.txt"}, "name": "x.txt"}},
	} {
		s := linked(t)
		before := s.tree()
		for i, p := range c.args["paths"].([]any) {
			c.args["paths"].([]any)[i] = s.Path(p.(string))
		}
		if d, ok := c.args["destination"].(string); ok {
			c.args["destination"] = s.Path(d)
		}
		link := c.args["paths"].([]any)[0].(string)
		seen, err := s.preview(c.e.(sdk.Previewer), c.args)
		if err != nil || seen.Total != 1 {
			t.Errorf("%s: %+v, %v", name, seen, err)
		}
		r := s.run(c.e, c.args)
		if !r.OK || r.Effects.Mutations != 1 || s.Read("Privato/a.txt") != "text of Privato/a.txt" {
			t.Errorf("%s: %+v %v", name, r, s.tree())
		}
		if _, err := os.Lstat(link); err == nil {
			t.Errorf("%s: the link is still there", name)
		}
		if u := s.undo(c.e.(sdk.Reverser), r); !u.OK || len(u.Failed) > 0 {
			t.Errorf("%s: undo %+v", name, u)
		}
		after := s.tree()
		if delete(after, "D/"); !maps.Equal(before, after) {
			t.Errorf("%s: %v, was %v", name, after, before)
		}
	}
}

// A link in the way of a copy or a move is never written through, not even when replacing was agreed to.
func TestALinkInTheWayIsNotReplaced(t *testing.T) {
	for name, e := range map[string]sdk.Executor{"copy": copier{}, "move": mover{}} {
		s := linked(t)
		before := s.tree()
		args := map[string]any{"paths": s.paths("n.txt"), "name": "ln.txt", "overwrite": true}
		if _, err := s.preview(e.(sdk.Previewer), args); sdk.ClassOf(err) != sdk.Conflict {
			t.Errorf("%s: previewed %v", name, err)
		}
		if r := s.run(e, args); r.OK || r.Error.Code != "file_exists" || !maps.Equal(before, s.tree()) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// Of several folders only the empty ones go, and the others are no failure; one alone that is not empty is told.
func TestField_EmptyFoldersAlone(t *testing.T) {
	s := newScene(t, "P/full/a.txt")
	for _, name := range []string{"P/e1", "P/e2"} {
		if err := os.Mkdir(s.Path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("e1", s.Path("P/shown")); err != nil {
		t.Fatal(err)
	}
	args := map[string]any{"paths": s.paths("P/e1", "P/e2", "P/full", "P/shown"), "only_empty": true}
	if seen, err := s.preview(dirDeleter{}, args); err != nil || seen.Total != 2 {
		t.Errorf("%+v, %v", seen, err)
	}
	r := s.run(dirDeleter{}, args)
	if !r.OK || len(r.Failed) > 0 || len(r.Results) != 2 || s.Read("P/full/a.txt") == "‹none›" {
		t.Errorf("%+v", r)
	}
	if _, err := os.Lstat(s.Path("P/shown")); err != nil {
		t.Error("a link was taken for an empty folder")
	}
	if r := s.run(dirDeleter{}, map[string]any{"paths": s.paths("P/full", "P/shown"), "only_empty": true}); !r.OK || len(r.Failed) > 0 || r.Effects.Mutations != 0 {
		t.Errorf("nothing empty: %+v", r)
	}
	if r := s.run(dirDeleter{}, map[string]any{"paths": s.paths("P/full"), "only_empty": true}); r.OK || r.Error.Code != "delete_not_empty" {
		t.Errorf("one alone: %+v", r)
	}
}
