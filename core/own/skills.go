package own

import (
	"context"
	"slices"
	"strings"

	"github.com/metnos/metnos/sdk"
)

// switching begins the reference of a skill's change: what it was, and its name.
const switching = "skill:"

var states = map[bool]string{true: "enabled", false: "disabled"}

// enable puts a skill in use or out of it. That it is so already is an answer.
func (s self) enable(ctx context.Context, a sdk.Alteration) (sdk.Altered, error) {
	one, err := s.skill(a.Name)
	switch {
	case err != nil:
		return sdk.Altered{}, err
	case a.Value != states[true] && a.Value != states[false]:
		return sdk.Altered{}, sdk.Errorf(sdk.WrongArgs, "skill_state", "%q is no state of a skill", a.Value).With("value", a.Value)
	case states[one.Enabled] == a.Value:
		return sdk.Altered{Skill: &one, Same: true}, nil
	}
	was := one.Enabled
	if err := s.Desk.Skills.Enable(ctx, s.owner, one.Name, !was, a.Try); err != nil {
		return sdk.Altered{}, err
	}
	one.Enabled = !was
	return sdk.Altered{Skill: &one, Ref: switching + states[was] + ":" + one.Name}, nil
}

// switchBack takes a switch back; one that is as it was before is left.
func (s self) switchBack(ctx context.Context, ref string) (sdk.Altered, error) {
	state, name, ok := strings.Cut(strings.TrimPrefix(ref, switching), ":")
	if !ok {
		return sdk.Altered{}, sdk.Errorf(sdk.NotFound, "change_unknown", "no change %q", ref)
	}
	return s.enable(ctx, sdk.Alteration{Kind: sdk.SetSkill, Name: name, Value: state})
}

func (s self) skill(name string) (sdk.Skill, error) {
	list, err := s.Desk.Skills.Skills()
	if err != nil {
		return sdk.Skill{}, err
	}
	i := slices.IndexFunc(list, func(one sdk.Skill) bool { return strings.EqualFold(one.Name, name) })
	if i < 0 {
		return sdk.Skill{}, sdk.Errorf(sdk.NotFound, "skill_unknown", "no skill %q", name).With("name", name)
	}
	return list[i], nil
}
