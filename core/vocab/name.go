package vocab

import (
	"fmt"
	"slices"
	"strings"
)

// maxDescriptor bounds the free last part of a name.
const maxDescriptor = 30

// Name is an executor name taken apart.
type Name struct {
	Verb, Object, Qualifier, Descriptor, Provider string
}

// String joins the parts again.
func (n Name) String() string {
	parts := make([]string, 0, 5)
	for _, p := range []string{n.Verb, n.Object, n.Qualifier, n.Descriptor, n.Provider} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, "_")
}

// CheckName takes an executor name apart with the closed vocabulary, or says which part is wrong and what
// could stand there.
func CheckName(name string) (Name, error) { return Closed().CheckName(name) }

// CheckName is the grammar verb_object[_qualifier[_descriptor]][_provider].
func (v *Vocabulary) CheckName(name string) (Name, error) {
	verb, rest, _ := strings.Cut(name, "_")
	if slices.Contains(v.Exact.Names, name) {
		return Name{Verb: verb, Object: rest}, nil
	}
	var n Name
	if v.Actions[verb] == "" {
		return n, fmt.Errorf("executor name %q: %q is not a verb of the vocabulary", name, verb)
	}
	n.Verb = verb
	object, rest, _ := strings.Cut(rest, "_")
	if !v.Object(object) {
		return n, fmt.Errorf("executor name %q: %q is not an object of the vocabulary", name, object)
	}
	n.Object = object
	rest, n.Provider = v.cutProvider(rest)
	if rest != "" {
		n.Qualifier, n.Descriptor, _ = strings.Cut(rest, "_")
	}
	return n, v.checkParts(name, n)
}

func (v *Vocabulary) cutProvider(rest string) (string, string) {
	for _, provider := range v.Qualifiers["provider"] {
		if rest == provider {
			return "", provider
		}
		if before, ok := strings.CutSuffix(rest, "_"+provider); ok {
			return before, provider
		}
	}
	return rest, ""
}

func (v *Vocabulary) checkParts(name string, n Name) error {
	if takes := v.Takes(n.Object); takes != nil && !slices.Contains(takes, n.Verb) {
		return fmt.Errorf("executor name %q: %s does not take the verb %q (it takes %s)", name, n.Object, n.Verb, strings.Join(takes, ", "))
	}
	if n.Qualifier != "" && v.Family(n.Qualifier) == "" {
		return fmt.Errorf("executor name %q: %q is not a qualifier of the vocabulary", name, n.Qualifier)
	}
	for _, q := range []string{n.Qualifier, n.Provider} {
		if ok := v.Compat[q]; ok != nil && !slices.Contains(ok, n.Object) {
			return fmt.Errorf("executor name %q: the qualifier %q does not follow %q (it follows %s)", name, q, n.Object, strings.Join(ok, ", "))
		}
	}
	return v.checkDescriptor(name, n.Descriptor)
}

func (v *Vocabulary) checkDescriptor(name, d string) error {
	if d == "" {
		return nil
	}
	if len(d) > maxDescriptor {
		return fmt.Errorf("executor name %q: the descriptor %q is longer than %d characters", name, d, maxDescriptor)
	}
	if v.Actions[d] != "" || v.Object(d) || v.Family(d) != "" {
		return fmt.Errorf("executor name %q: the descriptor %q is a word of the vocabulary", name, d)
	}
	for _, r := range d {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return fmt.Errorf("executor name %q: the descriptor %q must be kebab-case", name, d)
		}
	}
	return nil
}
