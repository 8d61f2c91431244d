package turn

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

func entries(paths ...string) []map[string]any {
	list := make([]map[string]any, len(paths))
	for i, p := range paths {
		list[i] = map[string]any{"path": p, "name": p[strings.LastIndex(p, "/")+1:], "size": float64(1500000 * (i + 1))}
	}
	return list
}

func (s *stage) found(names ...string) scripted {
	paths := make([]string, len(names))
	for i, n := range names {
		paths[i] = s.path(n)
	}
	return scripted{result: sdk.Result{OK: true, Entries: entries(paths...), Value: float64(len(names)), Effects: sdk.Counters{Items: len(names), Countable: true}}}
}

func TestCountIsAnsweredFromWhatWasObserved(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Documenti", "extensions", []any{"pdf"})).Shape = plan.ShapeCount
	s.invoker.results = []scripted{s.found("Documenti/a.pdf", "Documenti/b.pdf")}
	out := s.say("quanti pdf ci sono in Documenti?")
	if out.Kind != core.Answer || out.Message != "In Documenti ci sono 2 file PDF." {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
	if got := s.invoker.calls[0].Args["path"]; got != s.path("Documenti") {
		t.Errorf("the executor got %v, want an absolute path", got)
	}
	if out.Effects.Mutations != 0 || out.Effects.Items != 2 || len(out.Steps) != 1 || out.Steps[0].Sandbox.Level != "bwrap" {
		t.Errorf("outcome %+v", out)
	}
	if diff := cmp.Diff([]string{"turn_started", "plan", "step", "step", "final"}, s.events.kinds(out.TurnID)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"opened", "plan", "verdict", "step", "closed"}, s.ledger.kinds(out.TurnID)); diff != "" {
		t.Error(diff)
	}
}

func TestListNamesEverything(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "~/Inbox"))
	s.invoker.results = []scripted{s.found("Inbox/uno.txt", "Inbox/sub/due.txt")}
	out := s.say("elenca i file di Inbox")
	for _, want := range []string{"In Inbox ci sono 2 file:", "- Inbox/uno.txt: 1,5 MB", "- Inbox/sub/due.txt: 3 MB"} {
		if !strings.Contains(out.Message, want) {
			t.Errorf("%q is missing from %q", want, out.Message)
		}
	}
	if out.Table == nil || out.Table.Total != 2 {
		t.Errorf("table %+v", out.Table)
	}
}

