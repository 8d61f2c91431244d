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

// first is the first word that is not how the assistant is called.
func (a *Sentence) first() string {
	for i, w := range a.Words {
		if w != "" || a.Said[i].Piece != Plain {
			return w
		}
	}
	return ""
}

// parted adds the meanings of an English verb whose second part comes after what it is done to: "switch the alarm off".
func (a *Sentence) parted(found []sense.Sense, i int) []sense.Sense {
	if a.Lang == sense.It || !parts[a.Words[i]] {
		return found
	}
	for j := i + 2; j < min(len(a.Words), i+6) && !a.Said[j].Opens; j++ {
		if !particles[a.Words[j]] || j+1 < len(a.Words) && !a.Said[j+1].Opens && a.Stems[sense.En][j+1] != "" && !a.Stop(j+1) && !a.timed(j+1) {
			continue
		}
		pair := []string{a.Words[i], a.Words[j]}
		for _, s := range a.Lex.Look(nil, sense.En, pair, pair, 0) {
			if s.Class == sense.Act && s.Words == 2 {
				s.Words = 1
				return append([]sense.Sense{s}, slices.DeleteFunc(found, func(o sense.Sense) bool { return o.Class == sense.Act })...)
			}
		}
	}
	return found
}

// timed reports whether a word tells a time.
func (a *Sentence) timed(i int) bool {
	var room [8]sense.Sense
	return slices.ContainsFunc(a.Senses(room[:0], i), func(s sense.Sense) bool { return s.Class == sense.When })
}

// spoken reads a sentence that has no marks: where nothing else asks for anything, a verb that is no noun does; where
// something does, a verb that is a noun too is that noun: "show me my schedule".
func (a *Sentence) spoken() {
	best := -1
	a.handled()
	if a.yesno || slices.ContainsFunc(a.Acts, func(h Heard) bool { return h.Weight == 1 }) {
		for i, h := range a.Acts {
			if h.Weight == 0.4 && h.Mood == vocab.Command && (a.yesno || a.named(h)) {
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

// number counts a number, and notes an hour.
func (a *Sentence) number(i int, found []sense.Sense) {
	if a.Said[i].Piece == Number {
		a.Numbers++
	} else if slices.ContainsFunc(found, func(s sense.Sense) bool { return s.Class == sense.Num }) {
		a.Spelt++
	}
	if a.hour(i, found) {
		a.Has |= HasTime
		a.When = append(a.When, i)
	}
}

// hour reports whether a number tells the time: "alle otto", "at 5".
func (a *Sentence) hour(i int, found []sense.Sense) bool {
	if i == 0 || !before[a.Words[i-1]] {
		return false
	}
	return a.Said[i].Piece == Number || slices.ContainsFunc(found, func(s sense.Sense) bool { return s.Class == sense.Num })
}

// handled reads what is said first and then asked for with a pronoun: "I have an appointment on Monday, put it down".
func (a *Sentence) handled() {
	for i, h := range a.Acts {
		next := h.At + h.Words
		holds := h.Holds || next < len(a.Words) && pronouns[a.Words[next]]
		if !holds || h.Mood != vocab.Command || h.Weight >= 1 || next+2 < len(a.Words) || h.At > 0 && subjects[a.Words[h.At-1]] {
			continue
		}
		for j := range a.Acts[:i] {
			if slices.Contains(questions, a.Lex.Lines[a.Acts[j].ID].Name) {
				a.Acts[j].Weight = min(a.Acts[j].Weight, 0.3)
			}
		}
		a.Acts[i].Weight = 1
	}
}
