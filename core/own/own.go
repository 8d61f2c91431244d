package own

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Tasks is what is kept of the tasks of everybody, for one turn of one of them.
type Tasks interface {
	Tasks(query string) ([]sdk.Task, error)
	Runs(query string, limit int) ([]sdk.Run, error)
	Alter(ctx context.Context, a sdk.Alteration) (sdk.Altered, error)
	Revert(ref string) (sdk.Altered, error)
}

// Preferences are the closed vocabulary of what a person may prefer.
type Preferences interface {
	Choices(ctx context.Context, owner core.Owner) ([]sdk.Preference, error)
	SetPreference(ctx context.Context, owner core.Owner, name, value string) error
	ResetPreference(ctx context.Context, owner core.Owner, name string) error
}

// Skills are the foreign packages of the instance.
type Skills interface {
	// Skills returns them by name, whether they are in use or not.
	Skills() ([]sdk.Skill, error)
	// Enable puts one in use or out of it, for everybody; when it is only tried, it says whether that may be. Who does not
	// run the instance is refused.
	Enable(ctx context.Context, owner core.Owner, name string, on, try bool) error
}

// Rows are the stores everybody keeps of their own.
type Rows interface {
	Find(owner core.Owner, store, query string) ([]sdk.Row, error)
	Alter(owner core.Owner, a sdk.Alteration) (sdk.Altered, error)
	Revert(owner core.Owner, ref string) (sdk.Altered, error)
}

// Desk hands out what is kept. Defaults are what holds of a preference nobody chose.
type Desk struct {
	Tasks       func(call sdk.Call) Tasks
	Preferences Preferences
	Skills      Skills
	Rows        Rows
	Defaults    map[string]string
}

// For is the sdk.Self of one call.
func (d Desk) For(call sdk.Call) sdk.Self {
	return self{Desk: d, tasks: d.Tasks(call), owner: core.Owner(call.Owner)}
}

type self struct {
	Desk
	tasks Tasks
	owner core.Owner
}

func (s self) Tasks(_ context.Context, query string) ([]sdk.Task, error) { return s.tasks.Tasks(query) }

func (s self) Runs(_ context.Context, query string, limit int) ([]sdk.Run, error) {
	return s.tasks.Runs(query, limit)
}

func (s self) Preferences(ctx context.Context) ([]sdk.Preference, error) {
	list, err := s.Desk.Preferences.Choices(ctx, s.owner)
	for i, p := range list {
		if list[i].Effective = p.Value; p.Value == "" {
			list[i].Effective = s.Defaults[p.Name]
		}
	}
	return list, err
}

func (s self) Skills(context.Context) ([]sdk.Skill, error) { return s.Desk.Skills.Skills() }

// Rows finds rows of the person's own stores.
func (s self) Rows(_ context.Context, store, query string) ([]sdk.Row, error) {
	return s.Desk.Rows.Find(s.owner, store, query)
}

// Alter makes a change where it belongs.
func (s self) Alter(ctx context.Context, a sdk.Alteration) (sdk.Altered, error) {
	switch a.Kind {
	case sdk.SetPreference:
		return s.prefer(ctx, a)
	case sdk.SetSkill:
		return s.enable(ctx, a)
	case sdk.WriteRow, sdk.DeleteRow:
		return s.Desk.Rows.Alter(s.owner, a)
	}
	return s.tasks.Alter(ctx, a)
}

// Revert takes a change back.
func (s self) Revert(ctx context.Context, ref string) (sdk.Altered, error) {
	if strings.HasPrefix(ref, rowing) {
		return s.Desk.Rows.Revert(s.owner, ref)
	}
	if strings.HasPrefix(ref, switching) {
		return s.switchBack(ctx, ref)
	}
	text, ok := strings.CutPrefix(ref, preferring)
	if !ok {
		return s.tasks.Revert(ref)
	}
	var was choice
	if err := json.Unmarshal([]byte(text), &was); err != nil {
		return sdk.Altered{}, sdk.Errorf(sdk.NotFound, "change_unknown", "no change %q", ref)
	}
	there, err := s.preference(ctx, was.Name)
	switch {
	case err != nil:
		return sdk.Altered{}, err
	case there.Value == was.Before:
		return sdk.Altered{Same: true, Preference: &there}, nil
	case there.Value != was.After:
		return sdk.Altered{}, sdk.Errorf(sdk.Conflict, "preference_changed_since", "%s is %q", was.Name, there.Value).With("name", was.Name)
	}
	return s.prefer(ctx, sdk.Alteration{Kind: sdk.SetPreference, Name: was.Name, Value: was.Before})
}

// preferring begins the reference of a preference's change, which tells all that is needed to take it back.
const preferring = "preference:"

// rowing begins the reference of a row's change.
const rowing = "row:"

type choice struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

func (s self) preference(ctx context.Context, name string) (sdk.Preference, error) {
	list, err := s.Preferences(ctx)
	if err != nil {
		return sdk.Preference{}, err
	}
	i := slices.IndexFunc(list, func(p sdk.Preference) bool { return p.Name == name })
	if i < 0 {
		names := make([]string, len(list))
		for i, p := range list {
			names[i] = p.Name
		}
		return sdk.Preference{}, sdk.Errorf(sdk.WrongArgs, "preference_unknown", "%q is not a preference", name).
			With("name", name).With("choices", strings.Join(names, ", "))
	}
	return list[i], nil
}

func (s self) prefer(ctx context.Context, a sdk.Alteration) (sdk.Altered, error) {
	p, err := s.preference(ctx, a.Name)
	if err != nil {
		return sdk.Altered{}, err
	}
	if a.Value != "" && len(p.Choices) > 0 && !slices.Contains(p.Choices, a.Value) {
		return sdk.Altered{}, sdk.Errorf(sdk.WrongArgs, "preference_value", "%s cannot be %q", a.Name, a.Value).
			With("name", a.Name).With("value", a.Value).With("choices", strings.Join(p.Choices, ", "))
	}
	was := choice{a.Name, p.Value, a.Value}
	same := p.Value == a.Value
	if p.Value, p.Effective = a.Value, a.Value; a.Value == "" {
		p.Effective = s.Defaults[a.Name]
	}
	out := sdk.Altered{Preference: &p, Same: same}
	if a.Try || same {
		return out, nil
	}
	if a.Value == "" {
		err = s.Desk.Preferences.ResetPreference(ctx, s.owner, a.Name)
	} else {
		err = s.Desk.Preferences.SetPreference(ctx, s.owner, a.Name, a.Value)
	}
	if err != nil {
		return sdk.Altered{}, err
	}
	text, err := json.Marshal(was)
	out.Ref = preferring + string(text)
	return out, err
}
