package config

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/config/source"
)

// loadWrong writes a wrong file, loads it and returns its faults; the file must be left exactly as it was.
func loadWrong(t *testing.T, text string) (string, Diagnostics) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config.hcl")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load(file, anna)
	var found Diagnostics
	if c != nil || !errors.As(err, &found) {
		t.Fatalf("loaded %v, %v", c, err)
	}
	after, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(file)
	if err != nil || string(kept) != text || !after.ModTime().Equal(before.ModTime()) || !os.SameFile(before, after) {
		t.Fatalf("the file changed: %v", err)
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(entries) != 1 {
		t.Fatalf("files appeared beside it: %v %v", entries, err)
	}
	return file, found
}

// Diagnosis proposes a patch and edits nothing.
func TestField_STORE_07(t *testing.T) {
	text := "sandbox { mode = \"bwrp\" } # keep my comment\nlocale { langage = \"it\" }\n"
	file, found := loadWrong(t, text)
	want := fmt.Sprintf(`--- %s
+++ %s
@@ -1 +1 @@
-sandbox { mode = "bwrp" } # keep my comment
+sandbox { mode = "bwrap" } # keep my comment
@@ -2 +2 @@
-locale { langage = "it" }
+locale { language = "it" }
`, file, file)
	if got := Patch(file, []byte(text), found); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := Patch(file, []byte(text), errors.New("other")); got != "" {
		t.Errorf("a patch for a foreign error: %q", got)
	}
}

// Nothing here can write, rename or remove a file: the package calls no such function.
func TestField_STORE_08(t *testing.T) {
	reading := []string{"Stat", "ReadFile", "ErrInvalid"}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "os" {
				seen++
				if !slices.Contains(reading, sel.Sel.Name) {
					t.Errorf("%s uses os.%s", name, sel.Sel.Name)
				}
			}
			return true
		})
	}
	if seen == 0 {
		t.Error("the scan found no use of os at all: it looks in the wrong place")
	}
}

// Many unknown keys are as many reports, each with its line; nothing older takes the file's place.
func TestField_STORE_09(t *testing.T) {
	var b strings.Builder
	for i := range 23 {
		fmt.Fprintf(&b, "retired_setting_%02d = %d\n", i, i)
	}
	_, found := loadWrong(t, b.String())
	if len(found) != 23 {
		t.Fatalf("%d reports for 23 keys", len(found))
	}
	for i, e := range found {
		if e.Params["key"] != fmt.Sprintf("retired_setting_%02d", i) || source.Line(e) != i+1 {
			t.Errorf("report %d: %v", i, e.Params)
		}
	}
}

// A file an older version accepted names the key and the line that no longer fit, beside what is valid.
func TestField_STORE_11(t *testing.T) {
	_, found := loadWrong(t, "policy {\n  bulk_threshold = 20\n  bulk_treshold_max = 100\n}\n")
	if len(found) != 1 || source.Line(found[0]) != 3 || found[0].Params["key"] != "bulk_treshold_max" || found[0].Params["near"] != "bulk_threshold" {
		t.Errorf("%v %v", found, found[0].Params)
	}
}
