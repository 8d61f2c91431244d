package sentence

import (
	"slices"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/vocab"
)

// address passes over how the assistant is called: what follows begins the sentence.
func (a *Sentence) address() {
	var room [8]sense.Sense
	for i := 0; i < len(a.Said)-1; {
		n := 0
		for _, s := range a.Senses(room[:0], i) {
			if s.Class == sense.Call && i+s.Words < len(a.Said) {
				n = max(n, s.Words)
			}
		}
		if n == 0 {
			return
		}
		for range n {
			a.Words[i] = ""
			i++
		}
		a.Said[i].Opens = true
	}
}

// spoken reads a sentence that has no marks: where nothing else asks for anything, a verb that is no noun does; where
// something does, a verb that is a noun too is that noun: "show me my schedule".
func (a *Sentence) spoken() {
	best := -1
	if slices.ContainsFunc(a.Acts, func(h Heard) bool { return h.Weight == 1 }) {
		for i, h := range a.Acts {
			if h.Weight == 0.4 && h.Mood == vocab.Command && a.named(h) {
				a.Acts[i].Weight = 0.15
			}
		}
		return
	}
	for i, h := range a.Acts {
		switch {
		case h.Weight > 0.4:
			return
		case best < 0 && h.Mood == vocab.Command && h.Weight == 0.4 && (h.At == 0 || !subjects[a.Words[h.At-1]]) && !a.named(h):
			best = i
		}
	}
	if best >= 0 {
		for i := range a.Acts {
			if a.Acts[i].At == a.Acts[best].At {
				a.Acts[i].Weight = 0.7
			}
		}
	}
}

// named reports whether the words of an act are also those of a thing.
func (a *Sentence) named(act Heard) bool {
	return slices.ContainsFunc(a.Nouns, func(n Heard) bool { return n.At >= act.At && n.At < act.At+act.Words })
}

// hour reports whether a number tells the time: "alle otto", "at 5".
func (a *Sentence) hour(i int, found []sense.Sense) bool {
	if i == 0 || !before[a.Words[i-1]] {
		return false
	}
	return a.Said[i].Piece == Number || slices.ContainsFunc(found, func(s sense.Sense) bool { return s.Class == sense.Num })
}
