package turn

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/scratch"
	"github.com/metnos/metnos/core/turn/recall"
	"github.com/metnos/metnos/sdk"
)

// padded gives a stage a scratchpad; call it again after a restart.
func (s *stage) padded() {
	s.t.Helper()
	pad, err := scratch.Open(filepath.Join(s.home, ".scratch"), func() time.Time { return s.now })
	if err != nil {
		s.t.Fatal(err)
	}
	s.Organs.Pad, s.walk.Pad, s.desk.Pad = pad, pad, pad
}

func (s *stage) rows() int {
	s.t.Helper()
	rows, err := filepath.Glob(filepath.Join(s.home, ".scratch", "host", "*.row"))
	if err != nil {
		s.t.Fatal(err)
	}
	return len(rows)
}

// stored is what the conversation remembers as it lies in the store, in bytes.
func (s *stage) stored() int { return len(s.memory.kept["host/cli/c1"]) }

// finds scripts a search that finds n files.
func (s *stage) finds(n int) {
	s.proposer.plan(step("find_files", "path", s.path("Foto")))
	r := sdk.Result{OK: true, Value: float64(n), Effects: sdk.Counters{Items: n, Countable: true}}
	for i := range n {
		r.Entries = append(r.Entries, map[string]any{"path": s.path(fmt.Sprintf("Foto/%06d.jpg", i)), "name": fmt.Sprintf("%06d.jpg", i), "size": float64(i)})
	}
	s.invoker.results = append(s.invoker.results, scripted{result: r})
}

// moves scripts a move of the previous collection, previewed as n items.
func (s *stage) moves(n int) {
	s.proposer.plan(step("move_files", plan.FromPrevious, true, "destination", s.path("Archivio")))
	var e sdk.Effects
	var r sdk.Result
	e.Total, e.Reversible, r.OK, r.Undo = n, true, true, &sdk.Undo{Pattern: "swap_src_dst"}
	for i := range n {
		from, to := s.path(fmt.Sprintf("Foto/%06d.jpg", i)), s.path(fmt.Sprintf("Archivio/%06d.jpg", i))
		e.Items = append(e.Items, sdk.Effect{Action: "move", Source: from, Target: to})
		r.Results = append(r.Results, map[string]any{"path": to, "source": from})
		r.Undo.Evidence = append(r.Undo.Evidence, map[string]any{"from": from, "to": to})
	}
	r.Effects = sdk.Counters{Items: n, Mutations: n, Countable: true}
	s.invoker.previews = append(s.invoker.previews, scripted{effects: e}, scripted{effects: e})
	s.invoker.results = append(s.invoker.results, scripted{result: r})
}

// A list too large to travel is kept whole in the scratchpad: "them" means all of it, in the next turn, after a
// restart, after an approval and a day later.
func TestThemIsAllOfALargeList(t *testing.T) {
	const n = 3000
	s := newStage(t)
	s.padded()
	s.finds(n)
	if out := s.say("quali foto ho?"); out.Kind != core.Answer {
		t.Fatalf("%+v", out)
	}
	if s.rows() != 1 || s.stored() > 4096 {
		t.Fatalf("%d rows, %d bytes in the store", s.rows(), s.stored())
	}
	s.restart(20)
	s.now = s.now.Add(25 * time.Hour)
	s.padded()
	s.moves(n)
	out := s.say("spostale in Archivio")
	if out.Kind != core.Approval {
		t.Fatalf("%s %s", out.Kind, out.Message)
	}
	if asked := s.proposer.asked[len(s.proposer.asked)-1]; asked.Previous == nil || asked.Previous.Count != n {
		t.Errorf("the proposer was told of %+v", asked.Previous)
	}
	d, ok, err := s.dialogs.Current(core.Host, "cli", "c1")
	if err != nil || !ok || strings.Contains(string(d.Frozen), `"entries"`) {
		t.Errorf("the dialog holds the list: %d bytes, %v", len(d.Frozen), err)
	}
	s.restart(20)
	s.padded()
	s.now = s.now.Add(50 * time.Minute)
	if out = s.say("sì"); out.Effects.Mutations != n {
		t.Fatalf("%s %+v %s", out.Kind, out.Effects, out.Message)
	}
	paths, _ := s.invoker.calls[len(s.invoker.calls)-1].Args["paths"].([]any)
	if len(paths) != n {
		t.Errorf("%d paths were handed on", len(paths))
	}
}

