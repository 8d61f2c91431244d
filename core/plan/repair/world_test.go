package repair_test

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk/manifest"
)

const home = "/home/anna"

type args = map[string]any

// world is what is there: absolute paths.
type world struct{ dirs, files []string }

func (w world) Folder(spoken string) []string { return match(w.dirs, spoken) }

// File also finds the files that have a word in their name when nothing is called that.
func (w world) File(spoken string) []string {
	if found := match(w.files, spoken); len(found) > 0 {
		return found
	}
	var out []string
	for _, f := range w.files {
		for _, word := range strings.FieldsFunc(path.Base(f), func(r rune) bool { return strings.ContainsRune(" _-.", r) }) {
			if word == spoken {
				out = append(out, f)
			}
		}
	}
	return out
}

func match(paths []string, spoken string) (out []string) {
	for _, p := range paths {
		if p == spoken || strings.HasSuffix(p, "/"+spoken) {
			out = append(out, p)
		}
	}
	return out
}

func anna() world {
	return world{
		dirs: []string{home + "/Documenti", home + "/Documenti/Lavoro", home + "/Downloads"},
		files: []string{home + "/Documenti/agenda.txt", home + "/Documenti/Lavoro/bozza.txt", home + "/Downloads/bozza.txt", home + "/Documenti/fattura_1.pdf",
			home + "/Documenti/fattura_2.pdf", home + "/Documenti/odd[1].txt", home + "/Documenti/conti.csv"},
	}
}

func catalog(t testing.TB) []core.Executor {
	t.Helper()
	var out []core.Executor
	for _, pattern := range []string{"../../../plugins/executors/*/*.toml", "../../compose/testdata/catalog/get_files_hash.toml"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal("no manifests", err)
		}
		for _, p := range paths {
			data, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			m, err := manifest.Decode(p, data)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, core.Executor{Manifest: m})
		}
	}
	many := func(semantic string) manifest.Property {
		return manifest.Property{Type: "array", Semantic: semantic, FromEntries: "id", Items: &manifest.Property{Type: "string"}}
	}
	made := func(name, effect string, fields map[string]string, p map[string]manifest.Property, required ...string) {
		out = append(out, core.Executor{Manifest: &manifest.Manifest{Name: name, Execution: manifest.Execution{Effect: effect},
			Args: manifest.Args{Properties: p, Required: required}, Output: manifest.Output{Collection: "entries", Fields: fields}}})
	}
	made("find_messages", "read_only", map[string]string{"id": "text"}, map[string]manifest.Property{"query": {Type: "string", Semantic: "text_query"}})
	made("read_messages", "read_only", map[string]string{"text": "text"}, map[string]manifest.Property{"ids": many("ids")}, "ids")
	made("delete_messages", "reversible", map[string]string{"id": "text"}, map[string]manifest.Property{"ids": many("ids")}, "ids")
	made("get_messages", "read_only", map[string]string{"id": "text"}, map[string]manifest.Property{"id": {Type: "string", Semantic: "id", FromEntries: "id"}}, "id")
	made("send_messages", "outbound", nil, map[string]manifest.Property{"file": {Type: "string", Semantic: "path", FromEntries: "path"}, "to": {Type: "string", Semantic: "recipient"}}, "file", "to")
	return out
}

func lookup(list []core.Executor) plan.Lookup {
	byName := map[string]*manifest.Manifest{}
	for _, e := range list {
		byName[e.Manifest.Name] = e.Manifest
	}
	return func(tool string) (*manifest.Manifest, bool) { m, ok := byName[tool]; return m, ok }
}

func steps(pairs ...any) plan.Framework {
	var f plan.Framework
	for i := 0; i < len(pairs); i += 2 {
		f.Steps = append(f.Steps, plan.Step{Tool: pairs[i].(string), Args: pairs[i+1].(args)})
	}
	return f
}
