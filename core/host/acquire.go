package host

import (
	"context"
	"errors"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/guard"
	"github.com/metnos/metnos/core/host/pool"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// acquire leases a process for the executor and the owner, with a look at the denied paths it has no mask
// for.
func (h *Host) acquire(ctx context.Context, ex core.Executor, owner core.Owner) (*pool.Lease[*process], guard.Guard, error) {
	fail := func(err error) (*pool.Lease[*process], guard.Guard, error) { return nil, guard.Guard{}, err }
	if owner == "" {
		return fail(sdk.Errorf(sdk.PolicyDenied, "owner_missing", "a call of %s without an owner", ex.Manifest.Name))
	}
	if blocked := h.touched.Blocked(ex.Manifest.Name); blocked != nil {
		return fail(blocked)
	}
	profile, k, err := h.profile(ex, owner)
	if err != nil {
		return fail(err)
	}
	if err := h.programs.Check(ex); err != nil {
		h.pool.Drain(func(other key) bool { return other.executor == k.executor && other.digest == k.digest })
		return fail(err)
	}
	for range 2 {
		lease, err := h.pool.Acquire(ctx, k, func() (*process, error) { return h.begin(ex, profile) })
		if err != nil {
			return fail(notAcquired(ctx, err))
		}
		now := guard.Look(lease.Proc.layout.Watches)
		if len(now.Changes(lease.Proc.born)) == 0 {
			return lease, now, nil
		}
		if lease.Proc.rest.Unseen() {
			incident := lease.Proc.look()
			lease.Proc.Retire()
			lease.End()
			return fail(incident)
		}
		// A denied path came to be since the process started: its masks do not cover it.
		lease.Proc.Retire()
		lease.End()
	}
	return fail(sdk.Errorf(sdk.Unavailable, "denied_paths_changing", "denied paths change while %s starts", ex.Manifest.Name).With("executor", ex.Manifest.Name))
}

// profile is the confinement of an executor for an owner and the key of its process. A manifest is never
// changed after it was admitted, so both are computed once, until the catalog is read again.
func (h *Host) profile(ex core.Executor, owner core.Owner) (sandbox.Profile, key, error) {
	type computed struct {
		profile sandbox.Profile
		hash    string
	}
	at := profileKey{ex.Manifest, owner}
	var c computed
	if found, ok := h.profiles.Load(at); ok {
		c = found.(computed)
	} else {
		p, err := sandbox.For(ex.Manifest, h.cfg.Grants(owner), h.cfg.Hidden)
		if err != nil {
			return sandbox.Profile{}, key{}, err
		}
		c = computed{profile: p, hash: p.Hash()}
		h.profiles.Store(at, c)
	}
	m := ex.Manifest
	return c.profile, key{
		executor: m.Name, digest: m.Plugin.Digest, version: m.Version, instance: ex.Instance,
		config: pool.HashOf(ex.Config), profile: c.hash, owner: owner,
	}, nil
}

type profileKey struct {
	manifest *manifest.Manifest
	owner    core.Owner
}

func notAcquired(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, pool.ErrClosed):
		return errHostClosed()
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return interrupted(ctx)
	}
	return err
}

// key names the processes that may stand in for one another: same bytes, same manifest, same configuration
// block, same confinement, same person.
type key struct {
	executor, digest, version, instance, config, profile string
	owner                                                core.Owner
}
