package survey

import (
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Whatever the order and the limit, the first of all are the first of a full sort.
func TestLeadersAreTheFirstOfASort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := ranking{
			by:   rapid.SampledFrom([]string{"path", "name", "size", "modified", "extension", "type"}).Draw(t, "by"),
			desc: rapid.Bool().Draw(t, "desc"), limit: rapid.IntRange(0, 12).Draw(t, "limit"),
		}
		sizes := rapid.SliceOfN(rapid.Int64Range(0, 9), 0, 40).Draw(t, "sizes")
		best := newLeaders(r)
		all := newLeaders(ranking{by: r.by, desc: r.desc, limit: 1000})
		for _, n := range sizes {
			f := found{path: fmt.Sprintf("/x/%c%d.e%d", 'A'+n%3*32%26, n, n%2), size: n, modified: time.Unix(n, 0), mode: fs.FileMode(0)}
			best.add(f)
			all.add(f)
		}
		want, got := all.sorted(), best.sorted()
		want = want[:min(len(want), r.limit)]
		same := slices.EqualFunc(got, want, func(a, b *found) bool { return a.seq == b.seq })
		if !same || best.total != len(sizes) {
			t.Fatalf("%d elements differ from the %d of a sort", len(got), len(want))
		}
		if !slices.IsSortedFunc(want, r.compare) {
			t.Fatal("not sorted")
		}
	})
}
