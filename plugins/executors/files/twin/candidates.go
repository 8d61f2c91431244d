package twin

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"time"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/kind"
	"github.com/metnos/metnos/sdk"
)

// maxCandidates bounds the files of equal size that are kept in memory.
const maxCandidates = 500_000

// twin is a file that may have the content of another.
type twin struct {
	path      string
	size      int64
	modified  time.Time
	elsewhere bool   // in the other folder, not in the one that was asked about
	sum       digest // of its ends, then of the whole
	whole     bool
}

// inode tells the names of one file apart from two files.
type inode struct{ device, number uint64 }

// search says which files are looked at.
type search struct {
	starts, others    []string
	extensions        map[string]bool
	kind              string
	sizeMin           int64
	recursive, hidden bool

	files   sdk.Files
	host    sdk.Host
	fails   entry.Failures
	visited int
	cut     bool // there were more candidates than are kept
}

// candidates walks twice, so that only files that share their size are ever kept.
func (s *search) candidates(ctx context.Context) ([]*twin, error) {
	sizes := map[int64]uint32{}
	if err := s.walk(ctx, func(_ string, info fs.FileInfo, _ bool) { sizes[info.Size()]++ }, true); err != nil {
		return nil, err
	}
	var list []*twin
	seen := map[inode]bool{}
	err := s.walk(ctx, func(p string, info fs.FileInfo, elsewhere bool) {
		if sizes[info.Size()] < 2 {
			return
		}
		if id, ok := inodeOf(info); ok {
			if seen[id] {
				return // another name of the same file frees nothing
			}
			seen[id] = true
		}
		if len(list) == maxCandidates {
			s.cut = true
			return
		}
		list = append(list, &twin{path: p, size: info.Size(), modified: info.ModTime(), elsewhere: elsewhere})
	}, false)
	return list, err
}

func inodeOf(info fs.FileInfo) (inode, bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok || st.Nlink < 2 {
		return inode{}, false
	}
	return inode{uint64(st.Dev), st.Ino}, true
}

// walk visits every file that may count. With told, what cannot be looked at is recorded.
func (s *search) walk(ctx context.Context, visit func(string, fs.FileInfo, bool), told bool) error {
	given := map[string]bool{} // the same file may be reached from two starts
	for i, start := range append(s.starts[:len(s.starts):len(s.starts)], s.others...) {
		elsewhere := i >= len(s.starts)
		target, info, err := entry.Follow(s.files, start)
		if err == nil && elsewhere && !info.IsDir() {
			err = entry.Failed(sdk.WrongArgs, "not_a_folder", start, "is not a folder")
		}
		if err != nil {
			if problem := entry.Problem(err, start); len(s.starts)+len(s.others) == 1 || elsewhere {
				return problem
			} else if told {
				s.fails.Add(start, problem)
			}
			continue
		}
		if err := s.below(ctx, target, elsewhere, given, visit, told); err != nil {
			return err
		}
	}
	return nil
}

func (s *search) below(ctx context.Context, start string, elsewhere bool, given map[string]bool, visit func(string, fs.FileInfo, bool), told bool) error {
	several := len(s.starts)+len(s.others) > 1
	return entry.Search(ctx, s.files, start, s.pick, func(p string, d fs.DirEntry, err error) error {
		if s.visited++; s.visited%8192 == 0 {
			s.host.Progress(int64(s.visited), 0, "")
		}
		switch {
		case err != nil:
			if told {
				s.fails.Add(p, entry.Problem(err, p))
			}
			return nil
		case p != start && !s.hidden && entry.Hidden(d.Name()):
			return skip(d)
		case p != start && d.IsDir() && entry.Trash(p):
			return fs.SkipDir
		case d.IsDir():
			if p != start && !s.recursive {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular() || !s.wanted(d.Name()):
			return nil
		}
		info, err := d.Info()
		if err != nil {
			if told && !errors.Is(err, fs.ErrNotExist) {
				s.fails.Add(p, entry.Problem(err, p))
			}
			return nil
		}
		if info.Size() < s.sizeMin {
			return nil
		}
		if hollow := entry.Readable(p, info); hollow != nil {
			if told {
				s.fails.Add(p, entry.Problem(hollow, p))
			}
			return nil
		}
		if several {
			if given[p] {
				return nil
			}
			given[p] = true
		}
		visit(p, info, elsewhere)
		return nil
	})
}

// pick tells by its name alone whether a file counts; the size of those that do is needed.
func (s *search) pick(name string, mode fs.FileMode) (visit, describe bool) {
	visit = mode.IsRegular() && (s.hidden || !entry.Hidden(name)) && s.wanted(name)
	return visit, visit
}

func skip(d fs.DirEntry) error {
	if d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (s *search) wanted(name string) bool {
	if s.extensions == nil && s.kind == "" {
		return true
	}
	extension := kind.Extension(path.Base(name))
	return (s.extensions == nil || s.extensions[strings.ToLower(extension)]) && (s.kind == "" || kind.Of(extension) == s.kind)
}