// What is large and gone is told with its remedy, and nothing is done with half of it.
func TestALargeListThatIsGone(t *testing.T) {
	const n = 3000
	s := newStage(t)
	s.padded()
	s.finds(n)
	s.say("quali foto ho?")
	s.now = s.now.Add(recall.Life + time.Hour)
	s.moves(n)
	out := s.say("spostale in Archivio")
	if out.Effects.Mutations != 0 || len(s.invoker.calls) != 1 || !strings.Contains(out.Message, "Ripeti la ricerca") {
		t.Errorf("%s %+v %q", out.Kind, out.Effects, out.Message)
	}
	if s.rows() != 0 {
		t.Errorf("%d rows are left", s.rows())
	}
}

// A conversation that turns to something else lets go of its list; an open dialog does not.
func TestRowsGoWhenNothingRefersToThem(t *testing.T) {
	s := newStage(t)
	s.padded()
	s.finds(3000)
	s.say("quali foto ho?")
	s.moves(3000)
	if out := s.say("spostale in Archivio"); out.Kind != core.Approval {
		t.Fatalf("%s %s", out.Kind, out.Message)
	}
	s.now = s.now.Add(30 * time.Minute)
	s.as("host", "altrove", "ciao")
	if s.rows() != 1 {
		t.Errorf("%d rows while a dialog stands on one", s.rows())
	}
	s.proposer.drafts, s.invoker.previews, s.invoker.results = nil, nil, nil
	s.finds(2)
	if out := s.say("quali foto ho in Foto/due?"); out.Kind != core.Answer {
		t.Fatalf("%s %s", out.Kind, out.Message)
	}
	if got := s.dialogs.states(); len(got) != 1 || got[0] != consent.Superseded {
		t.Errorf("%v", got)
	}
	s.now = s.now.Add(8 * 24 * time.Hour)
	s.as("host", "altrove", "ciao")
	if s.rows() != 0 {
		t.Errorf("%d rows nobody refers to", s.rows())
	}
}

// A pad that cannot be written costs the follow-up, not the answer. A file stands in the folder's place: so that
// root cannot write either.
func TestAPadThatCannotBeWritten(t *testing.T) {
	s := newStage(t)
	s.padded()
	if err := os.WriteFile(s.path(".scratch/host"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.finds(3000)
	out := s.say("quali foto ho?")
	if out.Kind != core.Answer || out.Effects.Items != 3000 {
		t.Fatalf("%s %s", out.Kind, out.Message)
	}
	told := false
	for _, e := range s.events.list {
		told = told || e.Kind == "notice" && strings.Contains(string(e.Data), "conservare")
	}
	if !told || s.stored() > 4096 {
		t.Errorf("told %v, %d bytes in the store", told, s.stored())
	}
}

// The list of another person's conversation is never opened.
func TestAHandleOpensForItsOwnerAlone(t *testing.T) {
	s := newStage(t)
	s.padded()
	s.finds(3000)
	s.say("quali foto ho?")
	s.memory.kept["bruno/cli/c1"] = s.memory.kept["host/cli/c1"]
	s.moves(3000)
	out := s.as("bruno", "c1", "spostale in Archivio")
	if out.Effects.Mutations != 0 || len(s.invoker.calls) != 1 || !strings.Contains(out.Message, "Ripeti la ricerca") {
		t.Errorf("%s %q", out.Kind, out.Message)
	}
}
