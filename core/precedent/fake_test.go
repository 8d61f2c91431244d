package precedent

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

const home = "/home/anna"

var noon = time.Date(2025, 6, 18, 12, 0, 0, 0, time.UTC)

// clock is a time that only tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.t }

func (c *clock) pass(d time.Duration) { c.mu.Lock(); defer c.mu.Unlock(); c.t = c.t.Add(d) }

// memory is a shelf of JSON, so that rows go through what the store does to them.
type memory struct {
	mu   sync.Mutex
	rows map[core.Owner]map[string][]byte
}

var errNobody = errors.New("a store call without an owner")

func (m *memory) at(owner core.Owner) map[string][]byte {
	if m.rows == nil {
		m.rows = map[core.Owner]map[string][]byte{}
	}
	if m.rows[owner] == nil {
		m.rows[owner] = map[string][]byte{}
	}
	return m.rows[owner]
}

func decoded(data []byte) (row Row) {
	if err := json.Unmarshal(data, &row); err != nil {
		panic(err)
	}
	return row
}

func (m *memory) Get(owner core.Owner, key string) (Row, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if owner == "" {
		return Row{}, false, errNobody
	}
	data, found := m.at(owner)[key]
	if !found {
		return Row{}, false, nil
	}
	return decoded(data), true, nil
}

func (m *memory) Put(owner core.Owner, key string, row Row) error {
	_, err := m.Update(owner, key, func(Row, bool) (Row, error) { return row, nil })
	return err
}

func (m *memory) Delete(owner core.Owner, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if owner == "" {
		return errNobody
	}
	delete(m.at(owner), key)
	return nil
}

func (m *memory) Update(owner core.Owner, key string, change func(Row, bool) (Row, error)) (Row, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if owner == "" {
		return Row{}, errNobody
	}
	var row Row
	data, found := m.at(owner)[key]
	if found {
		row = decoded(data)
	}
	row, err := change(row, found)
	if err != nil {
		return row, err
	}
	if data, err = json.Marshal(row); err != nil {
		return row, err
	}
	m.at(owner)[key] = data
	return row, nil
}

func (m *memory) Each(owner core.Owner, prefix string, visit func(string, Row) bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if owner == "" {
		return errNobody
	}
	var keys []string
	for k := range m.at(owner) {
		if strings.HasPrefix(k, prefix) {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		if !visit(k, decoded(m.at(owner)[k])) {
			break
		}
	}
	return nil
}

func (m *memory) DeleteWhere(owner core.Owner, match func(string, Row) bool) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for k, data := range m.at(owner) {
		if match(k, decoded(data)) {
			delete(m.at(owner), k)
			n++
		}
	}
	return n, nil
}

func (m *memory) Owners() (out []core.Owner, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for owner := range m.rows {
		out = append(out, owner)
	}
	return out, nil
}

// count is how many rows of a level an owner has.
func (m *memory) count(owner core.Owner, prefix string) (n int) {
	_ = m.Each(owner, prefix, func(string, Row) bool { n++; return true })
	return n
}

// world is a home folder in memory: every folder and file below home, relative.
type world struct{ dirs, files []string }

func (w world) Folder(spoken string) []string {
	if vocab.Fold(spoken) == "home" {
		return []string{home}
	}
	return match(w.dirs, spoken)
}

func (w world) File(spoken string) []string { return match(w.files, spoken) }

func (w world) Inside(folder string, deep bool) (out []string, whole bool) {
	for _, f := range w.files {
		path := filepath.Join(home, f)
		if filepath.Dir(path) == folder || deep && strings.HasPrefix(path, folder+"/") {
			out = append(out, path)
		}
	}
	return out, true
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

func match(paths []string, spoken string) (out []string) {
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
	for _, p := range paths {
		if got := fold(p); got == want || strings.HasSuffix(got, "/"+want) {
			out = append(out, filepath.Join(home, p))
		}
	}
	return out
}

// anna is the home the composer's own sentences speak of.
func anna() world {
	return world{
		dirs: []string{"Documenti", "Documenti/Bollette", "Documenti/Lavoro", "Documenti/Lavoro/Vecchi", "Downloads", "Immagini", "Immagini/Mare 2022", "Musica",
			"Video", "Da leggere", "Backup", "Progetti", "Progetti/orto", "Archivio", "Ricette", "Documenti/Appunti", "Lavoro"},
		files: []string{"Documenti/agenda.txt", "Documenti/lista spesa.txt", "Documenti/Lavoro/bozza.txt", "Documenti/Appunti/bozza.txt", "Documenti/Lavoro/relazione.md",
			"Ricette/gnocchi.txt", "Progetti/orto/main.go", "Progetti/orto/server.log", "Downloads/manuale.pdf", "Documenti/piano_ferie.txt"},
	}
}

// realCatalog is the manifests of this repository's executors, as if they had been built.
func realCatalog(t testing.TB) (out []core.Executor) {
	t.Helper()
	for _, name := range []string{
		"files/find_files", "files/list_dirs", "files/read_files", "files/get_files", "files/move_files", "files/delete_files", "files/write_files",
		"files/create_dirs", "entries/filter_entries", "entries/sort_entries", "entries/group_entries", "entries/compute_entries", "time/get_now",
	} {
		out = append(out, decodedFrom(t, filepath.Join("../../plugins/executors", name+".toml")))
	}
	return out
}

// foreign is manifests of executors this program has never heard of.
func foreign(t testing.TB) (out []core.Executor) {
	t.Helper()
	paths, err := filepath.Glob("../compose/testdata/catalog/*.toml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no manifests", err)
	}
	for _, path := range paths {
		out = append(out, decodedFrom(t, path))
	}
	return out
}

func decodedFrom(t testing.TB, path string) core.Executor {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest.Decode(path, data)
	if err != nil {
		t.Fatal(err)
	}
	m.Plugin.Digest = "sha256:" + m.Name
	return core.Executor{Manifest: m}
}

// bench is a book with its shelf and its clock.
type bench struct {
	*Book
	shelf *memory
	clock *clock
}

func newBench() *bench {
	b := &bench{shelf: &memory{}, clock: &clock{t: noon}}
	b.Book = New(b.shelf, b.clock.now)
	return b
}

func (b *bench) exact(t testing.TB, q Query) (Hit, bool) {
	t.Helper()
	hit, ok, err := b.Exact(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return hit, ok
}

func (b *bench) similar(t testing.TB, q Query) (Hit, bool) {
	t.Helper()
	hit, ok, err := b.Similar(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return hit, ok
}

func (b *bench) record(t testing.TB, q Query, run Run) Reason {
	t.Helper()
	why, err := b.Record(context.Background(), q, run)
	if err != nil {
		t.Fatal(err)
	}
	return why
}

func named(catalog []core.Executor, tool string) *manifest.Manifest {
	for _, e := range catalog {
		if e.Manifest.Name == tool {
			return e.Manifest
		}
	}
	return nil
}

// well is the outcome of a plan all of whose steps ran; what changes counts one change a step.
func well(q Query, f plan.Framework) core.Outcome {
	out := core.Outcome{Kind: core.Answer, Origin: core.FromCompose}
	for i, s := range f.Steps {
		if s.Tool == plan.FinalAnswer {
			continue
		}
		out.Steps = append(out.Steps, core.Step{N: i + 1, Tool: s.Tool, OK: true})
		if m := named(q.Catalog, s.Tool); m != nil && m.Execution.Effect != "read_only" {
			out.Effects.Mutations++
		}
	}
	return out
}

// watchedNothing is the record of a proposer that asked nothing.
func watchedNothing() *Watched {
	_, w := Watch(world{})
	return w
}
