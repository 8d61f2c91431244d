package vaglio

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/metnos/metnos/sdk"
)

// Locate finds out what the paths of foreseen effects are now: where they lead with links followed, and which
// objects are there. home is spelled as the person knows it, also when it is itself reached through a link. A
// consent holds for these objects and no others; see core/consent.
func Locate(e sdk.Effects, home string) sdk.Effects {
	l := newLocator(home)
	items := make([]sdk.Effect, len(e.Items))
	for i, item := range e.Items {
		items[i] = l.effect(item)
	}
	e.Items = items
	return e
}

// Found is a print of what the written paths of a call are now, for a change nobody can foresee whole.
func Found(paths []Path, home string) string {
	l, sum := newLocator(home), sha256.New()
	for _, p := range paths {
		if p.Write {
			real := l.lead(p.Path)
			fmt.Fprintf(sum, "%q %q %q\n", p.Path, real, identityOf(real, true))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// locator follows the links of many paths.
type locator struct {
	links          resolver
	home, realHome string
}

func newLocator(home string) locator {
	l := locator{links: resolver{}, home: home, realHome: home}
	if resolved, err := filepath.EvalSymlinks(home); err == nil {
		l.realHome = resolved
	}
	return l
}

func (l locator) effect(e sdk.Effect) sdk.Effect {
	e.Real, e.RealSource, e.Print = "", "", ""
	if e.Action == "send" || !filepath.IsAbs(e.Target) {
		return e
	}
	var real string
	switch e.Action {
	case "trash", "delete", "move": // the link itself goes; at the place of a move there is nothing yet
		real = l.place(e.Target)
	default:
		real = l.lead(e.Target)
	}
	source := ""
	if filepath.IsAbs(e.Source) {
		source = l.place(e.Source)
		e.RealSource = l.spelled(source, e.Source)
	}
	e.Real = l.spelled(real, e.Target)
	switch e.Action {
	case "create", "copy": // nothing that is there changes
	case "move":
		e.Print = identityOf(source, false)
	case "append":
		e.Print = identityOf(real, false)
	default:
		e.Print = identityOf(real, true)
		if source != "" {
			e.Print += " " + identityOf(source, true)
		}
	}
	return e
}

// place is a path with the links of its folder followed, its last name left as it is.
func (l locator) place(path string) string {
	path = filepath.Clean(path)
	real, err := l.links.place(path)
	if err != nil { // a loop: the decision refuses it
		return path
	}
	return real
}

// lead is a path with all its links followed.
func (l locator) lead(path string) string {
	path = filepath.Clean(path)
	real, err := l.links.real(path)
	if err != nil {
		return path
	}
	return real
}

// spelled is a resolved path as the person may know it, "" when it is the one they named.
func (l locator) spelled(real, named string) string {
	named = filepath.Clean(named)
	if real == named {
		return ""
	}
	if rel, err := filepath.Rel(l.realHome, real); err == nil && below(real, l.realHome) {
		real = filepath.Join(l.home, rel)
	}
	if real == named {
		return ""
	}
	return real
}

// identityOf tells one object from any other and, of a file that would be lost, one content from another.
func identityOf(path string, content bool) string {
	info, err := os.Lstat(path)
	if err != nil {
		return ""
	}
	out := info.Mode().Type().String()
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		out += fmt.Sprintf(" %d:%d", st.Dev, st.Ino)
	}
	if content && info.Mode()&fs.ModeType == 0 {
		out += fmt.Sprintf(" %d %d", info.Size(), info.ModTime().UnixNano())
	}
	return out
}
