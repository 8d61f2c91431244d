package turn

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent"
	"github.com/metnos/metnos/sdk"
)

// kept are precedents that answer every request with one plan, at one level.
type kept struct {
	hit     precedent.Hit
	similar bool
}

func (k kept) Exact(context.Context, precedent.Query) (precedent.Hit, bool, error) {
	return k.hit, !k.similar, nil
}
func (k kept) Similar(context.Context, precedent.Query) (precedent.Hit, bool, error) {
	return k.hit, k.similar, nil
}
func (kept) Record(context.Context, precedent.Query, precedent.Run) (precedent.Reason, error) {
	return "", nil
}
func (kept) Fail(context.Context, core.Owner, string) error { return nil }

// ruled are the verdicts of a turn that were recorded, in order.
func (s *stage) ruled(turn string) (codes []string) {
	for _, r := range s.ledger.records {
		if r.Turn == turn && r.Verdict != nil {
			codes = append(codes, string(r.Verdict.Ruling)+" "+r.Verdict.Code)
		}
	}
	return codes
}

// bodies are plans of what a task, a replay or a person may want, and what each is worth: one verdict, whoever asks.
var bodies = map[string]struct {
	said    string
	steps   []plan.Step
	effects func(s *stage) sdk.Effects
}{
	"a deletion": {"cancella i file in Inbox", []plan.Step{step("find_files", "path", "Inbox"), step("delete_files", "from_step", 1.0)}, func(s *stage) sdk.Effects {
		e := moves(s, 26)
		for i := range e.Items {
			e.Items[i] = sdk.Effect{Action: "trash", Target: e.Items[i].Source}
		}
		return e
	}},
	"a small move": {"sposta i file di Inbox in Archivio", []plan.Step{step("find_files", "path", "Inbox"), step("move_files", "from_step", 1.0, "destination", "Archivio")}, func(s *stage) sdk.Effects { return moves(s, 2) }},
	"a large move": {"sposta i file di Inbox in Archivio", []plan.Step{step("find_files", "path", "Inbox"), step("move_files", "from_step", 1.0, "destination", "Archivio")}, func(s *stage) sdk.Effects { return moves(s, 21) }},
	"no way back": {"cancella i file in Inbox", []plan.Step{step("find_files", "path", "Inbox"), step("delete_files", "from_step", 1.0)}, func(s *stage) sdk.Effects {
		return sdk.Effects{Total: 1, Items: []sdk.Effect{{Action: "delete", Target: s.path("Inbox/a.txt")}}}
	}},
	"outside": {"cancella i file in Inbox", []plan.Step{step("delete_files", "paths", []any{"/etc/hosts"})}, func(*stage) sdk.Effects { return sdk.Effects{} }},
}

// verdicts runs a body one way.
func verdicts(t *testing.T, body, channel string, threshold int, prepare func(s *stage, f plan.Framework)) []string {
	s := newStage(t)
	s.restart(threshold)
	b := bodies[body]
	f := plan.Framework{Steps: b.steps}
	prepare(s, f)
	s.invoker.results = []scripted{s.found("Inbox/a.txt", "Inbox/b.txt"), {result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	s.invoker.previews = []scripted{{effects: b.effects(s)}}
	out := s.Run(context.Background(), Opening{Owner: core.Host, Channel: channel, Conversation: "c1", Text: b.said})
	return s.ruled(out.TurnID)
}

func composed(s *stage, f plan.Framework) {
	s.proposer.drafts = []plan.Draft{{Accepted: true, Framework: f}}
}

func TestField_CONSENT_16(t *testing.T) { // a schedule, like any channel, is decided by the one function
	for body := range bodies {
		want := verdicts(t, body, "cli", 20, composed)
		if len(want) == 0 {
			t.Fatalf("%s is never judged", body)
		}
		for _, channel := range []string{"web", "telegram", "scheduler", "internal", ""} {
			if diff := cmp.Diff(want, verdicts(t, body, channel, 20, composed)); diff != "" {
				t.Errorf("%s on %q: %s", body, channel, diff)
			}
		}
	}
	for _, channel := range []string{"cli", "scheduler"} { // no configuration opens the gate
		for _, threshold := range []int{0, -1} {
			t.Setenv("METNOS_BULK_THRESHOLD", "1000000")
			got := verdicts(t, "a small move", channel, threshold, composed)
			if got[len(got)-1] != "ask ask_every" {
				t.Errorf("threshold %d on %s: %v", threshold, channel, got)
			}
		}
	}
}

func TestField_CONSENT_18(t *testing.T) { // once, again, kept, recovered or resumed: the same body has the same verdict
	ways := func(proposed bool) map[string]func(s *stage, f plan.Framework) {
		hit := func(f plan.Framework) precedent.Hit { return precedent.Hit{Framework: f, Key: "k", Proposed: proposed} }
		return map[string]func(s *stage, f plan.Framework){
			"fastpath": func(s *stage, f plan.Framework) { s.Precedents = kept{hit: hit(f)} },
			"autopath": func(s *stage, f plan.Framework) { s.Precedents = kept{hit: hit(f), similar: true} },
		}
	}
	models := func(s *stage, f plan.Framework) {
		s.Models = &fakeProposer{drafts: []plan.Draft{{Accepted: true, Framework: f}}}
	}
	for body := range bodies {
		for channel, first := range map[string]func(s *stage, f plan.Framework){"cli": composed, "scheduler": models} {
			for way, prepare := range ways(channel == "scheduler") {
				want := verdicts(t, body, "cli", 20, first)
				if way == "autopath" { // made for other words, it is held against these like a model's
					want = verdicts(t, body, "cli", 20, models)
				}
				for _, channel := range []string{"cli", "scheduler"} {
					if diff := cmp.Diff(want, verdicts(t, body, channel, 20, prepare)); diff != "" {
						t.Errorf("%s by %s on %s: %s", body, way, channel, diff)
					}
				}
			}
		}
	}
	// A plan that waited for a value is judged when it goes on as when it is whole.
	for _, proposed := range []bool{false, true} {
		whole, waits := newStage(t), newStage(t)
		partial := plan.Framework{Steps: []plan.Step{step("find_files", "path", "Inbox"), step("move_files", "from_step", 1.0)}}
		f := plan.Framework{Steps: bodies["a large move"].steps}
		var codes [2][]string
		for i, s := range []*stage{whole, waits} {
			source := &fakeProposer{drafts: []plan.Draft{{Accepted: true, Framework: f}}}
			if i == 1 {
				source.drafts = []plan.Draft{{Question: &plan.Question{Code: "ask_destination", Partial: partial, Step: 2, Arg: "destination"}}}
			}
			if s.Models = source; !proposed {
				s.Models, s.Composer = nil, source
			}
			s.invoker.results, s.invoker.previews = []scripted{s.found("Inbox/a.txt")}, []scripted{{effects: moves(s, 26)}}
			out := s.say("sposta i file di Inbox in Archivio")
			if i == 1 {
				out = s.say("Archivio")
			}
			codes[i] = s.ruled(out.TurnID)
		}
		if diff := cmp.Diff(codes[0], codes[1]); diff != "" || len(codes[0]) != 2 {
			t.Errorf("by a model %v: %v, %s", proposed, codes[0], diff)
		}
	}
}
