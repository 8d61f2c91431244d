package aftermath

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/core/undo/imprint"
	"github.com/metnos/metnos/sdk"
)

// maxKept is how many single effects are written down; what is beyond them is not told apart later.
const maxKept = 20_000

// Foresight is what a step was about to do, and how the objects looked before.
type Foresight struct {
	Pattern string                     `json:"pattern"` // of undo, as manifests name it
	Home    string                     `json:"home"`    // of the person, where a trash is
	Began   time.Time                  `json:"began"`
	Planned int                        `json:"planned"` // effects; Effects may be only the first of them
	Effects []sdk.Effect               `json:"effects"`
	Folders []string                   `json:"folders,omitempty"` // missing on the way to the targets, outermost first
	Before  map[string]imprint.Imprint `json:"before"`
}

// Foresee writes down what is about to happen to the paths a step was given. False means that nothing useful is known
// about it.
func Foresee(pattern, home string, effects *sdk.Effects, paths []string) (Foresight, bool) {
	if pattern == "" || effects == nil || !effects.Reversible || len(effects.Items) == 0 {
		return Foresight{}, false
	}
	f := Foresight{
		Pattern: pattern, Home: home, Began: time.Now(), Planned: max(effects.Total, len(effects.Items)),
		Effects: slices.Concat(effects.Items, further(*effects, paths)), Before: map[string]imprint.Imprint{},
	}
	f.Effects = f.Effects[:min(len(f.Effects), f.Planned, maxKept)]
	above := map[string]bool{}
	for _, e := range f.Effects {
		for _, path := range [...]string{e.Source, e.Target} {
			if filepath.IsAbs(path) {
				f.Before[path] = imprint.Of(path)
			}
		}
		for dir := filepath.Dir(e.Target); filepath.IsAbs(dir) && !above[dir] && imprint.Of(dir).Absent; dir = filepath.Dir(dir) {
			f.Folders = append(f.Folders, dir)
			above[dir] = true
		}
	}
	slices.Sort(f.Folders) // a folder before what is in it
	return f, true
}

// further are the effects a preview did not list, as far as those it lists show what they are: everything goes to one
// folder under its own name, or to the trash. Whether it was so is held against the disk like all others.
func further(effects sdk.Effects, paths []string) (more []sdk.Effect) {
	if !effects.Truncated {
		return nil
	}
	first, listed := effects.Items[0], make(map[string]bool, len(effects.Items))
	folder := filepath.Dir(first.Target)
	for _, e := range effects.Items {
		alike := e.Source == "" && e.Action == "trash" || e.Source != "" && e.Target == filepath.Join(folder, filepath.Base(e.Source))
		if !alike || e.Action != first.Action || (e.Source == "") != (first.Source == "") {
			return nil
		}
		listed[e.Target], listed[e.Source] = true, true
	}
	for _, path := range paths {
		switch {
		case !filepath.IsAbs(path) || listed[path] || path == folder || strings.HasPrefix(folder, path+"/"):
		case first.Source == "":
			more = append(more, sdk.Effect{Action: first.Action, Target: path})
		default:
			more = append(more, sdk.Effect{Action: first.Action, Target: filepath.Join(folder, filepath.Base(path)), Source: path})
		}
	}
	return more
}

// Aftermath is how far a step came.
type Aftermath struct {
	Evidence []map[string]any  // of what was done, as the executor would have left it
	Done     int               // objects that were changed
	Planned  int               // objects that were to be changed
	Unclear  []string          // objects of which nobody can tell
	Beyond   int               // objects that were not written down: of these nobody can tell either
	Sources  map[string]string // copies, by their path: what each must hold, or the beginning of it
	Litter   []string          // what the step left half made and is of no use
}

// Untouched reports whether nothing of all that was foreseen happened.
func (a Aftermath) Untouched() bool {
	return a.Planned > 0 && a.Done == 0 && a.Beyond == 0 && len(a.Unclear) == 0 && len(a.Evidence) == 0
}

