package aftermath

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

// tempShape is the name of a file while it is written in the place of another.
var tempShape = regexp.MustCompile(`^\.metnos-[A-Z2-7]{16}\.tmp$`)

// Sweep removes temporaries of this program that were last written in a span of time.
func Sweep(dirs []string, from, to time.Time) {
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, entry := range entries {
			if !tempShape.MatchString(entry.Name()) {
				continue
			}
			info, err := entry.Info()
			if err == nil && info.Mode().IsRegular() && !info.ModTime().Before(from.Add(-time.Second)) && info.ModTime().Before(to) {
				_ = os.Remove(filepath.Join(dir, entry.Name()))
			}
		}
	}
}
