package people

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
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

// Person is somebody the instance serves. Lang and Zone are "" until they are chosen.
type Person struct {
	ID      core.Owner `json:"id"`
	Name    string     `json:"name"`
	Role    Role       `json:"role"`
	Home    string     `json:"home"` // absolute path; "" is the host's
	Created time.Time  `json:"created"`
	Lang    string     `json:"-"` // from the preferences
	Zone    string     `json:"-"`
}

// Persons keeps one record per person, under its own id.
type Persons interface {
	Get(owner core.Owner, key string) (Person, bool, error)
	Put(owner core.Owner, key string, p Person) error
	Delete(owner core.Owner, key string) error
	Owners() ([]core.Owner, error)
}

// Preferences keeps what a person chose, by dotted name.
type Preferences interface {
	Get(owner core.Owner, name string, value any) (bool, error)
	Set(owner core.Owner, name string, value any) error
}

// People answers who somebody is.
type People struct {
	persons     Persons
	preferences Preferences
	sessions    Sessions
	host        Person
	now         func() time.Time
}

// New prepares the persons of an instance. The person host, who owns the data directory, always exists
// and lives in home.
func New(persons Persons, preferences Preferences, sessions Sessions, home string, now func() time.Time) *People {
	host := Person{ID: core.Host, Name: string(core.Host), Role: Admin, Home: home}
	return &People{persons: persons, preferences: preferences, sessions: sessions, host: host, now: now}
}

const record = "person"

// Person returns somebody the instance serves; a missing or unknown owner is refused.
func (p *People) Person(_ context.Context, id core.Owner) (Person, error) {
	if !idShape.MatchString(string(id)) {
		return Person{}, unknown(id)
	}
	found, ok, err := p.persons.Get(id, record)
	if err != nil {
		return Person{}, err
	}
	if !ok {
		if id != core.Host {
			return Person{}, unknown(id)
		}
		found = p.host
	}
	if found.ID != id {
		return Person{}, unknown(id)
	}
	if found.Home == "" {
		found.Home = p.host.Home
	}
	for name, value := range map[string]*string{"lang": &found.Lang, "zone": &found.Zone} {
		if _, err := p.preferences.Get(id, name, value); err != nil {
			return Person{}, err
		}
	}
	return found, nil
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
	if _, taken, err := p.persons.Get(core.Owner(id), record); err != nil {
		return Person{}, err
	} else if taken {
		return Person{}, sdk.Errorf(sdk.Conflict, "person_exists", "%s exists", id).With("name", id)
	}
	made := Person{ID: core.Owner(id), Name: strings.TrimSpace(name), Role: role, Home: home, Created: p.now()}
	return made, p.persons.Put(made.ID, record, made)
}

// List returns everybody, host first.
func (p *People) List(ctx context.Context) ([]Person, error) {
	ids, err := p.persons.Owners()
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
	return list, nil
}

// Prefer changes a person's language or time zone; an empty value leaves it.
func (p *People) Prefer(ctx context.Context, id core.Owner, lang, zone string) error {
	if _, err := p.Person(ctx, id); err != nil {
		return err
	}
	if lang != "" && lang != "it" && lang != "en" {
		return sdk.Errorf(sdk.WrongArgs, "language_unknown", "%q is not it or en", lang).With("lang", lang)
	}
	if _, err := time.LoadLocation(zone); err != nil {
		return sdk.Errorf(sdk.WrongArgs, "zone_unknown", "%w", err).With("zone", zone)
	}
	for name, value := range map[string]string{"lang": lang, "zone": zone} {
		if value == "" {
			continue
		}
		if err := p.preferences.Set(id, name, value); err != nil {
			return err
		}
	}
	return nil
}

// Remove forgets a person and ends their sessions. The host stays.
func (p *People) Remove(ctx context.Context, id core.Owner) error {
	if id == core.Host {
		return sdk.Errorf(sdk.PolicyDenied, "host_stays", "host owns the instance")
	}
	if _, err := p.Person(ctx, id); err != nil {
		return err
	}
	if err := p.CloseAll(ctx, id); err != nil {
		return err
	}
	return p.persons.Delete(id, record)
}
