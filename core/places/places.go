package places

import (
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Bounds of one walk.
const (
	maxDepth   = 8
	maxEntries = 60_000
	maxTime    = 1500 * time.Millisecond // a folder that was not reached is told as one that is not there
	maxOptions = 12
)

// Finder looks below the granted roots, never below a denied path.
type Finder struct {
	roots []string
	deny  map[string]bool

	mu      sync.Mutex
	dirs    map[string]listing // by absolute path; bounded by maxEntries
	surveys map[string]*survey // by home
	tables  map[string]table   // by absolute path; bounded by maxTables
}

// New keeps the readable roots of the grants, without those that lie below another one.
func New(grants []core.Grant) *Finder {
	f := &Finder{deny: map[string]bool{}}
	for _, g := range grants {
		f.roots = append(f.roots, g.Read...)
		for _, d := range g.Deny {
			f.deny[filepath.Clean(d)] = true
		}
	}
	sort.Strings(f.roots)
	kept := f.roots[:0]
	for _, r := range f.roots {
		if len(kept) == 0 || !within(r, kept[len(kept)-1]) {
			kept = append(kept, filepath.Clean(r))
		}
	}
	f.roots = kept
	return f
}

func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, "/")+"/")
}

// Home is the view from one home folder. It walks once, at the first question, and remembers the names for
// its own life: make one per turn.
func (f *Finder) Home(home string) *View { return &View{finder: f, home: filepath.Clean(home)} }

// View implements plan.Places.
type View struct {
	finder  *Finder
	home    string
	once    sync.Once
	folders []entry
	files   []entry
	local   map[string]string // folded well-known name -> folded real one
	walked  bool              // home was listed
	cut     bool              // a bound left names out
	stamps  []stamp           // of the folders that were listed
	moving  bool              // one of them may have changed since
}

var _ plan.Places = (*View)(nil)

// entry is a name below a root. key is its folded path relative to home, or absolute when it is elsewhere.
type entry struct {
	path, key string
	depth     int
}

// Folder returns the folders a spoken name may mean, best first.
func (v *View) Folder(spoken string) []string {
	v.once.Do(v.walk)
	if found := v.search(v.folders, spoken); len(found) > 0 || !slices.Contains(homes, vocab.Fold(strings.TrimSpace(spoken))) {
		return found
	}
	return []string{v.home}
}

// File returns the files a spoken name may mean, best first. A name without extension also finds the files
// of that name with one, and a word finds the files that have it in their name when nothing is closer.
func (v *View) File(spoken string) []string {
	v.once.Do(v.walk)
	if found := v.search(v.files, spoken); len(found) > 0 {
		return found
	}
	want := v.key(spoken)
	if want == "" || strings.Contains(want, "/") || filepath.Ext(want) != "" {
		return nil
	}
	if found := v.pick(v.files, func(e entry) bool { return stem(e.key) == want }); len(found) > 0 {
		return found
	}
	if len(want) < 3 {
		return nil
	}
	return v.pick(v.files, func(e entry) bool { return hasWord(stem(e.key), want) })
}

func stem(key string) string {
	base := filepath.Base(key)
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// hasWord reports whether want is one of the words of a file name.
func hasWord(name, want string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" _-.()[]", r) })
	for _, w := range words {
		if w == want {
			return true
		}
	}
	return false
}

func (v *View) pick(list []entry, match func(entry) bool) []string {
	var found []entry
	for _, e := range list {
		if match(e) {
			found = append(found, e)
		}
	}
	if len(found) == 0 {
		return nil
	}
	sort.SliceStable(found, func(a, b int) bool {
		if found[a].depth != found[b].depth {
			return found[a].depth < found[b].depth
		}
		return found[a].path < found[b].path
	})
	if len(found) > maxOptions {
		found = found[:maxOptions]
	}
	out := make([]string, len(found))
	for i, e := range found {
		out[i] = e.path
	}
	return out
}

// key folds a spoken name and replaces well-known folders with the ones this home has.
func (v *View) key(spoken string) string {
	s := strings.TrimSpace(strings.TrimSuffix(spoken, "/"))
	s = strings.TrimPrefix(s, "~/")
	if rel, err := filepath.Rel(v.home, s); err == nil && filepath.IsAbs(s) {
		s = rel
	}
	if s == "" || s == "." || strings.Contains(s, "..") {
		return ""
	}
	first, rest, more := strings.Cut(vocab.Fold(s), "/")
	if real, ok := v.local[first]; ok {
		first = real
	}
	if more {
		return first + "/" + rest
	}
	return first
}

// homes are the words for the home folder itself.
var homes = []string{"home", "casa"}

// wellKnown are the names of the same folder in the two languages.
var wellKnown = [][]string{
	{"documenti", "documents"}, {"scaricati", "downloads", "download"}, {"immagini", "pictures"}, {"musica", "music"}, {"video", "videos"},
	{"scrivania", "desktop"}, {"modelli", "templates"}, {"pubblici", "public"},
}

// userDirs are the keys of user-dirs.dirs, in the order of wellKnown.
var userDirs = []string{"DOCUMENTS", "DOWNLOAD", "PICTURES", "MUSIC", "VIDEOS", "DESKTOP", "TEMPLATES", "PUBLICSHARE"}

// equivalents makes a well-known name mean its twin when only the twin is there.
func (v *View) equivalents(configured map[string]string) {
	v.local = make(map[string]string)
	top := make(map[string]bool)
	for _, e := range v.folders {
		if !strings.Contains(e.key, "/") {
			top[e.key] = true
		}
	}
	for i, names := range wellKnown {
		real := configured[userDirs[i]]
		if !top[real] {
			real = ""
		}
		for _, n := range names {
			if real == "" && top[n] {
				real = n
			}
		}
		for _, n := range names {
			if real != "" && !top[n] {
				v.local[n] = real
			}
		}
	}
}

