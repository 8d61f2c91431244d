package people

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// memory is the store in memory: the same promises, no disk.
type memory struct {
	renewed  int // times it was noted that a session is in use
	persons  map[core.Owner]Person
	prefs    map[string]string
	sessions map[string]Session // owner NUL secret
}

func (m *memory) Get(owner core.Owner, _ string) (Person, bool, error) {
	p, ok := m.persons[owner]
	return p, ok, nil
}
func (m *memory) Put(owner core.Owner, _ string, p Person) error { m.persons[owner] = p; return nil }
func (m *memory) Owners() (ids []core.Owner, err error) {
	for id := range m.persons {
		ids = append(ids, id)
	}
	return ids, nil
}

type choices struct{ *memory }

func (c choices) Get(owner core.Owner, name string, value any) (bool, error) {
	v, ok := c.prefs[string(owner)+"/"+name]
	if ok {
		*value.(*string) = v
	}
	return ok, nil
}
func (c choices) Set(owner core.Owner, name string, value any) error {
	c.prefs[string(owner)+"/"+name] = value.(string)
	return nil
}

func (c choices) Clear(owner core.Owner, name string) error {
	delete(c.prefs, string(owner)+"/"+name)
	return nil
}

type doors struct{ *memory }

func key(owner core.Owner, secret string) string { return string(owner) + "\x00" + secret }

func (d doors) Put(owner core.Owner, secret string, s Session) (Session, error) {
	s.Key = "hash:" + secret
	d.sessions[key(owner, secret)] = s
	return s, nil
}
func (d doors) Find(owner core.Owner, secret string, now time.Time) (Session, error) {
	s, ok := d.sessions[key(owner, secret)]
	if !ok || s.Once || !now.Before(s.Expires) {
		return Session{}, sdk.Errorf(sdk.AuthRequired, "session_unknown", "no")
	}
	return s, nil
}
func (d doors) Redeem(owner core.Owner, once, next string, s Session, now time.Time) (Session, error) {
	link, ok := d.sessions[key(owner, once)]
	if !ok || !link.Once || !now.Before(link.Expires) {
		return Session{}, sdk.Errorf(sdk.AuthRequired, "session_unknown", "no")
	}
	delete(d.sessions, key(owner, once))
	return d.Put(owner, next, s)
}
func (d doors) Renew(owner core.Owner, hash string, now, expires time.Time) error {
	for k, s := range d.sessions {
		if s.Key == hash && strings.HasPrefix(k, string(owner)+"\x00") {
			s.Seen, s.Expires = now, expires
			d.sessions[k], d.renewed = s, d.renewed+1
			return nil
		}
	}
	return sdk.Errorf(sdk.AuthRequired, "session_unknown", "no")
}
func (d doors) List(owner core.Owner) (list []Session, err error) {
	for k, s := range d.sessions {
		if strings.HasPrefix(k, string(owner)+"\x00") {
			list = append(list, s)
		}
	}
	return list, nil
}
func (d doors) Revoke(owner core.Owner, hash string) error {
	for k, s := range d.sessions {
		if s.Key == hash && strings.HasPrefix(k, string(owner)+"\x00") {
			delete(d.sessions, k)
		}
	}
	return nil
}

func newPeople(t *testing.T) (*People, *time.Time) {
	t.Helper()
	m := &memory{persons: map[core.Owner]Person{}, prefs: map[string]string{}, sessions: map[string]Session{}}
	now := time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)
	tables := Tables{Persons: m, Preferences: choices{m}, Sessions: doors{m}, Bindings: &table[Binding]{}, Codes: &table[Code]{}}
	p := New(tables, "/home/x", func() time.Time { return now })
	if _, err := p.Add(context.Background(), "Anna", Member, ""); err != nil {
		t.Fatal(err)
	}
	return p, &now
}

func TestField_SESS_12(t *testing.T) { // nobody is served without being somebody
	p, _ := newPeople(t)
	for _, id := range []core.Owner{"", "eve", "ANNA", "../host", "host\x00", "a b"} {
		if _, err := p.Person(context.Background(), id); sdk.ClassOf(err) != sdk.PolicyDenied || p.Known(id) {
			t.Errorf("%q is somebody: %v", id, err)
		}
	}
	for _, id := range []core.Owner{"host", "anna"} {
		if got, err := p.Person(context.Background(), id); err != nil || got.ID != id || got.Home != "/home/x" {
			t.Errorf("%q: %+v, %v", id, got, err)
		}
	}
}

