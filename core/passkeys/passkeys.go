package passkeys

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/sdk"
)

const (
	// Most is how many passkeys one person may have.
	Most = 20

	patience  = 3 * time.Minute // between a challenge and its answer
	strangers = 512             // challenges at once of those who are not signed in
	maxAnswer = 16 << 10        // bytes of a browser's answer
	maxName   = 60              // characters of a passkey's name
)

// Passkey is one credential of a person.
type Passkey struct {
	Name       string              `json:"name"`
	Site       string              `json:"site"` // the host name it works at
	Created    time.Time           `json:"created"`
	Used       time.Time           `json:"used,omitzero"`
	Credential webauthn.Credential `json:"credential"`
}

// ID tells passkeys apart.
func (p Passkey) ID() string { return base64.RawURLEncoding.EncodeToString(p.Credential.ID) }

// Holder is what is kept of one person. Handle is how their devices know them; it says nothing to anybody else.
type Holder struct {
	Handle []byte    `json:"handle"`
	Keys   []Passkey `json:"keys"`
}

// Holders keeps one record per person, under their own id.
type Holders interface {
	Get(owner core.Owner, key string) (Holder, bool, error)
	Update(owner core.Owner, key string, change func(h Holder, found bool) (Holder, error)) (Holder, error)
	Owners() ([]core.Owner, error)
}

const record = "passkeys"

// Passkeys answers whose a passkey is.
type Passkeys struct {
	holders Holders
	origins func() []string // the addresses browsers may use, as scheme://host[:port]
	now     func() time.Time

	mu      sync.Mutex
	pending map[string]ceremony
}

// ceremony is a challenge that waits for its answer.
type ceremony struct {
	session webauthn.SessionData
	whose   string // the browser or the session that asked
	site    string
	origin  string
	ends    time.Time
}

// New prepares the passkeys of an instance.
func New(h Holders, origins func() []string, now func() time.Time) *Passkeys {
	return &Passkeys{holders: h, origins: origins, now: now, pending: map[string]ceremony{}}
}

// Works reports whether passkeys can be used at an address: it is one of ours, and has a name, which browsers ask for.
func (p *Passkeys) Works(origin string) bool {
	_, err := p.party(origin)
	return err == nil
}

// party is the relying party at an address. An address counts with its port: whatever else listens on this machine
// could pass our challenge on.
func (p *Passkeys) party(origin string) (*webauthn.WebAuthn, error) {
	origin = strings.ToLower(origin)
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" || !slices.Contains(p.origins(), origin) {
		return nil, sdk.Errorf(sdk.PolicyDenied, "passkey_address", "%q is not one of our addresses", origin).With("address", origin)
	}
	name := u.Hostname()
	if net.ParseIP(name) != nil || u.Scheme != "https" && name != "localhost" {
		return nil, sdk.Errorf(sdk.PolicyDenied, "passkey_address", "%q has no name passkeys work at", origin).With("address", origin)
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: name, RPDisplayName: "metnos", RPOrigins: []string{origin},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: new(true), UserVerification: protocol.VerificationRequired},
		// What a device adds unasked decides nothing here.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, sdk.Errorf(sdk.PolicyDenied, "passkey_address", "%q: %w", origin, err).With("address", origin)
	}
	return party, nil
}

// List returns somebody's passkeys, the oldest first.
func (p *Passkeys) List(_ context.Context, owner core.Owner) ([]Passkey, error) {
	h, _, err := p.holders.Get(owner, record)
	return h.Keys, err
}

// Rename gives a passkey of somebody another name.
func (p *Passkeys) Rename(_ context.Context, owner core.Owner, id, name string) error {
	if name = tidy(name); name == "" {
		return sdk.Errorf(sdk.WrongArgs, "passkey_name", "no name")
	}
	return p.alter(owner, id, func(h *Holder, i int) { h.Keys[i].Name = name })
}

// Remove ends a passkey of somebody: it signs in nobody from here on.
func (p *Passkeys) Remove(_ context.Context, owner core.Owner, id string) error {
	return p.alter(owner, id, func(h *Holder, i int) { h.Keys = slices.Delete(h.Keys, i, i+1) })
}

func (p *Passkeys) alter(owner core.Owner, id string, change func(h *Holder, i int)) error {
	_, err := p.holders.Update(owner, record, func(h Holder, _ bool) (Holder, error) {
		i := slices.IndexFunc(h.Keys, func(k Passkey) bool { return k.ID() == id })
		if i < 0 {
			return h, sdk.Errorf(sdk.NotFound, "passkey_gone", "no such passkey")
		}
		h.Keys = slices.Clone(h.Keys)
		change(&h, i)
		return h, nil
	})
	return err
}

// tidy makes a name that can be shown.
func tidy(name string) string {
	name = glyph.Line(strings.Join(strings.Fields(name), " "))
	for utf8.RuneCountInString(name) > maxName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

// keep holds a ceremony until its answer. Of those who are not signed in only so many may wait.
func (p *Passkeys) keep(id string, c ceremony, stranger bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	c.ends = now.Add(patience)
	waiting := 0
	for other, one := range p.pending {
		switch {
		case !now.Before(one.ends):
			delete(p.pending, other)
		case len(one.session.UserID) == 0:
			waiting++
		}
	}
	if stranger && waiting >= strangers {
		return sdk.Errorf(sdk.RateLimited, "passkey_busy", "%d challenges wait", waiting)
	}
	p.pending[id] = c
	return nil
}

// take ends a ceremony, whatever comes of it: its challenge is never answered twice.
func (p *Passkeys) take(id, whose string) (ceremony, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, ok := p.pending[id]
	delete(p.pending, id)
	if !ok || c.whose != whose || !p.now().Before(c.ends) {
		return c, sdk.Errorf(sdk.AuthRequired, "passkey_stale", "no such challenge")
	}
	return c, nil
}

// person is a holder as the library asks for one.
type person struct {
	Holder
	name string
	site string // whose passkeys count
}

func (p person) WebAuthnID() []byte          { return p.Handle }
func (p person) WebAuthnName() string        { return p.name }
func (p person) WebAuthnDisplayName() string { return p.name }
func (p person) WebAuthnCredentials() []webauthn.Credential {
	var list []webauthn.Credential
	for _, k := range p.Keys {
		if k.Site == p.site {
			list = append(list, k.Credential)
		}
	}
	return list
}

// whose finds who a device's handle names.
func (p *Passkeys) whose(handle []byte) (core.Owner, Holder, error) {
	owners, err := p.holders.Owners()
	if err != nil {
		return "", Holder{}, err
	}
	for _, owner := range owners {
		h, found, err := p.holders.Get(owner, record)
		if err != nil {
			return "", Holder{}, err
		}
		if found && len(h.Handle) > 0 && bytes.Equal(h.Handle, handle) {
			return owner, h, nil
		}
	}
	return "", Holder{}, refused(nil)
}

// refused says no more than that: who was close must not learn it.
func refused(err error) error {
	if err == nil {
		return sdk.Errorf(sdk.AuthRequired, "passkey_refused", "the passkey was refused")
	}
	return sdk.Errorf(sdk.AuthRequired, "passkey_refused", "the passkey was refused: %w", err)
}

func newHandle() []byte {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // crypto/rand never fails: it ends the program instead
	return b
}