// walk lists names breadth first, so that a bound cuts the deepest ones.
func (v *View) walk() {
	if s := v.finder.survey(v.home); s.current() {
		v.folders, v.files, v.walked, v.cut = s.folders, s.files, s.walked, s.cut
	} else {
		v.look()
		v.finder.remember(v)
	}
	v.equivalents(v.configured())
}

// look lists the names of every root.
func (v *View) look() {
	deadline := time.Now().Add(maxTime)
	roots := v.finder.roots
	for _, r := range roots {
		if v.finder.denied(r) || within(v.home, r) && v.finder.denied(v.home) {
			continue
		}
		root, err := os.OpenRoot(r)
		if err != nil {
			v.stamps = append(v.stamps, stamp{path: r, absent: true})
			continue // an absent root has no names
		}
		if !within(v.home, r) { // a granted folder can be named itself, too
			v.folders = append(v.folders, entry{path: r, key: v.relative(r)})
		}
		w := walker{view: v, root: root, base: r, deadline: deadline}
		w.run()
		_ = root.Close()
	}
}

type walker struct {
	view     *View
	root     *os.Root
	base     string
	deadline time.Time
	seen     int
}

type level struct {
	rel, key string // key is what a name in the folder is folded after, "" in the home
	depth    int
}

func (w *walker) run() {
	queue := []level{{rel: ".", key: w.view.relative(w.base)}}
	if w.view.home != w.base && within(w.view.home, w.base) {
		if rel, err := filepath.Rel(w.base, w.view.home); err == nil {
			queue = []level{{rel: rel}} // the home first, and only it: elsewhere is reached by full paths
		}
	}
	for len(queue) > 0 && w.seen < maxEntries && time.Now().Before(w.deadline) {
		dir := queue[0]
		queue = queue[1:]
		queue = append(queue, w.list(dir)...)
		w.view.walked = w.view.walked || filepath.Join(w.base, dir.rel) == w.view.home
	}
	over := len(queue) > 0 || w.seen > maxEntries
	w.view.cut, w.view.moving = w.view.cut || over, w.view.moving || over
}

func (w *walker) list(dir level) (below []level) {
	base, deny := filepath.Join(w.base, dir.rel), w.view.finder.deny
	for _, e := range w.read(dir.rel) {
		if w.seen++; w.seen > maxEntries {
			return below
		}
		path := filepath.Join(base, e.name)
		if deny[path] { // what lies below a denied folder is never reached
			continue
		}
		found := entry{path: path, key: e.key, depth: dir.depth}
		if dir.key != "" {
			found.key = dir.key + "/" + e.key
		}
		switch {
		case e.dir:
			w.view.folders = append(w.view.folders, found)
			if dir.depth < maxDepth {
				below = append(below, level{rel: filepath.Join(dir.rel, e.name), key: found.key, depth: dir.depth + 1})
			} else {
				w.view.cut = true
			}
		case e.plain:
			w.view.files = append(w.view.files, found)
		}
	}
	return below
}

// read lists a folder, from memory when the folder has not changed since.
func (w *walker) read(rel string) []item {
	path := filepath.Join(w.base, rel)
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() {
		w.view.moving = true
		return nil
	}
	w.view.stamps = append(w.view.stamps, stamp{path: path, modified: info.ModTime().UnixNano()})
	if kept, ok := w.view.finder.kept(path, info.ModTime()); ok {
		return kept
	}
	w.view.moving = true // it was written to lately, or is listed for the first time
	f, err := w.root.Open(rel)
	if err != nil {
		return nil // unreadable: it names nothing
	}
	entries, _ := f.ReadDir(-1) // what could be read is what there is to name
	_ = f.Close()
	items := make([]item, 0, len(entries))
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			items = append(items, item{name: e.Name(), key: vocab.Fold(e.Name()), dir: e.IsDir(), plain: e.Type().IsRegular()})
		}
	}
	sort.Slice(items, func(a, b int) bool { return items[a].name < items[b].name })
	w.view.finder.keep(path, listing{info.ModTime(), items})
	return items
}

// relative is a folder as names in it are folded: "" for the home itself.
func (v *View) relative(path string) string {
	rel, err := filepath.Rel(v.home, path)
	switch {
	case err != nil || strings.HasPrefix(rel, ".."):
		return vocab.Fold(path)
	case rel == ".":
		return ""
	}
	return vocab.Fold(rel)
}

// denied reports whether a clean path, or a folder it lies in, is denied.
func (f *Finder) denied(path string) bool {
	for {
		if f.deny[path] {
			return true
		}
		up := filepath.Dir(path)
		if up == path {
			return false
		}
		path = up
	}
}

// configured reads the desktop's own names for the well-known folders, when the home has them.
func (v *View) configured() map[string]string {
	root, err := os.OpenRoot(v.home)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }()
	data, err := root.ReadFile(".config/user-dirs.dirs")
	if err != nil || len(data) > 64<<10 || v.finder.denied(filepath.Join(v.home, ".config")) {
		return nil
	}
	out := make(map[string]string)
	for _, line := range strings.Split(string(data), "\n") {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		key, isDir := strings.CutSuffix(strings.TrimPrefix(key, "XDG_"), "_DIR")
		value = strings.Trim(value, `"`)
		if rel, below := strings.CutPrefix(value, "$HOME/"); ok && isDir && below && !strings.Contains(rel, "/") {
			out[key] = vocab.Fold(rel)
		}
	}
	return out
}
