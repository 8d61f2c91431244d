package hint

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk/manifest"
)

func executor(name, binary, effect string, phrases ...string) core.Executor {
	m := &manifest.Manifest{Name: name, Affinity: map[string][]string{"it": phrases}}
	m.Plugin.Binary, m.Execution.Effect = binary, effect
	return core.Executor{Manifest: m}
}

func TestSay(t *testing.T) {
	active := []core.Executor{
		executor("delete_files", "files", "reversible", "elimina"),
		executor("find_files", "files", "read_only", "cerca", "trova i cinque file più grandi"),
		executor("read_files", "files", "read_only", "leggi", strings.Repeat("a", 61)),
		executor("sort_entries", "entries", "read_only", "ordina"),
		executor("get_now", "time", "read_only", "che ore sono"),
		executor("silent", "time", "read_only"),
	}
	for n, want := range map[int][]string{
		0: {}, 2: {"trova i cinque file più grandi", "che ore sono"}, 3: {"trova i cinque file più grandi", "che ore sono", "leggi"},
		9: {"trova i cinque file più grandi", "che ore sono", "leggi", "elimina"},
	} {
		if diff := cmp.Diff(want, Say(active, "it", n)); diff != "" {
			t.Errorf("%d: %s", n, diff)
		}
	}
	if got := Say(active, "en", 3); len(got) != 0 {
		t.Errorf("in another language: %v", got)
	}
}
