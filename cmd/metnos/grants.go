package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/people"
)

// granted tells what each person's executors may reach: the grants of the configuration that are for them, and
// their own home. A home somebody has to themselves is closed to everybody else, unless a grant gives a folder
// in it.
type granted struct {
	config []core.Grant
	people *people.People
	home   string // the host's
}

// For lists a person's grants; somebody unknown has none.
func (g granted) For(owner core.Owner) []core.Grant {
	ctx := context.Background()
	me, err := g.people.Person(ctx, owner)
	if err != nil {
		return nil
	}
	everybody, err := g.people.List(ctx)
	if err != nil {
		return nil
	}
	var own []core.Grant
	for _, one := range g.config {
		if slices.Contains(one.People, owner) || len(one.People) == 0 && me.Home == g.home {
			own = append(own, one)
		}
	}
	if me.Home != g.home {
		own = append(own, g.homeOf(me))
	}
	for _, other := range everybody {
		if other.Home == me.Home || other.Home == g.home {
			continue
		}
		for i, one := range own {
			if !givesBelow(one, other.Home) {
				own[i].Deny = append(slices.Clone(one.Deny), other.Home)
			}
		}
	}
	return own
}

// homeOf gives somebody the home that is theirs alone, with what the configuration hides in the host's hidden at
// the same place.
func (g granted) homeOf(p people.Person) core.Grant {
	one := core.Grant{Name: "home of " + string(p.ID), People: []core.Owner{p.ID}, Read: []string{p.Home}, Write: []string{p.Home}}
	for _, c := range g.config {
		for _, deny := range c.Deny {
			if rel, ok := strings.CutPrefix(deny, g.home+"/"); ok {
				deny = filepath.Join(p.Home, rel)
			}
			if !slices.Contains(one.Deny, deny) {
				one.Deny = append(one.Deny, deny)
			}
		}
	}
	return one
}

// givesBelow reports whether a grant names a folder in home.
func givesBelow(g core.Grant, home string) bool {
	return slices.ContainsFunc(slices.Concat(g.Read, g.Write), func(path string) bool {
		return path == home || strings.HasPrefix(path, home+"/")
	})
}
