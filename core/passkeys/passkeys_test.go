package passkeys

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

const (
	home  = "http://localhost:8770"
	other = "https://casa.example"
)

// shelf is Holders in memory.
type shelf struct {
	mu   sync.Mutex
	rows map[core.Owner]Holder
}

func (s *shelf) Get(owner core.Owner, _ string) (Holder, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, ok := s.rows[owner]
	return h, ok, nil
}

func (s *shelf) Update(owner core.Owner, _ string, change func(Holder, bool) (Holder, error)) (Holder, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, ok := s.rows[owner]
	after, err := change(h, ok)
	if err == nil {
		s.rows[owner] = after
	}
	return after, err
}

func (s *shelf) Owners() ([]core.Owner, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []core.Owner
	for owner := range s.rows {
		list = append(list, owner)
	}
	return list, nil
}

type bench struct {
	*Passkeys
	t     *testing.T
	shelf *shelf
	clock time.Time
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, shelf: &shelf{rows: map[core.Owner]Holder{}}, clock: time.Now()}
	b.Passkeys = New(b.shelf, func() []string { return []string{home, other, "https://192.0.2.7:8770", "http://127.0.0.1:8770"} }, func() time.Time { return b.clock })
	return b
}

// enrol gives a device to somebody.
func (b *bench) enrol(owner core.Owner, d *device) Passkey {
	b.t.Helper()
	options, err := b.Begin(context.Background(), owner, string(owner), "s-"+string(owner), d.origin)
	if err != nil {
		b.t.Fatal(err)
	}
	key, err := b.Add(context.Background(), owner, "s-"+string(owner), "phone", d.make(options))
	if err != nil {
		b.t.Fatalf("%v", err)
	}
	return key
}

func (b *bench) challenge() (string, json.RawMessage) {
	b.t.Helper()
	id, options, err := b.Challenge(context.Background(), "browser", home)
	if err != nil {
		b.t.Fatal(err)
	}
	return id, options
}

// enter signs in with a device.
func (b *bench) enter(d *device) (core.Owner, error) {
	b.t.Helper()
	id, options := b.challenge()
	owner, _, err := b.Verify(context.Background(), "browser", id, d.sign(options))
	return owner, err
}

func code(err error) string {
	var fault *sdk.Error
	if errors.As(err, &fault) {
		return fault.Code
	}
	return fmt.Sprint(err)
}

func (b *bench) refuses(what, want string, err error) {
	b.t.Helper()
	if code(err) != want {
		b.t.Errorf("%s: %v, want %s", what, err, want)
	}
}

func TestPasskeySignsItsOwnerIn(t *testing.T) {
	b := newBench(t)
	anna, bruno := newDevice(t), newDevice(t)
	made := b.enrol("anna", anna)
	b.enrol("bruno", bruno)
	for d, want := range map[*device]core.Owner{anna: "anna", bruno: "bruno"} {
		if owner, err := b.enter(d); err != nil || owner != want {
			t.Errorf("%q: %v, want %s", owner, err, want)
		}
	}
	list, err := b.List(context.Background(), "anna")
	if err != nil || len(list) != 1 || list[0].Used.IsZero() || list[0].Name != "phone" || list[0].Site != "localhost" || list[0].ID() != made.ID() {
		t.Errorf("%+v %v", list, err)
	}
	if text, _ := json.Marshal(b.shelf.rows["anna"]); bytes.Contains(text, []byte("webauthn.create")) || bytes.Contains([]byte(b.shelf.rows["anna"].Handle), []byte("anna")) {
		t.Errorf("more is kept than is needed: %s", text)
	}
}

