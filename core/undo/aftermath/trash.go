package aftermath

import (
	"bufio"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/core/undo/imprint"
	"github.com/metnos/metnos/sdk"
)

// can is what one trash holds, by where it came from.
type can map[string]thrown

// thrown is one object in the trash.
type thrown struct {
	file, info string
}

// trashed reads one object that was to go to the trash: it is there, under the information that says where it was.
// What a folder held went with it.
func (l *look) trashed(e sdk.Effect) fate {
	path, before := e.Target, l.Before[e.Target]
	if slices.ContainsFunc(l.inCan, func(dir string) bool { return strings.HasPrefix(path, dir+"/") }) {
		l.out.Done++
		return done
	}
	there := imprint.Of(path)
	for _, dir := range l.cansOf(path) {
		t, ok := l.open(dir)[path]
		switch {
		case !ok:
		case there.Absent && imprint.Of(t.file).Is(before):
			item := map[string]any{"path": path, "trashed": t.file, "info": t.info}
			if before.Dir {
				l.inCan = append(l.inCan, path)
				item["items"] = float64(l.below(path))
			}
			return l.did(item)
		case there.Is(before) && imprint.Of(t.file).Absent: // cut off between the information and the move
			l.out.Litter = append(l.out.Litter, t.info)
		}
	}
	if !before.Absent && there.Is(before) {
		return untouched
	}
	return unclear
}

// below counts what was to go with a folder.
func (l *look) below(dir string) (n int) {
	for _, e := range l.Effects {
		if strings.HasPrefix(e.Target, dir+"/") {
			n++
		}
	}
	return n
}

// cansOf lists where the trash of a path may be, as the freedesktop specification places it.
func (l *look) cansOf(path string) []string {
	uid := strconv.Itoa(os.Getuid())
	dirs := []string{filepath.Join(l.Home, ".local/share/Trash")}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		dirs = append(dirs, filepath.Join(dir, ".Trash", uid), filepath.Join(dir, ".Trash-"+uid), filepath.Join(dir, ".local/share/Trash"))
		if dir == filepath.Dir(dir) {
			slices.Sort(dirs)
			return slices.Compact(dirs)
		}
	}
}

// open reads what was put into a trash since the step began.
func (l *look) open(dir string) can {
	if c, read := l.cans[dir]; read {
		return c
	}
	c := can{}
	l.cans[dir] = c
	entries, err := os.ReadDir(filepath.Join(dir, "info"))
	if err != nil {
		return c
	}
	top := strings.TrimSuffix(filepath.Dir(dir), "/.Trash")
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".trashinfo")
		info, err := e.Info()
		if !ok || err != nil || info.ModTime().Before(l.Began.Add(-time.Second)) {
			continue
		}
		t := thrown{file: filepath.Join(dir, "files", name), info: filepath.Join(dir, "info", e.Name())}
		path, ok := origin(t.info, top)
		switch {
		case ok:
			c[path] = t
		case info.Size() == 0 && l.ours(name) && imprint.Of(t.file).Absent: // cut off before it was written
			l.out.Litter = append(l.out.Litter, t.info)
		}
	}
	return c
}

// ours reports whether a name in the trash may be one that the step chose: a name of its own, numbered when it is taken.
func (l *look) ours(name string) bool {
	return slices.ContainsFunc(l.Effects, func(e sdk.Effect) bool {
		base := filepath.Base(e.Target)
		return base == name || strings.HasPrefix(name, strings.TrimSuffix(base, filepath.Ext(base))+".")
	})
}

// origin reads where a thrown object was. In a trash at the top of a disk that is told from the top.
func origin(info, top string) (string, bool) {
	f, err := os.Open(info)
	if err != nil {
		return "", false
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		escaped, ok := strings.CutPrefix(lines.Text(), "Path=")
		if !ok {
			continue
		}
		path, err := url.PathUnescape(escaped)
		if err != nil {
			return "", false
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(top, path)
		}
		return filepath.Clean(path), true
	}
	return "", false
}
