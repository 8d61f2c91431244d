package project

import (
	"errors"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

func checkout(t *testing.T) SDK {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	s, ok := Around(dir)
	if !ok {
		t.Fatal("the source tree of this test is not found")
	}
	return s.Slim(t.Context(), os.Environ())
}

func made(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "find_files_empty")
	n := New{Name: "find_files_empty", Dir: dir, Module: "example.org/find_files_empty", Publisher: "acme", SDK: checkout(t)}
	if err := n.Write(); err != nil {
		t.Fatal(err)
	}
	return dir
}

func env() []string { return append(os.Environ(), "GOPROXY=off", "GOFLAGS=") }

func TestNewProjectBuildsAndPassesItsTestsUnchanged(t *testing.T) {
	dir := made(t)
	b, err := Build(t.Context(), dir, env())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.Manifest.Version, "0.1.0+") || b.Manifest.Plugin.Digest != b.Digest || b.Manifest.Publisher != "acme" {
		t.Errorf("built %+v", b.Manifest)
	}
	again, err := Load(dir)
	if err != nil || again.Digest != b.Digest {
		t.Errorf("loaded %v, %v", again.Digest, err)
	}
	if out, err := GoTest(t.Context(), dir, env()); err != nil {
		t.Errorf("its own tests: %v\n%s", err, out)
	}
	key, err := manifest.Generate(manifest.Publisher, "acme", time.Now(), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Sign(key, b.Dir, time.Now()); err != nil {
		t.Fatal(err)
	}
	if list, _ := os.ReadDir(b.Dir); len(list) != 3 {
		t.Errorf("dist holds %v", list)
	}
	// Building again removes the signature of what was built before.
	if _, err := Build(t.Context(), dir, env()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, manifest.SignatureName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old signature is still there: %v", err)
	}
}

func TestBuildRefuses(t *testing.T) {
	for name, c := range map[string]struct{ file, old, new, code string }{
		"a program that does not compile": {"main.go", "package main", "package main\n\nvar x int = \"\"", "project_build_failed"},
		"a program of another name":       {"main.go", `Name: "find_files_empty"`, `Name: "find_files_hash"`, "project_serves_other"},
		"a program that serves nothing":   {"main.go", "serve.Executors(serve.Entry", "_ = (serve.Entry", "project_no_description"},
		"a manifest with a wrong key":     {"manifest.toml", "timeout_s ", "timout_s ", "manifest_invalid"},
		"a manifest of another name":      {"manifest.toml", `"find_files_empty"`, `"find_birds"`, "admit_object"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := made(t)
			file := filepath.Join(dir, c.file)
			data, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(data), c.old) {
				t.Fatalf("no %q in %s: %v", c.old, c.file, err)
			}
			if err := os.WriteFile(file, []byte(strings.Replace(string(data), c.old, c.new, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := Build(t.Context(), dir, env()); codeOf(err) != c.code {
				t.Errorf("%v, want %s", err, c.code)
			}
		})
	}
	if _, err := Build(t.Context(), t.TempDir(), env()); codeOf(err) != "project_no_manifest" {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Load(t.TempDir()); codeOf(err) != "project_not_built" {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (New{Name: "find_files_empty", Dir: full}).Write(); codeOf(err) != "project_there" {
		t.Errorf("a full folder: %v", err)
	}
	if list, _ := os.ReadDir(full); len(list) != 1 {
		t.Errorf("it was written into: %v", list)
	}
	if err := (New{Name: "find_birds", Dir: filepath.Join(t.TempDir(), "x")}).Write(); codeOf(err) != "admit_object" {
		t.Errorf("a name without words: %v", err)
	}
}

func TestCheckout(t *testing.T) {
	s := checkout(t)
	if s.Path == "" || s.Go == "" || !slices.ContainsFunc(s.Requires, func(r string) bool { return strings.HasPrefix(r, "github.com/hashicorp/go-plugin ") }) {
		t.Errorf("%+v", s)
	}
	if slices.ContainsFunc(s.Requires, func(r string) bool { return strings.HasPrefix(r, "go.etcd.io/bbolt ") }) {
		t.Error("a plugin is made to require the core's store")
	}
	if _, err := Checkout(t.TempDir()); codeOf(err) != "project_no_sdk" {
		t.Errorf("an empty folder: %v", err)
	}
	other := t.TempDir()
	os.WriteFile(filepath.Join(other, "go.mod"), []byte("module example.org/x\n\ngo 1.26\n"), 0o644)
	if _, err := Checkout(other); codeOf(err) != "project_no_sdk" {
		t.Errorf("another module: %v", err)
	}
}

// The template's formatting is what gofmt makes of it.
func TestTemplateIsFormatted(t *testing.T) {
	dir := made(t)
	for _, name := range []string{"main.go", "find_files_empty.go", "find_files_empty_test.go"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		formatted, err := format.Source(data)
		if err != nil || string(formatted) != string(data) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
