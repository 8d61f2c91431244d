package admit

import (
	"maps"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk"
)

// offered is how many words a refusal suggests.
const offered = 6

// Words are what a name may be made of, each list in alphabetical order.
type Words struct {
	Verbs      map[vocab.Role][]string `json:"verbs"`      // by what they do
	Qualifiers []string                `json:"qualifiers"` // that follow every object
	Objects    []Object                `json:"objects"`
}

// Object is one object with the words that may stand around it.
type Object struct {
	Name       string   `json:"name"`
	Verbs      []string `json:"verbs,omitempty"`      // the only ones, empty: every verb
	Qualifiers []string `json:"qualifiers,omitempty"` // beside those that follow every object
}

// Vocabulary lists every word and what goes with what.
func Vocabulary() Words {
	v := vocab.Closed()
	w := Words{Verbs: map[vocab.Role][]string{}}
	for _, verb := range slices.Sorted(maps.Keys(v.Actions)) {
		w.Verbs[v.Actions[verb]] = append(w.Verbs[v.Actions[verb]], verb)
	}
	for _, q := range every(v.Qualifiers) {
		if v.Compat[q] == nil {
			w.Qualifiers = append(w.Qualifiers, q)
		}
	}
	for _, name := range slices.Sorted(slices.Values(v.Objects.Names)) {
		o := Object{Name: name, Verbs: v.Takes(name)}
		for _, q := range following(v, name) {
			if v.Compat[q] != nil {
				o.Qualifiers = append(o.Qualifiers, q)
			}
		}
		w.Objects = append(w.Objects, o)
	}
	return w
}

// following lists the qualifiers that may follow an object.
func following(v *vocab.Vocabulary, object string) []string {
	return slices.DeleteFunc(every(v.Qualifiers), func(q string) bool {
		return v.Compat[q] != nil && !slices.Contains(v.Compat[q], object)
	})
}

func every(families map[string][]string) []string {
	return slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Values(families))...)))
}

// Name refuses an executor name whose words are not in the closed vocabulary: no sentence could ever lead
// to it. The error says which part is wrong and what may stand there.
func Name(name string) error {
	n, err := vocab.CheckName(name)
	if err == nil {
		return nil
	}
	wrong := func(code, part string) *sdk.Error {
		return sdk.Errorf(sdk.WrongArgs, code, "%w", err).With("name", name).With("part", part).With("object", n.Object)
	}
	v := vocab.Closed()
	verb, rest, _ := strings.Cut(name, "_")
	object, _, _ := strings.Cut(rest, "_")
	switch {
	case verb == "" || object == "":
		return wrong("admit_name", name)
	case n.Verb == "":
		return wrong("admit_verb", verb).With("words", near(verb, slices.Collect(maps.Keys(v.Actions))))
	case n.Object == "":
		return wrong("admit_object", object).With("words", near(object, v.Objects.Names))
	case v.Only[n.Object] != nil && !slices.Contains(v.Only[n.Object], n.Verb):
		return wrong("admit_verb_object", n.Verb).With("words", strings.Join(v.Only[n.Object], ", "))
	}
	fit := following(v, n.Object)
	for _, q := range []string{n.Qualifier, n.Provider} {
		if q != "" && !slices.Contains(fit, q) {
			return wrong("admit_qualifier", q).With("words", strings.Join(fit, ", "))
		}
	}
	return wrong("admit_descriptor", n.Descriptor)
}

// near lists the candidates nearest to a word, best first.
func near(word string, candidates []string) string {
	list := slices.Sorted(slices.Values(candidates))
	slices.SortStableFunc(list, func(a, b string) int {
		return levenshtein.Distance(word, a, nil) - levenshtein.Distance(word, b, nil)
	})
	return strings.Join(list[:min(offered, len(list))], ", ")
}
