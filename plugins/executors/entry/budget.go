package entry

import (
	"strconv"

	"github.com/metnos/metnos/sdk"
)

const (
	maxResult = 20 << 20 // bytes of items in one result: the wire carries 32 MiB
	maxPaths  = 3 << 20  // bytes of paths in one call that changes files: its result names each five times
	overhead  = 220      // bytes of an item beside its texts
)

// Budget keeps a result below what the wire carries. The zero value is full of room.
type Budget struct{ used int }

// Take makes room for an item with these texts, or reports that the result is full.
func (b *Budget) Take(texts ...string) bool {
	b.used += overhead
	for _, text := range texts {
		b.used += escaped(text)
	}
	return b.used <= maxResult
}

// Spend makes room for an item of so many bytes beside what every item takes, or reports that the result is full.
func (b *Budget) Spend(bytes int) bool {
	b.used += overhead + bytes
	return b.used <= maxResult
}

// Fits refuses a list of paths whose result and evidence could not be carried back: before anything is
// changed, because afterwards there would be no undoing it.
func Fits(paths []string) error {
	total := 0
	for _, p := range paths {
		total += escaped(p) + 24
	}
	return Room(total, len(paths))
}

// Room is Fits for so many paths of so many bytes.
func Room(bytes, count int) error {
	if bytes <= maxPaths {
		return nil
	}
	n := strconv.Itoa(count)
	return sdk.Errorf(sdk.Oversize, "too_many_files", "%s paths are too many for one call", n).With("count", n)
}

// escaped is how many bytes a text takes in JSON.
func escaped(text string) int {
	n := 2
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c < 0x20 || c == '<' || c == '>' || c == '&':
			n += 6
		case c == '"' || c == '\\':
			n += 2
		default:
			n++
		}
	}
	return n
}
