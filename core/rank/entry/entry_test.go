package entry

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk/manifest"
)

func TestDecode(t *testing.T) {
	got, err := Decode([]byte(`[
		{"name": "find_files", "description": "finds files", "affinity": ["find files"], "args": {"path": {"type": "string", "description": "where"}, "limit": "integer"}, "more": 1},
		{"name": "getWeather", "description": {"it": "il tempo", "en": "the weather"}, "affinity": {"it": ["che tempo fa"], "en": "weather"}, "args": {"type": "object", "required": ["city"], "properties": {"city": {"enum": ["Roma", 3]}}}},
		{"name": "bare"}, {"name": "listed", "args": ["a", "b"], "affinity": null}
	]`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Entry{
		{Name: "find_files", Description: []Text{{"", "finds files"}}, Affinity: []Text{{"", "find files"}},
			Args: []Arg{{Name: "limit", Description: []Text{{"", "integer"}}}, {Name: "path", Description: []Text{{"", "where"}}}}},
		{Name: "getWeather", Description: []Text{{"en", "the weather"}, {"it", "il tempo"}}, Affinity: []Text{{"en", "weather"}, {"it", "che tempo fa"}},
			Args: []Arg{{Name: "city", Enum: []string{"Roma"}, Required: true}}},
		{Name: "bare"}, {Name: "listed", Args: []Arg{{Name: "a", Description: []Text{{"", ""}}}, {Name: "b", Description: []Text{{"", ""}}}}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestDecodeRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                                                 "want a list",
		`[{"name": "a"}] x`:                                  "something follows",
		`[{"name": "a"}, {"name": "a"}]`:                     "comes twice",
		`[{"name": " "}]`:                                    "between 1 and",
		`[{"name": "a", "description": 3}]`:                  "description: want a text",
		`[{"name": "a", "affinity": [3]}]`:                   "affinity: want a text",
		`[{"name": "a", "args": 3}]`:                         "args: want an object",
		`[{"name": "a", "affinity": {"it": {"x": "y"}}}]`:    "it: want a text",
		`[{"name": "a", "args": {"x": {"description": 1}}}]`: "x: description",
		`[{"name": "` + strings.Repeat("a", 300) + `"}]`:     "between 1 and",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", text, err, want)
		}
	}
}

func TestFromManifest(t *testing.T) {
	m := &manifest.Manifest{Name: "find_files", Description: manifest.Text{It: "cerca", En: "search"}, Affinity: map[string][]string{"it": {"trova"}, "en": {"find"}}}
	m.Args.Required = []string{"paths"}
	m.Args.Properties = map[string]manifest.Property{"paths": {Semantic: "paths", FromEntries: "path", Enum: []any{"x", 1}}}
	m.Output.Fields, m.Execution.Effect = map[string]string{"size": "bytes", "name": "name"}, "read_only"
	want := Entry{Name: "find_files", Description: []Text{{"en", "search"}, {"it", "cerca"}}, Affinity: []Text{{"en", "find"}, {"it", "trova"}},
		Args: []Arg{{Name: "paths", Semantic: "paths", Enum: []string{"x"}, Required: true, Fed: true}}, Fields: []string{"name", "size"}, Effect: "read_only"}
	if d := cmp.Diff([]Entry{want}, Of([]core.Executor{{Manifest: m}, {}})); d != "" {
		t.Error(d)
	}
}

func TestSections(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []Section
	}{
		{"SCOPE: finds files. PATTERN: path. NOT: folders. OUT: files.", []Section{{Scope, "finds files."}, {Rest, "path."}, {Not, "folders."}, {Rest, "files."}}},
		{"SCOPO: cerca file. NON: cartelle.", []Section{{Scope, "cerca file."}, {Not, "cartelle."}}},
		{"Searches the web. Not for known pages. Gives links.", []Section{{Scope, "Searches the web."}, {Not, "Not for known pages"}, {Scope, "Gives links."}}},
		{"Prints a PDF: on paper.", []Section{{Scope, "Prints a PDF: on paper."}}},
		{"", nil},
	} {
		if d := cmp.Diff(tc.want, Sections(tc.text)); d != "" {
			t.Errorf("%s: %s", tc.text, d)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`[{"name": "a_b", "description": {"it": "x"}, "affinity": ["y"], "args": {"p": {"enum": [1, "z"]}}}]`))
	f.Add([]byte(`[{"name": "a", "args": {"properties": {"x": "y"}, "required": 3}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Decode(data)
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, e := range list {
			if e.Name == "" || seen[e.Name] || len(e.Affinity) > maxPhrases || len(e.Args) > maxArgs {
				t.Fatalf("%+v", e)
			}
			seen[e.Name] = true
			for _, d := range e.Description {
				total := 0
				for _, s := range Sections(d.Text) {
					total += len(s.Text)
				}
				if total > len(d.Text) {
					t.Fatal("sections say more than the text")
				}
			}
		}
	})
}
