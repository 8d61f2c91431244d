package people

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"strings"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

const (
	// LinkLife is how long a one-time sign-in link can be used.
	LinkLife = 15 * time.Minute
	// SessionLife is how long a session lasts.
	SessionLife = 30 * 24 * time.Hour
	// SeenEvery is how often it is noted that a session is in use.
	SeenEvery = time.Hour
)

// Session is a signed-in device, or a sign-in link when Once. Its key is a hash of the secret, which is
// kept nowhere.
type Session struct {
	Key     string    `json:"key"`
	Label   string    `json:"label"` // what the person recognises the device by
	Once    bool      `json:"once"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"`
	Seen    time.Time `json:"seen,omitzero"`
}

// Sessions keeps links and sessions by the hash of their secret.
type Sessions interface {
	Put(owner core.Owner, secret string, s Session) (Session, error)
	// Find returns a live session; an unknown, expired or single-use secret is AuthRequired.
	Find(owner core.Owner, secret string, now time.Time) (Session, error)
	// Redeem spends a single-use secret for a session in one transaction.
	Redeem(owner core.Owner, once, next string, s Session, now time.Time) (Session, error)
	// Renew notes that a session was seen and when it ends; one that is gone is AuthRequired and stays gone.
	Renew(owner core.Owner, key string, now, expires time.Time) error
	List(owner core.Owner) ([]Session, error)
	Revoke(owner core.Owner, key string) error
}

// Invite makes a sign-in token for a person: 256 random bits, good once, for [LinkLife].
func (p *People) Invite(ctx context.Context, id core.Owner) (token string, expires time.Time, err error) {
	if _, err := p.Person(ctx, id); err != nil {
		return "", time.Time{}, err
	}
	token = newToken(id)
	now := p.now()
	link, err := p.tables.Sessions.Put(id, token, Session{Once: true, Created: now, Expires: now.Add(LinkLife)})
	return token, link.Expires, err
}

// SignIn spends a sign-in token for a session token. Of two uses one is refused.
func (p *People) SignIn(ctx context.Context, token, label string) (string, Session, error) {
	owner, err := p.bearer(ctx, token)
	if err != nil {
		return "", Session{}, err
	}
	now, next := p.now(), newToken(owner.ID)
	s, err := p.tables.Sessions.Redeem(owner.ID, token, next, fresh(label, now), now)
	if sdk.ClassOf(err) == sdk.AuthRequired {
		err = sdk.Errorf(sdk.AuthRequired, "link_spent", "the sign-in link was used or has expired")
	}
	if err != nil {
		return "", Session{}, err
	}
	return next, s, nil
}

// Open signs in a person who was proven otherwise and returns their session token.
func (p *People) Open(ctx context.Context, id core.Owner, label string) (string, Session, error) {
	if _, err := p.Person(ctx, id); err != nil {
		return "", Session{}, err
	}
	token := newToken(id)
	s, err := p.tables.Sessions.Put(id, token, fresh(label, p.now()))
	if err != nil {
		return "", Session{}, err
	}
	return token, s, nil
}

// fresh is a session that begins now.
func fresh(label string, now time.Time) Session {
	if r := []rune(label); len(r) > 120 {
		label = string(r[:120])
	}
	return Session{Label: label, Created: now, Seen: now, Expires: now.Add(SessionLife)}
}

// Principal returns whose session a token is. An unknown, expired or revoked one is auth_required.
func (p *People) Principal(ctx context.Context, token string) (Person, Session, error) {
	person, err := p.bearer(ctx, token)
	if err != nil {
		return Person{}, Session{}, err
	}
	now := p.now()
	s, err := p.tables.Sessions.Find(person.ID, token, now)
	if err != nil {
		return Person{}, Session{}, err
	}
	if now.Sub(s.Seen) >= SeenEvery {
		switch err := p.tables.Sessions.Renew(person.ID, s.Key, now, s.Expires); {
		case sdk.ClassOf(err) == sdk.AuthRequired: // ended in the meantime
			return Person{}, Session{}, err
		case err == nil: // a disk that takes nothing keeps nobody out
			s.Seen = now
		}
	}
	return person, s, nil
}

// Close ends the session of a token. Closing twice is harmless.
func (p *People) Close(ctx context.Context, token string) error {
	person, s, err := p.Principal(ctx, token)
	if sdk.ClassOf(err) == sdk.AuthRequired {
		return nil
	}
	if err != nil {
		return err
	}
	return p.tables.Sessions.Revoke(person.ID, s.Key)
}

// CloseAll ends every session and link of a person.
func (p *People) CloseAll(_ context.Context, id core.Owner) error {
	list, err := p.tables.Sessions.List(id)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := p.tables.Sessions.Revoke(id, s.Key); err != nil {
			return err
		}
	}
	return nil
}

// bearer is the person a token names; only its secret proves it.
func (p *People) bearer(ctx context.Context, token string) (Person, error) {
	refused := sdk.Errorf(sdk.AuthRequired, "session_unknown", "no such session")
	id, secret, ok := strings.Cut(token, ".")
	if !ok || len(token) > 256 || len(secret) < 32 {
		return Person{}, refused
	}
	person, err := p.Person(ctx, core.Owner(id))
	if sdk.ClassOf(err) == sdk.PolicyDenied {
		return Person{}, refused
	}
	return person, err
}

// newToken is "<owner>.<256 random bits>": the owner says where to look, the bits prove it.
func newToken(id core.Owner) string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails: it ends the program instead
	return string(id) + "." + base64.RawURLEncoding.EncodeToString(b[:])
}
