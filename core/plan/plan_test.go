package plan

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

func property(kind, semantic, from string) manifest.Property {
	p := manifest.Property{Type: kind, Semantic: semantic, FromEntries: from}
	if kind == "array" {
		p.Items = &manifest.Property{Type: "string"}
		if semantic == "entries" {
			p.Items = &manifest.Property{Type: "object"}
		}
	}
	return p
}

var catalog = map[string]*manifest.Manifest{
	"find_files": {Name: "find_files",
		Args:         manifest.Args{Properties: map[string]manifest.Property{"path": property("string", "folder", ""), "limit": property("integer", "quantity", "")}},
		Output:       manifest.Output{Collection: "entries", Fields: map[string]string{"path": "path", "size": "bytes", "excerpt": "text"}},
		Capabilities: []manifest.Capability{{Name: "fs:read"}}},
	"read_files": {Name: "read_files",
		Args:         manifest.Args{Required: []string{"paths"}, Properties: map[string]manifest.Property{"paths": property("array", "paths", "path")}},
		Output:       manifest.Output{Collection: "entries", Fields: map[string]string{"path": "path", "text": "text"}},
		Capabilities: []manifest.Capability{{Name: "fs:read"}}},
	"filter_entries": {Name: "filter_entries",
		Args:         manifest.Args{Required: []string{"entries"}, Properties: map[string]manifest.Property{"entries": property("array", "entries", ""), "value": property("string", "value", "")}},
		Output:       manifest.Output{Collection: "entries"},
		Capabilities: []manifest.Capability{{Name: "compute:pure"}}},
	"compute_entries": {Name: "compute_entries",
		Args:   manifest.Args{Required: []string{"entries"}, Properties: map[string]manifest.Property{"entries": property("array", "entries", "")}},
		Output: manifest.Output{Collection: "none", Value: "number"}},
	"move_files": {Name: "move_files",
		Args: manifest.Args{Required: []string{"paths", "destination"}, RequiresOneOf: [][]string{{"paths", "from_step"}},
			Properties: map[string]manifest.Property{"paths": property("array", "paths", "path"), "destination": property("string", "destination", "")}},
		Output: manifest.Output{Collection: "results", Fields: map[string]string{"path": "path"}}},
	"read_urls": {Name: "read_urls",
		Args:         manifest.Args{Properties: map[string]manifest.Property{"url": property("string", "url", "url")}},
		Output:       manifest.Output{Collection: "entries", Fields: map[string]string{"path": "path", "size": "bytes"}},
		Capabilities: []manifest.Capability{{Name: "network:http"}}},
}

func find(tool string) (*manifest.Manifest, bool) { m, ok := catalog[tool]; return m, ok }

func steps(pairs ...any) Framework {
	var f Framework
	for i := 0; i < len(pairs); i += 2 {
		f.Steps = append(f.Steps, Step{Tool: pairs[i].(string), Args: pairs[i+1].(map[string]any)})
	}
	return f
}

type args = map[string]any

func TestValidateReportsEveryFault(t *testing.T) {
	f := steps(
		"find_files", args{"path": "Documenti", "colour": "red", "limit": "many"},
		"levitate_files", args{},
		"move_files", args{"from_step": 3},
		"filter_entries", args{"from_step": 1, "value": "${step9.path}"},
		"filter_entries", args{"from_step": 1, "value": "${step1.price} ${FILLER:title} ${RUNTIME:password} ${what}"},
		"filter_entries", args{"from_step": 1, "value": "${step1.path"},
		"read_files", args{},
		"final_answer", args{},
		"compute_entries", args{"from_step": 1, "from_previous": true},
		"filter_entries", args{"from_step": 9},
	)
	got := Validate(f, find, 9)
	for _, want := range []string{
		"wrong_args/plan_too_long",
		"step 1, colour: wrong_args/unknown_argument",
		"step 1, limit: wrong_args",
		"step 2: wrong_tool/unknown_tool",
		"step 3, from_step: wrong_args/bad_from_step",
		"step 3, destination: missing_input/argument_missing",
		"step 4, value: wrong_args/bad_from_step",
		"step 5, value: wrong_args/field_not_produced",
		"step 5, value: wrong_args/unknown_filler",
		"step 5, value: wrong_args/bad_placeholder: RUNTIME:password",
		"step 5, value: wrong_args/bad_placeholder: ${what}",
		"step 6, value: wrong_args/bad_placeholder",
		"step 7, paths: missing_input/argument_missing",
		"step 8: wrong_tool/final_answer_misplaced",
		"step 9, from_step: wrong_args/two_sources",
		"step 10, from_step: wrong_args/no_collection",
	} {
		if !strings.Contains(got.Error(), want) {
			t.Errorf("%q is not reported", want)
		}
	}
	if t.Failed() {
		t.Log(got.Error())
	}
}

