package places

import (
	"path/filepath"
	"strings"

	"github.com/metnos/metnos/core/vocab"
)

// Inside returns the files of a folder that exists, by its absolute path, with those below it when deep. whole is
// false when the walk did not see everything there, so that what is missing proves nothing.
func (v *View) Inside(folder string, deep bool) (paths []string, whole bool) {
	v.once.Do(v.walk)
	folder = filepath.Clean(folder)
	known := folder == v.home && v.walked
	for _, e := range v.folders {
		known = known || e.path == folder
	}
	for _, e := range v.files {
		if filepath.Dir(e.path) == folder || deep && within(e.path, folder) {
			paths = append(paths, e.path)
		}
	}
	return paths, known && !v.cut
}

// Near returns the folders whose name a misspelt one may mean, best first, at most a few levels below home.
func (v *View) Near(spoken string) []string {
	v.once.Do(v.walk)
	want := v.key(spoken)
	if want == "" || strings.Contains(want, "/") {
		return nil
	}
	return v.pick(v.folders, func(e entry) bool {
		return e.depth <= nearDepth && vocab.Misspelt(want, filepath.Base(e.key))
	})
}

// nearDepth bounds how deep a misspelt folder is looked for.
const nearDepth = 2
