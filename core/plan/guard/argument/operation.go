package argument

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/guard/scene"
	"github.com/metnos/metnos/core/plan/shelf"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

//go:embed operation.lex
var comparisons string

var lexicon = sync.OnceValue(func() *vocab.Lexicon {
	l, err := vocab.Read("en", comparisons)
	if err != nil {
		panic(err) // the embedded file is checked by the tests
	}
	return l
})

// symbols are comparisons written without words, the longer first.
var symbols = [...]struct{ written, means string }{
	{">=", "ge"}, {"<=", "le"}, {"!=", "ne"}, {"<>", "ne"}, {"==", "eq"}, {">", "gt"}, {"<", "lt"}, {"=", "eq"},
}

// NormalizeOperations: a comparison written as words, or repeated in the value it compares with -> the word of the
// schema, and the value alone.
func NormalizeOperations(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	fired := 0
	for i := range f.Steps {
		t, ok := s.Tool(f.Steps[i])
		if !ok {
			continue
		}
		args := f.Steps[i].Args
		if op := t.Arg("operation"); op != "" {
			fired += normalize(args, op, t.Arg("value"), t.Args.Properties[op])
		}
		list, _ := args[t.Arg("predicates")].([]any)
		for _, item := range list {
			one, is := item.(map[string]any)
			p := t.Args.Properties[t.Arg("predicates")]
			if is && p.Items != nil && len(p.Items.Properties["operation"].Enum) > 0 {
				fired += normalize(one, "operation", "value", p.Items.Properties["operation"])
			}
		}
	}
	return f, fired
}

// normalize mends one comparison; value may be "" when the executor takes none.
func normalize(args map[string]any, op, value string, p manifest.Property) (fired int) {
	if word, ok := scene.Text(args, op); ok && !slices.Contains(p.Enum, any(word)) {
		if means, rest := operation(word); rest == "" && slices.Contains(p.Enum, any(means)) {
			args[op] = means
			fired++
		}
	}
	said, ok := scene.Text(args, value)
	if !ok {
		return fired
	}
	means, rest := operation(said)
	given, has := args[op].(string)
	if rest == "" || !slices.Contains(p.Enum, any(means)) || has && given != means {
		return fired // "contains" may be the very text looked for
	}
	if word := strings.ContainsAny(said[:1], "<>=!"); !word && !has {
		return fired // words open a text as often as a comparison
	}
	args[op], args[value] = means, rest
	return fired + 1
}

// operation reads a comparison at the start of a text; rest is what follows it.
func operation(said string) (means, rest string) {
	said = strings.TrimSpace(said)
	for _, o := range symbols {
		if after, ok := strings.CutPrefix(said, o.written); ok {
			return o.means, strings.TrimSpace(after)
		}
	}
	words := strings.Fields(said)
	folded := strings.Fields(vocab.Fold(strings.ReplaceAll(said, "_", " ")))
	best := 0
	for _, sense := range lexicon().Look(folded) {
		if sense.Words > best {
			means, best = sense.Value, sense.Words
		}
	}
	if best == 0 || best >= len(words) {
		return means, ""
	}
	return means, strings.Join(words[best:], " ")
}

// DropFinalAnswer: the pseudo-step that only closes a plan -> gone; what is told comes from what was observed.
func DropFinalAnswer(_ *scene.Scene, f plan.Framework) (plan.Framework, int) {
	n := len(f.Steps)
	if n < 2 || f.Steps[n-1].Tool != plan.FinalAnswer {
		return f, 0
	}
	f.Steps = f.Steps[:n-1]
	f.Answers = slices.DeleteFunc(f.Answers, func(a plan.Answer) bool { return a.Step >= n })
	return f, 1
}

// CreateOnly: an order to replace what exists that the person did not give, or forbade -> withdrawn; what would be
// replaced is then asked about.
func CreateOnly(sc *scene.Scene, f plan.Framework) (plan.Framework, int) {
	s := view{sc}
	if s.Sentence.Replaces {
		return f, 0
	}
	fired := 0
	for i := range f.Steps {
		t, ok := s.Tool(f.Steps[i])
		if !ok || !t.Changes() {
			continue
		}
		for _, name := range shelf.Keys(f.Steps[i].Args) {
			if t.Args.Properties[name].Semantic == "overwrite" && f.Steps[i].Args[name] != false {
				delete(f.Steps[i].Args, name)
				fired++
			}
		}
	}
	return f, fired
}