func TestValidPlansPass(t *testing.T) {
	for name, f := range map[string]Framework{
		"one step":              steps("find_files", args{"path": "Documenti"}),
		"a collection":          steps("find_files", args{}, "move_files", args{"from_step": 1, "destination": "x"}),
		"through a filter":      steps("find_files", args{}, "filter_entries", args{"from_step": 1}, "move_files", args{"from_step": 2, "destination": "x"}),
		"a field":               steps("find_files", args{}, "filter_entries", args{"from_step": 1, "value": "${step1.0.path}"}),
		"a count":               steps("find_files", args{}, "filter_entries", args{"from_step": 1, "value": "${step1.count} of them"}),
		"a scalar":              steps("find_files", args{}, "compute_entries", args{"from_step": 1}, "filter_entries", args{"from_step": 1, "value": "${step2.value}"}),
		"the previous result":   steps("move_files", args{"from_previous": true, "destination": "x"}),
		"a literal dollar":      steps("filter_entries", args{"from_previous": true, "value": Literal("${HOME} costs ${5}")}),
		"a closing step":        steps("find_files", args{}, "final_answer", args{}),
		"an explicit target":    steps("find_files", args{}, "move_files", args{"from_step": 1, "paths": []any{"a"}, "destination": "x"}),
		"JSON numbers as steps": steps("find_files", args{}, "move_files", args{"from_step": float64(1), "destination": "x"}),
	} {
		if got := Validate(f, find, MaxSteps); len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func observed(tool string, r sdk.Result, res Resolved) Observed {
	return Observe(catalog[tool], r, res)
}

func files(paths ...string) sdk.Result {
	r := sdk.Result{OK: true, Entries: []map[string]any{}}
	for _, p := range paths {
		r.Entries = append(r.Entries, map[string]any{"path": p, "size": float64(3), "excerpt": "content"})
	}
	return r
}

func TestReferencesRead(t *testing.T) {
	v := Values{
		Steps:   []Observed{observed("find_files", files("/a", "/b"), Resolved{}), observed("find_files", files("/only"), Resolved{})},
		Runtime: map[string]string{"today": "2026-11-30"}, Fillers: map[string]string{"title": "Sintesi"},
	}
	for text, want := range map[string]any{
		"${step1.path}":           []any{"/a", "/b"},
		"${step1.*.path}":         []any{"/a", "/b"},
		"${step1.entries.1.path}": "/b",
		"${step1.results.1.path}": "/b",
		"${step1.0.size}":         float64(3),
		"${step2.path}":           "/only",
		"${step1.count}":          2,
		"${RUNTIME:today}":        "2026-11-30",
		"il ${RUNTIME:today}":     "il 2026-11-30",
		"${FILLER:title}: ${step1.count}, ${step1.path}": "Sintesi: 2, /a, /b",
		"costa $${5}":  "costa ${5}",
		"no reference": "no reference",
	} {
		got, err := Resolve(Step{Args: args{"value": text}}, catalog["filter_entries"], v)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got.Args["value"]); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
	for _, text := range []string{"${step1.7.path}", "${step1.colour}", "${step3.path}", "${RUNTIME:now}", "${FILLER:x}", "x ${step1.nothing} y", "${previous.path}", "${step1.value}"} {
		if got, err := Resolve(Step{Args: args{"value": text}}, catalog["filter_entries"], v); err == nil {
			t.Errorf("%s read %v", text, got.Args)
		}
	}
}

func TestTheCollectionFillsAndAnExplicitTargetWins(t *testing.T) {
	v := Values{Steps: []Observed{observed("find_files", files("/a", "/b"), Resolved{})}}
	got, err := Resolve(Step{Args: args{"from_step": 1, "destination": "/d"}}, catalog["move_files"], v)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(args{"paths": []any{"/a", "/b"}, "destination": "/d"}, got.Args); diff != "" || !got.Fed || got.Empty {
		t.Error(diff, got)
	}
	got, err = Resolve(Step{Args: args{"from_step": 1, "paths": []any{"/mine"}, "destination": "/d"}}, catalog["move_files"], v)
	if err != nil || cmp.Diff([]any{"/mine"}, got.Args["paths"]) != "" {
		t.Errorf("the reference won over what the person wrote: %v %v", got.Args, err)
	}
	got, err = Resolve(Step{Args: args{"from_step": 1}}, catalog["filter_entries"], v)
	if err != nil || len(got.Args["entries"].([]any)) != 2 {
		t.Errorf("%v %v", got.Args, err)
	}
	if _, err = Resolve(Step{Args: args{"from_step": 1}}, catalog["read_urls"], v); err == nil {
		t.Error("items without the field filled an argument")
	}
	v.Steps[0] = observed("find_files", files(), Resolved{})
	if got, err = Resolve(Step{Args: args{"from_step": 1, "destination": "/d"}}, catalog["move_files"], v); err != nil || !got.Empty {
		t.Errorf("%+v %v", got, err)
	}
}

func TestProvenanceFollowsTheData(t *testing.T) {
	found := observed("find_files", files("/a"), Resolved{})
	through, err := Resolve(Step{Args: args{"from_step": 1}}, catalog["filter_entries"], Values{Steps: []Observed{found}})
	if err != nil {
		t.Fatal(err)
	}
	filtered := observed("filter_entries", files("/a"), through)
	read := observed("read_files", sdk.Result{OK: true, Entries: []map[string]any{{"path": "/a", "text": "/etc/evil"}}}, Resolved{})
	directed, err := Resolve(Step{Args: args{"path": "${step1.text}"}}, catalog["find_files"], Values{Steps: []Observed{read}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		from Observed
		ref  string
		want Provenance
	}{
		"a found path":                 {found, "${step1.path}", Own},
		"an excerpt of content":        {found, "${step1.excerpt}", Untrusted},
		"a path through a filter":      {filtered, "${step1.path}", Own},
		"content":                      {read, "${step1.text}", Untrusted},
		"embedded content":             {read, "x${step1.text}", Untrusted},
		"the path of what was read":    {read, "${step1.path}", Own},
		"a search directed by content": {observed("find_files", files("/a"), directed), "${step1.path}", Untrusted},
		"anything from the network":    {observed("read_urls", files("/a"), Resolved{}), "${step1.path}", Untrusted},
		"a count":                      {read, "${step1.count}", Own},
	} {
		got, err := Resolve(Step{Args: args{"value": c.ref}}, catalog["filter_entries"], Values{Steps: []Observed{c.from}})
		if err != nil || got.Origins["value"] != c.want {
			t.Errorf("%s: %v (%v), want %v", name, got.Origins["value"], err, c.want)
		}
	}
	if got, _ := Resolve(Step{Args: args{"value": "mine"}}, catalog["filter_entries"], Values{}); len(got.Origins) != 0 {
		t.Errorf("what the person wrote is %v", got.Origins)
	}
}

// What a person or a file says is never read as a reference, however it is passed on.
func TestContentIsNeverExpanded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.SampledFrom([]string{"${", "}", "$", "step1", ".path", "RUNTIME:owner", "x", "$$", "è"})
		text := strings.Join(rapid.SliceOf(content).Draw(t, "content"), "")
		got, err := Resolve(Step{Args: args{"value": Literal(text)}}, catalog["filter_entries"], Values{Runtime: map[string]string{"owner": "host"}})
		if err != nil || got.Args["value"] != text {
			t.Fatalf("%q became %q, %v", text, got.Args["value"], err)
		}
		read := observed("read_files", sdk.Result{OK: true, Entries: []map[string]any{{"text": text, "path": "/a"}}}, Resolved{})
		got, err = Resolve(Step{Args: args{"value": "${step1.text}"}}, catalog["filter_entries"], Values{Steps: []Observed{read}})
		if err != nil || got.Args["value"] != text {
			t.Fatalf("%q was read as %q, %v", text, got.Args["value"], err)
		}
	})
}

