package core_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/metnos/metnos"

// floor is what packages below a path may import of this module. A path covers everything below it; the
// longest path that covers a package decides. "." is a package's own tree.
type floor struct {
	path  string
	below []string
}

// passing is what the family of items does with them as they pass: families that read more than a result carries do it too.
// The readers of documents are for whoever looks for a word in them.
var passing = []string{"plugins/executors/entries/flow", "plugins/executors/entries/rows", "plugins/executors/documents/format", "plugins/executors/documents/paper"}

// pure packages know no disk, network or process.
var pure = []string{"core/vocab", "core/phrase", "core/plan", "core/when", "core/glyph", "core/rank", "core/sandbox", "core/settings"}

// nouns is what every organ stands on.
var nouns = append([]string{"sdk", "core", "."}, pure...)

// above are the packages that may put organs together, each on what it adds to them.
var above = map[string][]string{
	"core/course": nil, "core/turn": {"core/course"},
	"core/gateway": {"core/course", "core/turn"}, "core/schedule": {"core/course", "core/turn"},
}

// floors is the direction of imports, lowest first. What is in no floor may not exist.
func floors(packages []listed) []floor {
	table := []floor{
		{"sdk", []string{}},
		{"sdk/manifest", []string{"=sdk", "."}},
		{"sdk/files", []string{"=sdk", "."}},
		{"sdk/wire", []string{"=sdk", "sdk/manifest", "sdk/files", "."}},
		{"sdk/serve", []string{"=sdk", "sdk/manifest", "sdk/files", "sdk/wire", "."}},
		{"sdk/sdktest", []string{"sdk"}},
		{"core", []string{"=sdk", "sdk/manifest"}},
		{"", []string{}}, // the embedded configuration
		{"core/config", append([]string{"="}, nouns...)},
		{"plugins", []string{"=sdk", "sdk/serve", "sdk/files"}},
		{"plugins/executors/birth", []string{"sdk"}}, // the rig of the executors' own tests
		{"importer", []string{"sdk", "core", "."}},
		{"synt", []string{"sdk", "core", "."}},
		{"cmd", []string{"="}},
	}
	for _, path := range pure {
		table = append(table, floor{path, nouns[:len(nouns):len(nouns)]})
	}
	var organs []string
	for _, p := range packages {
		organ := organOf(p.rel())
		_, high := above[organ]
		if organ == "" || high || slices.Contains(pure, organ) || slices.Contains(organs, organ) {
			continue
		}
		organs = append(organs, organ)
		if organ != "core/config" {
			table = append(table, floor{organ, nouns})
		}
	}
	for path, more := range above {
		table = append(table, floor{path, slices.Concat(nouns, organs, more)})
	}
	return table
}

// organOf returns "core/host" for "core/host/jail", "" for what is no organ.
func organOf(rel string) string {
	parts := strings.SplitN(rel, "/", 3)
	if len(parts) < 2 || parts[0] != "core" {
		return ""
	}
	return parts[0] + "/" + parts[1]
}

// libraries says who may import what from outside. A library in no row is refused.
var libraries = []floor{
	{"github.com/hashicorp/go-plugin", []string{"sdk/wire", "sdk/serve", "core/host"}},
	{"github.com/hashicorp/go-hclog", []string{"sdk/wire", "sdk/serve", "core/host"}},
	{"github.com/hashicorp/yamux", []string{"sdk/wire"}},
	{"github.com/hashicorp/hcl/v2", []string{"core/config"}},
	{"github.com/zclconf/go-cty", []string{"core/config"}},
	{"go.etcd.io/bbolt", []string{"core/store"}},
	{"github.com/cloudflare/circl", []string{"sdk/manifest", "core/keys"}},
	{"github.com/pelletier/go-toml/v2", []string{"sdk/manifest", "core/i18n", "core/vocab"}},
	{"github.com/santhosh-tekuri/jsonschema/v6", []string{"sdk/manifest"}},
	{"github.com/agext/levenshtein", []string{"sdk/manifest", "core/admit"}},
	{"github.com/nicksnyder/go-i18n/v2", []string{"core/i18n"}},
	{"github.com/google/renameio/v2", []string{"core", "cmd"}},
	{"github.com/landlock-lsm/go-landlock", []string{"core/host"}},
	{"github.com/elastic/go-seccomp-bpf", []string{"core/sandbox", "core/host"}},
	{"github.com/blevesearch/snowballstem", []string{"core/compose", "core/vocab", "core/rank"}},
	{"github.com/adrg/xdg", []string{"cmd"}},
	{"github.com/alecthomas/kong", []string{"cmd"}},
	{"github.com/go-webauthn/webauthn", []string{"core/passkeys"}},
	{"github.com/gorilla/websocket", []string{"plugins/channels/web"}},
	{"github.com/gabriel-vasile/mimetype", []string{"plugins/executors"}},
	{"github.com/HugoSmits86/nativewebp", []string{"plugins/executors/media"}},
	{"github.com/klauspost/compress", []string{"plugins/executors/archives"}},
	{"github.com/prometheus/client_golang", []string{"core/meter"}},
	{"go.opentelemetry.io/otel", []string{"core/meter"}},
	{"github.com/yuin/goldmark", []string{"plugins/executors/documents", "plugins/channels/web"}},
	{"github.com/xuri/excelize/v2", []string{"plugins/executors/tables"}},
	{"github.com/rogpeppe/go-internal", []string{"plugins/executors/files"}},
	{"golang.org/x/image", []string{"plugins/executors/media"}},
	{"golang.org/x/mod", []string{"core/admit", "core/catalog"}},
	{"golang.org/x/net", []string{"core/broker", "core/host", "core/sandbox", "plugins/executors/documents"}},
	{"golang.org/x/sys", []string{"sdk/files", "sdk/wire", "core", "cmd"}},
	{"golang.org/x/term", []string{"cmd"}},
	{"golang.org/x/text", []string{"sdk/manifest", "core", "cmd", "plugins"}},
}