func TestASignInLinkWorksOnceAndForAWhile(t *testing.T) {
	p, now := newPeople(t)
	ctx := context.Background()
	link, expires, err := p.Invite(ctx, "anna")
	if err != nil || expires.Sub(*now) != LinkLife {
		t.Fatal(err, expires)
	}
	if _, _, err := p.Principal(ctx, link); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("a link served as a session: %v", err)
	}
	session, _, err := p.SignIn(ctx, link, "Firefox")
	if err != nil {
		t.Fatal(err)
	}
	if who, _, err := p.Principal(ctx, session); err != nil || who.ID != "anna" {
		t.Errorf("%+v, %v", who, err)
	}
	if _, _, err := p.SignIn(ctx, link, ""); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("a link worked twice: %v", err)
	}
	late, _, err := p.Invite(ctx, "anna")
	if err != nil {
		t.Fatal(err)
	}
	*now = now.Add(LinkLife)
	if _, _, err := p.SignIn(ctx, late, ""); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("an expired link worked: %v", err)
	}
	if _, _, err := p.Invite(ctx, "eve"); err == nil {
		t.Error("a stranger was invited")
	}
}

func TestField_SESS_13(t *testing.T) { // each person has sessions of their own, and they end
	p, now := newPeople(t)
	ctx := context.Background()
	open := func(id core.Owner) string {
		link, _, err := p.Invite(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := p.SignIn(ctx, link, "x")
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	anna, host := open("anna"), open("host")
	_, bits, _ := strings.Cut(anna, ".")
	for _, forged := range []string{"", "anna", "anna.", "host." + bits, anna + "x", strings.ToUpper(anna), strings.Repeat("a", 1000)} {
		if _, _, err := p.Principal(ctx, forged); sdk.ClassOf(err) != sdk.AuthRequired {
			t.Errorf("%.40q passed: %v", forged, err)
		}
	}
	if err := p.Close(ctx, anna); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Principal(ctx, anna); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("a closed session works: %v", err)
	}
	if err := p.Close(ctx, anna); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	if who, _, err := p.Principal(ctx, host); err != nil || who.ID != core.Host {
		t.Errorf("%+v, %v", who, err)
	}
	*now = now.Add(SessionLife)
	if _, _, err := p.Principal(ctx, host); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("an expired session works: %v", err)
	}
}

// A session in use is noted once an hour, however often it is used, and lasts no longer for it.
func TestASessionIsSeenOnceAnHour(t *testing.T) {
	p, now := newPeople(t)
	ctx := context.Background()
	token, first, err := p.Open(ctx, "anna", "x")
	if err != nil {
		t.Fatal(err)
	}
	m := p.tables.Sessions.(doors).memory
	for minute := range 150 {
		if _, s, err := p.Principal(ctx, token); err != nil || now.Sub(s.Seen) >= SeenEvery || !s.Expires.Equal(first.Expires) {
			t.Fatalf("after %d minutes: %+v %v", minute, s, err)
		}
		*now = now.Add(time.Minute)
	}
	if m.renewed != 2 {
		t.Errorf("in two hours and a half it was written %d times", m.renewed)
	}
}

func TestRemovingAPersonEndsTheirSessions(t *testing.T) {
	p, _ := newPeople(t)
	ctx := context.Background()
	link, _, err := p.Invite(ctx, "anna")
	if err != nil {
		t.Fatal(err)
	}
	session, _, err := p.SignIn(ctx, link, "x")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Remove(ctx, "anna"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Add(ctx, "anna", Member, ""); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("somebody else becomes anna: %v", err)
	}
	if _, _, err := p.Principal(ctx, session); sdk.ClassOf(err) != sdk.AuthRequired {
		t.Errorf("a session outlived its person: %v", err)
	}
	if list, err := p.List(ctx); err != nil || len(list) != 1 || p.Known("anna") {
		t.Errorf("anna is still there: %+v, %v", list, err)
	}
	if err := p.Remove(ctx, core.Host); err == nil {
		t.Error("the host was removed")
	}
}