func TestEmptyResultIsAnAnswer(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Vuota"))
	s.invoker.results = []scripted{s.found()}
	out := s.say("elenca i file di Vuota")
	if out.Kind != core.Answer || out.Message != "In Vuota non ho trovato nessun file." {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
}

func TestUnknownWordsAreNamed(t *testing.T) {
	s := newStage(t)
	out := s.say("zompa gnau")
	if out.Kind != core.Refused || !strings.Contains(out.Message, "«zompa», «gnau»") {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
	if len(s.invoker.calls) != 0 {
		t.Error("something ran")
	}
}

// What a sentence needed may be an executor that is refused: the answer says which are, and why.
func TestRefusedExecutorsAreNamed(t *testing.T) {
	s := newStage(t)
	s.catalog.refused = []catalog.Refusal{{Name: "find_files", File: "x", Err: sdk.Errorf(sdk.PolicyDenied, "signature_mismatch", "x").With("key", "abc").With("file", "/x")}}
	out := s.say("zompa gnau")
	if !strings.Contains(out.Message, "find_files resta fuori a causa di x: ") {
		t.Errorf("%q", out.Message)
	}
}

func TestTwoStepsPassTheCollection(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Inbox"), step("move_files", "from_step", 1, "destination", "Archivio"))
	s.invoker.results = []scripted{s.found("Inbox/a.txt"), {result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	s.invoker.previews = []scripted{{effects: moves(s, 1)}}
	out := s.say("sposta i file di Inbox in Archivio")
	if out.Kind != core.Answer || out.Effects.Mutations != 1 {
		t.Fatalf("%s %+v: %q", out.Kind, out.Effects, out.Message)
	}
	if diff := cmp.Diff([]any{s.path("Inbox/a.txt")}, s.invoker.calls[1].Args["paths"]); diff != "" {
		t.Error(diff)
	}
	if kinds := s.ledger.kinds(out.TurnID); slices.Index(kinds, "pending") < 0 {
		t.Errorf("no pending record before the change: %v", kinds)
	}
}

func moved(s *stage, from, to string) sdk.Result {
	return sdk.Result{OK: true, Results: []map[string]any{{"path": s.path(to), "source": s.path(from), "name": to[strings.LastIndex(to, "/")+1:]}},
		Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true},
		Undo:    &sdk.Undo{Pattern: "swap_src_dst", Evidence: []map[string]any{{"path": s.path(to), "source": s.path(from)}}}}
}

func moves(s *stage, n int) sdk.Effects {
	e := sdk.Effects{Reversible: true, Total: n}
	for i := range n {
		name := string(rune('a'+i%26)) + strings.Repeat("x", i/26) + ".txt"
		e.Items = append(e.Items, sdk.Effect{Action: "move", Source: s.path("Inbox/" + name), Target: s.path("Archivio/" + name)})
	}
	return e
}

func TestEmptyCollectionChangesNothing(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Inbox"), step("move_files", "from_step", 1, "destination", "Archivio"))
	s.invoker.results = []scripted{s.found()}
	out := s.say("sposta i file di Inbox in Archivio")
	if out.Kind != core.Answer || !strings.Contains(out.Message, "Non ho cambiato niente.") || !strings.Contains(out.Message, "nessun file") {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
	if diff := cmp.Diff([]string{"find_files"}, s.invoker.tools()); diff != "" {
		t.Error(diff)
	}
}

// A call for help or a greeting is answered in its own language, from the live catalog, and runs nothing.
func TestHelpAndGreetings(t *testing.T) {
	for said, want := range map[string]string{
		"che cosa sai fare?": "Chiedi quello che ti serve", "what can you do?": "Ask for what you need", "Ciao!": "Ciao! Dimmi", "thanks": "You are welcome.",
	} {
		s := newStage(t)
		out := s.say(said)
		if out.Kind != core.Answer || !strings.HasPrefix(out.Message, want) {
			t.Errorf("%q: %s %q", said, out.Kind, out.Message)
		}
		if len(s.invoker.calls) != 0 {
			t.Errorf("%q ran something", said)
		}
	}
}

// A refusal speaks of what is wanted, never of the tool that would do it.
func TestAGuestIsRefusedInWords(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("create_dirs", "paths", []any{"Nuova"}))
	out := s.as("ospite", "c1", "crea la cartella Nuova")
	if out.Kind != core.Refused || strings.Contains(out.Message, "create_dirs") || !strings.Contains(out.Message, "non modificare") {
		t.Errorf("%s: %q", out.Kind, out.Message)
	}
}

// brokenProposer panics, as a program with a mistake does.
type brokenProposer struct{}

func (brokenProposer) Propose(context.Context, plan.Request) (plan.Draft, error) {
	var none []int
	return plan.Draft{Unknown: []string{string(rune(none[len(none)-1]))}}, nil
}

// A mistake of the program in one turn ends that turn with a sentence and a record; the next one runs.
func TestAFaultEndsOneTurn(t *testing.T) {
	s := newStage(t)
	s.Composer = brokenProposer{}
	out := s.say("qual è la cartella con più file?")
	if out.Kind != core.Error || out.Message == "" || strings.Contains(out.Message, "index out of range") {
		t.Fatalf("%s %q", out.Kind, out.Message)
	}
	if diff := cmp.Diff([]string{"opened", "fault", "closed"}, s.ledger.kinds(out.TurnID)); diff != "" {
		t.Error(diff)
	}
	s.Composer = s.proposer
	s.proposer.plan(step("find_files", "path", "Inbox"))
	s.invoker.results = []scripted{s.found("Inbox/a.txt")}
	if out := s.say("elenca Inbox"); out.Kind != core.Answer {
		t.Errorf("%s %q", out.Kind, out.Message)
	}
}
