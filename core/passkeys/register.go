package passkeys

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Begin starts the making of a passkey for somebody signed in at an address and returns what their browser needs, as
// JSON. A session has one at a time: the last counts.
func (p *Passkeys) Begin(_ context.Context, owner core.Owner, name, session, origin string) (json.RawMessage, error) {
	party, err := p.party(origin)
	if err != nil {
		return nil, err
	}
	if session == "" {
		return nil, sdk.Errorf(sdk.AuthRequired, "session_unknown", "no session")
	}
	h, err := p.holders.Update(owner, record, func(h Holder, _ bool) (Holder, error) {
		if len(h.Keys) >= Most {
			return h, sdk.Errorf(sdk.Conflict, "passkey_many", "%d passkeys", len(h.Keys))
		}
		if len(h.Handle) == 0 {
			h.Handle = newHandle()
		}
		return h, nil
	})
	if err != nil {
		return nil, err
	}
	who := person{h, name, party.Config.RPID}
	known := webauthn.WithExclusions(webauthn.Credentials(who.WebAuthnCredentials()).CredentialDescriptors())
	creation, state, err := party.BeginRegistration(who, known)
	if err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "passkey_refused", "begin: %w", err)
	}
	if err := p.keep(enrolment(owner, session), ceremony{session: *state, whose: session, site: party.Config.RPID, origin: origin}, false); err != nil {
		return nil, err
	}
	return json.Marshal(creation.Response)
}

// enrolment names the one ceremony of a session; no challenge is called so.
func enrolment(owner core.Owner, session string) string { return string(owner) + " " + session }

// Add takes what the browser answered and keeps the passkey under a name.
func (p *Passkeys) Add(_ context.Context, owner core.Owner, session, name string, answer []byte) (Passkey, error) {
	c, err := p.take(enrolment(owner, session), session)
	if err != nil {
		return Passkey{}, unmade(err)
	}
	party, err := p.party(c.origin)
	if err != nil {
		return Passkey{}, err
	}
	if len(answer) > maxAnswer {
		return Passkey{}, unmade(refused(nil))
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Passkey{}, unmade(refused(err))
	}
	h, _, err := p.holders.Get(owner, record)
	if err != nil {
		return Passkey{}, err
	}
	made, err := party.CreateCredential(person{h, "", c.site}, c.session, parsed)
	if err != nil {
		return Passkey{}, unmade(refused(err))
	}
	made.Attestation = webauthn.CredentialAttestation{} // who made the device is nobody's business
	if err := p.unused(made.ID); err != nil {
		return Passkey{}, err
	}
	if name = tidy(name); name == "" {
		name = c.site
	}
	key := Passkey{Name: name, Site: c.site, Created: p.now(), Credential: *made}
	_, err = p.holders.Update(owner, record, func(h Holder, _ bool) (Holder, error) {
		if !bytes.Equal(h.Handle, c.session.UserID) || len(h.Keys) >= Most {
			return h, sdk.Errorf(sdk.Conflict, "passkey_many", "%d passkeys", len(h.Keys))
		}
		h.Keys = append(slices.Clone(h.Keys), key)
		return h, nil
	})
	return key, err
}

// unmade is a refusal that says nothing about the session of whoever asked.
func unmade(err error) error {
	var fault *sdk.Error
	if errors.As(err, &fault) && fault.Class == sdk.AuthRequired {
		return sdk.Errorf(sdk.PolicyDenied, fault.Code, "%w", err)
	}
	return err
}

// unused refuses a credential somebody has already, be it the same person.
func (p *Passkeys) unused(id []byte) error {
	owners, err := p.holders.Owners()
	if err != nil {
		return err
	}
	for _, owner := range owners {
		h, _, err := p.holders.Get(owner, record)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(h.Keys, func(k Passkey) bool { return bytes.Equal(k.Credential.ID, id) }) {
			return sdk.Errorf(sdk.Conflict, "passkey_known", "the credential is there already")
		}
	}
	return nil
}
