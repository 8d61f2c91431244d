package consent

import (
	"slices"
	"strings"
)

// ChooseSome reads which of some options a message names: as they are called, one a line or between commas, semicolons and
// "and", else each part as [Choose] reads one. A part that names none makes the whole message no answer.
func ChooseSome(text string, options, shown []string) ([]string, bool) {
	called := func(part string) (string, bool) {
		for i, option := range options {
			if folded := Fold(part); folded == Fold(option) || folded == Fold(shown[i]) {
				return option, true
			}
		}
		return "", false
	}
	separators := []string{"\n", ";", ",", " e ", " and "}
	for n := range separators { // a name may hold a comma
		if picked, fits := each(split(text, separators[:n+1]), options, called); fits {
			return picked, true
		}
	}
	return each(split(text, separators), options, func(part string) (string, bool) { return Choose(part, options, shown) })
}

func split(text string, by []string) []string {
	for _, separator := range by[1:] {
		text = strings.ReplaceAll(text, separator, by[0])
	}
	return strings.Split(text, by[0])
}

// each chooses by every part; the options come in their own order, each once.
func each(parts, options []string, choose func(part string) (string, bool)) (out []string, ok bool) {
	var picked []string
	for _, part := range parts {
		if strings.TrimSpace(part) == "" {
			continue
		}
		one, fits := choose(part)
		if !fits {
			return nil, false
		}
		picked = append(picked, one)
	}
	for _, option := range options {
		if slices.Contains(picked, option) {
			out = append(out, option)
		}
	}
	return out, len(out) > 0
}
