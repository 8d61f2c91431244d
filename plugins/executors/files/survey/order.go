package survey

import (
	"cmp"
	"container/heap"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/plugins/executors/files/phrase"
	"github.com/metnos/metnos/plugins/executors/fold"
	"github.com/metnos/metnos/plugins/executors/kind"
)

// found is one object a walk came across.
type found struct {
	path     string
	mode     fs.FileMode
	statted  bool
	size     int64 // bytes
	modified time.Time
	hits     phrase.Hits
	things   int    // directly in a folder; -1: unknown
	seq      int    // order of the walk
	key      string // folded text the order looks at, when it looks at a text
}

// ranking is an order and how many of its first elements are wanted.
type ranking struct {
	by    string // path, name, size, modified, extension, type
	desc  bool
	limit int
}

// stat reports whether the order looks at more than the name.
func (r ranking) stat() bool { return r.by == "size" || r.by == "modified" }

// compare orders two elements; equal ones keep the order of the walk.
func (r ranking) compare(a, b *found) int {
	c := 0
	switch r.by {
	case "size":
		c = cmp.Compare(a.size, b.size)
	case "modified":
		c = a.modified.Compare(b.modified)
	case "path":
		c = cmp.Compare(a.seq, b.seq)
	default:
		c = strings.Compare(a.key, b.key)
	}
	if r.desc {
		c = -c
	}
	if c == 0 {
		c = cmp.Compare(a.seq, b.seq)
	}
	return c
}

func (r ranking) keyed(f *found) {
	switch r.by {
	case "name":
		f.key = fold.Text(path.Base(f.path))
	case "extension":
		f.key = kind.Extension(path.Base(f.path))
	case "type":
		f.key = entry.TypeOf(f.mode)
	}
}

// leaders keeps the first elements of a ranking while any number goes by.
type leaders struct {
	ranking ranking
	total   int
	heap    lastFirst
}

func newLeaders(r ranking) *leaders { return &leaders{ranking: r, heap: lastFirst{ranking: r}} }

// wants reports whether the next element of the walk could still be among the first, before anything but
// its place in the walk is known.
func (l *leaders) wants() bool {
	if l.ranking.by == "path" && !l.ranking.desc {
		return len(l.heap.items) < l.ranking.limit
	}
	return l.ranking.limit > 0
}

func (l *leaders) add(f found) {
	f.seq = l.total
	l.total++
	if !l.wants() {
		return
	}
	l.ranking.keyed(&f)
	if len(l.heap.items) < l.ranking.limit {
		heap.Push(&l.heap, &f)
		return
	}
	if l.ranking.compare(&f, l.heap.items[0]) < 0 {
		l.heap.items[0] = &f
		heap.Fix(&l.heap, 0)
	}
}

// sorted returns what was kept, in order.
func (l *leaders) sorted() []*found {
	slices.SortFunc(l.heap.items, l.ranking.compare)
	return l.heap.items
}

// lastFirst is a heap with the last of a ranking on top.
type lastFirst struct {
	ranking ranking
	items   []*found
}

func (h *lastFirst) Len() int           { return len(h.items) }
func (h *lastFirst) Less(i, j int) bool { return h.ranking.compare(h.items[i], h.items[j]) > 0 }
func (h *lastFirst) Swap(i, j int)      { h.items[i], h.items[j] = h.items[j], h.items[i] }
func (h *lastFirst) Push(x any)         { h.items = append(h.items, x.(*found)) }
func (h *lastFirst) Pop() any {
	last := h.items[len(h.items)-1]
	h.items = h.items[:len(h.items)-1]
	return last
}
