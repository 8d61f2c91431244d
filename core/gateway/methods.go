package gateway

import (
	"context"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/sdk"
)

// Method is one call of the settings surface. Role is the least a caller must have; "" is open to
// somebody who is not signed in yet.
type Method struct {
	Name string
	Role people.Role
	Call func(ctx context.Context, c Caller, params json.RawMessage) (any, error)
}

// Caller is who calls, and what they showed.
type Caller struct {
	Person  people.Person
	Token   string
	Channel string
}

// own are the gateway's methods.
func (g *Gateway) own() []Method {
	return []Method{
		{"session.open", "", g.openSession},
		{"session.show", people.Guest, showSession},
		{"session.close", people.Guest, g.closeSession},
		{"preferences.set", people.Guest, g.setPreferences},
		{"catalog.list", people.Guest, g.listCatalog},
		{"changes.undo", people.Guest, g.undo},
	}
}

// call finds a method and checks the caller's role before it runs.
func (g *Gateway) call(ctx context.Context, channel string, who sdk.Presented, name string, params json.RawMessage) (json.RawMessage, error) {
	m, ok := g.methods[name]
	if !ok {
		return nil, sdk.Errorf(sdk.NotFound, "method_unknown", "no method %q", name).With("method", name)
	}
	c := Caller{Token: who.Token, Channel: channel}
	if m.Role != "" {
		person, err := g.principal(ctx, channel, who)
		if err != nil {
			return nil, err
		}
		if !person.Role.Includes(m.Role) {
			return nil, sdk.Errorf(sdk.PolicyDenied, "role_needed", "%s needs the role %s", name, m.Role).With("method", name).With("role", string(m.Role))
		}
		c.Person = person
	}
	result, err := m.Call(ctx, c, params)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(result)
	if err != nil {
		return nil, sdk.Errorf(sdk.ContractViolation, "method_failed", "%s: %w", name, err).With("method", name)
	}
	return body, nil
}

// Params decodes a method's parameters into out; an unreadable one is wrong_args.
func Params(params json.RawMessage, out any) error {
	if len(params) == 0 {
		return nil
	}
	if err := json.Unmarshal(params, out); err != nil {
		return sdk.Errorf(sdk.WrongArgs, "method_params", "%w", err)
	}
	return nil
}

type opened struct {
	Session string    `json:"session"`
	Expires time.Time `json:"expires"`
}

// openSession spends a one-time token for a session.
func (g *Gateway) openSession(ctx context.Context, _ Caller, params json.RawMessage) (any, error) {
	var in struct {
		Token string `json:"token"`
		Agent string `json:"agent"`
	}
	if err := Params(params, &in); err != nil {
		return nil, err
	}
	token, session, err := g.People.SignIn(ctx, in.Token, in.Agent)
	return opened{token, session.Expires}, err
}

type shown struct {
	Owner core.Owner  `json:"owner"`
	Name  string      `json:"name"`
	Role  people.Role `json:"role"`
	Lang  string      `json:"lang"`
	Zone  string      `json:"zone"`
}

func showSession(_ context.Context, c Caller, _ json.RawMessage) (any, error) {
	return shown{c.Person.ID, c.Person.Name, c.Person.Role, c.Person.Lang, c.Person.Zone}, nil
}

func (g *Gateway) closeSession(ctx context.Context, c Caller, _ json.RawMessage) (any, error) {
	return struct{}{}, g.People.Close(ctx, c.Token)
}

func (g *Gateway) setPreferences(ctx context.Context, c Caller, params json.RawMessage) (any, error) {
	var in struct {
		Lang string `json:"lang"`
		Zone string `json:"zone"`
	}
	if err := Params(params, &in); err != nil {
		return nil, err
	}
	return struct{}{}, g.People.Prefer(ctx, c.Person.ID, in.Lang, in.Zone)
}

type listed struct {
	Name        string `json:"name"`
	Version     string `json:"version"`
	Origin      string `json:"origin"`
	Effect      string `json:"effect"`
	Description string `json:"description"`
}

// inLang reads {lang}, or takes the caller's own.
func (g *Gateway) inLang(c Caller, params json.RawMessage) (string, error) {
	var in struct {
		Lang string `json:"lang"`
	}
	err := Params(params, &in)
	if known(in.Lang) == "" {
		in.Lang = g.lang(c.Person)
	}
	return in.Lang, err
}

func (g *Gateway) listCatalog(_ context.Context, c Caller, params json.RawMessage) (any, error) {
	lang, err := g.inLang(c, params)
	list := []listed{}
	for _, ex := range g.Catalog.Active() {
		m := ex.Manifest
		list = append(list, listed{m.Name, m.Version, m.Origin, m.Execution.Effect, m.Description.In(lang)})
	}
	return list, err
}
