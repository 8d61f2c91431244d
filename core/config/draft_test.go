package config

import (
	"slices"
	"strings"
	"testing"
)

// What a draft grants is what was chosen, read back by the reader of every configuration; what is denied stays so.
func TestDraftGrantsWhatWasChosen(t *testing.T) {
	env := Env{Home: "/home/anna", Libexec: "/opt/metnos", Getenv: func(string) string { return "" }}
	shipped, err := Default(env)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		choice      Choice
		read, write []string
	}{
		"home":    {Choice{"it", []string{"~"}, []string{"~"}}, []string{"/home/anna"}, []string{"/home/anna"}},
		"reading": {Choice{"en", []string{"~/Documents"}, nil}, []string{"/home/anna/Documents"}, nil},
		"odd": {Choice{"en", []string{`~/a "b" ${home()} %{if} \n`, "/srv/è"}, []string{"/srv/è"}},
			[]string{`/home/anna/a "b" ${home()} %{if} \n`, "/srv/è"}, []string{"/srv/è"}},
		"nothing": {Choice{"it", nil, nil}, nil, nil},
	} {
		text, err := Draft(c.choice)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode("config.hcl", text, env)
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
			continue
		}
		var read, write []string
		for _, g := range got.Grants {
			read, write = append(read, g.Read...), append(write, g.Write...)
			for _, path := range shipped.Grants[0].Deny {
				if !slices.Contains(g.Deny, path) {
					t.Errorf("%s: %s is not denied any more", name, path)
				}
			}
		}
		if !slices.Equal(read, c.read) || !slices.Equal(write, c.write) || got.Locale.Language != c.choice.Language {
			t.Errorf("%s: reads %v, writes %v, speaks %s", name, read, write, got.Locale.Language)
		}
		if len(got.Channels) != len(shipped.Channels) || got.Policy != shipped.Policy || got.Sandbox != shipped.Sandbox {
			t.Errorf("%s: more than the choice has changed", name)
		}
		if !strings.Contains(string(text), "# keys and passwords") {
			t.Errorf("%s: the file does not explain itself any more", name)
		}
	}
}
