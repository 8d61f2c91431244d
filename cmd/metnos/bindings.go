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
	}
}
