package host

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/fnv"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/pool"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

// acquire leases a process for the executor and the owner.
func (h *Host) acquire(ctx context.Context, ex core.Executor, owner core.Owner) (*pool.Lease[*process], error) {
	if owner == "" {
		return nil, sdk.Errorf(sdk.PolicyDenied, "owner_missing", "a call of %s without an owner", ex.Manifest.Name)
	}
	h.mu.Lock()
	blocked := h.blocked[ex.Manifest.Name]
	h.mu.Unlock()
	if blocked != nil {
		return nil, blocked
	}
	profile, err := sandbox.For(ex.Manifest, h.cfg.Grants(owner), h.cfg.Hidden)
	if err != nil {
		return nil, err
	}
	k := keyOf(ex, profile, owner)
	if err := h.programs.Check(ex); err != nil {
		h.pool.Drain(func(other key) bool { return other.executor == k.executor && other.digest == k.digest })
		return nil, err
	}
	for range 2 {
		lease, err := h.pool.Acquire(ctx, k, func() (*process, error) { return h.begin(ex, profile) })
		if err != nil {
			return nil, notAcquired(ctx, err)
		}
		if !lease.Proc.stale() {
			return lease, nil
		}
		// A denied path came to be since the process started: its masks do not cover it.
		lease.Proc.Retire()
		lease.End()
	}
	return nil, sdk.Errorf(sdk.Unavailable, "denied_paths_changing", "denied paths change while %s starts", ex.Manifest.Name).With("executor", ex.Manifest.Name)
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

func keyOf(ex core.Executor, profile sandbox.Profile, owner core.Owner) key {
	m := ex.Manifest
	return key{
		executor: m.Name, digest: m.Plugin.Digest, version: m.Version, instance: ex.Instance,
		config: configHash(ex.Config), profile: profile.Hash(), owner: owner,
	}
}

func configHash(config map[string]any) string {
	if len(config) == 0 {
		return ""
	}
	b, err := json.Marshal(config)
	if err != nil {
		return "unencodable"
	}
	f := fnv.New128a()
	_, _ = f.Write(b)
	return hex.EncodeToString(f.Sum(nil))
}
