package vocab

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed vocabulary.toml
var vocabularyData []byte

// Role is what a verb does to the world.
type Role string

// The roles a verb may have.
const (
	Producer  Role = "producer"  // finds or reads things
	Processor Role = "processor" // transforms what was found
	Mutator   Role = "mutator"   // changes something here
	Outbound  Role = "outbound"  // sends something to others
)

// Vocabulary is the closed set of words executor names are made of.
type Vocabulary struct {
	Actions    map[string]Role     `toml:"actions"`
	Objects    words               `toml:"objects"`
	Qualifiers map[string][]string `toml:"qualifiers"` // family -> names; the family "provider" comes last in a name
	Compat     map[string][]string `toml:"compat"`     // qualifier -> objects it may follow
	Only       map[string][]string `toml:"only"`       // object -> verbs that may take it
	Never      map[string][]string `toml:"never"`      // object -> verbs it does not take
	Exact      words               `toml:"exact"`
	Reads      map[string][]string `toml:"reads"` // qualifier -> extensions its reader is for
}

type words struct {
	Names []string `toml:"names"`
}

// Decode reads a vocabulary file.
func Decode(data []byte) (*Vocabulary, error) {
	v := new(Vocabulary)
	if err := toml.Unmarshal(data, v); err != nil {
		return nil, fmt.Errorf("vocabulary: %w", err)
	}
	return v, nil
}

// Closed returns the vocabulary this program was built with. It must not be modified.
var Closed = sync.OnceValue(func() *Vocabulary {
	v, err := Decode(vocabularyData)
	if err != nil {
		panic(err) // the embedded file is checked by the tests
	}
	return v
})

// Object reports whether word is an object of the vocabulary.
func (v *Vocabulary) Object(word string) bool { return slices.Contains(v.Objects.Names, word) }

// Family returns the qualifier family of word, "" when it is none.
func (v *Vocabulary) Family(word string) string {
	for family, names := range v.Qualifiers {
		if slices.Contains(names, word) {
			return family
		}
	}
	return ""
}

// Mutates reports whether the verb changes or sends something.
func (v *Vocabulary) Mutates(verb string) bool {
	role := v.Actions[verb]
	return role == Mutator || role == Outbound
}

// Takes lists the verbs an object takes, in a fixed order; nil when it takes every verb.
func (v *Vocabulary) Takes(object string) []string {
	if only := v.Only[object]; only != nil {
		return only
	}
	never := v.Never[object]
	if never == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(v.Actions)), func(verb string) bool { return slices.Contains(never, verb) })
}
