package compose

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

const home = "/home/anna"

// world is a home folder in memory: every folder and file below home, relative.
type world struct {
	dirs, files []string
	tables      map[string]string // what the tables hold, by their relative path
}

func (w world) Folder(spoken string) []string {
	if vocab.Fold(spoken) == "home" {
		return []string{home}
	}
	return match(w.dirs, spoken)
}
func (w world) File(spoken string) []string {
	spoken = strings.TrimPrefix(spoken, home+"/")
	if found := match(w.files, spoken); len(found) > 0 || strings.ContainsAny(spoken, "./") {
		return found
	}
	var out []string
	for _, f := range w.files {
		if slices.Contains(strings.FieldsFunc(vocab.Fold(filepath.Base(f)), func(r rune) bool { return strings.ContainsRune(" _-.", r) }), vocab.Fold(spoken)) {
			out = append(out, filepath.Join(home, f))
		}
	}
	return out
}

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

func (w world) Table(path string) (header []string, rows [][]string, whole bool) {
	for i, line := range strings.Split(strings.TrimSpace(w.tables[strings.TrimPrefix(path, home+"/")]), "\n") {
		if cells := strings.Split(line, ","); i == 0 && line != "" {
			header = cells
		} else if line != "" {
			rows = append(rows, cells)
		}
	}
	return header, rows, true
}

func (w world) Near(spoken string) (out []string) {
	for _, d := range w.dirs {
		if vocab.Misspelt(vocab.Fold(spoken), vocab.Fold(filepath.Base(d))) {
			out = append(out, filepath.Join(home, d))
		}
	}
	return out
}

var twins = map[string]string{"documents": "documenti", "scaricati": "downloads", "pictures": "immagini", "music": "musica", "videos": "video"}

func match(paths []string, spoken string) []string {
	fold := func(s string) string {
		parts := strings.Split(vocab.Fold(s), "/")
		for i, p := range parts {
			if t := twins[p]; t != "" {
				parts[i] = t
			}
		}
		return strings.Join(parts, "/")
	}
	want := fold(spoken)
	var out []string
	for _, p := range paths {
		got := fold(p)
		if got == want || strings.HasSuffix(got, "/"+want) {
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
			"Ricette/gnocchi.txt", "Progetti/orto/main.go", "Progetti/orto/server.log", "Downloads/manuale.pdf", "Documenti/piano_ferie.txt", "Documenti/Lavoro/piano_turni.txt", "Documenti/Contratto affitto.pdf",
			"Documenti/ordini.csv", "Documenti/clienti.csv", "Documenti/listino.xlsx", "Documenti/staff.csv"},
	}
}

// realCatalog is the manifests of this repository's executors. The list is the caller's own.
func realCatalog(t testing.TB) []core.Executor {
	t.Helper()
	list, err := shipped()
	if err != nil || len(list) == 0 {
		t.Fatal("no manifests found", err)
	}
	return slices.Clone(list)
}

var shipped = sync.OnceValues(func() (out []core.Executor, err error) {
	paths, err := filepath.Glob("../../plugins/executors/*/*.toml")
	if err != nil {
		return nil, err
	}
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		m, err := manifest.Decode(p, data)
		if err != nil {
			return nil, err
		}
		out = append(out, core.Executor{Manifest: m})
	}
	return out, nil
})

// noon is a Wednesday.
var rome = func() *time.Location {
	z, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		panic(err)
	}
	return z
}()

var noon = time.Date(2025, 6, 18, 12, 0, 0, 0, rome)

func said(t testing.TB, text string) plan.Request {
	return plan.Request{Text: text, Lang: "it", Now: noon, Zone: rome, Home: home, Places: anna(), Catalog: realCatalog(t)}
}

// sketch writes a draft on a few lines, with home as ~, so that a table can hold it.
func sketch(d plan.Draft) string {
	var b strings.Builder
	steps := d.Framework.Steps
	switch {
	case d.Limit != nil:
		b.WriteString("limit " + d.Limit.Code)
		for _, k := range shelf.SortedKeys(d.Limit.Params) {
			b.WriteString(" " + k + "=" + d.Limit.Params[k])
		}
	case d.Question != nil:
		b.WriteString("ask " + d.Question.Code + " " + d.Question.Arg)
		for _, o := range d.Question.Options {
			b.WriteString(" " + o)
		}
		steps = d.Question.Partial.Steps
	case !d.Accepted:
		b.WriteString("unknown " + strings.Join(d.Unknown, "|"))
	}
	for i, s := range steps {
		args, _ := json.Marshal(s.Args)
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		text := strings.NewReplacer(`"`, "", `\u003c`, "<", `\u003e`, ">").Replace(string(args))
		b.WriteString(s.Tool + text)
		_ = i
	}
	if d.Framework.Shape != "" {
		b.WriteString(" => " + string(d.Framework.Shape))
	}
	return strings.ReplaceAll(b.String(), home, "~")
}