func TestNamesAndPreferences(t *testing.T) {
	p, _ := newPeople(t)
	ctx := context.Background()
	for _, bad := range []string{"", "host", "anna", "a/b", "../x", "1a", strings.Repeat("a", 40)} {
		if _, err := p.Add(ctx, bad, Member, ""); err == nil {
			t.Errorf("%q was added", bad)
		}
	}
	if _, err := p.Add(ctx, "carla", "owner", ""); err == nil {
		t.Error("an unknown role was given")
	}
	if err := p.Prefer(ctx, "anna", "en", "Europe/Rome"); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Person(ctx, "anna"); err != nil || got.Lang != "en" || got.Zone != "Europe/Rome" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := p.Person(ctx, core.Host); err != nil || got.Lang != "" {
		t.Errorf("anna's choice reached host: %+v, %v", got, err)
	}
	if p.Prefer(ctx, "anna", "fr", "") == nil || p.Prefer(ctx, "anna", "", "Mars/Base") == nil {
		t.Error("an impossible preference was kept")
	}
	list, err := p.List(ctx)
	if err != nil || len(list) != 2 || list[0].ID != core.Host {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestRolesIncludeThoseBelow(t *testing.T) {
	for _, c := range []struct {
		has, need Role
		want      bool
	}{{Admin, Member, true}, {Member, Member, true}, {Guest, Member, false}, {"", Guest, false}, {"root", Guest, false}, {Admin, "", false}} {
		if c.has.Includes(c.need) != c.want {
			t.Errorf("%q includes %q: %v", c.has, c.need, !c.want)
		}
	}
}

// counted counts how often persons are read, and knows the version of what it holds.
type counted struct {
	*memory
	version uint64
	reads   int
	fault   error
}

func (c *counted) Get(owner core.Owner, key string) (Person, bool, error) {
	c.reads++
	return c.memory.Get(owner, key)
}

func (c *counted) Put(owner core.Owner, key string, p Person) error {
	c.version++
	return c.memory.Put(owner, key, p)
}

// Somebody is read once as long as nothing changes, and anew after any change, or when nobody can tell.
func TestAPersonIsReadOnceUntilSomethingChanges(t *testing.T) {
	ctx := context.Background()
	table := &counted{memory: &memory{persons: map[core.Owner]Person{}, prefs: map[string]string{}, sessions: map[string]Session{}}}
	p := New(Tables{
		Persons: table, Preferences: choices{table.memory}, Sessions: doors{table.memory},
		Version: func() (uint64, error) { return table.version, table.fault },
	}, "/home/anna", time.Now)
	read := func(want int, doing string) {
		t.Helper()
		before := table.reads
		for range 3 {
			if _, err := p.Person(ctx, core.Host); err != nil {
				t.Fatal(err)
			}
		}
		if got := table.reads - before; got != want {
			t.Errorf("%s: read %d times, not %d", doing, got, want)
		}
	}
	read(1, "at first")
	read(0, "again")
	if _, err := p.Add(ctx, "Bruno", Member, "/home/bruno"); err != nil {
		t.Fatal(err)
	}
	read(1, "after somebody came")
	for range 2 {
		list, err := p.List(ctx)
		if err != nil || len(list) != 2 {
			t.Fatal(list, err)
		}
		list[0].Name = "written over" // what one got is theirs
	}
	if bruno, err := p.Person(ctx, "bruno"); err != nil || bruno.Home != "/home/bruno" {
		t.Error(bruno, err)
	}
	table.prefs["host/"+Lang], table.version = "en", table.version+1
	if me, err := p.Person(ctx, core.Host); err != nil || me.Lang != "en" || me.Name != "host" {
		t.Error("the language chosen meanwhile:", me, err)
	}
	table.persons["bruno"], table.version = Person{ID: "bruno", Left: time.Now()}, table.version+1
	if _, err := p.Person(ctx, "bruno"); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Error("who left is served:", err)
	}
	if list, err := p.List(ctx); err != nil || len(list) != 1 {
		t.Error("who left is listed:", list, err)
	}
	read(0, "before the fault")
	table.fault = sdk.Errorf(sdk.IOError, "store_damaged", "damaged")
	read(3, "of tables nobody can date")
}

// Somebody proven otherwise is signed in like anybody; somebody who left, or never was, is not.
func TestOpenSignsInWhoWasProven(t *testing.T) {
	p, clock := newPeople(t)
	ctx := context.Background()
	token, s, err := p.Open(ctx, "anna", strings.Repeat("x", 500))
	if err != nil || s.Once || len(s.Label) != 120 || !s.Expires.Equal(clock.Add(SessionLife)) {
		t.Fatalf("%+v %v", s, err)
	}
	if who, _, err := p.Principal(ctx, token); err != nil || who.ID != "anna" {
		t.Errorf("%+v %v", who, err)
	}
	if err := p.Remove(ctx, "anna"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []core.Owner{"anna", "nobody", ""} {
		if token, _, err := p.Open(ctx, id, ""); err == nil || token != "" {
			t.Errorf("%q is signed in", id)
		}
	}
}

// What somebody is called changes; who they are and where they live does not.
func TestRenameKeepsThePerson(t *testing.T) {
	p, _ := newPeople(t)
	ctx := context.Background()
	before, err := p.Person(ctx, core.Host)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", " ", strings.Repeat("x", 61), "a\u202eb", "a\x00b"} {
		if err := p.Rename(ctx, core.Host, name); sdk.ClassOf(err) != sdk.WrongArgs {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := p.Rename(ctx, core.Host, "  Anna   Maria "); err != nil {
		t.Fatal(err)
	}
	after, err := p.Person(ctx, core.Host)
	if err != nil || after.Name != "Anna Maria" || after.ID != before.ID || after.Role != before.Role || after.Home != before.Home {
		t.Errorf("%+v %v, was %+v", after, err, before)
	}
	if err := p.Rename(ctx, "nobody", "x"); err == nil {
		t.Error("somebody who is not there has a name")
	}
}
