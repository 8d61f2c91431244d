package places

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// survey is everything one walk saw. It is good as long as no folder it went through has changed: then nothing below
// the roots has another name.
type survey struct {
	stamps         []stamp
	folders, files []entry
	walked, cut    bool
}

// stamp is a folder as it was when it was listed, or a root that was not there.
type stamp struct {
	path     string
	modified int64 // nanoseconds
	absent   bool
}

// Bounds of what is remembered.
const (
	maxSurveys  = 4
	maxSurveyed = 20_000 // names of one survey
)

// current reports whether every folder is as it was.
func (s *survey) current() bool {
	if s == nil {
		return false
	}
	var info unix.Stat_t
	for _, one := range s.stamps {
		err := unix.Lstat(one.path, &info)
		switch {
		case one.absent:
			if !errors.Is(err, unix.ENOENT) {
				return false
			}
		case err != nil || info.Mode&unix.S_IFMT != unix.S_IFDIR || info.Mtim.Nano() != one.modified:
			return false
		}
	}
	return true
}

func (f *Finder) survey(home string) *survey {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.surveys[home]
}

// remember keeps what a view saw, when all of it was settled.
func (f *Finder) remember(v *View) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if v.moving || len(v.folders)+len(v.files) > maxSurveyed {
		delete(f.surveys, v.home)
		return
	}
	if f.surveys == nil || len(f.surveys) >= maxSurveys && f.surveys[v.home] == nil {
		f.surveys = make(map[string]*survey)
	}
	f.surveys[v.home] = &survey{v.stamps, v.folders, v.files, v.walked, v.cut}
}

// listing is what a folder held when it was last read. It is good as long as the folder's own times are the same.
type listing struct {
	modified time.Time
	items    []item
}

type item struct {
	name, key  string // key is the name folded
	dir, plain bool
}

// settled is how long a folder must have been left alone before its listing may be kept: file systems stamp
// changes with a coarse clock.
const settled = 50 * time.Millisecond

func (f *Finder) kept(path string, modified time.Time) ([]item, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	l, ok := f.dirs[path]
	return l.items, ok && l.modified.Equal(modified)
}

func (f *Finder) keep(path string, l listing) {
	if time.Since(l.modified) < settled {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dirs == nil || len(f.dirs) >= maxEntries {
		f.dirs = make(map[string]listing)
	}
	f.dirs[path] = l
}
