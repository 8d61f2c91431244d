package vocab

import "strings"

// Nearest returns the one word of the lexicon that a misspelt word must be: one edit away for words of five and
// six letters, two beyond, and for four letters only two neighbours in the wrong order: most short words
// are a letter away from another. It refuses when two words are equally near.
// A word that would change something is reached only by a missing, doubled or swapped letter inside the
// word: "remote" is not "remove". An Italian word that is none itself may be a misspelt order with its pronouns:
// "cancelami" is "cancellami".
func (l *Lexicon) Nearest(word string) (string, bool) {
	if right, ok := l.nearest(word); ok || l.Lang != "it" {
		return right, ok
	}
	for _, c := range clitics {
		base, cut := strings.CutSuffix(word, c.ending)
		if !cut || len(base) < 5 {
			continue
		}
		if right, ok := l.nearest(base); ok && l.orders(right) {
			return right + c.ending, true
		}
		return "", false // the longest ending is the one that was meant
	}
	return "", false
}

// orders reports whether a word asks for something.
func (l *Lexicon) orders(word string) bool {
	for _, e := range l.entries[word] {
		if e.it && e.sense.Mood == Command {
			return true
		}
	}
	return false
}

func (l *Lexicon) nearest(word string) (string, bool) {
	n := len(word)
	if n < 4 {
		return "", false
	}
	limit := 1
	if n > 6 {
		limit = 2
	}
	best, at, tie := "", 2*limit+1, false
	for _, candidate := range l.plain {
		if len(candidate) < 3 || abs(len(candidate)-n) > limit || candidate[0] != word[0] {
			continue
		}
		d := 2 * distance(word, candidate, limit)
		if len(candidate) == n && swapped(word, candidate) {
			d-- // letters typed in the wrong order are the commonest slip
		}
		switch {
		case d < at:
			best, at, tie = candidate, d, false
		case d == at && d <= 2*limit && !l.sameMeaning(best, candidate):
			tie = true
		}
	}
	if n == 4 && !swapped(word, best) {
		return "", false
	}
	if at > 2*limit || tie || l.changes(best) && !slip(word, best, at) {
		return "", false
	}
	return best, true
}

func (l *Lexicon) sameMeaning(a, b string) bool {
	x, y := l.entries[a], l.entries[b]
	return len(x) > 0 && len(y) > 0 && x[0].sense.Class == y[0].sense.Class && x[0].sense.Value == y[0].sense.Value
}

// harmless verbs may be guessed from a looser misspelling.
var harmless = map[string]bool{"find": true, "list": true, "show": true, "tell": true, "count": true, "read": true, "look": true, "take": true, "sort": true, "group": true, "compute": true, "sum": true, "describe": true, "compare": true}

func (l *Lexicon) changes(word string) bool {
	for _, e := range l.entries[word] {
		if e.sense.Class == "verb" && !harmless[e.sense.Value] {
			return true
		}
	}
	return false
}

// slip reports whether typed is target with one letter missing, doubled or swapped, its ends intact.
func slip(typed, target string, d int) bool {
	if d > 2 || len(typed) < 5 || typed[len(typed)-1] != target[len(target)-1] {
		return false
	}
	return len(typed) != len(target) || swapped(typed, target)
}

func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+1 < len(a); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

// distance is the optimal string alignment distance, cut off above limit.
func distance(a, b string, limit int) int {
	if len(a) > 40 || len(b) > 40 {
		return limit + 1
	}
	var rows [3][41]int
	for j := 0; j <= len(b); j++ {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur, prev, before := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		cur[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			cur[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
	}
	return rows[len(a)%3][len(b)]
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Misspelt reports whether a folded name is a slip for the other: one edit for names of five and six letters,
// two beyond. Names that differ in their numbers are two names.
func Misspelt(typed, target string) bool {
	n := len(typed)
	if n < 5 || typed == target || digits(typed) != digits(target) || len(target) == 0 || typed[0] != target[0] {
		return false
	}
	limit := 1
	if n > 6 {
		limit = 2
	}
	return distance(typed, target, limit) <= limit
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}
