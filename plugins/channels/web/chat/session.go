package chat

import (
	"context"
	"encoding/json"
	"time"

	"github.com/metnos/metnos/sdk"
)

// Methods of the core's settings surface the channel itself calls.
const (
	methodShow  = "session.show"  // -> {owner, name, lang}
	methodClose = "session.close" // the presented session ends everywhere
)

// person is who the core says a session belongs to.
type person struct {
	Owner string `json:"owner"`
	Name  string `json:"name"`
	Lang  string `json:"lang"`
	Role  string `json:"role"`
}

// sessions asks the core; nothing about a person is kept here.
type sessions struct {
	core    sdk.Core
	timeout time.Duration
}

func (s sessions) call(ctx context.Context, token, method string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	params, err := json.Marshal(in)
	if err != nil {
		return sdk.Errorf(sdk.ContractViolation, "", "%s: %w", method, err)
	}
	raw, err := s.core.Call(ctx, sdk.Presented{Token: token}, method, params)
	if err != nil || out == nil {
		return err
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return sdk.Errorf(sdk.ContractViolation, "", "%s: answer: %w", method, err)
	}
	return nil
}

// show resolves a session token. A missing or revoked one is AuthRequired.
func (s sessions) show(ctx context.Context, token string) (person, error) {
	if token == "" {
		return person{}, sdk.Errorf(sdk.AuthRequired, "session_missing", "no session presented")
	}
	var p person
	if err := s.call(ctx, token, methodShow, struct{}{}, &p); err != nil {
		return person{}, err
	}
	if p.Owner == "" {
		return person{}, sdk.Errorf(sdk.AuthRequired, "session_missing", "the core named no owner for this session")
	}
	return p, nil
}

// refused reports whether the core turned the session itself away, as opposed to being out of reach.
func refused(err error) bool { return sdk.ClassOf(err) == sdk.AuthRequired }
