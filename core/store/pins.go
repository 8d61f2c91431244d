package store

import (
	"encoding/json"

	"github.com/metnos/metnos/core"
)

// Pins remembers what was admitted under each executor name. They belong to the host.
type Pins struct{ table Table[core.Pin] }

// Pins returns the table of pins.
func (s *Store) Pins() Pins { return Pins{TableOf[core.Pin](s, "pins")} }

// Seen returns what is remembered about a name.
func (p Pins) Seen(name string) (core.Pin, bool, error) { return p.table.Get(core.Host, name) }

// Record replaces what is remembered about the pins' names, all or none.
func (p Pins) Record(pins ...core.Pin) error {
	return p.table.commit(core.Host, func(b bucket) error {
		for _, pin := range pins {
			if err := put(b, pin.Name, pin); err != nil {
				return err
			}
		}
		return nil
	})
}

// Forget drops a name: an administrator accepts that its next publisher is another.
func (p Pins) Forget(name string) error { return p.table.Delete(core.Host, name) }

// Preferences keeps a person's settings by dotted name, each a JSON value.
type Preferences struct{ table Table[json.RawMessage] }

// Preferences returns the table of preferences.
func (s *Store) Preferences() Preferences {
	return Preferences{TableOf[json.RawMessage](s, "preferences")}
}

// Get decodes the preference into value, a pointer, and reports whether it was set.
func (p Preferences) Get(owner core.Owner, name string, value any) (bool, error) {
	text, found, err := p.table.Get(owner, name)
	if err != nil || !found {
		return false, err
	}
	return true, json.Unmarshal(text, value)
}

// Set stores the preference.
func (p Preferences) Set(owner core.Owner, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return p.table.Put(owner, name, text)
}

// Clear removes the preference: its default applies again.
func (p Preferences) Clear(owner core.Owner, name string) error { return p.table.Delete(owner, name) }

// All returns every preference the owner set.
func (p Preferences) All(owner core.Owner) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	err := p.table.Each(owner, "", func(name string, text json.RawMessage) bool {
		out[name] = text
		return true
	})
	return out, err
}
