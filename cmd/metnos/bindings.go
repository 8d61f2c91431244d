package main

import (
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/store"
)

// persons are the tables of who may speak.
func (in *Instance) persons() people.Tables {
	return people.Tables{
		Persons:     store.TableOf[people.Person](in.Store, "people"),
		Preferences: in.Store.Preferences(),
		Sessions:    sessionShelf{in.Store.Sessions()},
		Bindings:    store.TableOf[people.Binding](in.Store, "bindings"),
		Codes:       store.TableOf[people.Code](in.Store, "codes"),
		Version:     in.version("people", "preferences"),
	}
}

// version is that of some nouns of the store together.
func (in *Instance) version(nouns ...string) func() (uint64, error) {
	return func() (sum uint64, err error) {
		for _, noun := range nouns {
			f, err := in.Store.File(noun)
			if err != nil {
				return 0, err
			}
			version, err := f.Version()
			if err != nil {
				return 0, err
			}
			sum += version
		}
		return sum, nil
	}
}
