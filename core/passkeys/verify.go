package passkeys

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/metnos/metnos/core"
)

// Challenge starts a sign-in for a browser nobody is signed in with: its name, and what it needs, as JSON. browser is
// a secret only that browser has.
func (p *Passkeys) Challenge(_ context.Context, browser, origin string) (id string, options json.RawMessage, err error) {
	party, err := p.party(origin)
	if err != nil {
		return "", nil, err
	}
	if browser == "" {
		return "", nil, refused(nil)
	}
	assertion, state, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return "", nil, refused(err)
	}
	id = state.Challenge
	if err := p.keep(id, ceremony{session: *state, whose: browser, site: party.Config.RPID, origin: origin}, true); err != nil {
		return "", nil, err
	}
	options, err = json.Marshal(assertion.Response)
	return id, options, err
}

// Verify names the person whose passkey answered a challenge, or refuses. A counter that did not grow tells a
// copied passkey: that use is refused.
func (p *Passkeys) Verify(_ context.Context, browser, id string, answer []byte) (core.Owner, Passkey, error) {
	c, err := p.take(id, browser)
	if err != nil {
		return "", Passkey{}, err
	}
	party, err := p.party(c.origin)
	if err != nil {
		return "", Passkey{}, err
	}
	if len(answer) > maxAnswer {
		return "", Passkey{}, refused(nil)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", Passkey{}, refused(err)
	}
	owner, h, err := p.whose(parsed.Response.UserHandle)
	if err != nil {
		return "", Passkey{}, err
	}
	who := person{h, "", c.site}
	used, err := party.ValidateDiscoverableLogin(func(_, _ []byte) (webauthn.User, error) { return who, nil }, c.session, parsed)
	if err != nil {
		return "", Passkey{}, refused(err)
	}
	key, err := p.count(owner, used)
	if err != nil {
		return "", Passkey{}, err
	}
	return owner, key, nil
}

// count records a use. It looks at the counter once more where it is kept: of two uses at once one is the copy.
func (p *Passkeys) count(owner core.Owner, used *webauthn.Credential) (Passkey, error) {
	var key Passkey
	_, err := p.holders.Update(owner, record, func(h Holder, _ bool) (Holder, error) {
		i := slices.IndexFunc(h.Keys, func(k Passkey) bool { return bytes.Equal(k.Credential.ID, used.ID) })
		if i < 0 {
			return h, refused(nil) // removed a moment ago
		}
		before, after := h.Keys[i].Credential.Authenticator.SignCount, used.Authenticator.SignCount
		if used.Authenticator.CloneWarning || after <= before && (after != 0 || before != 0) {
			return h, refused(nil)
		}
		h.Keys = slices.Clone(h.Keys)
		h.Keys[i].Credential, h.Keys[i].Used = *used, p.now()
		key = h.Keys[i]
		return h, nil
	})
	return key, err
}