// What a device or somebody between could lie about when signing in. The honest answer that follows each shows that
// the lie alone was refused.
func TestPasskeyAttacks(t *testing.T) {
	b := newBench(t)
	anna, mallory := newDevice(t), newDevice(t)
	b.enrol("anna", anna)
	b.enrol("mallory", mallory)
	for what, lie := range map[string]func(d *device){
		"another origin":                         func(d *device) { d.origin = "https://evil.example" },
		"another port of this machine":           func(d *device) { d.origin = "http://localhost:9999" },
		"another of our addresses":               func(d *device) { d.origin = other },
		"another site":                           func(d *device) { d.site = "evil.example" },
		"the device's user was not verified":     func(d *device) { d.flags = present },
		"nobody was there":                       func(d *device) { d.flags = verified },
		"the counter stands still":               func(d *device) { d.count-- },
		"no handle":                              func(d *device) { d.handle = nil },
		"a handle nobody has":                    func(d *device) { d.handle = bytes.Repeat([]byte{7}, 32) },
		"somebody else's handle":                 func(d *device) { d.handle = anna.handle },
		"somebody else's credential, own key":    func(d *device) { d.id, d.handle = anna.id, anna.handle },
		"own handle, somebody else's credential": func(d *device) { d.id = anna.id },
	} {
		honest, err := b.enter(mallory)
		if err != nil || honest != "mallory" {
			t.Fatalf("before %q: %q %v", what, honest, err)
		}
		liar := *mallory
		lie(&liar)
		owner, err := b.enter(&liar)
		if owner != "" {
			t.Errorf("%s: signed in as %s", what, owner)
		}
		b.refuses(what, "passkey_refused", err)
	}
	if owner, err := b.enter(anna); err != nil || owner != "anna" {
		t.Errorf("%q %v", owner, err)
	}
}

// A challenge is answered once, by the browser that asked, in time.
func TestPasskeyChallengeIsGoodOnce(t *testing.T) {
	ctx := context.Background()
	b := newBench(t)
	d := newDevice(t)
	b.enrol("anna", d)
	id, options := b.challenge()
	answer := d.sign(options)
	if owner, _, err := b.Verify(ctx, "browser", id, answer); err != nil || owner != "anna" {
		t.Fatalf("%q %v", owner, err)
	}
	_, _, err := b.Verify(ctx, "browser", id, answer)
	b.refuses("replayed", "passkey_stale", err)

	fresh, _ := b.challenge()
	_, _, err = b.Verify(ctx, "browser", fresh, answer)
	b.refuses("an old answer to a new challenge", "passkey_refused", err)
	_, _, err = b.Verify(ctx, "browser", fresh, d.sign(options))
	b.refuses("a challenge that failed once", "passkey_stale", err)

	id, options = b.challenge()
	_, _, err = b.Verify(ctx, "another browser", id, d.sign(options))
	b.refuses("another browser", "passkey_stale", err)

	id, options = b.challenge()
	b.clock = b.clock.Add(patience)
	_, _, err = b.Verify(ctx, "browser", id, d.sign(options))
	b.refuses("too late", "passkey_stale", err)

	_, _, err = b.Challenge(ctx, "", home)
	b.refuses("nobody's browser", "passkey_refused", err)
	id, options = b.challenge()
	_, _, err = b.Verify(ctx, "browser", id, append(d.sign(options), bytes.Repeat([]byte(" "), maxAnswer)...))
	b.refuses("too long", "passkey_refused", err)
}

func TestPasskeyRemovedSignsNobodyIn(t *testing.T) {
	ctx := context.Background()
	b := newBench(t)
	d := newDevice(t)
	key := b.enrol("anna", d)
	id, options := b.challenge()
	b.refuses("of somebody else", "passkey_gone", b.Remove(ctx, "bruno", key.ID()))
	b.refuses("renamed by somebody else", "passkey_gone", b.Rename(ctx, "bruno", key.ID(), "mine"))
	if err := b.Rename(ctx, "anna", key.ID(), " il telefono\n"+strings.Repeat("è", 90)); err != nil {
		t.Fatal(err)
	}
	if list, _ := b.List(ctx, "anna"); len([]rune(list[0].Name)) != maxName || strings.Contains(list[0].Name, "\n") {
		t.Errorf("it is called %q", list[0].Name)
	}
	b.refuses("no name", "passkey_name", b.Rename(ctx, "anna", key.ID(), " \t"))
	if err := b.Remove(ctx, "anna", key.ID()); err != nil {
		t.Fatal(err)
	}
	_, _, err := b.Verify(ctx, "browser", id, d.sign(options))
	b.refuses("removed meanwhile", "passkey_refused", err)
	_, err = b.enter(d)
	b.refuses("removed", "passkey_refused", err)
}