// Preimages finds what files held before the step changed them.
type Preimages interface {
	// Like returns the one pre-image of a file that looked so, and the digest of its content.
	Like(size int64, modified time.Time) (ref, digest string, ok bool)
}

// Look holds the foresight against the disk. live tells that the step ended a moment ago, before anybody else can
// have touched what it left; else content that nobody can vouch for is unclear.
func (f Foresight) Look(kept Preimages, live bool) Aftermath {
	l := look{Foresight: f, kept: kept, live: live, cans: map[string]can{}}
	l.out = Aftermath{Planned: f.Planned, Beyond: f.Planned - len(f.Effects), Sources: map[string]string{}}
	read := map[string]func(sdk.Effect) fate{
		"swap_src_dst": l.moved, "restore_trashed": l.trashed, "delete_created": l.written, "restore_backup": l.written,
	}[f.Pattern]
	if read == nil {
		l.out.Unclear = targets(f.Effects)
		return l.out
	}
	for _, e := range f.Effects {
		if read(e) == unclear {
			l.out.Unclear = append(l.out.Unclear, e.Target)
		}
	}
	l.out.Evidence = append(l.folders(), l.out.Evidence...)
	return l.out
}

func targets(effects []sdk.Effect) (out []string) {
	for _, e := range effects {
		out = append(out, e.Target)
	}
	return out
}

// fate is what became of one effect.
type fate int

const (
	unclear fate = iota
	untouched
	done
)

// look is one reading of the disk.
type look struct {
	Foresight
	kept  Preimages
	live  bool
	cans  map[string]can
	inCan []string // folders found in the trash, with all they hold
	out   Aftermath
}

// folders are those made on the way, as evidence: they come first, so that undo empties them before it removes them.
func (l *look) folders() (made []map[string]any) {
	if l.Pattern == "restore_trashed" {
		return nil
	}
	for _, dir := range l.Folders {
		if imprint.Of(dir).Dir {
			made = append(made, map[string]any{"action": "folder", "path": dir})
		}
	}
	return made
}

func (l *look) did(item map[string]any) fate {
	l.out.Evidence = append(l.out.Evidence, item)
	l.out.Done++
	return done
}

// moved reads one move: what was at the source is at the target, and only there.
func (l *look) moved(e sdk.Effect) fate {
	source, target := l.Before[e.Source], l.Before[e.Target]
	from, to := imprint.Of(e.Source), imprint.Of(e.Target)
	item := map[string]any{"from": e.Source, "to": e.Target}
	replaced := false
	if !target.Absent && !to.Same(target) {
		ref, _, ok := l.kept.Like(target.Size, target.Modified)
		if replaced = ok; ok {
			item["backup"] = ref
		}
	}
	switch {
	case source.Absent:
		return unclear
	case from.Is(source) && to.Same(target):
		return untouched
	case from.Is(source) && to.Absent && replaced: // cut off before the move, after its target made room
		return l.did(item)
	case from.Absent && to.Is(source) && (target.Absent || replaced):
		return l.did(item)
	}
	return unclear
}

// written reads a file that was to be made or written, or a folder that was to be made.
func (l *look) written(e sdk.Effect) fate {
	before, after := l.Before[e.Target], imprint.Of(e.Target)
	switch {
	case after.Same(before):
		return untouched
	case before.Absent && after.Dir:
		return l.did(map[string]any{"action": "folder", "path": e.Target})
	case !after.File():
		return unclear
	}
	item := map[string]any{"action": e.Action, "path": e.Target}
	if !before.Absent {
		ref, digest, ok := l.kept.Like(before.Size, before.Modified)
		if !ok {
			return unclear
		}
		item["backup"], item["before"] = ref, digest
	}
	if !l.live {
		if e.Source == "" || e.Action == "create" || !imprint.Of(e.Source).Is(l.Before[e.Source]) || after.Size > l.Before[e.Source].Size {
			return unclear
		}
		l.out.Sources[e.Target] = e.Source
	}
	return l.did(item)
}