// listed is what `go list -json` tells about a package.
type listed struct {
	ImportPath string
	Dir        string
	Standard   bool
	GoFiles    []string
	Imports    []string
	Deps       []string
	Module     *struct{ Main bool }
}

// rel is the package's path below the module, "" for its root.
func (l listed) rel() string {
	return strings.TrimPrefix(strings.TrimPrefix(l.ImportPath, module), "/")
}

func list(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,Imports,Deps,Module", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var own []listed
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := in.Decode(&l); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if l.Module != nil && l.Module.Main {
			own = append(own, l)
		}
	}
	if len(own) < 20 {
		t.Fatalf("only %d packages listed: the test looks in the wrong place", len(own))
	}
	return own
}

// covers reports whether path is at or below tree. "=x" is x alone.
func covers(tree, path string) bool {
	if only, exact := strings.CutPrefix(tree, "="); exact {
		return path == only
	}
	return path == tree || strings.HasPrefix(path, tree+"/")
}

// floorOf returns the floor with the longest path that covers a package.
func floorOf(table []floor, rel string) (best floor, found bool) {
	for _, f := range table {
		fits := covers(f.path, rel)
		if f.path == "core" || f.path == "" || f.path == "sdk" { // these have no tree
			fits = f.path == rel
		}
		if fits && (!found || len(f.path) > len(best.path)) {
			best, found = f, true
		}
	}
	return best, found
}

// misdirected lists every import that goes the wrong way.
func misdirected(packages []listed) (out []string) {
	table := floors(packages)
	for _, p := range packages {
		f, found := floorOf(table, p.rel())
		if !found {
			out = append(out, p.rel()+" stands on no floor: name it in the table")
			continue
		}
		for _, path := range p.Imports {
			rel, own := strings.CutPrefix(path, module)
			rel = strings.TrimPrefix(rel, "/")
			switch {
			case own && !mayImport(f, p.rel(), rel):
				out = append(out, fmt.Sprintf("%s imports %s", p.rel(), rel))
			case !own && strings.Contains(strings.SplitN(path, "/", 2)[0], ".") && !mayUse(path, p.rel()):
				out = append(out, fmt.Sprintf("%s imports %s", p.rel(), path))
			}
		}
		for _, path := range p.Deps {
			if rel, own := strings.CutPrefix(path, module+"/"); own && strings.HasPrefix(p.rel(), "plugins/") && (covers("core", rel) || covers("cmd", rel)) {
				out = append(out, fmt.Sprintf("%s depends on %s", p.rel(), rel))
			}
		}
		if slices.Contains(pure, organOf(p.rel())) {
			for _, path := range p.Imports {
				if slices.Contains([]string{"os/exec", "net", "net/http", "net/rpc", "math/rand", "math/rand/v2"}, path) {
					out = append(out, fmt.Sprintf("%s is pure and imports %s", p.rel(), path))
				}
			}
		}
	}
	return out
}

