package people

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Preferences keeps what a person chose, by name.
type Preferences interface {
	Get(owner core.Owner, name string, value any) (bool, error)
	Set(owner core.Owner, name string, value any) error
	Clear(owner core.Owner, name string) error
}

// Choice is one preference: its name and what it may be. An open one (zone) has no list of values.
type Choice struct {
	Name   string
	Values []string
}

// Names of the preferences there are.
const (
	Lang        = "lang"
	Zone        = "zone" // IANA time zone
	Tone        = "tone"
	ReplyLength = "reply_length"
	Units       = "units"
	Place       = "place" // where the person is: a city, an address
)

// Vocabulary lists every preference there is.
func Vocabulary() []Choice {
	return []Choice{
		{Lang, []string{"it", "en"}},
		{Zone, nil},
		{Tone, []string{"informale", "formale"}},
		{ReplyLength, []string{"breve", "normale", "dettagliata"}},
		{Units, []string{"metric", "imperial"}},
		{Place, nil},
	}
}

// check refuses a name that is no preference and a value it cannot have.
func check(name, value string) error {
	list := Vocabulary()
	i := slices.IndexFunc(list, func(c Choice) bool { return c.Name == name })
	if i < 0 {
		names := make([]string, len(list))
		for i, c := range list {
			names[i] = c.Name
		}
		return sdk.Errorf(sdk.WrongArgs, "preference_unknown", "%q is not a preference", name).
			With("name", name).With("choices", strings.Join(names, ", "))
	}
	switch values := list[i].Values; {
	case name == Zone && place(value):
		return nil
	case name == Zone:
		return sdk.Errorf(sdk.WrongArgs, "zone_unknown", "%q is not a time zone", value).With("zone", value)
	case name == Place && spot(value), slices.Contains(values, value):
		return nil
	case name == Place:
		return sdk.Errorf(sdk.WrongArgs, "place_unknown", "%q is not the name of a place", value).With("place", value)
	case name == Lang:
		return sdk.Errorf(sdk.WrongArgs, "language_unknown", "%q is not it or en", value).With("lang", value)
	default:
		return sdk.Errorf(sdk.WrongArgs, "preference_value", "%s cannot be %q", name, value).
			With("name", name).With("value", value).With("choices", strings.Join(values, ", "))
	}
}

// place reports whether name is a time zone somebody can live in; the machine's own ("Local") is not one.
func place(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil && name != "" && name != "Local"
}

// spot reports whether text can be the name of a place: a short line.
func spot(text string) bool {
	plain := func(r rune) bool { return !unicode.IsPrint(r) }
	return strings.TrimSpace(text) != "" && len(text) <= 120 && utf8.ValidString(text) && !strings.ContainsFunc(text, plain)
}

// Choices returns every preference there is, with what a person chose.
func (p *People) Choices(ctx context.Context, id core.Owner) ([]sdk.Preference, error) {
	chosen, err := p.Preferences(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []sdk.Preference
	for _, c := range Vocabulary() {
		out = append(out, sdk.Preference{Name: c.Name, Value: chosen[c.Name], Choices: c.Values})
	}
	return out, nil
}

// Preferences returns what a person chose; what they did not choose is not in it.
func (p *People) Preferences(ctx context.Context, id core.Owner) (map[string]string, error) {
	if _, err := p.Person(ctx, id); err != nil {
		return nil, err
	}
	return p.chosen(id)
}

// chosen reads the vocabulary. A stored value that is none of it (damaged, or of another version) counts as not
// chosen: it must not keep its owner out.
func (p *People) chosen(id core.Owner) (map[string]string, error) {
	out := map[string]string{}
	for _, c := range Vocabulary() {
		var value string
		found, err := p.tables.Preferences.Get(id, c.Name, &value)
		if err != nil && !found {
			return nil, err
		}
		if err == nil && found && check(c.Name, value) == nil {
			out[c.Name] = value
		}
	}
	return out, nil
}

// prefer fills in what a person chose.
func (p *People) prefer(person *Person) error {
	chosen, err := p.chosen(person.ID)
	person.Lang, person.Zone, person.Tone = chosen[Lang], chosen[Zone], chosen[Tone]
	person.Length, person.Units = chosen[ReplyLength], chosen[Units]
	return err
}

// SetPreference changes one preference of a person. Only a value of the vocabulary is kept.
func (p *People) SetPreference(ctx context.Context, id core.Owner, name, value string) error {
	if _, err := p.Person(ctx, id); err != nil {
		return err
	}
	if err := check(name, value); err != nil {
		return err
	}
	return p.tables.Preferences.Set(id, name, value)
}

// ResetPreference makes the default of one preference apply again; one that was never chosen may be reset.
func (p *People) ResetPreference(ctx context.Context, id core.Owner, name string) error {
	if _, err := p.Person(ctx, id); err != nil {
		return err
	}
	list := Vocabulary()
	if !slices.ContainsFunc(list, func(c Choice) bool { return c.Name == name }) {
		return check(name, "")
	}
	return p.tables.Preferences.Clear(id, name)
}

// Prefer changes a person's language or time zone, both or none; an empty value leaves it.
func (p *People) Prefer(ctx context.Context, id core.Owner, lang, zone string) error {
	if _, err := p.Person(ctx, id); err != nil {
		return err
	}
	chosen := [][2]string{{Lang, lang}, {Zone, zone}}
	chosen = slices.DeleteFunc(chosen, func(c [2]string) bool { return c[1] == "" })
	for _, c := range chosen {
		if err := check(c[0], c[1]); err != nil {
			return err
		}
	}
	for _, c := range chosen {
		if err := p.tables.Preferences.Set(id, c[0], c[1]); err != nil {
			return err
		}
	}
	return nil
}
