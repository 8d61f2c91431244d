package request

import (
	"slices"

	"github.com/metnos/metnos/core/compose/speech"
	"github.com/metnos/metnos/core/compose/unfold"
)

// read gives the words that join what is said their meaning, which depends on what stands beside them: the whole list
// after "except" is left out, "but" before a verb only goes on, "prima copia ..." says no more than the order of the
// verbs. What cannot be told is a fact that nobody takes, so that it blocks the plan.
func read(facts []speech.Fact) []speech.Fact {
	out := slices.Clone(facts)
	joined(out)
	spare(out)
	return out
}

// joined settles "but", "instead of deleting them" and "first" by what follows them.
func joined(out []speech.Fact) {
	verbs := 0
	for i := range out {
		f := &out[i]
		next := following(out, i)
		switch {
		case verbal(*f):
			verbs++
		case f.Name == "but" && (next == nil || slices.Contains(goingOn, next.Name) || verbal(*next) || slices.Contains(questions, next.Name)):
			f.Name = "pad"
		case f.Name == "but":
			f.Name = "except"
		case f.Name == "rather" && pronoun(*f) && (next == nil || !noun(*next)):
			f.Name = "pad" // what is not done is done to the same things
		case f.Name == "firstly" && (verbs == 0 && next != nil && verbal(*next) || verbs == 1 && i > 0 && verbal(out[i-1]) && i+1 < len(out) && out[i+1].Name == "art"):
			f.Name = "pad"
		}
	}
}

// goingOn are the facts a "but" may lead to without leaving anything out.
var goingOn = []string{"dont", "neg", "cond", "rec", "size", "mod", "notmod", "name", "content", "order", "orderby", "by", "group", "next", "firstly", "keepone", "mark", "rather",
	"overwrite", "tally", "before"}

// spare makes the members of the list after "except" exceptions too. What is said of things after it may be about
// those left out, and a thing named later in the same request may be one of them or one more to act on.
func spare(out []speech.Fact) {
	list, said := false, false // within the list; something was left out in this request
	for i := range out {
		f := &out[i]
		switch {
		case f.Name == "except":
			list, said = true, true
		case verbal(*f):
			list, said = false, false
		case !said || slices.Contains([]string{"art", "pad", "all", "and", "mark"}, f.Name):
		case f.Name == "or" && list, f.Name == "nor" && list:
			f.Name = "and"
		case noun(*f) && list && linked(out, i):
			f.Name = "except"
		case noun(*f), f.Name == "those", slices.Contains(telling, f.Name):
			*f = speech.Fact{Name: "except", Start: f.Start, End: f.End}
		default:
			list = false
		}
	}
}

// telling are the facts that tell some things from others.
var telling = []string{"size", "mod", "notmod", "name", "content", "sup", "nth", "num", "first", "last", "hidden", "empty", "most"}

// noun reports a fact that names things.
func noun(f speech.Fact) bool {
	return slices.Contains([]string{"obj", "ext", "kind", "file", "glob", "another", "everything", "dir", "named"}, f.Name)
}

// verbal reports a fact that says what to do.
func verbal(f speech.Fact) bool {
	return f.Name == "act" || f.Name == "wish" || unfold.Holds(f.Name)
}

// pronoun reports a verb said of things named before.
func pronoun(f speech.Fact) bool {
	v, ok := f.Get("act")
	return !ok || v.Pronoun != "" // the English pattern holds it
}

// linked reports whether a conjunction or a comma stands before fact i.
func linked(facts []speech.Fact, i int) bool {
	for i--; i >= 0; i-- {
		switch f := facts[i]; {
		case f.Name == "and", f.Name == "mark" && f.Arg(0) == ",":
			return true
		case !slices.Contains([]string{"art", "pad", "all"}, f.Name):
			return false
		}
	}
	return false
}

// following is the fact after i that says something, nil when there is none.
func following(facts []speech.Fact, i int) *speech.Fact {
	for i++; i < len(facts); i++ {
		if !slices.Contains([]string{"art", "pad", "all"}, facts[i].Name) {
			return &facts[i]
		}
	}
	return nil
}
