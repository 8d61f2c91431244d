package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/sdk"
)

// granted tells what each person's executors may reach: the grants of the configuration that are for them, and
// their own home. A home somebody has to themselves is closed to everybody else, unless a grant gives a folder
// in it.
type granted struct {
	config func() []core.Grant // of the configuration in force
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
	for _, one := range g.config() {
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
	for _, c := range g.config() {
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
	return slices.ContainsFunc(slices.Concat(g.Read, g.Write), func(path string) bool { return around(home, path) })
}

// fits refuses a folder that cannot be somebody's own: one that is not there, that holds or lies in what metnos
// keeps, or around or inside what is another person's. inside reports one that is taken out of the host's home.
func (g granted) fits(ctx context.Context, home, data string) (inside bool, err error) {
	real, err := filepath.EvalSymlinks(home)
	if err == nil {
		if info, fault := os.Stat(real); fault != nil || !info.IsDir() {
			err = errors.Join(fault, errors.New("no folder"))
		}
	}
	if err != nil {
		return false, sdk.Errorf(sdk.NotFound, "home_missing", "%w", err).With("path", home)
	}
	everybody, err := g.people.List(ctx)
	if err != nil {
		return false, err
	}
	if around(real, data) || around(data, real) {
		return false, sdk.Errorf(sdk.WrongArgs, "home_is_metnos", "%s and %s overlap", home, data).With("path", home)
	}
	for _, p := range everybody {
		theirs, fault := filepath.EvalSymlinks(p.Home)
		if fault != nil {
			theirs = p.Home
		}
		if around(real, theirs) || p.Home != g.home && around(theirs, real) {
			return false, sdk.Errorf(sdk.WrongArgs, "home_of_another", "%s overlaps the home of %s", home, p.ID).With("path", home).With("name", string(p.ID))
		}
		inside = inside || around(theirs, real)
	}
	return inside, nil
}

// around reports whether inner is outer or lies in it.
func around(outer, inner string) bool {
	return inner == outer || strings.HasPrefix(inner, strings.TrimSuffix(outer, "/")+"/")
}
