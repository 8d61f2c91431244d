package birth

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Run runs every birth test of every manifest of a family. Each executor must have a manifest, each
// manifest an executor, at least four tests, and one for each of an empty input, an error and a truncation
// or a mixed outcome is the author's to write.
func Run(t *testing.T, manifests fs.FS, executors map[string]sdk.Executor) {
	names, err := fs.Glob(manifests, "*.toml")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != len(executors) {
		t.Errorf("%d manifests for %d executors", len(names), len(executors))
	}
	for _, file := range names {
		name := strings.TrimSuffix(file, ".toml")
		t.Run(name, func(t *testing.T) {
			m := load(t, manifests, file)
			executor, ok := executors[name]
			if !ok || m.Name != name {
				t.Fatalf("%s declares %q, which this family does not serve", file, m.Name)
			}
			if len(m.Tests) < 4 {
				t.Errorf("%d birth tests; at least 4 are wanted", len(m.Tests))
			}
			if _, ok := executor.(sdk.Previewer); !ok && m.Execution.Effect != "read_only" {
				t.Error("it changes things and has no preview")
			}
			if _, ok := executor.(sdk.Reverser); ok != m.Revertible {
				t.Errorf("revertible is %v", m.Revertible)
			}
			for _, test := range m.Tests {
				t.Run(test.Name, func(t *testing.T) { one(t, m, executor, test) })
			}
		})
	}
}

func load(t *testing.T, manifests fs.FS, file string) *manifest.Manifest {
	t.Helper()
	data, err := fs.ReadFile(manifests, file)
	if err != nil {
		t.Fatal(err)
	}
	// The digest is stamped when the binary is built.
	text := strings.Replace(string(data), `digest   = ""`, `digest   = "sha256:`+strings.Repeat("0", 64)+`"`, 1)
	m, err := manifest.Check(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func one(t *testing.T, m *manifest.Manifest, executor sdk.Executor, test manifest.Test) {
	home := NewHome(t)
	for _, f := range test.Files {
		fixture(t, home, f)
	}
	if err := m.CheckArgs(test.Input); err != nil {
		t.Fatal(err)
	}
	args := absolute(home, m.Args.Properties, test.Input)
	call := sdk.Call{
		Executor: m.Name, Args: args, Owner: "host", Turn: "0123456789abcdef", Step: 1, Lang: "it", Zone: "Europe/Rome",
		Now: time.Date(2026, 3, 31, 14, 5, 6, 0, time.UTC), Home: home.Dir,
	}
	result, err := executor.Invoke(t.Context(), call, home.Host)
	if err != nil {
		result = sdk.Result{Error: failure(err)}
	}
	expect(t, home, m, test.Expect, wired(t, result))
}

func failure(err error) *sdk.Error {
	var known *sdk.Error
	if errors.As(err, &known) {
		return known
	}
	return sdk.Errorf(sdk.ContractViolation, "", "%w", err)
}

// wired is the result as it comes out of JSON.
func wired(t *testing.T, result sdk.Result) sdk.Result {
	t.Helper()
	data, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	var out sdk.Result
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func fixture(t *testing.T, home *Home, f manifest.TestFile) {
	t.Helper()
	text := f.Text
	if f.Base64 != "" {
		data, err := base64.StdEncoding.DecodeString(f.Base64)
		if err != nil {
			t.Fatal(err)
		}
		text = string(data)
	}
	home.Write(t, f.Path, text)
	p := home.Path(f.Path)
	if f.Size > 0 {
		if err := os.Truncate(p, f.Size); err != nil {
			t.Fatal(err)
		}
	}
	if f.Modified != "" {
		at, err := time.Parse(time.RFC3339, f.Modified)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(p, at, at); err != nil {
			t.Fatal(err)
		}
	}
}

// absolute places relative paths below the home: the arguments whose meaning is a path.
func absolute(home *Home, properties map[string]manifest.Property, input map[string]any) map[string]any {
	out := map[string]any{}
	for name, value := range input {
		switch properties[name].Semantic {
		case "path", "paths", "folder", "destination", "new_path":
			value = below(home, value)
		}
		out[name] = value
	}
	return out
}

func below(home *Home, value any) any {
	switch v := value.(type) {
	case string:
		return filepath.Join(home.Dir, v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = below(home, v[i])
		}
		return list
	}
	return value
}

func expect(t *testing.T, home *Home, m *manifest.Manifest, want manifest.Expect, got sdk.Result) {
	t.Helper()
	if want.OK != nil && got.OK != *want.OK {
		t.Errorf("ok = %v, error %v", got.OK, got.Error)
	}
	if want.Count != nil && len(got.Items()) != *want.Count {
		t.Errorf("%d items, want %d: %v", len(got.Items()), *want.Count, got.Items())
	}
	if want.Value != nil && !same(got.Value, want.Value) {
		t.Errorf("value %v, want %v", got.Value, want.Value)
	}
	if want.ErrorClass != "" && (got.Error == nil || got.Error.Class != want.ErrorClass) {
		t.Errorf("error %v, want the class %s", got.Error, want.ErrorClass)
	}
	if want.Failed != nil && len(got.Failed) != *want.Failed {
		t.Errorf("failed %v, want %d", got.Failed, *want.Failed)
	}
	if want.Mutations != nil && got.Effects.Mutations != *want.Mutations {
		t.Errorf("%d mutations, want %d", got.Effects.Mutations, *want.Mutations)
	}
	for i, fields := range want.Entries {
		if i >= len(got.Items()) {
			t.Errorf("item %d is missing", i)
			continue
		}
		for key, value := range fields {
			if !same(got.Items()[i][key], value) {
				t.Errorf("item %d: %s = %v, want %v", i, key, got.Items()[i][key], value)
			}
		}
	}
	declared(t, m, got)
	left(t, home, want)
}

// declared checks the result against the manifest: fields it does not declare would reach nobody.
func declared(t *testing.T, m *manifest.Manifest, got sdk.Result) {
	t.Helper()
	if len(m.Output.Fields) > 0 {
		for _, item := range got.Items() {
			for key := range item {
				if _, ok := m.Output.Fields[key]; !ok {
					t.Errorf("the field %q is not declared", key)
				}
			}
		}
	}
	if len(got.Entries) > 0 && m.Output.Collection != "entries" || len(got.Results) > 0 && m.Output.Collection != "results" {
		t.Errorf("the collection is not %s", m.Output.Collection)
	}
	if got.Truncated != nil {
		if _, ok := m.Args.Properties[got.Truncated.Cap]; !ok && got.Truncated.Cap != "" {
			t.Errorf("truncated by %q, which is no argument", got.Truncated.Cap)
		}
	}
}

func left(t *testing.T, home *Home, want manifest.Expect) {
	t.Helper()
	for _, name := range want.Exists {
		if _, err := os.Lstat(home.Path(name)); err != nil {
			t.Errorf("%s does not exist", name)
		}
	}
	for _, name := range want.Absent {
		if _, err := os.Lstat(home.Path(name)); err == nil {
			t.Errorf("%s exists", name)
		}
	}
	for _, c := range want.Contains {
		if text := home.Read(c.Path); !strings.Contains(text, c.Text) {
			t.Errorf("%s holds %q, want %q", c.Path, text, c.Text)
		}
	}
}

// same compares values from JSON with values from TOML: numbers are numbers.
func same(got, want any) bool {
	a, aNumber := number(got)
	b, bNumber := number(want)
	if aNumber && bNumber {
		return a == b
	}
	return reflect.DeepEqual(got, want) || fmt.Sprint(got) == fmt.Sprint(want)
}

func number(v any) (float64, bool) {
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case int:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}
