package main

import (
	"context"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/store"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// skillOf is the skill an executor belongs to: those of one imported package are one, one that was installed by itself is
// its own; "" is what came with the program.
func skillOf(m *manifest.Manifest) string {
	switch {
	case m.Provenance.SkillName != "" && m.Origin == "imported":
		return m.Provenance.SkillName
	case m.Publisher == "metnos":
		return ""
	}
	return m.Name
}

// ownSkills are the skills the catalog admitted, those out of use too.
type ownSkills struct{ in *Instance }

func (s ownSkills) Skills() (out []sdk.Skill, err error) {
	add := func(list []core.Executor, enabled bool) {
		for _, e := range list {
			m, name := e.Manifest, skillOf(e.Manifest)
			if name == "" {
				continue
			}
			i := slices.IndexFunc(out, func(one sdk.Skill) bool { return one.Name == name })
			if i < 0 {
				i = len(out)
				version := m.Version
				if name == m.Provenance.SkillName {
					version = m.Provenance.SourceVersion
				}
				out = append(out, sdk.Skill{Name: name, Publisher: m.Publisher, Version: version, Enabled: enabled})
			}
			out[i].Tools = append(out[i].Tools, m.Name)
		}
	}
	add(s.in.Catalog.Active(), true)
	add(s.in.Catalog.Resting(), false)
	slices.SortFunc(out, func(a, b sdk.Skill) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// Enable keeps what is out of use, and puts the catalog so.
func (s ownSkills) Enable(ctx context.Context, owner core.Owner, name string, on, try bool) error {
	who, err := s.in.People.Person(ctx, owner)
	if err != nil {
		return err
	}
	if !who.Role.Includes(people.Admin) {
		return sdk.Errorf(sdk.PolicyDenied, "skill_by_host", "a skill holds for everybody").With("name", name)
	}
	if try {
		return nil
	}
	table := store.TableOf[bool](s.in.Store, "resting")
	if on {
		err = table.Delete(core.Host, name)
	} else {
		err = table.Put(core.Host, name, true)
	}
	if err != nil {
		return err
	}
	return s.rest()
}

// rest puts the skills that are kept out of use out of it.
func (s ownSkills) rest() error {
	resting := map[string]bool{}
	err := store.TableOf[bool](s.in.Store, "resting").Each(core.Host, "", func(name string, off bool) bool {
		resting[name] = off
		return true
	})
	if err == nil {
		s.in.Catalog.Rest(func(m *manifest.Manifest) bool { return resting[skillOf(m)] })
	}
	return err
}
