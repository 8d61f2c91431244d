package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/sdk/manifest"
)

// block is one thing the page has its reader do: run a command, or change a file.
type block struct {
	line    int
	text    string // the command, or the change
	want    string // what the page says the command prints
	refused bool
	change  bool
}

var fence = regexp.MustCompile("(?ms)^```(console|console refused|diff)\n(.*?)^```$")

func blocks(page string) []block {
	var list []block
	for _, at := range fence.FindAllStringSubmatchIndex(page, -1) {
		kind, body := page[at[2]:at[3]], page[at[4]:at[5]]
		line := 1 + strings.Count(page[:at[4]], "\n")
		if kind == "diff" {
			list = append(list, block{line: line, text: body, change: true})
			continue
		}
		for i, text := range strings.Split(strings.TrimSuffix(body, "\n"), "\n") {
			if rest, ok := strings.CutPrefix(text, "$ "); ok {
				list = append(list, block{line: line + i, text: rest, refused: kind == "console refused"})
			} else {
				list[len(list)-1].want += text + "\n"
			}
		}
	}
	return list
}

// apply changes the file a diff names; what it takes away and keeps must be there exactly once.
func apply(dir, diff string) error {
	first, body, _ := strings.Cut(diff, "\n")
	file := filepath.Join(dir, strings.TrimPrefix(first, "--- "))
	var before, after strings.Builder
	for line := range strings.Lines(body) {
		switch sign, rest := line[0], line[1:]; sign {
		case '-':
			before.WriteString(rest)
		case '+':
			after.WriteString(rest)
		case ' ':
			before.WriteString(rest)
			after.WriteString(rest)
		default:
			return fmt.Errorf("the line %q is neither kept, added nor taken away", line)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if n := strings.Count(string(text), before.String()); n != 1 {
		return fmt.Errorf("%s holds these lines %d times:\n%s", file, n, before.String())
	}
	return os.WriteFile(file, []byte(strings.Replace(string(text), before.String(), after.String(), 1)), 0o600)
}

// What differs from run to run is made the same on both sides.
var varying = []struct {
	shape *regexp.Regexp
	word  string
}{
	{regexp.MustCompile(`\b[0-9a-f]{16}\b`), "KEY"},
	{regexp.MustCompile(`\+[0-9a-f]{12}\b`), "+DIGEST"},
	{regexp.MustCompile(`\(\d+\.\d MB\)`), "(SIZE)"},
	{regexp.MustCompile(`\b20\d\d-\d\d-\d\d\b`), "DATE"},
	{regexp.MustCompile(`(?m)  (bwrap|landlock)$`), "  SANDBOX"},
	{regexp.MustCompile(`\b\d{1,2} \pL+ 20\d\d \d\d:\d\d\b`), "DATE"},
	{regexp.MustCompile(`(?m) +$`), ""},
}

func steady(text, home string) string {
	text = strings.ReplaceAll(text, home, "/home/anna")
	for _, v := range varying {
		text = v.shape.ReplaceAllString(text, v.word)
	}
	return text
}

// sortedLines compares listings whose order depends on random ids.
func sortedLines(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestField_SIGN_12_ThePageForAuthorsIsRun(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "plugin-authors.md"))
	if err != nil {
		t.Fatal(err)
	}
	list := blocks(string(page))
	if len(list) < 25 {
		t.Fatalf("%d commands and changes found on the page", len(list))
	}
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	env := scriptEnv(t, home)
	folder := home
	for _, c := range list {
		if c.change {
			if err := apply(folder, c.text); err != nil {
				t.Fatalf("docs/plugin-authors.md:%d: %v", c.line, err)
			}
			continue
		}
		state := filepath.Join(t.TempDir(), "pwd")
		cmd := exec.Command("bash", "-c", `cd "$1" && { eval "$2"; code=$?; pwd >"$3"; exit $code; }`, "sh", folder, c.text, state)
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		where := fmt.Sprintf("docs/plugin-authors.md:%d: $ %s", c.line, c.text)
		if (err != nil) != c.refused {
			t.Fatalf("%s\nended with %v, refused is %v\n%s", where, err, c.refused, out)
		}
		if got, want := sortedLines(steady(string(out), home)), sortedLines(steady(c.want, home)); got != want {
			t.Errorf("%s\nprints\n%s\nthe page says\n%s", where, got, want)
		}
		pwd, err := os.ReadFile(state)
		if err != nil {
			t.Fatal(err)
		}
		folder = strings.TrimSpace(string(pwd))
	}
}

// scriptEnv is an empty home with the installation under test and the machine's Go caches.
func scriptEnv(t *testing.T, home string) []string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	caches := strings.Fields(string(out))
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return []string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TMPDIR=" + os.TempDir(), "METNOS_LIBEXEC=" + installed.libexec, "METNOS_SDK=" + root,
		"GOMODCACHE=" + caches[0], "GOCACHE=" + caches[1], "GOROOT=" + caches[2], "GOFLAGS=", "GOTOOLCHAIN=local", "GOPROXY=off",
	}
}

var mention = regexp.MustCompile("`metnos ([a-z][a-z -]*)")

// TestField_SIGN_12_EveryCommandNamedExists holds the pages and the sentences to the command line.
func TestField_SIGN_12_EveryCommandNamedExists(t *testing.T) {
	messages, err := i18n.New()
	if err != nil {
		t.Fatal(err)
	}
	parser, err := kong.New(&cli{}, kong.Name("metnos"), vars(messages, "en"))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	sentences, err := filepath.Glob(filepath.Join("..", "..", "core", "i18n", "messages", "*.toml"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range append(pages, sentences...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range mention.FindAllStringSubmatch(string(text), -1) {
			found++
			if !known(parser.Model.Node, strings.Fields(m[1])) {
				t.Errorf("%s: there is no command `metnos %s`", filepath.Base(file), m[1])
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d commands are mentioned", found)
	}
}

// known follows words down the command tree until they are arguments.
func known(node *kong.Node, words []string) bool {
	for _, word := range words {
		if len(node.Children) == 0 || strings.HasPrefix(word, "-") {
			return true
		}
		var next *kong.Node
		for _, child := range node.Children {
			if child.Name == word {
				next = child
			}
		}
		if next == nil {
			return false
		}
		node = next
	}
	return true
}

// TestThePageExplainsEveryKey walks the manifest's struct.
func TestThePageExplainsEveryKey(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "plugin-authors.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice || typ.Kind() == reflect.Map {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || seen[typ] {
			return
		}
		seen[typ] = true
		for f := range typ.Fields() {
			key := f.Tag.Get("toml")
			if key != "" && !regexp.MustCompile("`[^`]*\\b"+key+"\\b[^`]*`").Match(text) {
				t.Errorf("the page does not explain %s of %s", key, typ.Name())
			}
			walk(f.Type)
		}
	}
	walk(reflect.TypeFor[manifest.Manifest]())
	for _, capability := range manifest.Capabilities() {
		if !strings.Contains(string(text), "`"+capability+"`") {
			t.Errorf("the page does not name the capability %s", capability)
		}
	}
}
