package tutor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/sdk/manifest"
)

const home = "/home/anna"

var sentences = sync.OnceValues(i18n.New)

// shipped are the executors of this repository.
var shipped = sync.OnceValues(func() (out []core.Executor, err error) {
	paths, err := filepath.Glob("../../plugins/executors/*/*.toml")
	for _, p := range paths {
		data, fault := os.ReadFile(p)
		if fault != nil {
			return nil, fault
		}
		m, fault := manifest.Decode(p, data)
		if fault != nil {
			return nil, fault
		}
		out = append(out, core.Executor{Manifest: m})
	}
	return out, err
})

// catalog is a list of executors.
type catalog []core.Executor

func (c catalog) Active() []core.Executor { return c }

// anna is a home with folders and files: relative paths, folders without a dot.
type anna struct{}

var there = []string{"Documenti", "Scaricati", "Immagini", "Archivio", "Documenti/contratto.pdf", "Documenti/spese.csv", "Documenti/appunti.txt", "backup.txt"}

func (anna) find(spoken string, file bool) (out []string) {
	for _, p := range there {
		if folded := vocab.Fold(p); strings.Contains(p, ".") == file && (folded == vocab.Fold(spoken) || vocab.Fold(filepath.Base(p)) == vocab.Fold(spoken)) {
			out = append(out, filepath.Join(home, p))
		}
	}
	return out
}
func (a anna) Folder(spoken string) []string { return a.find(spoken, false) }
func (a anna) File(spoken string) []string   { return a.find(spoken, true) }

// house is a place with a web chat, told by a test.
type house struct {
	role  settings.Role
	deeds []Deed
	asked core.Owner // whose things were looked at last
	since time.Time
	out   []string
}

func (h *house) Role(_ context.Context, owner core.Owner) (settings.Role, error) {
	h.asked = owner
	return h.role, nil
}
func (h *house) Grants(core.Owner) []core.Grant {
	return []core.Grant{{Name: "home", Read: []string{home}, Write: []string{home}, Deny: []string{home + "/.ssh"}}, {Name: "music", Read: []string{"/srv/music"}}}
}
func (h *house) Fact(_ context.Context, name, _ string) string { return "fact:" + name }
func (h *house) Bulk() int                                     { return 20 }
func (h *house) Deeds(_ context.Context, owner core.Owner, _ string, from, _ time.Time) ([]Deed, error) {
	h.asked, h.since = owner, from
	return h.deeds, nil
}
func (h *house) LeftOut(string) []string { return h.out }
func (h *house) Page(channel, route string) string {
	if channel != "web" {
		return ""
	}
	return strings.TrimSuffix("/settings/"+route, "/")
}

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

func school(t testing.TB, h *house) *Tutor {
	t.Helper()
	list, err := shipped()
	if err != nil || len(list) < 50 {
		t.Fatalf("%d executors, %v", len(list), err)
	}
	say, err := sentences()
	if err != nil {
		t.Fatal(err)
	}
	return New(Organs{Composer: compose.New(), Catalog: catalog(list), Say: say, House: h,
		Places: func(core.Owner, string) plan.Places { return anna{} }})
}

func turn(text string) core.Turn {
	return core.Turn{Owner: "anna", Channel: "cli", Conversation: "c", Lang: "it", Zone: time.UTC, Now: noon, Text: text, Home: home}
}
