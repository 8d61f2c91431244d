package watch

import (
	"slices"
	"testing"

	"github.com/metnos/metnos/core/plan"
)

// home answers from a table: the question, then what it is told.
type home map[string][]string

var anna = home{
	"folder backup": {"/home/anna/Backup"}, "file agenda.txt": {"/home/anna/agenda.txt", "/home/anna/Backup/agenda.txt"}, "near Bakcup": {"/home/anna/Backup"},
	"inside /home/anna/Documenti": {"/home/anna/Documenti/a"}, "below /home/anna/Documenti": {"/home/anna/Documenti/a", "/home/anna/Documenti/b/c"},
}

func (h home) Folder(s string) []string { return h["folder "+s] }
func (h home) File(s string) []string   { return h["file "+s] }
func (h home) Near(s string) []string   { return h["near "+s] }

func (h home) Inside(s string, deep bool) ([]string, bool) {
	if deep {
		return h["below "+s], true
	}
	return h["inside "+s], true
}

func (h home) Table(s string) ([]string, [][]string, bool) {
	if rows := h["table "+s]; rows != nil {
		return rows[:1], [][]string{rows[1:]}, true
	}
	return nil, nil, false
}

// TestATableIsAskedAgain: a plan made from a table is good while the table holds the same.
func TestATableIsAskedAgain(t *testing.T) {
	h := home{"table /home/anna/a.csv": {"nome", "Anna"}}
	watched, w := Places(h)
	tables, ok := watched.(Tables)
	if !ok {
		t.Fatal("the tables are not told")
	}
	header, rows, whole := tables.Table("/home/anna/a.csv")
	if !slices.Equal(header, []string{"nome"}) || len(rows) != 1 || !whole {
		t.Error("another table", header, rows, whole)
	}
	if !Unchanged(w.Questions(), h) {
		t.Error("the same table is another one")
	}
	h["table /home/anna/a.csv"] = []string{"nome", "Luca"}
	if Unchanged(w.Questions(), h) {
		t.Error("another table is the same")
	}
}

type plainPlaces struct{ w home }

func (p plainPlaces) Folder(s string) []string { return p.w.Folder(s) }
func (p plainPlaces) File(s string) []string   { return p.w.File(s) }

// TestWatchIsTransparent: watched places tell what the places tell, and nothing they do not.
func TestWatchIsTransparent(t *testing.T) {
	for _, p := range []plan.Places{anna, plainPlaces{anna}, struct {
		plainPlaces
		Neighbours
	}{plainPlaces{anna}, anna}, struct {
		plainPlaces
		Contents
	}{plainPlaces{anna}, anna}} {
		watched, w := Places(p)
		_, near := p.(Neighbours)
		_, inside := p.(Contents)
		gotNear, isNear := watched.(Neighbours)
		gotInside, isInside := watched.(Contents)
		if near != isNear || inside != isInside {
			t.Errorf("%T: near %v %v, inside %v %v", p, near, isNear, inside, isInside)
		}
		asked := 2
		if !slices.Equal(watched.Folder("backup"), p.Folder("backup")) || !slices.Equal(watched.File("agenda.txt"), p.File("agenda.txt")) {
			t.Error("another answer")
		}
		if isNear {
			asked++
			if !slices.Equal(gotNear.Near("Bakcup"), anna.Near("Bakcup")) {
				t.Error("another neighbour")
			}
		}
		if isInside {
			asked += 2
			a, _ := gotInside.Inside("/home/anna/Documenti", false)
			b, whole := gotInside.Inside("/home/anna/Documenti", true)
			if len(a) == 0 || len(b) <= len(a) || !whole {
				t.Error("other contents")
			}
		}
		watched.Folder("backup") // the same question is one question
		if got := w.Questions(); len(got) != asked || !Unchanged(got, p) {
			t.Errorf("%T: %v", p, got)
		}
		if isNear && Unchanged(w.Questions(), plainPlaces{anna}) {
			t.Error("places that cannot tell gave the same answer")
		}
	}
	if p, w := Places(nil); p != nil || w != nil {
		t.Error("watched nothing")
	}
}

// TestPartlySeen: what was not seen whole is another answer than what was.
func TestPartlySeen(t *testing.T) {
	if answer([]string{"a"}, true) == answer([]string{"a"}, false) || answer(nil, true) == answer(nil, false) || answer([]string{"a", "b"}, true) == answer([]string{"b", "a"}, true) {
		t.Error("different answers look the same")
	}
}
