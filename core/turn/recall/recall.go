package recall

import (
	"strings"

	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/course"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/words"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

// Lookup finds the manifest of a tool.
type Lookup func(tool string) (*manifest.Manifest, bool)

// After is the memory once a course ended: what it found is what the conversation is about, also when that is
// nothing, so that "them" never means a list older than the last search. A course that looked for no
// collection leaves the memory as it was.
func After(was plan.Remembered, c *course.Course, lookup Lookup) plan.Remembered {
	if !collects(c.Plan, lookup) {
		return was
	}
	for i := len(c.Observed) - 1; i >= 0; i-- {
		if c.Told[i].Err == nil && !c.Plan.Steps[i].Aside && yields(c.Told[i].Manifest) {
			return about(was, plan.Remembered{Turn: c.Turn.ID, Framework: c.Plan, Observed: c.Observed[i]})
		}
	}
	if c.Previous != nil && c.Plan.UsesPrevious() && (ended(c) || words.Read(c.Turn.Text).Repeats()) { // still about the same things
		return about(was, *c.Previous)
	}
	return Nothing(was)
}

// ended reports a course whose every step was taken and went well: one that asks which column the rows are chosen by
// chose none.
func ended(c *course.Course) bool {
	for _, told := range c.Told {
		if told.Err != nil {
			return false
		}
	}
	return len(c.Observed) >= len(c.Plan.Steps)
}

// Forget is the memory after a turn that was not understood or could not be planned, or that ended in a question. It is
// about the same things only when those were to be acted on whole, which can be said again in other words: of things
// chosen among them, or of others, nobody knows which they are, and "them" must not mean all there were.
func Forget(was plan.Remembered, c *course.Course, lookup Lookup) plan.Remembered {
	if words.Read(c.Turn.Text).Repeats() && (c.Plan.UsesPrevious() || !collects(c.Plan, lookup) && !namesThings(c.Turn.Text)) {
		return was
	}
	return Nothing(was)
}

// Nothing is the memory without anything to refer to.
func Nothing(was plan.Remembered) plan.Remembered { return about(was, plan.Remembered{}) }

func about(was, now plan.Remembered) plan.Remembered {
	was.Turn, was.Framework, was.Observed = now.Turn, now.Framework, now.Observed
	return was
}

func collects(f plan.Framework, lookup Lookup) bool {
	for _, s := range f.Steps {
		if m, ok := lookup(s.Tool); ok && yields(m) {
			return true
		}
	}
	return false
}

// yields reports whether an executor's result is things that can be meant later; the time of day is not.
func yields(m *manifest.Manifest) bool {
	return m.Output.Collection != "none" && m.Presentation.View != "scalar"
}

// namesThings reports whether a sentence names things of its own, in either language: files, folders or any other
// object, or after an article or a verb a word no lexicon knows, which must then be a name unless the sentence
// points back anyway.
func namesThings(text string) bool {
	said := strings.Fields(consent.Fold(text))
	named, back := false, words.Read(text).Refers()
	for i := range said {
		var senses []vocab.Sense
		for _, lexicon := range []*vocab.Lexicon{vocab.It(), vocab.En()} {
			senses = append(senses, lexicon.Look(said[i:])...)
		}
		if len(senses) == 0 && named && !back {
			return true
		}
		for _, sense := range senses {
			if sense.Class == "obj" || sense.Class == "kind" || sense.Class == "ext" {
				return true
			}
			named = named || sense.Class == "verb" || sense.Class == "set" && sense.Value == "art"
		}
	}
	return false
}
