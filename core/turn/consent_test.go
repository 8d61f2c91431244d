package turn

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/suspend"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// bulk brings a turn to an approval of 26 moves.
func (s *stage) bulk() core.Outcome {
	s.t.Helper()
	s.proposer.plan(step("find_files", "path", "Inbox"), step("move_files", "from_step", 1, "destination", "Archivio"))
	s.invoker.results = []scripted{s.found("Inbox/a.txt", "Inbox/b.txt")}
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	out := s.say("sposta i file di Inbox in Archivio")
	if out.Kind != core.Approval || out.Proposal == nil {
		s.t.Fatalf("%s: %q", out.Kind, out.Message)
	}
	return out
}

func TestBulkAsksThenRunsExactlyTheTail(t *testing.T) {
	s := newStage(t)
	out := s.bulk()
	if !strings.Contains(out.Message, "26") || !strings.Contains(out.Message, "Inbox/a.txt → Archivio/a.txt") {
		t.Errorf("the approval does not show the effects: %q", out.Message)
	}
	if out.Effects.Mutations != 0 || len(s.invoker.calls) != 1 {
		t.Errorf("something ran before the approval: %v", s.invoker.tools())
	}
	s.restart(20) // another process answers
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	done := s.say("sì")
	if done.Kind != core.Answer || done.Effects.Mutations != 1 || done.Origin != core.FromResume {
		t.Fatalf("%s %s %+v: %q", done.Kind, done.Origin, done.Effects, done.Message)
	}
	if diff := cmp.Diff([]string{"find_files", "move_files"}, s.invoker.tools()); diff != "" {
		t.Errorf("a finished step ran again: %s", diff)
	}
	if len(done.Steps) != 2 {
		t.Errorf("the finished step is not told: %+v", done.Steps)
	}
	if again := s.say("sì"); again.Effects.Mutations != 0 || len(s.invoker.calls) != 2 {
		t.Errorf("a consent was used twice: %q", again.Message)
	}
}

