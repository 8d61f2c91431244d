package i18n

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/metnos/metnos/sdk"
)

func loaded(t testing.TB) *Catalog {
	t.Helper()
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// sample is a small catalogue with every shape of message.
func sample(t testing.TB) *Catalog {
	t.Helper()
	c, err := Load(fstest.MapFS{
		"messages/core.it.toml":   {Data: classSentences("classe")},
		"messages/core.en.toml":   {Data: classSentences("class")},
		"messages/sample.it.toml": {Data: []byte("missing = \"Non trovo {{.path}}.\"\n[found]\none = \"Ho trovato un file.\"\nother = \"Ho trovato {{.Count}} file.\"\n")},
		"messages/sample.en.toml": {Data: []byte("missing = \"I cannot find {{ .path }}.\"\n[found]\none = \"I found one file.\"\nother = \"I found {{.Count}} files.\"\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func classSentences(word string) []byte {
	var b strings.Builder
	for _, class := range sdk.Classes {
		fmt.Fprintf(&b, "class_%s = \"%s %s\"\n", class, word, class)
	}
	fmt.Fprintf(&b, "internal_error = \"%s interna\"\nwith_code = \"{{.sentence}} [{{.code}}]\"\n", word)
	return []byte(b.String())
}

func TestSay(t *testing.T) {
	c := sample(t)
	for _, tc := range []struct {
		lang, key string
		params    Params
		want      string
	}{
		{"it", "missing", Params{"path": "/a {{.b}}"}, "Non trovo /a {{.b}}."},
		{"en-GB", "missing", Params{"path": "/a", "other": "x"}, "I cannot find /a."},
		{"it_IT", "missing", nil, "Non trovo …."},
		{"it", "found", Params{"Count": "1"}, "Ho trovato un file."},
		{"it", "found", Params{"Count": "0"}, "Ho trovato 0 file."},
		{"it", "found", Params{"Count": "1000000"}, "Ho trovato 1000000 file."}, // Italian has a "many" form for millions
		{"en", "found", Params{"Count": "1"}, "I found one file."},
		{"en", "found", Params{"Count": "2"}, "I found 2 files."},
		{"en", "found", Params{"Count": "many"}, "I found many files."},
		{"fr", "found", nil, "I found … files."},
		{"it", "nowhere", nil, "‹nowhere›"},
	} {
		if got := c.Say(tc.lang, tc.key, tc.params); got != tc.want {
			t.Errorf("Say(%q, %q, %v) = %q, want %q", tc.lang, tc.key, tc.params, got, tc.want)
		}
	}
}

func TestSentence(t *testing.T) {
	c := sample(t)
	known := sdk.Errorf(sdk.NotFound, "missing", "open /a: ENOENT").With("path", "/a")
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"code":           {known, "Non trovo /a."},
		"wrapped":        {fmt.Errorf("reading: %w", known), "Non trovo /a."},
		"incomplete":     {sdk.Errorf(sdk.NotFound, "missing", "x"), "classe not_found [missing]"},
		"unknown code":   {sdk.Errorf(sdk.Quota, "new_code", "english detail"), "classe quota [new_code]"},
		"hostile code":   {sdk.Errorf(sdk.Quota, "a b\n<x>{{.y}}", "english"), "classe quota [abx.y]"},
		"no code":        {sdk.Errorf(sdk.Network, "", "english"), "classe network"},
		"invented class": {sdk.Errorf("strange", "", "english"), "classe interna"},
		"deadline":       {fmt.Errorf("x: %w", context.DeadlineExceeded), "classe timeout"},
		"cancelled":      {context.Canceled, "classe cancelled"},
		"no file":        {&os.PathError{Op: "open", Path: "/a", Err: os.ErrNotExist}, "classe not_found"},
		"foreign":        {errors.New("english"), "classe interna"},
		"joined":         {errors.Join(known, context.Canceled), "Non trovo /a.\nclasse cancelled"},
		"nil":            {nil, ""},
	} {
		if got := c.Sentence("it", tc.err); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

// An Italian person never meets the English detail of an error, whatever its class.
func TestField_I18N_06(t *testing.T) {
	c := loaded(t)
	for _, class := range sdk.Classes {
		err := sdk.Errorf(class, "no_such_code", "the quick brown fox")
		it, en := c.Sentence("it", err), c.Sentence("en", err)
		if strings.Contains(it, "quick") || strings.Contains(en, "quick") {
			t.Errorf("%s: the detail leaks: %q %q", class, it, en)
		}
		if it == en || strings.Contains(it, "‹") || strings.Contains(en, "‹") {
			t.Errorf("%s: no sentence of its own: %q %q", class, it, en)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		it, en string
		want   []string
	}{
		"one language":        {"a = \"x\"\n", "b = \"y\"\n", []string{"messages/x.it.toml:1: a has no English", "messages/x.en.toml:1: b has no Italian"}},
		"placeholders differ": {"a = \"{{.x}}\"\n", "a = \"{{.y}}\"\n", []string{"x.it.toml:1: a fills [x]", "fills [y]"}},
		"not toml":            {"a = \n", "a = \"y\"\n", []string{"x.it.toml:1"}},
		"twice":               {"a = \"x\"\na = \"x\"\n", "a = \"y\"\n", []string{"x.it.toml:2"}},
		"empty":               {"a = \" \"\n", "a = \"y\"\n", []string{"x.it.toml:1: a: the sentence is empty"}},
		"template logic":      {"a = \"{{if .x}}y{{end}}\"\n", "a = \"y\"\n", []string{"a placeholder is {{.name}}"}},
		"bad key":             {"A-b = \"x\"\n", "A-b = \"y\"\n", []string{"lower_snake_case"}},
		"bad form":            {"[a]\nsome = \"x\"\n", "a = \"y\"\n", []string{"x.it.toml:2: a.some is no plural form"}},
		"no other":            {"[a]\none = \"x\"\n", "a = \"y\"\n", []string{`the form "other" is missing`}},
	} {
		_, err := Load(fstest.MapFS{"messages/x.it.toml": {Data: []byte(tc.it)}, "messages/x.en.toml": {Data: []byte(tc.en)}})
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		for _, want := range tc.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", name, err, want)
			}
		}
	}
	if _, err := Load(fstest.MapFS{"messages/x.de.toml": {Data: []byte("a = \"x\"")}}); err == nil {
		t.Error("a third language is accepted silently")
	}
	two := fstest.MapFS{
		"messages/x.it.toml": {Data: []byte("a = \"x\"")}, "messages/x.en.toml": {Data: []byte("a = \"x\"")},
		"messages/y.it.toml": {Data: []byte("a = \"x\"")}, "messages/y.en.toml": {Data: []byte("a = \"x\"")},
	}
	if _, err := Load(two); err == nil || !strings.Contains(err.Error(), "a is already at messages/x.it.toml:1") {
		t.Errorf("two areas with one key: %v", err)
	}
}

func BenchmarkSay(b *testing.B) {
	c := sample(b)
	for b.Loop() {
		c.Say("it", "found", Params{"Count": "3"})
	}
}

// A full disk is told as what it is, wherever in the core it was met.
func TestAFullDiskIsSaid(t *testing.T) {
	c := loaded(t)
	full := fmt.Errorf("store: %w", &os.PathError{Op: "write", Path: "/a", Err: syscall.ENOSPC})
	if it, en := c.Sentence("it", full), c.Sentence("en", full); !strings.Contains(it, "disco è pieno") || !strings.Contains(en, "disk is full") {
		t.Errorf("%q %q", it, en)
	}
}
