package value

import (
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sentence"
	"github.com/metnos/metnos/sdk/manifest"
)

const home = "/home/anna"

func catalog() []core.Executor {
	m := &manifest.Manifest{Name: "find_files", Args: manifest.Args{Properties: map[string]manifest.Property{
		"paths":  {Type: "array", Semantic: "paths", Items: &manifest.Property{Type: "string"}},
		"filter": {Type: "object", Properties: map[string]manifest.Property{"op": {Enum: []any{"eq"}}}},
		"kinds":  {Type: "array", Items: &manifest.Property{Type: "string", Enum: []any{"image"}}},
		"limit":  {Type: "integer"},
	}}}
	m.Execution.Effect = "read_only"
	return []core.Executor{{}, {Manifest: m}}
}

func values(t *testing.T, args map[string]any) []Value {
	t.Helper()
	all, ok := All(plan.Framework{Steps: []plan.Step{{Tool: "find_files", Args: args}, {Tool: plan.FinalAnswer}}}, catalog())
	if !ok {
		t.Fatal("unknown executor")
	}
	return all
}

func TestAll(t *testing.T) {
	for name, tc := range map[string]struct {
		args     map[string]any
		n        int
		specific bool
	}{
		"reference":          {map[string]any{"from_step": 1, "paths": "${step1.entries}"}, 0, false},
		"list":               {map[string]any{"paths": []any{"a", "b"}}, 2, true},
		"list of text":       {map[string]any{"paths": []string{"a", "b", "c"}}, 3, true},
		"declared deep":      {map[string]any{"filter": map[string]any{"op": "eq"}}, 1, false},
		"undeclared deep":    {map[string]any{"filter": []any{map[string]any{"x": "eq"}}}, 1, true},
		"declared in a list": {map[string]any{"kinds": []any{"image"}}, 1, false},
		"nothing":            {map[string]any{"paths": nil}, 0, false},
		"mixed":              {map[string]any{"paths": "di ${RUNTIME:actor}"}, 1, true},
	} {
		all := values(t, tc.args)
		specific := false
		r := sentence.Read("trova i file", "it")
		for _, v := range all {
			specific = specific || v.Specific(&r, home)
		}
		if len(all) != tc.n || specific != tc.specific {
			t.Errorf("%s: %d values, specific %v", name, len(all), specific)
		}
	}
	if _, ok := All(plan.Framework{Steps: []plan.Step{{Tool: "nobody"}}}, catalog()); ok {
		t.Error("listed the values of an unknown executor")
	}
	if all, _ := All(plan.Framework{Fillers: map[string]plan.Filler{"t": {Prompt: "p", Default: "d"}}}, nil); len(all) != 2 {
		t.Error("fillers hold no values")
	}
}

func TestAgainstTheSentence(t *testing.T) {
	for _, tc := range []struct {
		text                string
		args                map[string]any
		found, said, worked bool // materialised, said in the sentence, reckoned
	}{
		{"leggi agenda.txt", map[string]any{"paths": []any{home + "/Documenti/agenda.txt"}}, false, true, false},
		{"leggi agenda", map[string]any{"paths": []any{home + "/Documenti/agenda.txt"}}, false, false, false},
		{"leggi il txt", map[string]any{"paths": []any{home + "/Documenti/agenda.txt"}}, true, false, false},
		{"leggi agendario", map[string]any{"paths": []any{home + "/Documenti/agenda.txt"}}, true, false, false},
		{"leggi tutto", map[string]any{"paths": []any{home}}, false, false, false},
		{"leggi tutto", map[string]any{"paths": []any{"Documenti/a.txt"}}, true, false, false},
		{"trova 12 file", map[string]any{"limit": 12}, false, true, false},
		{"trova 12 file", map[string]any{"limit": 2}, false, false, true},
		{"trova 12 file", map[string]any{"limit": -12}, false, false, true},
		{"trova i file", map[string]any{"limit": true}, false, false, false},
		{"trova i file", map[string]any{"limit": false}, false, true, false},
		{"trova PERCHÉ", map[string]any{"limit": "perché"}, false, true, false},
	} {
		r := sentence.Read(tc.text, "it")
		v := values(t, tc.args)[0]
		if found, said, worked := v.Materialised(&r, home), v.SaidIn(&r), v.Reckoned(&r, home); found != tc.found || said != tc.said || worked != tc.worked {
			t.Errorf("%q with %v: found %v, said %v, worked out %v", tc.text, tc.args, found, said, worked)
		}
	}
}

func TestMutates(t *testing.T) {
	list := catalog()
	f := plan.Framework{Steps: []plan.Step{{Tool: "find_files"}, {Tool: plan.FinalAnswer}}}
	if Mutates(f, list) {
		t.Error("a search changes something")
	}
	for _, effect := range []string{"create_only", "reversible", "mutating", "outbound", ""} {
		if list[1].Manifest.Execution.Effect = effect; !Mutates(f, list) {
			t.Errorf("%q changes nothing", effect)
		}
	}
	if !Mutates(f, nil) {
		t.Error("an executor that is not there changes nothing")
	}
}
