package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

const (
	// CodeLife is how long a pairing code can be used.
	CodeLife = 10 * time.Minute

	maxGuesses = 5                // wrong codes of one sender before it has to wait
	guessRest  = 10 * time.Minute // how long it waits
	maxSenders = 4096             // senders whose guesses are remembered
)

// Code is a pairing code as it is kept: whose it is. Its key is a hash of the code, which is kept nowhere.
type Code struct {
	Owner   core.Owner `json:"owner"`
	Expires time.Time  `json:"expires"`
	Spent   bool       `json:"spent,omitempty"`
}

// Codes keeps pairing codes by the hash of the code, under [core.Host].
type Codes interface {
	Put(owner core.Owner, key string, c Code) error
	Update(owner core.Owner, key string, change func(c Code, found bool) (Code, error)) (Code, error)
	DeleteWhere(owner core.Owner, match func(key string, c Code) bool) (int, error)
}

// PairingCode makes a code a person gives on a channel to be known there: 140 random bits, good once, for
// [CodeLife]. It takes the place of the one they had.
func (p *People) PairingCode(ctx context.Context, id core.Owner) (code string, expires time.Time, err error) {
	if _, err := p.Person(ctx, id); err != nil {
		return "", time.Time{}, err
	}
	now := p.now()
	_, err = p.tables.Codes.DeleteWhere(core.Host, func(_ string, c Code) bool {
		return c.Owner == id || c.Spent || !now.Before(c.Expires)
	})
	if err != nil {
		return "", time.Time{}, err
	}
	code, expires = newCode(), now.Add(CodeLife)
	return code, expires, p.tables.Codes.Put(core.Host, codeKey(code), Code{Owner: id, Expires: expires})
}

// letters of a code: none that are read as another, or make words.
const letters = "0123456789bcdfghjkmnpqrstvwxyzae"

// newCode is seven groups of four letters.
func newCode() string {
	var b [28]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails: it ends the program instead
	var code strings.Builder
	for i, bits := range b {
		if i > 0 && i%4 == 0 {
			code.WriteByte('-')
		}
		code.WriteByte(letters[bits&31])
	}
	return code.String()
}

// codeKey hashes a code however it was typed.
func codeKey(code string) string {
	plain := strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(code)))
	sum := sha256.Sum256([]byte(plain))
	return hex.EncodeToString(sum[:])
}

// spend uses a code up, once accept takes its owner, and returns whose it was.
func (p *People) spend(code string, accept func(core.Owner) error) (core.Owner, error) {
	wrong := sdk.Errorf(sdk.AuthRequired, "pairing_code", "no such pairing code")
	if len(code) > 128 {
		return "", wrong
	}
	c, err := p.tables.Codes.Update(core.Host, codeKey(code), func(c Code, found bool) (Code, error) {
		if !found || c.Spent || !p.now().Before(c.Expires) {
			return c, wrong
		}
		c.Spent = true
		return c, accept(c.Owner)
	})
	return c.Owner, err
}

func (p *People) dropCodes(id core.Owner) error {
	_, err := p.tables.Codes.DeleteWhere(core.Host, func(_ string, c Code) bool { return c.Owner == id })
	return err
}

// guesses counts the wrong codes of each sender. It lives in memory: strangers must not fill the disk.
type guesses struct {
	mu sync.Mutex
	by map[Sender]guess
}

type guess struct {
	wrong int
	until time.Time // when it is forgotten
}

// may refuses a sender that guessed too often.
func (g *guesses) may(s Sender, now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if past := g.by[s]; past.wrong >= maxGuesses && now.Before(past.until) {
		return sdk.Errorf(sdk.RateLimited, "pairing_attempts", "%d wrong codes", past.wrong)
	}
	return nil
}

func (g *guesses) wrong(s Sender, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	past, known := g.by[s]
	if !known && len(g.by) >= maxSenders {
		g.makeRoom(now)
	}
	if !now.Before(past.until) {
		past.wrong = 0
	}
	g.by[s] = guess{past.wrong + 1, now.Add(guessRest)}
}

// makeRoom forgets the senders whose time is over, else the one that is next.
func (g *guesses) makeRoom(now time.Time) {
	var next Sender
	for s, past := range g.by {
		if !now.Before(past.until) {
			delete(g.by, s)
		} else if first, ok := g.by[next]; !ok || past.until.Before(first.until) {
			next = s
		}
	}
	if len(g.by) >= maxSenders {
		delete(g.by, next)
	}
}

func (g *guesses) right(s Sender) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.by, s)
}
