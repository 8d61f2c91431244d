package guard_test

import (
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

const home = "/home/anna"

type args = map[string]any

// world is a home folder in memory: every folder and file below home, relative.
type world struct{ dirs, files []string }

func (w world) Folder(spoken string) []string {
	if f := vocab.Fold(spoken); f == "home" || f == home {
		return []string{home}
	}
	return match(w.dirs, spoken)
}

func (w world) File(spoken string) []string { return match(w.files, spoken) }

// Inside and Near are what the real places also tell.
func (w world) Inside(folder string, deep bool) (out []string, whole bool) {
	for _, f := range w.files {
		path := filepath.Join(home, f)
		if filepath.Dir(path) == folder || deep && strings.HasPrefix(path, folder+"/") {
			out = append(out, path)
		}
	}
	return out, true
}

func (w world) Near(string) []string { return nil }

var twins = map[string]string{"documents": "documenti", "scaricati": "downloads", "pictures": "immagini", "music": "musica", "videos": "video"}

func match(paths []string, spoken string) (out []string) {
	fold := func(s string) string {
		parts := strings.Split(vocab.Fold(strings.TrimPrefix(s, home+"/")), "/")
		for i, p := range parts {
			if t := twins[p]; t != "" {
				parts[i] = t
			}
		}
		return strings.Join(parts, "/")
	}
	want := fold(spoken)
	for _, p := range paths {
		if got := fold(p); got == want || strings.HasSuffix(got, "/"+want) {
			out = append(out, filepath.Join(home, p))
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return strings.Count(out[a], "/") < strings.Count(out[b], "/") })
	return out
}

func anna() world {
	return world{
		dirs: []string{"Documenti", "Documenti/Bollette", "Documenti/Lavoro", "Documenti/Lavoro/Vecchi", "Downloads", "Immagini", "Immagini/Mare 2022", "Musica",
			"Video", "Da leggere", "Backup", "Progetti", "Progetti/orto", "Archivio", "Ricette", "Documenti/Appunti", "Lavoro"},
		files: []string{"Documenti/agenda.txt", "Documenti/lista spesa.txt", "Documenti/Lavoro/bozza.txt", "Documenti/Appunti/bozza.txt", "Documenti/Lavoro/relazione.md",
			"Ricette/gnocchi.txt", "Progetti/orto/main.go", "Progetti/orto/server.log", "Downloads/manuale.pdf", "Documenti/piano_ferie.txt", "Documenti/Lavoro/piano_turni.txt", "Documenti/Contratto affitto.pdf"},
	}
}

func manifests(t testing.TB, pattern string) (out []core.Executor) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatal("no manifests", pattern, err)
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
	return out
}

// shipped are the executors of this repository; foreign those this program has never heard of.
func shipped(t testing.TB) []core.Executor {
	return manifests(t, "../../../plugins/executors/*/*.toml")
}
func foreign(t testing.TB) []core.Executor {
	return manifests(t, "../../compose/testdata/catalog/*.toml")
}

func lookup(catalog []core.Executor) plan.Lookup {
	byName := map[string]*manifest.Manifest{}
	for _, e := range catalog {
		byName[e.Manifest.Name] = e.Manifest
	}
	return func(tool string) (*manifest.Manifest, bool) { m, ok := byName[tool]; return m, ok }
}

// lines are the sentences of a table of the composer's tests, in both languages.
func sentences(t testing.TB, file string) (out []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../compose/testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, " ") {
			out = append(out, strings.Split(line, " | ")...)
		}
	}
	return out
}

var noon = time.Date(2025, 6, 18, 12, 0, 0, 0, time.FixedZone("CEST", 2*3600))

func steps(pairs ...any) plan.Framework {
	var f plan.Framework
	for i := 0; i < len(pairs); i += 2 {
		f.Steps = append(f.Steps, plan.Step{Tool: pairs[i].(string), Args: pairs[i+1].(args)})
	}
	return f
}
