package people

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Sender is somebody as a platform names them. The same ID on two accounts, or on two channels, is two senders.
type Sender struct {
	Channel string `json:"channel"` // name of the channel's block
	Account string `json:"account"` // which account of the platform received the message, "" when it has but one
	ID      string `json:"id"`
}

// Binding says that a sender is a person.
type Binding struct {
	Sender
	Owner core.Owner `json:"owner"`
	Since time.Time  `json:"since"`
}

// Bindings keeps one binding per sender. They are an index of the whole instance, kept under [core.Host]: who a
// sender is must be known before there is an owner to ask for.
type Bindings interface {
	Get(owner core.Owner, key string) (Binding, bool, error)
	// Update replaces a value in one transaction; when change fails nothing is written.
	Update(owner core.Owner, key string, change func(b Binding, found bool) (Binding, error)) (Binding, error)
	Each(owner core.Owner, prefix string, visit func(key string, b Binding) bool) error
	DeleteWhere(owner core.Owner, match func(key string, b Binding) bool) (int, error)
}

// key is unambiguous: no part may hold NUL.
func (s Sender) key() string { return s.Channel + "\x00" + s.Account + "\x00" + s.ID }

// maxName bounds each part of a sender, in bytes.
const maxName = 256

func (s Sender) check() error {
	bad := func(part string) bool {
		return len(part) > maxName || !utf8.ValidString(part) || strings.ContainsFunc(part, unicode.IsControl)
	}
	if s.Channel == "" || s.ID == "" || bad(s.Channel) || bad(s.Account) || bad(s.ID) {
		return sdk.Errorf(sdk.WrongArgs, "sender_incomplete", "%q of %q on %q is not a sender", s.ID, s.Account, s.Channel)
	}
	return nil
}

// Bind makes a sender a person. One who is somebody already is refused, unless it is the same person. Nothing but
// the person's own act leads here: [People.Pair] with their code.
func (p *People) Bind(ctx context.Context, id core.Owner, channel, account, sender string) error {
	s := Sender{channel, account, sender}
	if err := s.check(); err != nil {
		return err
	}
	if _, err := p.Person(ctx, id); err != nil {
		return err
	}
	_, err := p.tables.Bindings.Update(core.Host, s.key(), func(b Binding, found bool) (Binding, error) {
		switch {
		case found && b.Owner != id:
			return b, taken(s)
		case found:
			return b, nil
		}
		return Binding{Sender: s, Owner: id, Since: p.now()}, nil
	})
	return err
}

func taken(s Sender) error {
	return sdk.Errorf(sdk.PolicyDenied, "sender_taken", "%s on %s is somebody already", s.ID, s.Channel).With("channel", s.Channel)
}

// Bound tells which person a sender is. One whose person is gone is nobody.
func (p *People) Bound(ctx context.Context, channel, account, sender string) (core.Owner, bool, error) {
	s := Sender{channel, account, sender}
	if s.check() != nil {
		return "", false, nil
	}
	b, found, err := p.tables.Bindings.Get(core.Host, s.key())
	if err != nil || !found || b.Sender != s {
		return "", false, err
	}
	_, err = p.Person(ctx, b.Owner)
	if sdk.ClassOf(err) == sdk.PolicyDenied {
		return "", false, nil
	}
	return b.Owner, err == nil, err
}

// Bindings lists the senders that are a person, in the order of channel, account and id.
func (p *People) Bindings(ctx context.Context, id core.Owner) ([]Binding, error) {
	if _, err := p.Person(ctx, id); err != nil {
		return nil, err
	}
	list := []Binding{}
	err := p.tables.Bindings.Each(core.Host, "", func(_ string, b Binding) bool {
		if b.Owner == id {
			list = append(list, b)
		}
		return true
	})
	slices.SortFunc(list, func(a, b Binding) int { return strings.Compare(a.key(), b.key()) })
	return list, err
}

// Unbind parts a sender from a person. Of somebody else's sender it says what it says of one that is nobody.
func (p *People) Unbind(ctx context.Context, id core.Owner, channel, account, sender string) error {
	if _, err := p.Person(ctx, id); err != nil {
		return err
	}
	s := Sender{channel, account, sender}
	n, err := p.tables.Bindings.DeleteWhere(core.Host, func(key string, b Binding) bool { return key == s.key() && b.Owner == id })
	if err == nil && n == 0 {
		err = sdk.Errorf(sdk.NotFound, "binding_unknown", "%s on %s is not bound to %s", sender, channel, id).With("channel", channel)
	}
	return err
}

func (p *People) unbindAll(id core.Owner) error {
	_, err := p.tables.Bindings.DeleteWhere(core.Host, func(_ string, b Binding) bool { return b.Owner == id })
	return err
}

// Pair makes the sender the person a code was made for. A wrong, spent or expired code is one and the same refusal;
// after a few of them a sender has to wait.
func (p *People) Pair(ctx context.Context, channel, account, sender, code string) (Person, error) {
	s := Sender{channel, account, sender}
	if err := s.check(); err != nil {
		return Person{}, err
	}
	if err := p.guesses.may(s, p.now()); err != nil {
		return Person{}, err
	}
	before, found, err := p.tables.Bindings.Get(core.Host, s.key())
	if err != nil {
		return Person{}, err
	}
	owner, err := p.spend(code, func(owner core.Owner) error {
		if found && before.Owner != owner {
			return taken(s) // the code stays good for the sender it is meant for
		}
		return nil
	})
	if sdk.ClassOf(err) == sdk.AuthRequired {
		p.guesses.wrong(s, p.now())
	}
	if err != nil {
		return Person{}, err
	}
	person, err := p.Person(ctx, owner)
	if err == nil {
		err = p.Bind(ctx, owner, channel, account, sender)
	}
	if err != nil {
		return Person{}, err
	}
	p.guesses.right(s)
	return person, nil
}
