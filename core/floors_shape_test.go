package core_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Bounds of what is written by hand, tests not counted.
const (
	packageLines  = 1200
	fileLines     = 400
	functionLines = 60
)

// oneFilePerCommand is a package of independent files, which grows with the commands: only its files are bounded.
const oneFilePerCommand = "cmd/metnos"

var (
	vague   = []string{"manager", "util", "utils", "helper", "helpers", "common", "base", "shared", "misc", "legacy", "compat"}
	pending = regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b|(?i:not (?:yet )?implemented)`)
	// Who may read the environment: the program, and the plugin's own entry.
	environment = []string{"cmd", "sdk/serve"}
)

// misshapen lists what is too long, vaguely named or out of place in one package.
func misshapen(p listed) (out []string) {
	say := func(file, format string, args ...any) {
		out = append(out, filepath.Join(p.rel(), file)+": "+fmt.Sprintf(format, args...))
	}
	if slices.Contains(vague, filepath.Base(p.rel())) {
		say("", "a vague name")
	}
	total := 0
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			say(name, "%v", err)
			continue
		}
		n := strings.Count(string(text), "\n")
		total += n
		if n >= fileLines {
			say(name, "%d lines, fewer than %d wanted", n, fileLines)
		}
		for _, word := range strings.Split(strings.TrimSuffix(name, ".go"), "_") {
			if slices.Contains(vague, word) {
				say(name, "a vague name")
			}
		}
		if found := pending.Find(text); found != nil {
			say(name, "says %q", found)
		}
		for _, fault := range faults(p.rel(), name, text) {
			say(name, "%s", fault)
		}
	}
	if total >= packageLines && p.rel() != oneFilePerCommand {
		say("", "%d lines, fewer than %d wanted", total, packageLines)
	}
	if p.rel() != "" && !slices.Contains(p.GoFiles, "doc.go") {
		say("", "no doc.go")
	}
	return out
}

// faults lists what the syntax of one file shows.
func faults(rel, name string, text []byte) (out []string) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
	if err != nil {
		return []string{err.Error()}
	}
	if name == "doc.go" && (file.Doc == nil || len(file.Doc.Text()) < 60) {
		out = append(out, "does not say what the package is for")
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if n := fset.Position(f.End()).Line - fset.Position(f.Pos()).Line + 1; n >= functionLines {
			out = append(out, fmt.Sprintf("%s has %d lines, fewer than %d wanted", f.Name.Name, n, functionLines))
		}
		if f.Recv == nil && f.Name.Name == "init" && covers("core", rel) {
			out = append(out, "init() in core")
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		pkg, ok := sel.X.(*ast.Ident)
		reads := ok && pkg.Name == "os" && slices.Contains([]string{"Getenv", "LookupEnv", "Environ", "ExpandEnv"}, sel.Sel.Name)
		if reads && !slices.ContainsFunc(environment, func(tree string) bool { return covers(tree, rel) }) {
			out = append(out, fmt.Sprintf("line %d reads the environment", fset.Position(n.Pos()).Line))
		}
		return true
	})
	return out
}

func TestFloorShapes(t *testing.T) {
	for _, p := range list(t) {
		for _, wrong := range misshapen(p) {
			t.Error(wrong)
		}
	}
}

// Each rule can fail.
func TestFloorShapesRefused(t *testing.T) {
	const doc = "// Package x is long enough a comment to tell a reader what to do next.\npackage x\n"
	body := func(n int) string { return "package x\n\nfunc f() {\n" + strings.Repeat("\tprintln()\n", n) + "}\n" }
	for name, tc := range map[string]struct {
		rel   string
		files map[string]string
		want  string
	}{
		"long function": {"core/x", map[string]string{"a.go": body(58)}, "f has 60 lines"},
		"long file":     {"core/x", map[string]string{"a.go": "package x\n" + strings.Repeat("//\n", 399)}, "400 lines"},
		"long package": {"core/x", map[string]string{"a.go": "package x\n" + strings.Repeat("//\n", 396), "b.go": "package x\n" + strings.Repeat("//\n", 396),
			"c.go": "package x\n" + strings.Repeat("//\n", 396), "d.go": "package x\n" + strings.Repeat("//\n", 10)}, "lines, fewer than 1200"},
		"vague package":      {"core/util", nil, "a vague name"},
		"vague file":         {"core/x", map[string]string{"string_helpers.go": "package x\n"}, "a vague name"},
		"pending work":       {"core/x", map[string]string{"a.go": "package x\n\n// " + "TO" + "DO: later\n"}, "says"},
		"stub":               {"core/x", map[string]string{"a.go": "package x\n\nconst c = \"not " + "implemented\"\n"}, "says"},
		"init in core":       {"core/x", map[string]string{"a.go": "package x\n\nfunc init() {}\n"}, "init() in core"},
		"environment":        {"core/x", map[string]string{"a.go": "package x\n\nimport \"os\"\n\nvar home = os.Getenv(\"HOME\")\n"}, "line 5 reads the environment"},
		"no doc.go":          {"core/x", map[string]string{"doc.go": ""}, "no doc.go"},
		"doc.go says little": {"core/x", map[string]string{"doc.go": "// Package x.\npackage x\n"}, "does not say"},
		"broken":             {"core/x", map[string]string{"a.go": "package"}, "a.go"},
		"fine":               {"sdk/serve", map[string]string{"a.go": body(57) + "\nfunc init() {}\n"}, ""},
	} {
		dir := t.TempDir()
		p := listed{ImportPath: module + "/" + tc.rel, Dir: dir}
		files := map[string]string{"doc.go": doc}
		for file, text := range tc.files {
			files[file] = text
		}
		for file, text := range files {
			if text == "" {
				continue
			}
			p.GoFiles = append(p.GoFiles, file)
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got := misshapen(p)
		if tc.want == "" && len(got) != 0 || tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)) {
			t.Errorf("%s: %v, want %q", name, got, tc.want)
		}
	}
}
