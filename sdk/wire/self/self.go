package self

import (
	"context"

	"github.com/metnos/metnos/sdk"
)

// Request is one operation and what it needs.
type Request struct {
	Op    string          `json:"op"` // tasks, runs, preferences, skills, rows, alter, revert
	Store string          `json:"store,omitempty"`
	Query string          `json:"query,omitempty"`
	Limit int             `json:"limit,omitempty"`
	Ref   string          `json:"ref,omitempty"`
	Alter *sdk.Alteration `json:"alter,omitempty"`
}

// Client asks the core.
type Client struct {
	Ask func(ctx context.Context, method string, in, out any) error
}

var _ sdk.Self = Client{}

func ask[T any](ctx context.Context, c Client, r Request) (out T, err error) {
	err = c.Ask(ctx, "Host.Self", r, &out)
	return out, err
}

// Tasks asks for tasks.
func (c Client) Tasks(ctx context.Context, query string) ([]sdk.Task, error) {
	return ask[[]sdk.Task](ctx, c, Request{Op: "tasks", Query: query})
}

// Runs asks for what became of tasks.
func (c Client) Runs(ctx context.Context, query string, limit int) ([]sdk.Run, error) {
	return ask[[]sdk.Run](ctx, c, Request{Op: "runs", Query: query, Limit: limit})
}

// Preferences asks for the preferences.
func (c Client) Preferences(ctx context.Context) ([]sdk.Preference, error) {
	return ask[[]sdk.Preference](ctx, c, Request{Op: "preferences"})
}

// Skills asks for the skills.
func (c Client) Skills(ctx context.Context) ([]sdk.Skill, error) {
	return ask[[]sdk.Skill](ctx, c, Request{Op: "skills"})
}

// Rows asks for rows of the person's own stores.
func (c Client) Rows(ctx context.Context, store, query string) ([]sdk.Row, error) {
	return ask[[]sdk.Row](ctx, c, Request{Op: "rows", Store: store, Query: query})
}

// Alter asks for a change.
func (c Client) Alter(ctx context.Context, a sdk.Alteration) (sdk.Altered, error) {
	return ask[sdk.Altered](ctx, c, Request{Op: "alter", Alter: &a})
}

// Revert asks to take a change back.
func (c Client) Revert(ctx context.Context, ref string) (sdk.Altered, error) {
	return ask[sdk.Altered](ctx, c, Request{Op: "revert", Ref: ref})
}

// Answer serves a request. A broker without a self refuses it.
func (r Request) Answer(ctx context.Context, own sdk.Self) (any, error) {
	if own == nil {
		return nil, sdk.Errorf(sdk.PolicyDenied, "self_denied", "this call may not see what metnos keeps")
	}
	switch r.Op {
	case "tasks":
		return own.Tasks(ctx, r.Query)
	case "runs":
		return own.Runs(ctx, r.Query, r.Limit)
	case "preferences":
		return own.Preferences(ctx)
	case "skills":
		return own.Skills(ctx)
	case "rows":
		return own.Rows(ctx, r.Store, r.Query)
	case "alter":
		if r.Alter == nil {
			break
		}
		return own.Alter(ctx, *r.Alter)
	case "revert":
		return own.Revert(ctx, r.Ref)
	}
	return nil, sdk.Errorf(sdk.ContractViolation, "self_operation", "%q is no operation", r.Op)
}
