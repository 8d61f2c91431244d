package store

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Session is a sign-in link (Once) or a signed-in device. The secret itself is not kept: its key is the
// secret's SHA-256.
type Session struct {
	Key     string    `json:"key"`
	Label   string    `json:"label"` // device or browser, as shown in the list
	Once    bool      `json:"once"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"`
	Seen    time.Time `json:"seen,omitzero"`
}

// Sessions keeps sign-in links and sessions by the hash of their secret. A secret that travels should
// carry its owner ("<owner>.<random>"), because every lookup takes one.
type Sessions struct{ table Table[Session] }

// Sessions returns the table of sessions.
func (s *Store) Sessions() Sessions { return Sessions{TableOf[Session](s, "sessions")} }

func sessionKey(secret string) string {
	hash := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(hash[:])
}

// Put stores a session under its secret and returns it with its key.
func (s Sessions) Put(owner core.Owner, secret string, session Session) (Session, error) {
	session.Key = sessionKey(secret)
	return session, s.table.Put(owner, session.Key, session)
}

// Find returns the live session of a secret. An expired or unknown secret, and a single-use one, is
// AuthRequired.
func (s Sessions) Find(owner core.Owner, secret string, now time.Time) (Session, error) {
	session, found, err := s.table.Get(owner, sessionKey(secret))
	if err != nil {
		return Session{}, err
	}
	if !found || session.Once || !now.Before(session.Expires) {
		return Session{}, signedOut()
	}
	return session, nil
}

// Redeem uses up a single-use secret and stores the session it leads to under next, in one transaction:
// of two simultaneous uses one is AuthRequired.
func (s Sessions) Redeem(owner core.Owner, once, next string, session Session, now time.Time) (Session, error) {
	session.Key = sessionKey(next)
	err := s.table.commit(owner, func(b bucket) error {
		link, found, err := get(s.table, b, sessionKey(once))
		if err != nil {
			return err
		}
		if !found || !link.Once || !now.Before(link.Expires) {
			return signedOut()
		}
		if err := b.Delete([]byte(link.Key)); err != nil {
			return err
		}
		return put(b, session.Key, session)
	})
	return session, err
}

// Renew moves the end of a session and notes that it was seen.
func (s Sessions) Renew(owner core.Owner, key string, now, expires time.Time) error {
	_, err := s.table.Update(owner, key, func(session Session, found bool) (Session, error) {
		if !found {
			return session, signedOut()
		}
		session.Seen, session.Expires = now, expires
		return session, nil
	})
	return err
}

// List returns the owner's sessions and links.
func (s Sessions) List(owner core.Owner) (out []Session, err error) {
	err = s.table.Each(owner, "", func(_ string, session Session) bool {
		out = append(out, session)
		return true
	})
	return out, err
}

// Revoke ends a session by its key.
func (s Sessions) Revoke(owner core.Owner, key string) error { return s.table.Delete(owner, key) }

// Sweep forgets the owner's expired sessions and links.
func (s Sessions) Sweep(owner core.Owner, now time.Time) (int, error) {
	return s.table.DeleteWhere(owner, func(_ string, session Session) bool { return !now.Before(session.Expires) })
}

// Owners lists who has sessions.
func (s Sessions) Owners() ([]core.Owner, error) { return s.table.Owners() }

func signedOut() error {
	return sdk.Errorf(sdk.AuthRequired, "session_unknown", "no live session")
}
