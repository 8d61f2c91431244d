package delimited

import (
	"strings"
)

// Sample is how many bytes of text tell the delimiter.
const Sample = 64 << 10

// sniffed is how many rows are looked at.
const sniffed = 100

// candidates are the delimiters that are tried, the less common inside texts first.
const candidates = "\t;|,"

// Sniff tells the delimiter of a text from its beginning: the one that divides most rows into the same number
// of fields. whole tells that there is no more. A first line sep=X names it; named then reports that the line
// is no row.
func Sniff(sample string, whole bool) (delimiter byte, named bool) {
	sample = strings.TrimPrefix(sample, "\ufeff")
	if first, _, _ := strings.Cut(sample, "\n"); len(first) >= 5 && strings.EqualFold(first[:4], "sep=") && strings.TrimSpace(first[5:]) == "" {
		return first[4], true
	}
	if at := strings.LastIndexByte(sample, '\n'); !whole && at > 0 {
		sample = sample[:at] // the last row may be cut
	}
	best, found := 0.0, byte(',')
	for i := range len(candidates) {
		if s := agreement(sample, candidates[i]); s > best+0.05 {
			best, found = s, candidates[i]
		}
	}
	return found, false
}

// agreement is the part of the rows that have the usual number of fields, 0 when that is one.
func agreement(sample string, delimiter byte) float64 {
	r := NewReader(strings.NewReader(sample), delimiter)
	counts := map[int]int{}
	rows, usual := 0, 0
	for rows < sniffed {
		fields, err := r.Next()
		if err != nil {
			break
		}
		if len(fields) == 1 && strings.TrimSpace(fields[0]) == "" {
			continue
		}
		rows++
		counts[len(fields)]++
		if counts[len(fields)] > counts[usual] || counts[len(fields)] == counts[usual] && len(fields) > usual {
			usual = len(fields)
		}
	}
	if rows == 0 || usual < 2 {
		return 0
	}
	return float64(counts[usual]) / float64(rows)
}