// mayImport reports whether a package on floor f may import rel of this module.
func mayImport(f floor, from, rel string) bool {
	if f.path == "cmd" {
		return !covers("plugins", rel) && (!covers("cmd", rel) || program(from) == program(rel))
	}
	if f.path == "plugins" && covers("plugins", rel) {
		return family(from) == family(rel) || slices.Contains(passing, rel) || !strings.Contains(strings.TrimPrefix(rel, "plugins/executors/"), "/") && !covers("plugins/channels", rel)
	}
	for _, tree := range f.below {
		switch {
		case tree == ".":
			tree = f.path
		case tree == "core":
			if covers("importer", from) || covers("synt", from) {
				break // all of core
			}
			tree = "=core"
		}
		if covers(tree, rel) {
			return true
		}
	}
	return false
}

// family is plugins/<kind>/<family>: what goes into one binary. program is cmd/<name>.
func family(rel string) string  { return leading(rel, 3) }
func program(rel string) string { return leading(rel, 2) }

func leading(rel string, n int) string {
	parts := strings.Split(rel, "/")
	return strings.Join(parts[:min(n, len(parts))], "/")
}

// mayUse reports whether a package may import a library.
func mayUse(library, from string) bool {
	for _, row := range libraries {
		if covers(row.path, library) {
			return slices.ContainsFunc(row.below, func(tree string) bool { return covers(tree, from) })
		}
	}
	return false
}

func TestFloorImports(t *testing.T) {
	for _, wrong := range misdirected(list(t)) {
		t.Error(wrong)
	}
}

// The rules themselves can fail: each of these imports goes the wrong way.
func TestFloorImportsRefused(t *testing.T) {
	for _, tc := range []struct{ from, to string }{
		{"sdk", "sdk/manifest"}, {"sdk/manifest", "sdk/wire"}, {"sdk/files", "sdk/serve"}, {"sdk/wire", "core"}, {"sdk/wire", "sdk/serve"},
		{"core", "core/plan"}, {"core", "sdk/wire"}, {"core/plan", "core/host"}, {"core/host", "core/store"}, {"core/host/jail", "core/store/disk"},
		{"core/store/disk", "core/turn"}, {"core/turn", "core/gateway"}, {"core/answer", "importer"}, {"core/catalog", "synt"}, {"core/catalog", "cmd/metnos"},
		{"core/host", ""}, {"plugins/executors/files", "core"}, {"plugins/executors/files/move", "sdk/wire"}, {"plugins/executors/files", "plugins/channels/web/chat"},
		{"plugins/executors/files/move", "plugins/executors/time/clock"}, {"plugins/channels/web", "sdk/manifest"}, {"importer", "synt"}, {"cmd/metnos", "plugins/executors/files"},
		{"cmd/metnos", "cmd/bench"},
		{"core/turn", "go.etcd.io/bbolt"}, {"core/catalog", "github.com/hashicorp/go-plugin"}, {"plugins/executors/files", "github.com/hashicorp/hcl/v2"},
		{"core/host", "github.com/cloudflare/circl/sign"}, {"cmd/metnos", "example.org/unheard/of"}, {"core/plan", "net/http"}, {"other/thing", "sdk"},
	} {
		to := tc.to
		if !strings.Contains(strings.SplitN(to, "/", 2)[0], ".") && to != "net/http" {
			to = strings.TrimSuffix(module+"/"+to, "/")
		}
		packages := []listed{{ImportPath: module + "/core/host"}, {ImportPath: module + "/core/store"}, {ImportPath: module + "/" + tc.from, Imports: []string{to}}}
		if got := misdirected(packages); len(got) != 1 {
			t.Errorf("%s may import %q: %v", tc.from, tc.to, got)
		}
	}
	allowed := []listed{
		{ImportPath: module + "/core/host", Imports: []string{module + "/core", module + "/core/sandbox", module + "/core/host/jail", module + "/sdk/wire", "os/exec"}},
		{ImportPath: module + "/core/turn", Imports: []string{module + "/core/host", module + "/core/plan", module + "/sdk"}},
		{ImportPath: module + "/core/gateway", Imports: []string{module + "/core/turn", module + "/core/host"}},
		{ImportPath: module + "/core/config/source", Imports: []string{module, "github.com/hashicorp/hcl/v2/hclsyntax"}},
		{ImportPath: module + "/plugins/executors/files/move", Imports: []string{module + "/plugins/executors/change", module + "/plugins/executors/fold", module + "/sdk"}},
		{ImportPath: module + "/cmd/metnos", Imports: []string{module + "/core/host/jail", module + "/importer"}},
	}
	if got := misdirected(allowed); len(got) != 0 {
		t.Errorf("refused: %v", got)
	}
	if got := misdirected([]listed{{ImportPath: module + "/plugins/executors/x", Deps: []string{module + "/core/plan"}}}); len(got) != 1 {
		t.Errorf("a plugin may depend on core: %v", got)
	}
}
