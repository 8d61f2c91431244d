package main

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/places"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/records"
	"github.com/metnos/metnos/core/vaglio"
)

// realm is what each person's turns may reach and name: the same grants for the policy, for the sandbox and for the
// names of folders and files.
type realm struct {
	granted
	policy vaglio.Policy

	records *records.Keeper

	mu      sync.Mutex
	finders map[string]*places.Finder // by what they look through
}

func newRealm(g granted, policy vaglio.Policy, kept *records.Keeper) *realm {
	return &realm{granted: g, policy: policy, records: kept, finders: map[string]*places.Finder{}}
}

// Decide is the one policy over the owner's own grants.
func (r *realm) Decide(ctx context.Context, a vaglio.Action) core.Verdict {
	policy := r.policy
	policy.Grants = r.For(a.Owner)
	return vaglio.New(policy, r.people.Known).Decide(ctx, a)
}

// Partly reports whether the owner was granted some folders, but not all of path.
func (r *realm) Partly(owner core.Owner, path string) bool {
	policy := r.policy
	policy.Grants = r.For(owner)
	return vaglio.New(policy, r.people.Known).Partly(path)
}

// places are the folders and files an owner may name.
func (r *realm) places(owner core.Owner, home string) plan.Places {
	grants := r.For(owner)
	key := fmt.Sprint(grants)
	r.mu.Lock()
	defer r.mu.Unlock()
	finder, ok := r.finders[key]
	if !ok {
		if len(r.finders) >= 64 { // persons came and went
			clear(r.finders)
		}
		finder = places.New(grants)
		r.finders[key] = finder
	}
	return outlook{finder.Home(home), r.records, owner}
}

// outlook also tells the collections the owner keeps.
type outlook struct {
	*places.View
	records *records.Keeper
	owner   core.Owner
}

// Collections are none when they cannot be read: then no name is known.
func (n outlook) Collections() []string {
	if n.records == nil {
		return nil
	}
	rows, err := n.records.Find(n.owner, "", "")
	if err != nil {
		return nil
	}
	var out []string
	for _, r := range rows {
		if !slices.Contains(out, r.Store) {
			out = append(out, r.Store)
		}
	}
	return out
}
