package course

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/answer"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/scratch"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

const turnID = "00000000000000aa"

// collection is an observation of n files.
func collection(n int) plan.Observed {
	o := plan.Observed{Tool: "find_files", Types: map[string]string{"path": "path"}, Origins: map[string]plan.Provenance{"path": plan.Own}}
	o.Result.OK = true
	for i := range n {
		o.Result.Entries = append(o.Result.Entries, map[string]any{"path": fmt.Sprintf("/home/x/Foto/%06d.jpg", i)})
	}
	return o
}

func newPad(t *testing.T, now *time.Time) *scratch.Pad {
	t.Helper()
	pad, err := scratch.Open(filepath.Join(t.TempDir(), "scratch"), func() time.Time { return *now })
	if err != nil {
		t.Fatal(err)
	}
	return pad
}

func suspended(n int) *Course {
	c := &Course{Turn: core.Turn{ID: turnID, Owner: core.Host, Home: "/home/x", Zone: time.UTC, Text: "sposta le foto"}, As: turnID}
	c.Plan.Steps = []plan.Step{{Tool: "move_files"}, {Tool: "move_files"}}
	m := &manifest.Manifest{Name: "move_files"}
	c.Observed, c.Steps = []plan.Observed{collection(n)}, []core.Step{{N: 1, Tool: "move_files", OK: true}}
	c.Told = []answer.Step{{Manifest: m, Types: c.Observed[0].Types, Result: c.Observed[0].Result}}
	c.Previous = &plan.Remembered{Turn: "00000000000000bb", Observed: collection(n + 1)}
	return c
}

// A suspended turn is stored light and comes back whole, in another process too.
func TestASuspendedTurnIsStoredLight(t *testing.T) {
	now := time.Now()
	s := &script{ex: executor("reversible", nil)}
	for name, c := range map[string]struct {
		pad  Pad
		n    int
		most int
		rows int
	}{
		"small":          {newPad(t, &now), 10, 4 << 10, 0},
		"large":          {newPad(t, &now), 5000, 4 << 10, 2},
		"without a pad":  {nil, 5000, 1 << 20, 0},
		"nothing before": {newPad(t, &now), 0, 4 << 10, 0},
	} {
		w := &Walker{Catalog: s, Pad: c.pad}
		was := suspended(c.n)
		f, err := w.Freeze(was, 2)
		if err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(f)
		if err != nil || len(body) > c.most || len(f.Handles()) != c.rows {
			t.Errorf("%s: %d bytes, %d rows, %v", name, len(body), len(f.Handles()), err)
		}
		var stored consent.Frozen
		if err := json.Unmarshal(body, &stored); err != nil {
			t.Fatal(err)
		}
		is := &Course{Turn: was.Turn}
		if err := w.Thaw(is, stored); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(was.Observed, is.Observed); diff != "" || len(is.Told[0].Result.Items()) != c.n {
			t.Errorf("%s: %d items, %s", name, len(is.Told[0].Result.Items()), diff)
		}
		if len(was.Observed[0].Result.Items()) != c.n || was.Previous.Observed.Spilled != nil {
			t.Errorf("%s: freezing emptied the course", name)
		}
	}
}

// The previous collection is fetched when a step reads it, once, and not for a plan that does not.
func TestThePreviousCollectionIsFetchedWhenItIsRead(t *testing.T) {
	now := time.Now()
	ex := executor("read_only", map[string]manifest.Property{"paths": {Type: "array", FromEntries: "path"}})
	s := &script{ex: ex, verdict: core.Verdict{Ruling: core.Allow}}
	w := &Walker{Catalog: s, Pad: newPad(t, &now)}
	light, err := w.LightMemory(core.Host, plan.Remembered{Turn: turnID, Observed: collection(5000)})
	if err != nil || light.Observed.Spilled == nil {
		t.Fatalf("%+v, %v", light.Observed.Spilled, err)
	}
	course := func(args map[string]any) *Course {
		c := &Course{Turn: core.Turn{ID: turnID, Owner: core.Host, Home: "/home/x", Zone: time.UTC}, As: turnID, Previous: &light}
		c.Plan.Steps = []plan.Step{{Tool: "move_files", Args: args}}
		return c
	}
	c := course(map[string]any{"paths": []any{"/home/x/a"}})
	if _, err := w.Prepare(c, 1); err != nil || c.Previous.Observed.Spilled == nil {
		t.Errorf("fetched for nothing: %v", err)
	}
	c = course(map[string]any{plan.FromPrevious: true})
	call, err := w.Prepare(c, 1)
	if paths, ok := call.Args["paths"].([]any); err != nil || !ok || len(paths) != 5000 {
		t.Errorf("%d of %T, %v", len(paths), call.Args["paths"], err)
	}
	if light.Observed.Spilled == nil {
		t.Error("fetching changed what the conversation remembers")
	}
	now = now.Add(2 * scratch.TTL)
	for name, w := range map[string]*Walker{"ended": w, "no pad": {Catalog: s}} {
		var e *sdk.Error
		if _, err := w.Prepare(course(map[string]any{plan.FromPrevious: true}), 1); !errors.As(err, &e) || e.Code != "scratch_gone" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What one configuration of an executor did, another does not undo.
func TestUndoKeepsToTheInstance(t *testing.T) {
	s := &script{ex: executor("reversible", nil), verdict: core.Verdict{Ruling: core.Allow}}
	w := &Walker{Catalog: s, Decider: s, Invoker: s, Journal: s, Trace: s}
	c := &Course{Turn: core.Turn{ID: turnID, Owner: core.Host, Zone: time.UTC}, As: turnID}
	e := undo.Entry{Owner: core.Host, Turn: turnID, Step: 1, Tool: "move_files", Instance: "work", Evidence: &sdk.Undo{}}
	var refused *sdk.Error
	if _, err := w.Reverse(context.Background(), c, e); !errors.As(err, &refused) || refused.Code != "undo_instance_gone" || len(s.order) != 0 {
		t.Errorf("%v after %v", err, s.order)
	}
	s.ex.Instance = "work"
	if _, err := w.Reverse(context.Background(), c, e); err != nil || len(s.order) == 0 {
		t.Errorf("%v after %v", err, s.order)
	}
}
