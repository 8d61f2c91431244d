package sentence

import (
	"slices"
	"time"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sign"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
)

// answering are the executor verbs that do what a spoken verb asks for. A verb that is not here asks for nothing in
// particular. "look" stands for every verb that only looks.
var answering = map[string][]string{
	"delete": {"delete", "move"}, "move": {"move"}, "put": {"move", "write", "create", "send"}, "rename": {"move", "change", "set"},
	"split": {"move", "group"}, "copy": {"move", "write", "create"}, "create": {"create", "write"}, "write": {"write", "create"},
	"save": {"write", "create"}, "append": {"write"}, "replace": {"write", "change"}, "compress": {"compress", "create"},
	"extract": {"extract"}, "send": {"send"}, "share": {"share", "send"}, "install": {"install"},
	"convert": {"change", "write", "create", "render"}, "translate": {"render", "describe", "write"}, "remind": {"create", "set"},
	"login": {"login", "open"}, "open": {"open", "look"},
	"find": {"look"}, "list": {"look"}, "read": {"look"}, "show": {"look"}, "tell": {"look"}, "count": {"look"}, "look": {"look"},
}

// Lacks reports whether the sentence asks for something no step of the plan does.
func (r *Sentence) Lacks(f plan.Framework) bool {
	var has []string
	for _, s := range f.Steps {
		name, err := vocab.CheckName(s.Tool)
		if err != nil {
			continue
		}
		has = append(has, name.Verb)
		if role := vocab.Closed().Actions[name.Verb]; role == vocab.Producer || role == vocab.Processor {
			has = append(has, "look")
		}
	}
	for i, s := range r.senses {
		want := s.asks()
		if want == nil || r.negated(i) {
			continue
		}
		if !slices.ContainsFunc(want, func(v string) bool { return slices.Contains(has, v) }) && !names(f, r.Words[s.at]) {
			return true
		}
	}
	return false
}

// names reports whether a value of the plan holds the word: "lista spesa.txt" asks for no list.
func names(f plan.Framework, word string) bool { return Holds(vocab.Fold(sign.JSON(f)), word) }

// asks are the executor verbs one of which the word wants, nil when it can be read as anything else.
func (s sense) asks() (want []string) {
	if s.held {
		return nil
	}
	for _, of := range s.of {
		if of.Class != "verb" || of.Mood != vocab.Command || answering[of.Value] == nil {
			return nil
		}
		want = append(want, answering[of.Value]...)
	}
	return want
}

// negated reports whether one of the two words before says not to.
func (r *Sentence) negated(i int) bool {
	for _, s := range r.senses[max(0, i-2):i] {
		for _, of := range s.of {
			if of.Class == "set" && of.Value == "negation" {
				return true
			}
		}
	}
	return false
}

// Verbs and Objects are those the sentence names.
func (r *Sentence) Verbs() (out []string) {
	for _, s := range r.senses {
		for _, of := range s.of {
			if of.Class == "verb" {
				out = append(out, append(answering[of.Value], of.Value)...)
			}
		}
	}
	return out
}

func (r *Sentence) Objects() (out []string) {
	for _, s := range r.senses {
		for _, of := range s.of {
			switch of.Class {
			case "obj":
				out = append(out, of.Value)
			case "kind":
				out = append(out, of.Value+"s", "files")
			case "ext":
				out = append(out, "files")
			}
		}
	}
	return out
}

// Qualifies reports whether the sentence says a qualifier of an executor's name.
func (r *Sentence) Qualifies(qualifier string) bool {
	if qualifier == "" {
		return false
	}
	return slices.Contains(r.Words, qualifier) || slices.ContainsFunc(r.senses, func(s sense) bool {
		return slices.ContainsFunc(s.of, func(of vocab.Sense) bool { return of.Class == "set" && of.Value == qualifier })
	})
}

// Timed reports whether the sentence speaks of a moment, and whether on another day that is another moment: a plan
// about today is wrong tomorrow.
func (r *Sentence) Timed(now when.Clock) (spoken, moves bool) {
	later := now
	later.Now = now.Now.AddDate(1, 1, 1).Add(90 * time.Minute)
	for i := range r.Words {
		today, n, err := when.Parse(r.Words[i:], now)
		if err != nil {
			return true, true
		}
		if n == 0 {
			continue
		}
		spoken = true
		if again, _, err := when.Parse(r.Words[i:], later); err != nil || !again.From.Equal(today.From) || !again.To.Equal(today.To) {
			return true, true
		}
	}
	return spoken, false
}
