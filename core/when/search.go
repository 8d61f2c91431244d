package when

import (
	"errors"
	"slices"

	"github.com/metnos/metnos/core/when/lexeme"
)

// Found is a recurrence in a sentence. Taken are the words that say it, as [from, to); what is left is what to do.
type Found struct {
	Repeat Recurrence
	Taken  [][2]int
}

// Search finds the first recurrence in the folded words of a sentence. A time said apart from it belongs to it when it
// has none: "ogni lunedì mandami la posta alle 8". Without a recurrence Taken is empty and there is no error; the errors
// are those of [FindRecurrence], and come with the words taken.
func Search(words []string, clock Clock) (Found, error) {
	for i := range words {
		rec, n, err := FindRecurrence(words[i:], clock)
		var bad *Impossible
		switch {
		case errors.As(err, &bad):
			return Found{}, err
		case n == 0:
			continue
		}
		found := Found{rec, [][2]int{{i, i + n}}}
		var part *Incomplete
		if errors.As(err, &part) && part.Missing == "time" {
			if joined, err, ok := apart(words, i, i+n, clock); ok {
				return joined, err
			}
		}
		return found, err
	}
	return Found{}, nil
}

// apart looks for the time of a recurrence elsewhere in the sentence: the first that makes it complete.
func apart(words []string, from, to int, clock Clock) (Found, error, bool) {
	for j := range words {
		if j >= from && j < to {
			continue
		}
		end := len(words)
		if j < from {
			end = from
		}
		n := clocks(words[j:end], clock)
		if n == 0 {
			continue
		}
		both := append(slices.Clone(words[from:to]), words[j:j+n]...)
		rec, taken, err := FindRecurrence(both, clock)
		if taken == len(both) {
			spans := [][2]int{{from, to}, {j, j + n}}
			if j < from {
				slices.Reverse(spans)
			}
			return Found{rec, spans}, err, true
		}
	}
	return Found{}, nil, false
}

// clocks is how many words say times of day.
func clocks(words []string, clock Clock) int {
	words = words[:min(len(words), maxWords)]
	for _, t := range order(clock) {
		lexemes := lexeme.Cut(words, t.Knows)
		for _, node := range t.Each("times", tokens(lexemes)) {
			if to := lexemes[node.To-1]; to.Ends {
				return to.Word + 1
			}
		}
	}
	return 0
}
