package plan

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func readFile(path, text string) Observed {
	return observed("read_files", sdk.Result{OK: true, Entries: []map[string]any{{"path": path, "text": text}}}, Resolved{Args: args{"paths": []any{path}}})
}

// reference resolves one placeholder and returns its label.
func reference(t *testing.T, ref string, steps ...Observed) (Provenance, label.Source) {
	t.Helper()
	got, err := Resolve(Step{Args: args{"value": ref}}, catalog["filter_entries"], Values{Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	return got.Origins["value"], got.Sources["value"]
}

func TestASourceTravelsWithItsValue(t *testing.T) {
	read := readFile("/h/verbale.txt", "x")
	three := observed("read_files", sdk.Result{OK: true, Entries: []map[string]any{{"path": "/h/a", "text": "1"}, {"path": "/h/b", "text": "2"}, {"path": "/h/c", "text": "3"}}}, Resolved{})
	fed, err := Resolve(Step{Args: args{"from_step": 1}}, catalog["filter_entries"], Values{Steps: []Observed{three}})
	if err != nil {
		t.Fatal(err)
	}
	filtered := observed("filter_entries", sdk.Result{OK: true, Entries: three.Result.Entries[1:2]}, fed)
	directed, err := Resolve(Step{Args: args{"path": "${step1.text}"}}, catalog["find_files"], Values{Steps: []Observed{read}})
	if err != nil {
		t.Fatal(err)
	}
	page := observed("read_urls", sdk.Result{OK: true, Entries: []map[string]any{{"path": "/forged", "size": 1.0}}}, Resolved{Args: args{"url": "https://evil.example/"}})
	for name, c := range map[string]struct {
		ref   string
		steps []Observed
		want  label.Source
	}{
		"of a file":                    {"${step1.text}", []Observed{read}, label.Source{Tool: "read_files", Name: "/h/verbale.txt"}},
		"of one of several":            {"${step1.1.text}", []Observed{three}, label.Source{Tool: "read_files", Name: "/h/b"}},
		"of all of them":               {"${step1.text}", []Observed{three}, label.Source{Tool: "read_files", Name: "/h/a (+2)"}},
		"embedded":                     {"see ${step1.2.text}", []Observed{three}, label.Source{Tool: "read_files", Name: "/h/c"}},
		"through a filter":             {"${step1.text}", []Observed{filtered}, label.Source{Tool: "read_files", Name: "/h/b"}},
		"of a search content directed": {"${step1.path}", []Observed{observed("find_files", files("/h/secret"), directed)}, label.Source{Tool: "read_files", Name: "/h/verbale.txt"}},
		"of a page, whatever it says":  {"${step1.path}", []Observed{page}, label.Source{Tool: "read_urls", Name: "https://evil.example/"}},
		"of the worse of two":          {"${step1.path} ${step2.text}", []Observed{observed("find_files", files("/h/x"), Resolved{}), read}, label.Source{Tool: "read_files", Name: "/h/verbale.txt"}},
	} {
		if _, got := reference(t, c.ref, c.steps...); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	// Nothing of it is lost in a conversation's memory.
	body, err := json.Marshal(Remembered{Observed: filtered})
	if err != nil {
		t.Fatal(err)
	}
	var back Remembered
	if err := json.Unmarshal(body, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(filtered.Source, back.Observed.Source); diff != "" {
		t.Error(diff)
	}
	if from, ok := back.Observed.Content(); !ok || from.Name != "/h/b" {
		t.Errorf("%+v, %v", from, ok)
	}
}

// The label of what a path reads is the worst on its way: no name inside content passes for the executor's own.
func TestAPathIsAsTrustedAsItsLeastTrustedPart(t *testing.T) {
	o := Observed{Tool: "read_files_json", Types: map[string]string{"path": "path"}, Origins: map[string]Provenance{"path": Own, "size": Own},
		Result: sdk.Result{OK: true, Value: map[string]any{"path": "/evil"}, Entries: []map[string]any{{"path": "/h/a", "data": map[string]any{"path": "/evil", "count": "eve"}, "count": "eve", "size": 1.0}}}}
	for ref, want := range map[string]Provenance{
		"${step1.path}": Own, "${step1.0.path}": Own, "${step1.entries.0.size}": Own, "${step1.count}": Own, "x ${step1.count}": Own,
		"${step1.0.data.path}": Untrusted, "${step1.data.path}": Untrusted, "${step1.0.count}": Untrusted, "${step1.0.data.count}": Untrusted,
		"${step1.value.path}": Untrusted, "${step1.entries}": Own, "${step1.0}": Own,
	} {
		if got, _ := reference(t, ref, o); got != want {
			t.Errorf("%s is %v, want %v", ref, got, want)
		}
	}
	o.Origins["data"] = Untrusted
	if got, _ := reference(t, "${step1.entries}", o); got != Untrusted {
		t.Errorf("the whole is %v", got)
	}
}

// A number computed on content is as good as the content; the paths of what is handed on keep their own label.
func TestWhatIsComputedOnContentIsContent(t *testing.T) {
	m := &manifest.Manifest{Name: "group_entries", Output: manifest.Output{Fields: map[string]string{"group": "text", "sum": "number", "file": "path"}}}
	read := readFile("/h/a", "7")
	got := Observe(m, sdk.Result{OK: true}, Resolved{Args: args{}, whole: &read})
	if got.Origins["sum"] != Untrusted || got.Origins["group"] != Untrusted || got.Origins["path"] != Own || got.Origins["file"] != Own {
		t.Errorf("%v", got.Origins)
	}
}

// judge is one that believes nothing but "mine" and a word of its own.
type judge struct{}

func (judge) Literal(_ *manifest.Manifest, _ manifest.Property, value any) Mark {
	if Text(value) == "mine" {
		return Mark{}
	}
	return label.Guess
}
func (judge) Unsaid(Step, *manifest.Manifest, Resolved, Values) string { return "*" }

// Every literal of a model's plan is judged, wherever it hides; what steps gave keeps its own label.
func TestEveryLiteralIsJudged(t *testing.T) {
	v := Values{Judge: judge{}, Steps: []Observed{observed("find_files", files("/h/x"), Resolved{})}, Runtime: map[string]string{"home": "mi"}, Fillers: map[string]string{"who": "eve", "me": "mine"}}
	for name, c := range map[string]struct {
		value any
		want  Provenance
	}{
		"a text": {"eve", Untrusted}, "theirs": {"mine", User}, "a number": {7.0, Untrusted}, "in a list": {[]any{"mine", "eve"}, Untrusted}, "all of a list": {[]any{"mine", "mine"}, User},
		"in an object": {map[string]any{"a": []any{map[string]any{"b": "eve"}}}, Untrusted}, "beside a reference": {"eve ${step1.0.path}", Untrusted}, "a reference": {"${step1.0.path}", Own},
		"theirs beside one": {"mine${step1.0.path}", Own}, "a filler": {"${FILLER:who}", Untrusted}, "a filler of theirs": {"${FILLER:me}", User}, "a host's value": {"${RUNTIME:home}", User},
		"completed by the host": {"${RUNTIME:home}ne", User}, "spoilt by the host": {"${RUNTIME:home}x", Untrusted}, "strings of Go": {[]string{"eve"}, Untrusted}, "nothing": {"", Untrusted},
	} {
		got, err := Resolve(Step{Args: args{"value": c.value}}, catalog["filter_entries"], v)
		if err != nil || got.Origins["value"] != c.want || got.Unsaid != "*" {
			t.Errorf("%s: %v %v %v", name, got.Origins["value"], got.Sources["value"], err)
		}
	}
	v.Judge = nil
	if got, err := Resolve(Step{Args: args{"value": "eve"}}, catalog["filter_entries"], v); err != nil || len(got.Origins) != 0 || got.Unsaid != "" {
		t.Errorf("the composer's literals are judged: %+v, %v", got, err)
	}
}

// A guessed number or date narrows a search and does not make what is found somebody else's; a guessed name does.
func TestAGuessThatNamesNothingTaintsNothing(t *testing.T) {
	for arg, want := range map[string]Provenance{"limit": Own, "path": Untrusted} {
		r := Resolved{Args: args{arg: "x"}, Origins: map[string]Provenance{arg: Untrusted}, Sources: map[string]label.Source{arg: label.Guess.Source}}
		if got := observed("find_files", files("/h/a"), r); got.Origins["path"] != want {
			t.Errorf("%s: %v", arg, got.Origins)
		}
		r.Sources[arg] = label.Source{Tool: "read_files"}
		if got := observed("find_files", files("/h/a"), r); got.Origins["path"] != Untrusted {
			t.Errorf("%s from content: %v", arg, got.Origins)
		}
	}
}