func TestNoChangesNothing(t *testing.T) {
	for _, word := range []string{"no", "No.", "annulla", "cancel", "lascia stare"} {
		s := newStage(t)
		s.bulk()
		out := s.say(word)
		if out.Kind != core.Answer || out.Message != "Va bene, non ho cambiato niente." || len(s.invoker.calls) != 1 {
			t.Errorf("%q: %s %q %v", word, out.Kind, out.Message, s.invoker.tools())
		}
		if diff := cmp.Diff([]string{"refused"}, s.dialogs.states()); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAnotherRequestSupersedesAnApproval(t *testing.T) {
	s := newStage(t)
	s.bulk()
	s.proposer.plan(step("find_files", "path", "Note")).Shape = plan.ShapeCount
	s.invoker.results = []scripted{s.found("Note/x.md")}
	out := s.say("quanti file ci sono in Note?")
	if out.Kind != core.Answer || out.Message != "In Note c'è 1 file." {
		t.Fatalf("%s: %q", out.Kind, out.Message)
	}
	if yes := s.say("sì"); yes.Message != "Non c'è niente in sospeso da confermare." || len(s.invoker.calls) != 2 {
		t.Errorf("a superseded approval ran: %q", yes.Message)
	}
	if diff := cmp.Diff([]string{"superseded"}, s.dialogs.states()); diff != "" {
		t.Error(diff)
	}
}

func TestField_CONSENT_01(t *testing.T) { // consent to one action is no consent to the next
	s := newStage(t)
	s.bulk()
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	s.say("sì")
	calls := len(s.invoker.calls)
	s.proposer.plan(step("move_files", "paths", []any{"Inbox/a.txt"}, "destination", "Altrove"))
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	out := s.say("ora spostali in Altrove")
	if out.Kind != core.Approval || len(s.invoker.calls) != calls {
		t.Errorf("a second action passed on the first one's consent: %s %v", out.Kind, s.invoker.tools())
	}
}

func TestField_CONSENT_02(t *testing.T) { // the same action always has the same digest, so one answer is enough
	s := newStage(t)
	first := s.bulk()
	same, err := suspend.Thawed(s.dialogs.list[0])
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		digest, err := same.Digest(core.Host, "c1")
		if err != nil || digest != first.Proposal.Digest {
			t.Fatalf("digest %q, err %v, want %q", digest, err, first.Proposal.Digest)
		}
	}
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	if out := s.say("sì"); out.Kind != core.Answer {
		t.Errorf("an unchanged action was asked again: %q", out.Message)
	}
}

func TestField_CONSENT_09(t *testing.T) { // how long somebody waits for the answer is not how long it is good for
	s := newStage(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	s.bulk()
	<-ctx.Done()
	s.now = s.now.Add(59 * time.Minute)
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	if out := s.say("sì"); out.Kind != core.Answer || out.Effects.Mutations != 1 {
		t.Errorf("a late answer within the lifetime was lost: %s %q", out.Kind, out.Message)
	}
}

func TestField_CONSENT_10(t *testing.T) { // expiry, refusal, supersession and consent are different endings
	endings := map[string]func(s *stage){
		"granted": func(s *stage) {
			s.invoker.previews = []scripted{{effects: moves(s, 26)}}
			s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
			s.say("ok")
		},
		"refused":    func(s *stage) { s.say("no") },
		"superseded": func(s *stage) { s.say("che bel tempo") },
		"expired":    func(s *stage) { s.now = s.now.Add(2 * time.Hour); s.say("no") },
	}
	for want, end := range endings {
		s := newStage(t)
		s.bulk()
		end(s)
		if s.dialogs.list[0].State != want {
			t.Errorf("the dialog ended %s, want %s", s.dialogs.list[0].State, want)
		}
		recorded := false
		for _, r := range s.ledger.records {
			recorded = recorded || r.Kind == "dialog" && r.State == want
		}
		if !recorded {
			t.Errorf("the ledger does not say %s", want)
		}
	}
}

func TestField_CONSENT_13(t *testing.T) { // a yes after the end asks again, at once
	s := newStage(t)
	s.bulk()
	s.now = s.now.Add(2 * time.Hour)
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	out := s.say("sì")
	if out.Kind != core.Approval || !strings.HasPrefix(out.Message, "La conferma di prima era scaduta") || len(s.invoker.calls) != 1 {
		t.Fatalf("%s: %q", out.Kind, out.Message)
	}
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	if out := s.say("sì"); out.Kind != core.Answer {
		t.Errorf("the new approval did not work: %q", out.Message)
	}
}

func TestField_CONSENT_14(t *testing.T) { // what runs is what was shown, or nothing
	change := map[string]func(s *stage){
		"effects": func(s *stage) {
			e := moves(s, 26)
			e.Items[3].Target = s.path("Altrove/x.txt")
			s.invoker.previews = []scripted{{effects: e}}
		},
		"executor": func(s *stage) {
			for _, ex := range s.catalog.list {
				if ex.Manifest.Name == "move_files" {
					ex.Manifest.Plugin.Digest = "sha256:other"
				}
			}
			s.invoker.previews = []scripted{{effects: moves(s, 26)}}
		},
		"arguments": func(s *stage) {
			d := &s.dialogs.list[0]
			d.Frozen = []byte(strings.ReplaceAll(string(d.Frozen), "Archivio", "Altrove"))
			s.invoker.previews = []scripted{{effects: moves(s, 26)}}
		},
	}
	for what, mutate := range change {
		s := newStage(t)
		s.bulk()
		mutate(s)
		out := s.say("sì")
		if out.Kind != core.Approval || len(s.invoker.calls) != 1 {
			t.Errorf("%s changed and it ran: %s %v", what, out.Kind, s.invoker.tools())
		}
		if !strings.Contains(out.Message, "la conferma di prima non vale più") {
			t.Errorf("%s: the person is not told: %q", what, out.Message)
		}
	}
}

func TestAButtonMustShowTheDigestOfTheDialog(t *testing.T) {
	s := newStage(t)
	p := s.bulk().Proposal
	press := func(owner core.Owner, b Decision) core.Outcome {
		return s.Run(context.Background(), Opening{Owner: owner, Channel: "cli", Conversation: "c1", Decision: &b})
	}
	for name, out := range map[string]core.Outcome{
		"wrong digest": press(core.Host, Decision{Dialog: p.ID, Digest: "0", Approve: true}),
		"wrong dialog": press(core.Host, Decision{Dialog: "0", Digest: p.Digest, Approve: true}),
		"someone else": press("bruno", Decision{Dialog: p.ID, Digest: p.Digest, Approve: true}),
	} {
		if len(s.invoker.calls) != 1 || s.dialogs.list[0].State != "open" {
			t.Errorf("%s: it ran or settled: %q", name, out.Message)
		}
	}
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	if out := press(core.Host, Decision{Dialog: p.ID, Digest: p.Digest, Approve: true}); out.Kind != core.Answer || out.Effects.Mutations != 1 {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
}

func TestOverwritingAsksAndLetsTheExecutorReplace(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("write_files", "paths", []any{"Appunti/a.txt"}, "content", "nuovo"))
	exists := scripted{err: sdk.Errorf(sdk.Conflict, "file_exists", "exists").With("path", s.path("Appunti/a.txt"))}
	replace := scripted{effects: sdk.Effects{Reversible: true, Total: 1, Items: []sdk.Effect{{Action: "overwrite", Target: s.path("Appunti/a.txt")}}}}
	s.invoker.previews = []scripted{exists, replace}
	out := s.say("scrivi nuovo in Appunti/a.txt")
	if out.Kind != core.Approval || !strings.Contains(out.Message, "Appunti/a.txt") {
		t.Fatalf("%s: %q", out.Kind, out.Message)
	}
	s.invoker.previews = []scripted{replace}
	s.invoker.results = []scripted{{result: sdk.Result{OK: true, Results: []map[string]any{{"path": s.path("Appunti/a.txt"), "action": "overwrite"}},
		Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true}}}}
	out = s.say("sì")
	if out.Message != "Ho sostituito Appunti/a.txt." || s.invoker.calls[0].Args["overwrite"] != true {
		t.Errorf("%q with %v", out.Message, s.invoker.calls[0].Args)
	}
}

func TestAQuestionIsCompletedByItsAnswer(t *testing.T) {
	for _, answer := range []string{"2", "Documenti/Casa/note.txt", "casa", " Casa "} {
		s := newStage(t)
		partial := plan.Framework{Steps: []plan.Step{step("delete_files")}}
		s.proposer.drafts = []plan.Draft{{Question: &plan.Question{Code: "choose_one", Partial: partial, Step: 1, Arg: "paths",
			Options: []string{s.path("Documenti/Lavoro/note.txt"), s.path("Documenti/Casa/note.txt")}}}}
		out := s.say("cancella note.txt")
		if out.Kind != core.Ask || !strings.Contains(out.Message, "1. Documenti/Lavoro/note.txt") {
			t.Fatalf("%s: %q", out.Kind, out.Message)
		}
		s.restart(20)
		s.invoker.previews = []scripted{{effects: sdk.Effects{Reversible: true, Total: 1, Items: []sdk.Effect{{Action: "trash", Target: s.path("Documenti/Casa/note.txt")}}}}}
		s.invoker.results = []scripted{{result: sdk.Result{OK: true, Results: []map[string]any{{"path": s.path("Documenti/Casa/note.txt")}}, Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true}}}}
		out = s.say(answer)
		if out.Kind != core.Answer || out.Effects.Mutations != 1 {
			t.Errorf("%q: %s %q", answer, out.Kind, out.Message)
			continue
		}
		if diff := cmp.Diff([]any{s.path("Documenti/Casa/note.txt")}, s.invoker.calls[0].Args["paths"]); diff != "" {
			t.Errorf("%q: %s", answer, diff)
		}
	}
}

