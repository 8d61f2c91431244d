package birth

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// compare lists how a result and the folder differ from what a test expects.
func compare(m *manifest.Manifest, want manifest.Expect, got sdk.Result, dir string) []error {
	var d []error
	differs := func(format string, args ...any) { d = append(d, fmt.Errorf(format, args...)) }
	if want.OK != nil && got.OK != *want.OK {
		differs("ok is %v%s", got.OK, because(got))
	}
	if want.ErrorClass != "" && classOf(got) != want.ErrorClass {
		differs("the error class is %q, want %q%s", classOf(got), want.ErrorClass, because(got))
	}
	if want.Count != nil && len(got.Items()) != *want.Count {
		differs("%d items, want %d%s", len(got.Items()), *want.Count, because(got))
	}
	if want.Failed != nil && len(got.Failed) != *want.Failed {
		differs("%d failures, want %d", len(got.Failed), *want.Failed)
	}
	if want.Mutations != nil && got.Effects.Mutations != *want.Mutations {
		differs("%d mutations, want %d", got.Effects.Mutations, *want.Mutations)
	}
	if want.Value != nil && !same(got.Value, placedAs(m.Output.Value, want.Value, dir)) {
		differs("the value is %v, want %v", got.Value, want.Value)
	}
	for i, fields := range want.Entries {
		if i >= len(got.Items()) {
			differs("item %d is missing", i+1)
			continue
		}
		for key, value := range fields {
			if have := got.Items()[i][key]; !same(have, value) && !same(have, placedAs(m.Output.Fields[key], value, dir)) {
				differs("item %d: %s is %v, want %v", i+1, key, have, value)
			}
		}
	}
	return append(append(d, declared(m, got)...), left(want, dir)...)
}

func classOf(r sdk.Result) sdk.Class {
	if r.Error == nil {
		return ""
	}
	return r.Error.Class
}

func because(r sdk.Result) string {
	if r.Error == nil {
		return ""
	}
	return ": " + r.Error.Error()
}

// placedAs puts a relative path below dir.
func placedAs(kind string, v any, dir string) any {
	if s, ok := v.(string); ok && kind == "path" && !filepath.IsAbs(s) {
		return filepath.Join(dir, s)
	}
	return v
}

// declared compares a result with the manifest: what it does not declare reaches nobody.
func declared(m *manifest.Manifest, got sdk.Result) []error {
	var d []error
	unknown := map[string]bool{}
	_, open := m.Output.Fields["*"]
	open = open || len(m.Output.Fields) == 0
	for _, item := range got.Items() {
		for key := range item {
			if _, ok := m.Output.Fields[key]; !ok && !open && !unknown[key] {
				unknown[key] = true
				d = append(d, fmt.Errorf("the manifest does not declare the field %q", key))
			}
		}
	}
	if (len(got.Entries) > 0 && m.Output.Collection != "entries") || (len(got.Results) > 0 && m.Output.Collection != "results") {
		d = append(d, fmt.Errorf("the collection is not the declared %q", m.Output.Collection))
	}
	if t := got.Truncated; t != nil && t.Cap != "" {
		if _, ok := m.Args.Properties[t.Cap]; !ok {
			d = append(d, fmt.Errorf("truncated by %q, which is no argument", t.Cap))
		}
	}
	return d
}

// left compares the folder with what a test expects to find in it.
func left(want manifest.Expect, dir string) []error {
	var d []error
	for _, name := range want.Exists {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			d = append(d, fmt.Errorf("%s does not exist", name))
		}
	}
	for _, name := range want.Absent {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			d = append(d, fmt.Errorf("%s exists", name))
		}
	}
	for _, c := range want.Contains {
		b, err := os.ReadFile(filepath.Join(dir, c.Path))
		if err != nil || !strings.Contains(string(b), c.Text) {
			d = append(d, fmt.Errorf("%s does not contain %q", c.Path, c.Text))
		}
	}
	return d
}

// sound checks what any result must hold.
func sound(r sdk.Result) []error {
	var d []error
	if r.Error != nil && !r.Error.Class.Valid() {
		d = append(d, fmt.Errorf("the error class %q does not exist", r.Error.Class))
	}
	if classOf(r) == sdk.ContractViolation {
		d = append(d, errors.New("the plugin broke its contract"+because(r)))
	}
	if !r.OK && r.Error == nil && len(r.Failed) == 0 && r.NeedsInputs == nil {
		d = append(d, errors.New("the call failed without saying why"))
	}
	return d
}

// same compares a value from JSON with one from TOML: numbers are numbers, times are their text.
func same(got, want any) bool {
	if a, ok := number(got); ok {
		b, ok := number(want)
		return ok && a == b
	}
	if list, ok := want.([]any); ok {
		have, ok := got.([]any)
		if !ok || len(have) != len(list) {
			return false
		}
		for i := range list {
			if !same(have[i], list[i]) {
				return false
			}
		}
		return true
	}
	if object, ok := want.(map[string]any); ok {
		have, ok := got.(map[string]any)
		for key, value := range object {
			ok = ok && same(have[key], value)
		}
		return ok
	}
	return reflect.DeepEqual(got, want) || (got != nil && fmt.Sprint(got) == fmt.Sprint(want))
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
