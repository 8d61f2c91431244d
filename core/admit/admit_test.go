package admit

import (
	"context"
	"errors"
	"github.com/metnos/metnos/core/vocab"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func codeOf(err error) string {
	var e *sdk.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Code
}

func TestName(t *testing.T) {
	for _, name := range []string{"find_files_empty", "get_now", "read_files_csv"} {
		if err := Name(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, want := range map[string]struct{ code, part, has, lacks string }{
		"fnd_filez":                   {"admit_verb", "fnd", "find", "hash"},
		"find_filez":                  {"admit_object", "filez", "files", "find"},
		"find_birds":                  {"admit_object", "birds", "dirs", "find"},
		"find_files_duplicate":        {"admit_qualifier", "duplicate", "empty, format, github", "thread"},
		"find_files_thread":           {"admit_qualifier", "thread", "pdf", "labels"},
		"read_messages_google_photos": {"admit_qualifier", "google_photos", "github", "google_photos"},
		"send_lists":                  {"admit_verb_object", "send", "filter", "write"},
		"find_files_empty_pdf":        {"admit_descriptor", "pdf", "", "x"},
		"find_files_empty_A":          {"admit_descriptor", "A", "", "x"},
		"":                            {"admit_name", "", "", "x"},
		"find":                        {"admit_name", "find", "", "x"},
		"find files":                  {"admit_name", "find files", "", "x"},
		"files_find":                  {"admit_verb", "files", "filter", "x"},
		"find_files_Empty":            {"admit_qualifier", "Empty", "empty", "thread"},
	} {
		var e *sdk.Error
		if !errors.As(Name(name), &e) || e.Code != want.code || e.Params["part"] != want.part {
			t.Errorf("%q: %v, want %s of %q", name, Name(name), want.code, want.part)
			continue
		}
		if words := e.Params["words"]; !strings.Contains(words, want.has) || strings.Contains(words, want.lacks) {
			t.Errorf("%q offers %q, want %q and not %q", name, words, want.has, want.lacks)
		}
	}
}

// What the list offers is accepted, all of it, and nothing else.
func TestVocabularyIsWhatNamesAreMadeOf(t *testing.T) {
	w := Vocabulary()
	var verbs []string
	for _, list := range w.Verbs {
		verbs = append(verbs, list...)
	}
	if len(verbs) < 20 || len(w.Objects) < 20 || !slices.Contains(w.Qualifiers, "empty") {
		t.Fatalf("%d verbs, %d objects, qualifiers %v", len(verbs), len(w.Objects), w.Qualifiers)
	}
	all := slices.Clone(w.Qualifiers)
	for _, o := range w.Objects {
		all = append(all, o.Qualifiers...)
	}
	for _, o := range w.Objects {
		for _, verb := range verbs {
			fits := len(o.Verbs) == 0 || slices.Contains(o.Verbs, verb) || slices.Contains(vocab.Closed().Exact.Names, verb+"_"+o.Name)
			if err := Name(verb + "_" + o.Name); (err == nil) != fits {
				t.Errorf("%s_%s: listed is %v, %v", verb, o.Name, fits, err)
			}
		}
		verb := "find"
		if len(o.Verbs) > 0 {
			verb = o.Verbs[0]
		}
		for _, q := range all {
			fits := slices.Contains(w.Qualifiers, q) || slices.Contains(o.Qualifiers, q)
			if err := Name(verb + "_" + o.Name + "_" + q); (err == nil) != fits {
				t.Errorf("%s_%s_%s: listed is %v, %v", verb, o.Name, q, fits, err)
			}
		}
	}
}

func TestReview(t *testing.T) {
	m := &manifest.Manifest{Name: "find_files_empty", Standard: "metnos.executor/1.0"}
	if codeOf(Review(m)) != "admit_untested" {
		t.Error("an executor without birth tests passes")
	}
	m.Tests = []manifest.Test{{Name: "x"}}
	if err := Review(m); err != nil {
		t.Error(err)
	}
	if err := Review(&manifest.Manifest{Name: "telegram", Standard: "metnos.channel/1.0"}); err != nil {
		t.Errorf("a channel needs no vocabulary: %v", err)
	}
}

// lister is an executor in this process that lists its folder, or misbehaves.
type lister struct {
	homes *Homes
	calls []sdk.Call
	lie   func(*sdk.Result) error
}

func (l *lister) Invoke(_ context.Context, _ core.Executor, call sdk.Call, _ func(int64, int64, string)) (sdk.Result, core.Sandbox, error) {
	l.calls = append(l.calls, call)
	box := core.Sandbox{Level: "process"}
	folder := call.Args["path"].(string)
	grants := l.homes.Of(core.Owner(call.Owner))
	if len(grants) != 1 || len(grants[0].Write) != 0 || !strings.HasPrefix(folder, grants[0].Read[0]+string(filepath.Separator)) {
		return sdk.Result{}, box, errors.New("the folder is not granted")
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return sdk.Result{}, box, sdk.Errorf(sdk.NotFound, "file_not_found", "%w", err)
	}
	result := sdk.Result{OK: true}
	for _, e := range list {
		result.Entries = append(result.Entries, map[string]any{"name": e.Name()})
	}
	if l.lie != nil {
		err = l.lie(&result)
	}
	return result, box, err
}

const listing = `manifest_format = "1"
executor_standard = "metnos.executor/1.0"
name = "list_files"
version = "1.0.0"
publisher = "acme"
lifecycle = "active"
origin = "third_party"
description = { it = "Elenca.", en = "Lists." }
plugin = { binary = "x", digest = "sha256:0000000000000000000000000000000000000000000000000000000000000000", protocol = 1 }
output = { collection = "entries", fields = { name = "name" } }
execution = { effect = "read_only" }
[args.properties.path]
type = "string"
semantic = "path"
description = { it = "dove", en = "where" }
[[capabilities]]
name = "fs:read"
args = ["path"]
[[tests]]
name = "two"
input = { path = "in" }
files = [{ path = "in/a", text = "1" }, { path = "in/b", text = "2" }]
expect = { ok = true, count = 2, entries = [{ name = "a" }] }
[[tests]]
name = "nowhere"
input = { path = "none" }
expect = { ok = false, error_class = "not_found" }
`

func born(t *testing.T, lie func(*sdk.Result) error) (*lister, []Case) {
	t.Helper()
	m, err := manifest.Check("m.toml", []byte(listing))
	if err != nil {
		t.Fatal(err)
	}
	l := &lister{homes: new(Homes), lie: lie}
	var cases []Case
	if err := Birth(t.Context(), l, l.homes, core.Executor{Manifest: m}, func(c Case) { cases = append(cases, c) }); err != nil {
		t.Fatal(err)
	}
	return l, cases
}

func TestBirthRunsEveryTestInBothLanguagesApart(t *testing.T) {
	l, cases := born(t, nil)
	var got []string
	for _, c := range cases {
		got = append(got, c.Test+" "+c.Lang)
		if len(c.Faults) > 0 || c.Sandbox.Level != "process" {
			t.Errorf("%s: %v in %q", c.Test, c.Faults, c.Sandbox.Level)
		}
	}
	if want := []string{"two it", "two en", "nowhere it", "nowhere en"}; !slices.Equal(got, want) {
		t.Errorf("cases %v", got)
	}
	owners := map[string]bool{}
	for _, call := range l.calls {
		owners[call.Owner] = true
	}
	if len(owners) != 4 || l.calls[1].Lang != "en" {
		t.Errorf("owners %v", owners)
	}
	if l.homes.Of("host") != nil {
		t.Error("another owner was granted something")
	}
}

func TestBirthReportsWhatIsNotAsDeclared(t *testing.T) {
	for name, lie := range map[string]func(*sdk.Result) error{
		"one item short":       func(r *sdk.Result) error { r.Entries = r.Entries[:1]; return nil },
		"a wrong field":        func(r *sdk.Result) error { r.Entries[0]["name"] = "z"; return nil },
		"an undeclared field":  func(r *sdk.Result) error { r.Entries[0]["secret"] = 1; return nil },
		"another collection":   func(r *sdk.Result) error { r.Entries, r.Results = nil, r.Entries; return nil },
		"a failure":            func(*sdk.Result) error { return errors.New("boom") },
		"not ok and no reason": func(r *sdk.Result) error { r.OK = false; return nil },
	} {
		t.Run(name, func(t *testing.T) {
			_, cases := born(t, lie)
			if len(cases[0].Faults) == 0 || len(cases[1].Faults) == 0 {
				t.Errorf("passed: %+v", cases[:2])
			}
			if len(cases[2].Faults) != 0 {
				t.Errorf("the other test fails too: %v", cases[2].Faults)
			}
		})
	}
}

func TestBirthStopsWhenCancelled(t *testing.T) {
	m, err := manifest.Check("m.toml", []byte(listing))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	l, count := &lister{homes: new(Homes)}, 0
	err = Birth(ctx, l, l.homes, core.Executor{Manifest: m}, func(Case) { count++; cancel() })
	if !errors.Is(err, context.Canceled) || count != 1 {
		t.Errorf("%d cases, %v", count, err)
	}
}