func TestAnAmbiguousAnswerAsksAgain(t *testing.T) {
	s := newStage(t)
	s.proposer.drafts = []plan.Draft{{Question: &plan.Question{Code: "choose_one", Partial: plan.Framework{Steps: []plan.Step{step("delete_files")}},
		Step: 1, Arg: "paths", Options: []string{s.path("a/note.txt"), s.path("b/note.txt")}}}}
	s.say("cancella note.txt")
	out := s.say("note")
	if out.Kind != core.Ask || len(s.invoker.calls) != 0 || s.dialogs.list[0].State != "open" {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
}

func TestAMissingValueIsAsked(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Ricevute"), step("move_files", "from_step", 1))
	out := s.say("sposta i file di Ricevute")
	if out.Kind != core.Ask || !strings.Contains(out.Message, "cartella") || len(s.invoker.calls) != 0 {
		t.Fatalf("%s: %q", out.Kind, out.Message)
	}
	s.invoker.results = []scripted{s.found("Ricevute/a.pdf"), {result: moved(s, "Ricevute/a.pdf", "Archivio/a.pdf")}}
	s.invoker.previews = []scripted{{effects: sdk.Effects{Reversible: true, Total: 1, Items: []sdk.Effect{{Action: "move", Source: s.path("Ricevute/a.pdf"), Target: s.path("Archivio/a.pdf")}}}}}
	out = s.say("Archivio")
	if out.Kind != core.Answer || s.invoker.calls[1].Args["destination"] != s.path("Archivio") {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
}

func TestField_HONEST_01(t *testing.T) { // a failed step can never read as a success
	failures := []scripted{
		{err: sdk.Errorf(sdk.NotFound, "", "gone").With("path", "/x")},
		{err: sdk.Errorf(sdk.Timeout, "", "too slow")},
		{err: sdk.Errorf(sdk.Crashed, "", "crash")},
		{err: errors.New("untyped")},
		{result: sdk.Result{OK: false}},
		{result: sdk.Result{OK: false, Error: sdk.Errorf(sdk.IOError, "", "disk")}},
		{result: sdk.Result{OK: true, Effects: sdk.Counters{Countable: true}}}, // ok, and counted nothing
	}
	for i, f := range failures {
		for _, lang := range []string{"it", "en"} {
			s := newStage(t)
			p := s.proposer.plan(step("delete_files", "paths", []any{"a.txt"}))
			p.FinalMessage = "Ho cancellato il file! I deleted the file!"
			s.invoker.previews = []scripted{{effects: sdk.Effects{Reversible: true, Total: 1, Items: []sdk.Effect{{Action: "trash", Target: s.path("a.txt")}}}}}
			s.invoker.results = []scripted{f}
			out := s.Run(context.Background(), Opening{Owner: core.Host, Channel: "cli", Conversation: "c", Text: "x", Lang: lang})
			for _, claim := range []string{"Ho cancellato", "Ho messo nel cestino", "I deleted", "I moved"} {
				if strings.Contains(out.Message, claim) {
					t.Errorf("case %d claims success: %q", i, out.Message)
				}
			}
			if out.Effects.Mutations != 0 {
				t.Errorf("case %d counts %+v", i, out.Effects)
			}
		}
	}
}

func TestField_HONEST_02(t *testing.T) { // no executor was called, so nothing was deleted
	for _, closing := range []string{"File eliminato.", "File deleted."} {
		s := newStage(t)
		s.proposer.plan(step("find_files", "path", "Inbox")).FinalMessage = closing
		s.invoker.results = []scripted{s.found("Inbox/a.txt")}
		if out := s.say("cancella /tmp/x"); strings.Contains(out.Message, closing) {
			t.Errorf("claims %q with %+v", out.Message, out.Effects)
		}
	}
}

func TestAChangeThatMayHaveHappenedIsUncertain(t *testing.T) {
	for _, class := range []sdk.Class{sdk.Timeout, sdk.Crashed, sdk.Cancelled, sdk.Uncertain} {
		s := newStage(t)
		s.proposer.plan(step("delete_files", "paths", []any{"a.txt"}))
		s.invoker.previews = []scripted{{effects: sdk.Effects{Reversible: true, Total: 1, Items: []sdk.Effect{{Action: "trash", Target: s.path("a.txt")}}}}}
		s.invoker.results = []scripted{{err: sdk.Errorf(class, "", "?")}}
		out := s.say("cancella a.txt")
		if out.Kind != core.Error || out.Effects.Uncertain != 1 || !strings.Contains(out.Message, "controlla prima di ripeterla") {
			t.Errorf("%s: %s %+v %q", class, out.Kind, out.Effects, out.Message)
		}
	}
}

func TestBothHalvesOfAMixedOutcomeAreTold(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("delete_files", "paths", []any{"a.txt", "b.txt"}))
	s.invoker.previews = []scripted{{effects: sdk.Effects{Reversible: true, Total: 2, Items: []sdk.Effect{{Action: "trash", Target: s.path("a.txt")}, {Action: "trash", Target: s.path("b.txt")}}}}}
	s.invoker.results = []scripted{{result: sdk.Result{OK: true, Results: []map[string]any{{"path": s.path("a.txt")}},
		Failed:  []sdk.Failure{{Item: s.path("b.txt"), Class: sdk.PermissionDenied}},
		Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true}}}}
	out := s.say("cancella a.txt e b.txt")
	if out.Effects.Mutations != 1 || out.Effects.Failures != 1 || !strings.Contains(out.Message, "Ho messo nel cestino a.txt") || !strings.Contains(out.Message, "- b.txt: ") {
		t.Errorf("%+v %q", out.Effects, out.Message)
	}
}

