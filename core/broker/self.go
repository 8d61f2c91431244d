package broker

import (
	"context"

	"github.com/metnos/metnos/sdk"
)

// Self is what metnos keeps for the person of the call, as far as the manifest asks to see or change it.
func (s *Session) Self() sdk.Self { return gate{s} }

// gate asks the manifest before anything is looked at.
type gate struct{ session *Session }

func (g gate) pass(allowed bool, capability string) (sdk.Self, error) {
	scope := g.session.scope
	switch {
	case !allowed:
		return nil, sdk.Errorf(sdk.PolicyDenied, "capability_not_declared", "the manifest of %s does not declare %s", scope.Executor, capability).
			With("executor", scope.Executor).With("capability", capability)
	case scope.Self == nil:
		return nil, sdk.Errorf(sdk.Unavailable, "self_absent", "nothing is kept for anybody here")
	}
	return scope.Self, nil
}

func (g gate) reads() (sdk.Self, error) { return g.pass(g.session.scope.Reads, "metnos:read") }

func (g gate) writes() (sdk.Self, error) { return g.pass(g.session.scope.Writes, "metnos:write") }

func (g gate) Tasks(ctx context.Context, query string) ([]sdk.Task, error) {
	own, err := g.reads()
	if err != nil {
		return nil, err
	}
	return own.Tasks(ctx, query)
}

func (g gate) Runs(ctx context.Context, query string, limit int) ([]sdk.Run, error) {
	own, err := g.reads()
	if err != nil {
		return nil, err
	}
	return own.Runs(ctx, query, limit)
}

func (g gate) Preferences(ctx context.Context) ([]sdk.Preference, error) {
	own, err := g.reads()
	if err != nil {
		return nil, err
	}
	return own.Preferences(ctx)
}

func (g gate) Skills(ctx context.Context) ([]sdk.Skill, error) {
	own, err := g.reads()
	if err != nil {
		return nil, err
	}
	return own.Skills(ctx)
}

func (g gate) Rows(ctx context.Context, store, query string) ([]sdk.Row, error) {
	own, err := g.reads()
	if err != nil {
		return nil, err
	}
	return own.Rows(ctx, store, query)
}

func (g gate) Alter(ctx context.Context, a sdk.Alteration) (sdk.Altered, error) {
	own, err := g.writes()
	if err != nil {
		return sdk.Altered{}, err
	}
	return own.Alter(ctx, a)
}

func (g gate) Revert(ctx context.Context, ref string) (sdk.Altered, error) {
	own, err := g.writes()
	if err != nil {
		return sdk.Altered{}, err
	}
	return own.Revert(ctx, ref)
}