// A plan that validates resolves, when every step gives what its manifest promises.
func TestValidPlansResolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Framework{Fillers: map[string]Filler{"title": {Default: "x"}}}
		n := rapid.IntRange(1, 6).Draw(t, "steps")
		for range n {
			a := args{}
			if rapid.Bool().Draw(t, "fed") {
				a["from_step"] = rapid.IntRange(0, n+1).Draw(t, "from")
			}
			for _, name := range []string{"path", "destination", "value"} {
				if rapid.Bool().Draw(t, name) {
					a[name] = rapid.SampledFrom([]string{"x", "${step1.path}", "${step2.value}", "${step1.0.size}", "${RUNTIME:now}", "${FILLER:title}", "${oops}", "${step1.count}"}).Draw(t, "text")
				}
			}
			f.Steps = append(f.Steps, Step{Tool: rapid.SampledFrom([]string{"find_files", "filter_entries", "compute_entries", "move_files", "nothing"}).Draw(t, "tool"), Args: a})
		}
		if len(Validate(f, find, MaxSteps)) > 0 {
			return
		}
		v := Values{Runtime: map[string]string{"now": "n"}, Fillers: map[string]string{"title": "x"}}
		for i, s := range f.Steps {
			got, err := Resolve(s, catalog[s.Tool], v)
			if err != nil {
				t.Fatalf("step %d of a valid plan: %v\n%+v", i+1, err, f)
			}
			r := files("/a", "/b")
			r.Value = float64(1)
			v.Steps = append(v.Steps, Observe(catalog[s.Tool], r, got))
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"steps":[{"tool":"find_files","args":{"path":"x","from_step":1}}],"fillers":{"a":{"prompt":"p","default":"d"}}}`))
	f.Add([]byte(`{"steps":[]} trailing`))
	f.Add([]byte(`{"steps":[{"args":null}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		plan, err := Decode(data)
		if err != nil {
			if sdk.ClassOf(err) != sdk.WrongArgs {
				t.Errorf("class %q", sdk.ClassOf(err))
			}
			return
		}
		Validate(plan, find, MaxSteps) // must not panic, whatever the plan says
		for _, s := range plan.Steps {
			if m, ok := find(s.Tool); ok {
				if r, err := Resolve(s, m, Values{}); err == nil {
					_ = CheckResolved(m, r)
				}
			}
		}
		again, err := json.Marshal(plan)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Decode(again); err != nil && len(again) <= MaxBytes {
			t.Errorf("decoded, encoded and refused: %v", err)
		}
	})
}

func TestDecodeIsStrict(t *testing.T) {
	for _, bad := range []string{``, `[]`, `{"steps":[{"tool":"a","code":"rm"}]}`, `{"steps":[]}{}`, `{"steps":[{"args":{}}]}`, `{"loop":1}`, `"` + strings.Repeat("x", MaxBytes) + `"`} {
		if _, err := Decode([]byte(bad)); sdk.ClassOf(err) != sdk.WrongArgs {
			t.Errorf("%.40q: %v", bad, err)
		}
	}
}
