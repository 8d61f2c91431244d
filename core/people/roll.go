package people

import (
	"slices"
	"sync"

	"github.com/metnos/metnos/core"
)

// rollRoom is how many persons a roll holds.
const rollRoom = 1024

// roll is who the tables said somebody is, as long as the tables are the same.
type roll struct {
	mu      sync.Mutex
	version uint64
	persons map[core.Owner]Person
	all     []Person // nil until everybody was listed
}

// version is that of the tables; false when it is not known.
func (p *People) version() (uint64, bool) {
	if p.tables.Version == nil {
		return 0, false
	}
	v, err := p.tables.Version()
	return v, err == nil
}

func (r *roll) get(version uint64, id core.Owner) (Person, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	person, ok := r.persons[id]
	return person, ok && r.version == version
}

func (r *roll) put(version uint64, id core.Owner, person Person) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at(version)
	if r.version == version {
		r.persons[id] = person
	}
}

func (r *roll) list(version uint64) []Person {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.version != version {
		return nil
	}
	return slices.Clone(r.all)
}

func (r *roll) putList(version uint64, list []Person) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at(version)
	if r.version == version {
		r.all = slices.Clone(list)
	}
}

// at turns to a later version. What was read before an earlier one is not kept: it may be old.
func (r *roll) at(version uint64) {
	if r.persons == nil || version > r.version || len(r.persons) >= rollRoom {
		r.version, r.persons, r.all = max(version, r.version), map[core.Owner]Person{}, nil
	}
}
