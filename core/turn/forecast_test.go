package turn

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

func (s *stage) forecast(text string) Forecast {
	return s.Forecast(context.Background(), Opening{Owner: core.Host, Channel: "cli", Conversation: "c1", Text: text})
}

// A forecast runs what only reads, so that the change after it is judged on exact effects; it changes and
// records nothing.
func TestAForecastPreviewsWhatItFinds(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Musica", "extensions", []any{"mp3"}), step("delete_files", "from_step", 1), step("move_files", "from_step", 2, "destination", "X"))
	s.invoker.results = []scripted{s.found("Musica/a.mp3", "Musica/b.mp3")}
	s.invoker.previews = []scripted{{effects: sdk.Effects{Reversible: true, Total: 2, Items: []sdk.Effect{{Action: "trash", Target: s.path("Musica/a.mp3")}, {Action: "trash", Target: s.path("Musica/b.mp3")}}}}}
	f := s.forecast("delete the mp3 files in Musica")
	if len(f.Steps) != 3 || f.Kind != core.Answer {
		t.Fatalf("%+v", f)
	}
	if del := f.Steps[1]; del.Verdict.Ruling != core.Allow || del.Effects == nil || len(del.Effects.Items) != 2 {
		t.Errorf("%+v", del)
	}
	if f.Steps[2].Verdict.Ruling != "later" {
		t.Errorf("a step after a change is judged before it: %+v", f.Steps[2])
	}
	if diff := cmp.Diff([]string{"find_files"}, s.invoker.tools()); diff != "" {
		t.Error(diff)
	}
	if len(s.ledger.records)+len(s.events.list)+len(s.memory.kept) != 0 {
		t.Errorf("a forecast left records: %v %v", s.ledger.records, s.events.list)
	}
}

func TestAForecastSaysWhatNeedsConsentOrFails(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Inbox"), step("move_files", "from_step", 1, "destination", "Archivio"))
	s.invoker.results = []scripted{s.found("Inbox/a.txt")}
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	if f := s.forecast("sposta i file di Inbox in Archivio"); f.Steps[1].Verdict.Ruling != core.AskFor {
		t.Errorf("%+v", f.Steps[1])
	}
	s.proposer.plan(step("find_files", "path", "Inbox"), step("move_files", "from_step", 1, "destination", "Archivio"))
	s.invoker.results = []scripted{{err: sdk.Errorf(sdk.NotFound, "", "gone")}}
	f := s.forecast("sposta i file di Inbox in Archivio")
	if f.Steps[0].Verdict.Code != "foreseen_failure" || f.Steps[1].Verdict.Ruling != "later" {
		t.Errorf("%+v", f.Steps)
	}
	s.proposer.plan(step("find_files", "path", "Inbox"), step("move_files", "from_step", 1, "destination", "Archivio"))
	s.invoker.results = []scripted{s.found()}
	if f := s.forecast("sposta i file di Inbox in Archivio"); f.Steps[1].Verdict.Code != "nothing_to_change" {
		t.Errorf("%+v", f.Steps[1])
	}
}

// A question for the tutor is forecast as what it is: nothing is planned.
func TestAForecastAsksTheTutorFirst(t *testing.T) {
	s := newStage(t)
	s.Tutor = fakeTutor{"dove cambio la lingua?"}
	if f := s.forecast("dove cambio la lingua?"); f.Kind != core.Answer || f.Origin != core.FromTutor || f.Message != "help in it" || f.Steps == nil || len(f.Steps) != 0 {
		t.Errorf("%+v", f)
	}
	if len(s.proposer.asked) != 0 {
		t.Errorf("the composer was asked %d times", len(s.proposer.asked))
	}
}
