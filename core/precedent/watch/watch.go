package watch

import (
	"slices"
	"sync"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sign"
)

// Asked is a question a proposer put to the places, and the digest of what it was told.
type Asked struct {
	Kind   string `json:"kind"` // folder | file | near | inside | below | table
	Name   string `json:"name"`
	Answer string `json:"answer"`
}

// Watched is what was asked. It is safe for concurrent use.
type Watched struct {
	mu    sync.Mutex
	asked []Asked
	seen  map[[2]string]bool
	paths map[string]bool // told by the places
}

// Neighbours and Contents are what places may also tell; a watched place tells just what the place itself does.
type (
	Neighbours interface {
		Near(spoken string) []string
	}
	Contents interface {
		Inside(folder string, deep bool) (paths []string, whole bool)
	}
	Tables interface {
		Table(path string) (header []string, rows [][]string, whole bool)
	}
	Collections interface {
		Collections() []string
	}
)

// Places returns places that answer as p does, and the record of what they were asked.
func Places(p plan.Places) (plan.Places, *Watched) {
	if p == nil {
		return nil, nil
	}
	w := &Watched{seen: map[[2]string]bool{}, paths: map[string]bool{}}
	plain := watched{p, w}
	near, hasNear := p.(Neighbours)
	inside, hasInside := p.(Contents)
	tables, hasTables := p.(Tables)
	kept, hasKept := p.(Collections)
	switch {
	case hasNear && hasInside && hasTables && hasKept:
		return struct {
			watched
			watchedNear
			watchedInside
			watchedTables
			watchedKept
		}{plain, watchedNear{near, w}, watchedInside{inside, w}, watchedTables{tables, w}, watchedKept{kept, w}}, w
	case hasNear && hasInside && hasTables:
		return struct {
			watched
			watchedNear
			watchedInside
			watchedTables
		}{plain, watchedNear{near, w}, watchedInside{inside, w}, watchedTables{tables, w}}, w
	case hasNear && hasInside:
		return struct {
			watched
			watchedNear
			watchedInside
		}{plain, watchedNear{near, w}, watchedInside{inside, w}}, w
	case hasNear:
		return struct {
			watched
			watchedNear
		}{plain, watchedNear{near, w}}, w
	case hasInside:
		return struct {
			watched
			watchedInside
		}{plain, watchedInside{inside, w}}, w
	}
	return plain, w
}

type watched struct {
	places plan.Places
	w      *Watched
}

func (p watched) Folder(spoken string) []string {
	return p.w.note("folder", spoken, p.places.Folder(spoken), true)
}

func (p watched) File(spoken string) []string {
	return p.w.note("file", spoken, p.places.File(spoken), true)
}

type watchedNear struct {
	near Neighbours
	w    *Watched
}

func (p watchedNear) Near(spoken string) []string {
	return p.w.note("near", spoken, p.near.Near(spoken), true)
}

type watchedInside struct {
	inside Contents
	w      *Watched
}

func (p watchedInside) Inside(folder string, deep bool) ([]string, bool) {
	paths, whole := p.inside.Inside(folder, deep)
	kind := "inside"
	if deep {
		kind = "below"
	}
	p.w.note(kind, folder, paths, whole)
	return paths, whole
}

type watchedTables struct {
	tables Tables
	w      *Watched
}

func (p watchedTables) Table(path string) ([]string, [][]string, bool) {
	header, rows, whole := p.tables.Table(path)
	p.w.record("table", path, answer(cells(header, rows), whole))
	return header, rows, whole
}

type watchedKept struct {
	kept Collections
	w    *Watched
}

func (p watchedKept) Collections() []string {
	names := p.kept.Collections()
	p.w.record("collections", "", answer(names, true))
	return names
}

// cells are the heading and the rows of a table in one list, which tells one row from two.
func cells(header []string, rows [][]string) []string {
	out := append([]string{}, header...)
	for _, row := range rows {
		out = append(append(out, "\n"), row...)
	}
	return out
}

func (w *Watched) note(kind, name string, paths []string, whole bool) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, path := range paths {
		w.paths[path] = true
	}
	w.put(kind, name, answer(paths, whole))
	return paths
}

func (w *Watched) record(kind, name, answer string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.put(kind, name, answer)
}

func (w *Watched) put(kind, name, answer string) {
	if key := [2]string{kind, name}; !w.seen[key] {
		w.seen[key] = true
		w.asked = append(w.asked, Asked{kind, name, answer})
	}
}

func answer(paths []string, whole bool) string {
	if !whole {
		paths = append(slices.Clone(paths), "…")
	}
	return sign.Of(paths...)
}

// Questions are what was asked so far.
func (w *Watched) Questions() []Asked {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

// Told reports whether the places gave the path.
func (w *Watched) Told(path string) bool {
	if w == nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.paths[path]
}

// Unchanged asks the same questions again: every answer must be the one the plan was made from.
func Unchanged(asked []Asked, p plan.Places) bool {
	for _, a := range asked {
		if p == nil || ask(a, p) != a.Answer {
			return false
		}
	}
	return true
}

// ask returns the digest of an answer, "" from places that cannot tell.
func ask(a Asked, p plan.Places) string {
	switch a.Kind {
	case "folder":
		return answer(p.Folder(a.Name), true)
	case "file":
		return answer(p.File(a.Name), true)
	case "near":
		if near, ok := p.(Neighbours); ok {
			return answer(near.Near(a.Name), true)
		}
	case "inside", "below":
		if inside, ok := p.(Contents); ok {
			return answer(inside.Inside(a.Name, a.Kind == "below"))
		}
	case "collections":
		if kept, ok := p.(Collections); ok {
			return answer(kept.Collections(), true)
		}
	case "table":
		if tables, ok := p.(Tables); ok {
			header, rows, whole := tables.Table(a.Name)
			return answer(cells(header, rows), whole)
		}
	}
	return ""
}