func TestPasskeyMakingIsBound(t *testing.T) {
	ctx := context.Background()
	b := newBench(t)
	begin := func(session string) json.RawMessage {
		t.Helper()
		options, err := b.Begin(ctx, "anna", "Anna", session, home)
		if err != nil {
			t.Fatal(err)
		}
		return options
	}
	d := newDevice(t)
	answer := d.make(begin("one"))
	_, err := b.Add(ctx, "anna", "two", "", answer)
	b.refuses("another session", "passkey_stale", err)
	_, err = b.Add(ctx, "bruno", "one", "", answer)
	b.refuses("another person", "passkey_stale", err)
	if key, err := b.Add(ctx, "anna", "one", "", answer); err != nil || key.Name != "localhost" {
		t.Errorf("%+v %v", key, err)
	}
	_, err = b.Add(ctx, "anna", "one", "", answer)
	b.refuses("twice", "passkey_stale", err)

	old := begin("one")
	begin("one")
	_, err = b.Add(ctx, "anna", "one", "", newDevice(t).make(old))
	b.refuses("an earlier challenge", "passkey_refused", err)

	_, err = b.Add(ctx, "anna", "one", "", d.make(begin("one")))
	b.refuses("a credential that is there", "passkey_known", err)
	for what, lie := range map[string]func(d *device){
		"another origin": func(d *device) { d.origin = "https://evil.example" },
		"another site":   func(d *device) { d.site = "casa.example" },
		"not verified":   func(d *device) { d.flags = present },
	} {
		liar := newDevice(t)
		lie(liar)
		_, err = b.Add(ctx, "anna", "one", "", liar.make(begin("one")))
		b.refuses(what, "passkey_refused", err)
	}
	_, err = b.Begin(ctx, "anna", "Anna", "", home)
	b.refuses("no session", "session_unknown", err)
	for len(b.shelf.rows["anna"].Keys) < Most {
		b.enrol("anna", newDevice(t))
	}
	_, err = b.Begin(ctx, "anna", "Anna", "one", home)
	b.refuses("too many", "passkey_many", err)
}

func TestPasskeyNeedsAName(t *testing.T) {
	b := newBench(t)
	for origin, works := range map[string]bool{
		home: true, other: true, "HTTP://LOCALHOST:8770": true, "https://192.0.2.7:8770": false, "http://127.0.0.1:8770": false,
		"http://localhost:1": false, "https://evil.example": false, "": false, "localhost": false, "http://casa.example": false,
	} {
		if b.Works(origin) != works {
			t.Errorf("%q: %v", origin, !works)
		}
		if _, _, err := b.Challenge(context.Background(), "browser", origin); (err == nil) != works {
			t.Errorf("%q: %v", origin, err)
		}
	}
}

// Strangers fill a bounded room, and leave those who are signed in theirs.
func TestPasskeyStrangersAreBounded(t *testing.T) {
	b := newBench(t)
	for range strangers {
		b.challenge()
	}
	_, _, err := b.Challenge(context.Background(), "browser", home)
	b.refuses("one more", "passkey_busy", err)
	d := newDevice(t)
	b.enrol("anna", d)
	b.clock = b.clock.Add(patience)
	if owner, err := b.enter(d); err != nil || owner != "anna" || len(b.pending) != 0 {
		t.Errorf("%q %v, %d wait", owner, err, len(b.pending))
	}
}

func FuzzVerify(f *testing.F) {
	f.Add([]byte(`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"","authenticatorData":"","signature":"","userHandle":""}}`))
	f.Add([]byte(`{}`))
	p := New(&shelf{rows: map[core.Owner]Holder{"anna": {Handle: []byte("h")}}}, func() []string { return []string{home} }, time.Now)
	f.Fuzz(func(t *testing.T, answer []byte) {
		id, _, err := p.Challenge(context.Background(), "browser", home)
		if err != nil {
			t.Fatal(err)
		}
		if owner, _, err := p.Verify(context.Background(), "browser", id, answer); err == nil {
			t.Errorf("%q signs in as %s", answer, owner)
		}
		options, err := p.Begin(context.Background(), "anna", "Anna", "s", home)
		if err != nil || len(options) == 0 {
			t.Fatal(err)
		}
		if _, err := p.Add(context.Background(), "anna", "s", "x", answer); err == nil {
			t.Errorf("%q is a passkey", answer)
		}
	})
}