func TestField_SESS_01(t *testing.T) { // two persons, two conversations: nothing crosses
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Segreti"))
	s.invoker.results = []scripted{s.found("Segreti/anna.txt")}
	s.as("anna", "c1", "elenca i miei file")
	s.proposer.plan(step("move_files", "from_previous", true, "destination", "Archivio"))
	if out := s.as("bruno", "c1", "spostali"); out.Kind == core.Answer || len(s.invoker.calls) != 1 {
		t.Errorf("bruno got anna's result: %q", out.Message)
	}
	if got := s.proposer.asked[1].Previous; got != nil {
		t.Errorf("the proposer saw anna's result for bruno: %+v", got)
	}
	s.proposer.plan(step("move_files", "paths", []any{"x"}, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	if out := s.as("anna", "c1", "sposta"); out.Kind != core.Approval {
		t.Fatalf("%s %q", out.Kind, out.Message)
	}
	if out := s.as("bruno", "c1", "sì"); len(s.invoker.calls) != 1 || out.Effects.Mutations != 0 {
		t.Errorf("bruno approved for anna: %q", out.Message)
	}
	if out := s.as("anna", "c2", "sì"); len(s.invoker.calls) != 1 {
		t.Errorf("another conversation approved: %q", out.Message)
	}
}

func TestField_SESS_10(t *testing.T) { // a crash during a change is told once and never repeated
	s := newStage(t)
	if err := s.Journal.Begin(undo.Entry{Owner: core.Host, Turn: "00112233aabbccdd", Conversation: "c1", Step: 1, Tool: "move_files", Text: "sposta i pdf"}); err != nil {
		t.Fatal(err)
	}
	s.restart(20)
	s.proposer.plan(step("find_files", "path", "Inbox"))
	s.invoker.results = []scripted{s.found("Inbox/a.txt")}
	out := s.say("elenca Inbox")
	if !strings.Contains(out.Message, "«sposta i pdf» (10:00)") || !strings.Contains(out.Message, "a metà di una modifica") || out.Effects.Uncertain != 1 {
		t.Errorf("the interruption is not told: %q", out.Message)
	}
	if diff := cmp.Diff([]string{"find_files"}, s.invoker.tools()); diff != "" {
		t.Error(diff)
	}
	s.proposer.plan(step("find_files", "path", "Inbox"))
	s.invoker.results = []scripted{s.found("Inbox/a.txt")}
	if out := s.say("elenca Inbox"); strings.Contains(out.Message, "sposta i pdf") {
		t.Errorf("told twice: %q", out.Message)
	}
}

func TestField_SESS_12(t *testing.T) { // no owner, no processing
	for _, owner := range []string{"", "straniero"} {
		s := newStage(t)
		s.proposer.plan(step("find_files", "path", "Inbox"))
		out := s.as(owner, "c1", "elenca Inbox")
		if out.Kind != core.Refused || len(s.proposer.asked) != 0 || len(s.invoker.calls) != 0 || len(s.ledger.records) != 0 {
			t.Errorf("%q was served: %s %q", owner, out.Kind, out.Message)
		}
	}
}

func TestAFollowUpUsesTheRememberedCollection(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Inbox"))
	s.invoker.results = []scripted{s.found("Inbox/a.txt", "Inbox/b.txt")}
	s.say("elenca Inbox")
	s.restart(20)
	s.proposer.plan(step("move_files", "from_previous", true, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 2)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	if out := s.say("spostali in Archivio"); out.Kind != core.Answer {
		t.Fatalf("%s: %q", out.Kind, out.Message)
	}
	if diff := cmp.Diff([]any{s.path("Inbox/a.txt"), s.path("Inbox/b.txt")}, s.invoker.calls[1].Args["paths"]); diff != "" {
		t.Error(diff)
	}
	if p := s.proposer.asked[1].Previous; p == nil || p.Count != 2 || p.Fields["path"] != "path" {
		t.Errorf("the proposer saw %+v", p)
	}
}

func TestUndoReversesTheTurn(t *testing.T) {
	s := newStage(t)
	s.write("Archivio/a.txt", "ciao") // where the move will have put it
	s.proposer.plan(step("move_files", "paths", []any{"Inbox/a.txt"}, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 1)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	s.say("sposta a.txt in Archivio")
	s.restart(20)
	back := func() {
		if err := os.MkdirAll(s.path("Inbox"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(s.path("Archivio/a.txt"), s.path("Inbox/a.txt")); err != nil {
			t.Fatal(err)
		}
	}
	s.invoker.reversed = []scripted{{do: back, result: sdk.Result{OK: true, Results: []map[string]any{{"path": s.path("Inbox/a.txt")}}, Effects: sdk.Counters{Mutations: 1, Countable: true}}}}
	out := s.say("annulla l'ultima operazione")
	if out.Kind != core.Answer || out.Effects.Mutations != 1 || !strings.Contains(out.Message, "- Inbox/a.txt") {
		t.Fatalf("%s %+v: %q", out.Kind, out.Effects, out.Message)
	}
	if out := s.say("undo"); out.Message != "Non c'è niente da annullare." || len(s.invoker.undone) != 1 {
		t.Errorf("undone twice: %q", out.Message)
	}
}

func TestUndoLeavesAloneWhatChangedSince(t *testing.T) {
	s := newStage(t)
	s.write("Archivio/a.txt", "ciao")
	s.proposer.plan(step("move_files", "paths", []any{"Inbox/a.txt"}, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 1)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	s.say("sposta a.txt in Archivio")
	s.write("Archivio/a.txt", "una modifica successiva")
	out := s.say("annulla")
	if len(s.invoker.undone) != 0 || !strings.Contains(out.Message, "Archivio/a.txt è cambiato nel frattempo") || out.Effects.Mutations != 0 {
		t.Errorf("%q", out.Message)
	}
}

func TestPathsOutsideTheGrantAreRefused(t *testing.T) {
	for _, path := range []string{"/etc/passwd", "~/.ssh/id_rsa", "../../../../../../etc/passwd", "//etc/shadow", "/proc/self/environ", "~root/x"} {
		s := newStage(t)
		s.proposer.plan(step("read_files", "paths", []any{path}))
		out := s.say("leggi " + path)
		if out.Kind != core.Refused || len(s.invoker.calls) != 0 {
			t.Errorf("%s: %s %q", path, out.Kind, out.Message)
		}
	}
}

func TestALedgerThatCannotRecordAChangeStopsIt(t *testing.T) {
	s := newStage(t)
	s.ledger.failAt = "pending"
	s.proposer.plan(step("move_files", "paths", []any{"Inbox/a.txt"}, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 1)}}
	out := s.say("sposta")
	if out.Kind != core.Error || len(s.invoker.calls) != 0 {
		t.Errorf("%s: %q %v", out.Kind, out.Message, s.invoker.tools())
	}
}

func TestReadingIsClosedOnlyAsAWhole(t *testing.T) {
	for text, want := range map[string]consent.Reading{
		"sì": consent.Yes, "Si!": consent.Yes, "  YES ": consent.Yes, "ok.": consent.Yes, "no": consent.No, "Annulla": consent.No,
		"sì, ma prima mostrami l'elenco": consent.Neither, "no problem, go on": consent.Neither, "okra": consent.Neither, "": consent.Neither,
	} {
		if got := consent.Read(text); got != want {
			t.Errorf("%q reads %v, want %v", text, got, want)
		}
	}
}

// More matches than would be changed: the person knows before they agree.
func TestAnApprovalSaysWhatItLeavesOut(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Inbox"), step("move_files", "from_step", 1, "destination", "Archivio"))
	found := s.found("Inbox/a.txt", "Inbox/b.txt")
	found.result.Truncated = &sdk.Truncation{Used: 10_000, Available: 100_000, Cap: "entries"}
	s.invoker.results = []scripted{found}
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	out := s.say("sposta i file di Inbox in Archivio")
	if out.Kind != core.Approval || !strings.Contains(out.Message, "corrispondono in 100.000, ma ne cambierei solo 10.000") {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
}

// The clock closed an approval: a late yes is told so, and what it was about asks again.
func TestALateYesAsksAgain(t *testing.T) {
	s := newStage(t)
	s.bulk()
	s.now = s.now.Add(2 * time.Hour)
	s.dialogs.list[0].State = "expired" // as the gateway's sweep leaves it
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	out := s.say("sì")
	if out.Kind != core.Approval || out.Proposal == nil || out.Proposal.ID == s.dialogs.list[0].ID || !strings.Contains(out.Message, "scadut") {
		t.Fatalf("%s: %q", out.Kind, out.Message)
	}
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	if done := s.say("sì"); done.Effects.Mutations != 1 {
		t.Errorf("%s: %q", done.Kind, done.Message)
	}
	if diff := cmp.Diff([]string{"expired", "granted"}, s.dialogs.states()); diff != "" {
		t.Error(diff)
	}
	if late := s.say("sì"); late.Effects.Mutations != 0 { // the latest one was answered: nothing lapses any more
		t.Errorf("ran again: %q", late.Message)
	}
}

// No to the rest of a request is no lie about its beginning.
func TestNoTellsWhatStays(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("create_dirs", "paths", []any{"Q"}), step("find_files", "path", "Inbox"), step("move_files", "from_step", 2, "destination", "Q"))
	created := sdk.Effects{Reversible: true, Total: 1, Items: []sdk.Effect{{Action: "create", Target: s.path("Q")}}}
	s.invoker.previews = []scripted{{effects: created}, {effects: moves(s, 26)}}
	s.invoker.results = []scripted{
		{result: sdk.Result{OK: true, Results: []map[string]any{{"path": s.path("Q"), "name": "Q"}}, Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true},
			Undo: &sdk.Undo{Pattern: "delete_created_dirs", Evidence: []map[string]any{{"path": s.path("Q")}}}}},
		s.found("Inbox/a.txt", "Inbox/b.txt"),
	}
	if out := s.say("crea la cartella Q e sposta i file di Inbox in Q"); out.Kind != core.Approval {
		t.Fatalf("%s %q", out.Kind, out.Message)
	}
	out := s.say("no")
	if out.Kind != core.Answer || strings.Contains(out.Message, "non ho cambiato niente") || !strings.Contains(out.Message, "Q") || out.Effects.Mutations != 1 {
		t.Fatalf("%s %+v %q", out.Kind, out.Effects, out.Message)
	}
	s.invoker.reversed = []scripted{{result: sdk.Result{OK: true, Results: []map[string]any{{"path": s.path("Q")}}, Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true}}}}
	if back := s.say("annulla"); back.Effects.Mutations != 1 {
		t.Errorf("%s %q", back.Kind, back.Message)
	}
}
