package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// The tree itself: every key the program can name has its sentence in both languages.
func TestTree(t *testing.T) {
	problems, err := run(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Error(p)
	}
}

func unpack(t *testing.T) string { return unpacked(t, "module") }

func unpacked(t *testing.T, name string) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

var quoted = regexp.MustCompile(`"([a-z_…]+)"`)

// A small module in which every way to name a key occurs, right and wrong.
func TestEveryWayToNameAKey(t *testing.T) {
	problems, err := run(unpack(t))
	if err != nil {
		t.Fatal(err)
	}
	var missing, rest []string
	for _, p := range problems {
		if found := quoted.FindStringSubmatch(p); found != nil && strings.Contains(p, "no sentence") {
			if !strings.HasPrefix(p, "use/use.go:") {
				t.Errorf("not placed: %s", p)
			}
			missing = append(missing, found[1])
		} else {
			rest = append(rest, p)
		}
	}
	slices.Sort(missing)
	missing = slices.Compact(missing)
	want := []string{"assigned_missing", "class_three", "closed_missing", "failure_missing", "fielded_missing", "listed_missing", "local_missing",
		"missing_code", "none_…", "returned_missing", "second_missing", "tabled_missing", "verdict_missing", "wrapped_missing"}
	if diff := cmp.Diff(want, missing); diff != "" {
		t.Errorf("keys without a sentence (-want +got):\n%s", diff)
	}
	wantRest := []string{
		`cannot tell which message this names (the result of a function outside the module); use a constant`,
		`the sentence of "needs" needs path: add .With`, `the sentence of "needs" needs path: add .With`,
		`nothing names never_named; remove it in both languages`,
	}
	for i := range rest {
		_, rest[i], _ = strings.Cut(rest[i], ": ")
	}
	if diff := cmp.Diff(wantRest, rest); diff != "" {
		t.Errorf("other problems (-want +got):\n%s", diff)
	}
}

func TestFilesAtFault(t *testing.T) {
	dir := unpack(t)
	path := filepath.Join(dir, "core/i18n/messages/a.en.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "direct = ", "renamed = ", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	problems, err := run(dir)
	if err != nil || len(problems) != 1 || !strings.Contains(problems[0], "a.it.toml:1: direct has no English sentence") ||
		!strings.Contains(problems[0], "renamed has no Italian sentence") {
		t.Errorf("%v %v", problems, err)
	}
}

func TestAProgramThatDoesNotCompile(t *testing.T) {
	dir := unpack(t)
	if err := os.WriteFile(filepath.Join(dir, "use/broken.go"), []byte("package use\n\nvar x int = \"a\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := run(dir); err == nil || !strings.Contains(err.Error(), "broken.go:3") {
		t.Errorf("%v", err)
	}
}

// A prompt must be there, in both languages, each in its own, and somebody must ask for it.
func TestPrompts(t *testing.T) {
	dir := unpacked(t, "prompts")
	want := []string{
		"core/i18n/prompts/answer.it.md: is not written in the language of its name",
		"core/i18n/prompts/lonely.en.md: nothing asks for the prompt lonely; remove it in both languages",
		"core/i18n/prompts/lonely.it.md: nothing asks for the prompt lonely; remove it in both languages",
		`use/use.go:18: no prompt "absent" in core/i18n/prompts`,
		"use/use.go:19: cannot tell which prompt this asks for; use a constant",
	}
	problems, err := run(dir)
	if diff := cmp.Diff(want, problems); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, name := range []string{"intent.en.md", "intent.it.md"} {
		dir := unpacked(t, "prompts")
		if err := os.Remove(filepath.Join(dir, "core/i18n/prompts", name)); err != nil {
			t.Fatal(err)
		}
		problems, err := run(dir)
		if err != nil || len(problems) != 1 || !strings.Contains(problems[0], "there is no prompts/"+name) {
			t.Errorf("without %s: %v %v", name, problems, err)
		}
	}
}
