package sandbox

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/sdk"
)

// Kind is what is at a path.
type Kind int

const (
	Absent Kind = iota
	Dir
	File
	Link
)

// Tree is the file system as far as a layout needs it.
type Tree interface {
	// Look follows symbolic links and tells the real path and what is there. For an absent path real is
	// where it would be: its deepest existing folder resolved, the rest appended.
	Look(path string) (real string, kind Kind)
	// List names what is in a folder, without following links.
	List(dir string) ([]Entry, error)
}

// Entry is one name in a folder.
type Entry struct {
	Name string
	Kind Kind
}

// Bind makes a real folder visible at a path.
type Bind struct {
	Real, Path string
	Write      bool
}

// Mask hides a path inside a bind. Pins are the folders between the root and the path: fixed in place, so
// that the process cannot rename one of them and carry the hidden content to a path no rule names.
type Mask struct {
	Real, Path string
	Kind       Kind
	Pins       []Bind
}

// Layout is a profile resolved against the file system.
type Layout struct {
	Profile Profile
	Binds   []Bind   // outermost first
	Masks   []Mask   // outermost first
	Watches []string // real denied paths in writable binds: after a call each must still be what it was
}

// Resolve looks every root and denied path up. Links are resolved and each denied path is masked by the
// kind of what it finally names, wherever a root shows it; a root that does not exist is left out. The
// error is a policy error: a denied path that covers a root once links are resolved.
func (p Profile) Resolve(t Tree) (Layout, error) {
	l := Layout{Profile: p}
	for _, r := range p.Roots {
		real, kind := t.Look(r.Path)
		if kind == Dir {
			l.Binds = append(l.Binds, Bind{Real: real, Path: r.Path, Write: r.Write})
		}
	}
	for _, deny := range p.Deny {
		code := "deny_covers_grant"
		if slices.Contains(p.Hidden, deny) {
			code = "grant_inside_data"
		}
		if err := l.mask(t, deny, code); err != nil {
			return Layout{}, err
		}
	}
	slices.SortStableFunc(l.Masks, func(a, b Mask) int { return strings.Compare(a.Path, b.Path) })
	l.Masks = slices.CompactFunc(l.Masks, func(a, b Mask) bool { return a.Path == b.Path })
	l.Watches = unique(l.Watches)
	return l, nil
}

// mask hides deny in every bind that shows it; code is the error when it covers a bind instead.
func (l *Layout) mask(t Tree, deny, code string) error {
	real, kind := t.Look(deny)
	watched := false
	for _, b := range l.Binds {
		if Within(b.Real, real) && kind != Absent {
			return sdk.Errorf(sdk.PolicyDenied, code, "%s is %s, which covers the granted folder %s", deny, real, b.Path).
				With("path", b.Path).With("deny", deny).With("grant", b.Path)
		}
		if !Within(real, b.Real) {
			continue
		}
		rel, _ := filepath.Rel(b.Real, real)
		path := filepath.Join(b.Path, rel)
		if inner := l.innermost(path); inner.Path != b.Path {
			continue // a root inside this one shows it, and is handled on its own
		}
		watched = watched || b.Write
		if kind == Absent {
			continue
		}
		m := Mask{Real: real, Path: path, Kind: kind}
		if b.Write {
			m.Pins = pins(b, rel)
		}
		l.Masks = append(l.Masks, m)
	}
	if watched {
		l.Watches = append(l.Watches, real)
	}
	return nil
}

func (l *Layout) innermost(path string) Bind {
	var found Bind
	for _, b := range l.Binds {
		if Within(path, b.Path) && len(b.Path) >= len(found.Path) {
			found = b
		}
	}
	return found
}

func pins(b Bind, rel string) []Bind {
	var out []Bind
	parts := strings.Split(rel, "/")
	for i := 1; i < len(parts); i++ {
		sub := strings.Join(parts[:i], "/")
		out = append(out, Bind{Real: filepath.Join(b.Real, sub), Path: filepath.Join(b.Path, sub), Write: true})
	}
	return out
}

// Shown returns the folders the process sees, read-only and writable, as the ledger records them.
func (l Layout) Shown() (ro, rw []string) {
	ro, rw = []string{}, []string{}
	for _, b := range l.Binds {
		if b.Write {
			rw = append(rw, b.Path)
		} else {
			ro = append(ro, b.Path)
		}
	}
	return ro, rw
}

// Roots returns the binds as a plugin knows them.
func (l Layout) Roots() []sdk.Root {
	out := make([]sdk.Root, 0, len(l.Binds))
	for _, b := range l.Binds {
		out = append(out, sdk.Root{Path: b.Path, Write: b.Write})
	}
	return out
}
