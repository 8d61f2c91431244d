package courtesy

import (
	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/token"
	"github.com/metnos/metnos/core/vocab"
)

// Without is the sentence without its politeness and without the marks around it: tokens from start to end.
func Without(reading speech.Reading) (start, end int) {
	tokens := reading.Tokens
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Fold
	}
	pad := func(words []string, whole bool) int {
		for _, s := range vocab.For(reading.Lang).Look(words) {
			if s.Class == "set" && s.Value == "pad" && (!whole || s.Words == len(words)) {
				return s.Words
			}
		}
		return 0
	}
	for start < len(tokens) {
		n := pad(words[start:], false)
		if tokens[start].Kind == token.Mark {
			n = 1
		}
		if n == 0 {
			break
		}
		start += n
	}
	for end = len(tokens); end > start; {
		n := 0
		for k := 1; k <= 3 && end-k >= start; k++ {
			n = max(n, pad(words[end-k:end], true))
		}
		if tokens[end-1].Kind == token.Mark {
			n = 1
		}
		if n == 0 {
			break
		}
		end -= n
	}
	return start, end
}

// Addressed reports a question about metnos itself: "are you running in a sandbox?". It asks for nothing to be done or
// looked up.
func Addressed(reading speech.Reading) bool {
	start, end := Without(reading)
	if end-start < 2 {
		return false
	}
	first, second := reading.Tokens[start].Fold, reading.Tokens[start+1].Fold
	if first == "tu" {
		first, second = second, ""
	}
	switch first {
	case "sei", "stai", "giri":
		return true
	case "are", "were":
		return second == "you"
	}
	return false
}
