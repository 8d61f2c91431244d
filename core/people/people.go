package people

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/sdk"
)

// Role is what a person may do with the instance. Each role includes those below it.
type Role string

const (
	Guest  Role = "guest"  // may look: no change, no consent
	Member Role = "member" // may ask for anything concerning their own things
	Admin  Role = "admin"  // may also administer the instance: the owner host
)

// Includes reports whether r may do what need asks for. An unknown role may do nothing.
func (r Role) Includes(need Role) bool {
	rank := map[Role]int{Guest: 1, Member: 2, Admin: 3}
	return rank[r] > 0 && rank[need] > 0 && rank[r] >= rank[need]
}

// Person is somebody the instance serves. What they prefer is "" until it is chosen.
type Person struct {
	ID      core.Owner `json:"id"`
	Name    string     `json:"name"`
	Role    Role       `json:"role"`
	Home    string     `json:"home"` // absolute path; "" is the host's
	Created time.Time  `json:"created"`
	Left    time.Time  `json:"left,omitzero"` // removed: the id is never anybody else's
	Lang    string     `json:"-"`             // from the preferences, as the rest
	Zone    string     `json:"-"`
	Tone    string     `json:"-"`
	Length  string     `json:"-"` // of a reply
	Units   string     `json:"-"`
}

// Persons keeps one record per person, under its own id.
type Persons interface {
	Get(owner core.Owner, key string) (Person, bool, error)
	Put(owner core.Owner, key string, p Person) error
	Owners() ([]core.Owner, error)
}

// Tables are where persons and what belongs to them are kept. All are required.
type Tables struct {
	Persons     Persons
	Preferences Preferences
	Sessions    Sessions
	Bindings    Bindings
	Codes       Codes
	// Version grows whenever persons or preferences change: as long as it is the same, what was read is still true.
	// Nil, or an error: everything is read anew each time.
	Version func() (uint64, error)
}

// People answers who somebody is.
type People struct {
	tables Tables
	host   Person
	now    func() time.Time
	guesses
	known roll
}

// New prepares the persons of an instance. The person host, who owns the data directory, always exists
// and lives in home.
func New(t Tables, home string, now func() time.Time) *People {
	host := Person{ID: core.Host, Name: string(core.Host), Role: Admin, Home: home}
	return &People{tables: t, host: host, now: now, guesses: guesses{by: map[Sender]guess{}}}
}

const record = "person"

// Person returns somebody the instance serves; a missing or unknown owner is refused.
func (p *People) Person(_ context.Context, id core.Owner) (Person, error) {
	version, dated := p.version()
	if kept, ok := p.known.get(version, id); ok && dated {
		return kept, nil
	}
	person, err := p.read(id)
	if err == nil && dated {
		p.known.put(version, id, person)
	}
	return person, err
}

// read takes a person from the tables.
func (p *People) read(id core.Owner) (Person, error) {
	if !idShape.MatchString(string(id)) {
		return Person{}, unknown(id)
	}
	found, ok, err := p.tables.Persons.Get(id, record)
	if err != nil {
		return Person{}, err
	}
	if !ok {
		if id != core.Host {
			return Person{}, unknown(id)
		}
		found = p.host
	}
	if found.ID != id || !found.Left.IsZero() {
		return Person{}, unknown(id)
	}
	if found.Home == "" {
		found.Home = p.host.Home
	}
	return found, p.prefer(&found)
}

// Known reports whether an owner exists. A fault is a no.
func (p *People) Known(id core.Owner) bool {
	_, err := p.Person(context.Background(), id)
	return err == nil
}

func unknown(id core.Owner) error {
	return sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "%q is not a person of this instance", id).With("owner", string(id))
}

var idShape = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Add makes a person. The name, in lower case, becomes their immutable id.
func (p *People) Add(_ context.Context, name string, role Role, home string) (Person, error) {
	id := strings.ToLower(strings.TrimSpace(name))
	if !idShape.MatchString(id) || id == string(core.Host) {
		return Person{}, sdk.Errorf(sdk.WrongArgs, "person_name", "%q cannot be a name", name).With("name", name)
	}
	if !role.Includes(Guest) {
		return Person{}, sdk.Errorf(sdk.WrongArgs, "person_role", "%q is not a role", role).With("role", string(role))
	}
	before, taken, err := p.tables.Persons.Get(core.Owner(id), record)
	switch {
	case err != nil:
		return Person{}, err
	case taken && !before.Left.IsZero(): // what is kept of them must never be somebody else's
		return Person{}, sdk.Errorf(sdk.Conflict, "person_left", "%s was somebody who left", id).With("name", id)
	case taken:
		return Person{}, sdk.Errorf(sdk.Conflict, "person_exists", "%s exists", id).With("name", id)
	}
	made := Person{ID: core.Owner(id), Name: strings.TrimSpace(name), Role: role, Home: home, Created: p.now()}
	return made, p.tables.Persons.Put(made.ID, record, made)
}

// Rename changes what somebody is called; who they are stays.
func (p *People) Rename(_ context.Context, id core.Owner, name string) error {
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || utf8.RuneCountInString(name) > 60 || glyph.Line(name) != name {
		return sdk.Errorf(sdk.WrongArgs, "person_called", "%q cannot be what somebody is called", name).With("name", name)
	}
	person, err := p.read(id)
	if err != nil {
		return err
	}
	if person.Name = name; person.Home == p.host.Home {
		person.Home = "" // the host's, wherever that is
	}
	return p.tables.Persons.Put(id, record, person)
}

// List returns everybody, host first.
func (p *People) List(ctx context.Context) ([]Person, error) {
	version, dated := p.version()
	if kept := p.known.list(version); kept != nil && dated {
		return kept, nil
	}
	ids, err := p.tables.Persons.Owners()
	if err != nil {
		return nil, err
	}
	list := make([]Person, 0, len(ids)+1)
	for _, id := range append([]core.Owner{core.Host}, ids...) {
		if id == core.Host && len(list) > 0 {
			continue
		}
		one, err := p.Person(ctx, id)
		if sdk.ClassOf(err) == sdk.PolicyDenied {
			continue // only preferences or nothing are left of them
		}
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	if dated {
		p.known.putList(version, list)
	}
	return list, nil
}

// Remove ends a person: their sessions, links, bindings, pairing codes and preferences go at once. Their id stays
// taken, so that nobody who comes later inherits what is still recorded of them. The host stays.
func (p *People) Remove(ctx context.Context, id core.Owner) error {
	if id == core.Host {
		return sdk.Errorf(sdk.PolicyDenied, "host_stays", "host owns the instance")
	}
	person, err := p.Person(ctx, id)
	if err != nil {
		return err
	}
	person.Left = p.now() // first of all: from here on nobody is served as them
	if err := p.tables.Persons.Put(id, record, person); err != nil {
		return err
	}
	faults := []error{p.CloseAll(ctx, id), p.unbindAll(id), p.dropCodes(id)}
	for _, choice := range Vocabulary() {
		faults = append(faults, p.tables.Preferences.Clear(id, choice.Name))
	}
	return errors.Join(faults...)
}
