package turn

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

// on runs one turn of an owner on a channel.
func (s *stage) on(owner, channel, conversation, text string) core.Outcome {
	return s.Run(context.Background(), Opening{Owner: core.Owner(owner), Channel: channel, Conversation: conversation, Text: text})
}

func TestField_SESS_03(t *testing.T) { // what one person stored never shows up for another
	s := newStage(t)
	const secret = "il-PIN-e-4711"
	s.proposer.plan(step("find_files", "path", "Segreti"))
	s.invoker.results = []scripted{s.found("Segreti/" + secret + ".txt")}
	s.on("anna", "web", "c1", "elenca i miei segreti")
	s.write("Archivio/"+secret+".txt", "x")
	s.proposer.plan(step("move_files", "paths", []any{"Segreti/" + secret + ".txt"}, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 1)}}
	s.invoker.results = []scripted{{result: moved(s, "Segreti/"+secret+".txt", "Archivio/"+secret+".txt")}}
	changed := s.on("anna", "web", "c1", "sposta il segreto in Archivio")
	s.proposer.plan(step("move_files", "paths", []any{"x"}, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	asked := s.on("anna", "web", "c1", "sposta tutto")
	if changed.Effects.Mutations != 1 || asked.Proposal == nil {
		t.Fatalf("%+v, %+v", changed, asked)
	}
	calls := len(s.invoker.calls)
	// The same words, the same conversation id, on the same channel: nothing of anna's is there.
	for _, text := range []string{"elenca i miei segreti", "spostali in Archivio", "sì", "1", "annulla", "e quelli?", "qual è il PIN?"} {
		out := s.on("bruno", "web", "c1", text)
		body, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(body), secret) || out.Effects.Mutations != 0 || out.Proposal != nil {
			t.Errorf("bruno says %q and gets %s", text, body)
		}
	}
	for _, req := range s.proposer.asked[3:] {
		if req.Previous != nil {
			t.Errorf("the proposer saw anna's result for bruno: %+v", req.Previous)
		}
	}
	if len(s.invoker.calls) != calls || len(s.invoker.undone) != 0 {
		t.Errorf("bruno's turns ran %v, undid %d", s.invoker.tools()[calls:], len(s.invoker.undone))
	}
	if out := s.Undo(context.Background(), Opening{Owner: "bruno", Channel: "web", Conversation: "c1"}, changed.TurnID); out.Effects.Mutations != 0 || len(s.invoker.undone) != 0 {
		t.Errorf("bruno undid anna's turn by its id: %+v", out.Effects)
	}
	press := Decision{Dialog: asked.Proposal.ID, Digest: asked.Proposal.Digest, Approve: true}
	s.Run(context.Background(), Opening{Owner: "bruno", Channel: "web", Conversation: "c1", Decision: &press})
	if len(s.invoker.calls) != calls {
		t.Error("bruno pressed anna's button")
	}
	for _, r := range s.ledger.records {
		body, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if r.Owner == "bruno" && strings.Contains(string(body), secret) {
			t.Errorf("bruno's record holds anna's: %s", body)
		}
	}
	// And anna's still waits for anna.
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "a", "b")}}
	if out := s.on("anna", "web", "c1", "sì"); out.Effects.Mutations != 1 {
		t.Errorf("anna's own yes: %s %q", out.Kind, out.Message)
	}
}

func TestField_SESS_07(t *testing.T) { // one person on two channels: one owner, two conversations
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Inbox"))
	s.invoker.results = []scripted{s.found("Inbox/a.txt")}
	s.on("anna", "web", "main", "elenca Inbox")
	s.proposer.plan(step("move_files", "paths", []any{"x"}, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	asked := s.on("anna", "web", "main", "sposta tutto")
	if asked.Proposal == nil {
		t.Fatalf("%+v", asked)
	}
	calls := len(s.invoker.calls)
	s.proposer.plan(step("move_files", "from_previous", true, "destination", "Archivio"))
	s.on("anna", "telegram", "main", "spostali in Archivio")
	if p := s.proposer.asked[len(s.proposer.asked)-1].Previous; p != nil {
		t.Errorf("the list of the other channel is meant: %+v", p)
	}
	s.on("anna", "telegram", "main", "sì")
	press := Decision{Dialog: asked.Proposal.ID, Digest: asked.Proposal.Digest, Approve: true}
	s.Run(context.Background(), Opening{Owner: "anna", Channel: "telegram", Conversation: "main", Decision: &press})
	if len(s.invoker.calls) != calls {
		t.Error("a question of one channel was answered on the other")
	}
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "a", "b")}}
	if out := s.on("anna", "web", "main", "sì"); out.Effects.Mutations != 1 {
		t.Errorf("where it was asked: %s %q", out.Kind, out.Message)
	}
}

// A record with a dangling step: the conversation goes on, and says what it lost.
func TestField_SESS_09(t *testing.T) {
	memories := map[string]string{
		"a result without its step":  `{"turn":"00","framework":{"steps":[]},"observed":{"tool":"find_files","result":{"ok":true,"entries":[{"path":"/x"}]}}}`,
		"a step without its result":  `{"turn":"00","framework":{"steps":[{"tool":"find_files","args":{}}]},"observed":{}}`,
		"a tool that is gone":        `{"turn":"00","framework":{"steps":[{"tool":"gone_files","args":{}}]},"observed":{"tool":"gone_files","result":{"ok":true,"entries":[{"path":"/x"}]}}}`,
		"a reference to nothing":     `{"turn":"00","framework":{"steps":[{"tool":"find_files","args":{"from_step":7}}]},"observed":{"tool":"find_files","result":{"ok":true}}}`,
		"nothing but a language":     `{"lang":"en"}`,
		"a value of another version": `{"turn":3}`,
		"half a value":               `{"turn":"00","obser`,
	}
	for name, record := range memories {
		s := newStage(t)
		s.memory.kept["host/cli/c1"] = []byte(record)
		s.proposer.plan(step("find_files", "path", "Inbox"))
		s.invoker.results = []scripted{s.found("Inbox/a.txt")}
		out := s.say("elenca Inbox")
		if out.Kind != core.Answer || !strings.Contains(out.Message, "a.txt") {
			t.Errorf("%s: %s %q", name, out.Kind, out.Message)
			continue
		}
		if told, lost := slices.Contains(s.events.kinds(out.TurnID), "notice"), !json.Valid([]byte(record)) || name == "a value of another version"; told != lost {
			t.Errorf("%s: told of a loss: %v", name, told)
		}
		s.proposer.plan(step("move_files", "from_previous", true, "destination", "Archivio"))
		s.invoker.previews = []scripted{{effects: moves(s, 1)}}
		s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
		if out := s.say("spostali in Archivio"); out.Kind != core.Answer {
			t.Errorf("%s: the next follow-up: %s %q", name, out.Kind, out.Message)
		}
		if got := s.invoker.calls[len(s.invoker.calls)-1].Args["paths"]; !slices.Equal(got.([]any), []any{s.path("Inbox/a.txt")}) {
			t.Errorf("%s: moved %v", name, got)
		}
	}
}

// A follow-up to a damaged memory runs on nothing that is not there.
func TestAFollowUpToADamagedMemoryChangesNothing(t *testing.T) {
	for _, record := range []string{
		`{"turn":"00","framework":{"steps":[{"tool":"find_files","args":{}}]},"observed":{}}`,
		`{"turn":"00","framework":{"steps":[]},"observed":{"tool":"find_files","result":{"ok":true}}}`,
		`{"turn":"00","obser`,
	} {
		s := newStage(t)
		s.memory.kept["host/cli/c1"] = []byte(record)
		s.proposer.plan(step("move_files", "from_previous", true, "destination", "Archivio"))
		out := s.say("spostali in Archivio")
		if len(s.invoker.calls) != 0 || out.Effects.Mutations != 0 || out.Message == "" || strings.Contains(out.Message, "‹") {
			t.Errorf("%s: ran %v and says %q", record, s.invoker.tools(), out.Message)
		}
	}
}

// A question or an approval whose frozen plan is damaged ends with a sentence; it neither runs nor holds the
// conversation.
func TestADamagedDialogDoesNotHoldTheConversation(t *testing.T) {
	for _, frozen := range []string{``, `{`, `{}`, `null`, `{"framework":{"steps":[{"tool":"move_files"}]},"next":3}`, `{"framework":{"steps":[{"tool":"a"},{"tool":"b"}]},"next":2}`} {
		for _, kind := range []core.Kind{core.Approval, core.Ask, core.NeedsInputs} {
			s := newStage(t)
			s.dialogs.list = []core.Dialog{{ID: "d1", Kind: kind, Owner: core.Host, Channel: "cli", Conversation: "c1", Prompt: "Quale?", Digest: "x",
				Frozen: []byte(frozen), Created: s.now, Expires: s.now.Add(1e12), State: "open"}}
			reply := map[core.Kind]string{core.Approval: "sì", core.Ask: "1", core.NeedsInputs: "Anna"}[kind]
			out := s.say(reply)
			if len(s.invoker.calls) != 0 || out.Message == "" || strings.Contains(out.Message, "‹") || strings.Contains(out.Message, "freeze_failed") {
				t.Errorf("%s %q: ran %v and says %q", kind, frozen, s.invoker.tools(), out.Message)
			}
			s.proposer.drafts = []plan.Draft{{Accepted: true, Framework: plan.Framework{Steps: []plan.Step{step("find_files", "path", "Inbox")}}}}
			s.proposer.drafts = append(s.proposer.drafts, s.proposer.drafts[0])
			s.invoker.results = []scripted{s.found("Inbox/a.txt")}
			if out := s.say("elenca Inbox"); out.Kind != core.Answer || !strings.Contains(out.Message, "a.txt") {
				t.Errorf("%s %q holds the conversation: %s %q", kind, frozen, out.Kind, out.Message)
			}
			if got := s.dialogs.states()[0]; got == "open" {
				t.Errorf("%s %q is still open", kind, frozen)
			}
		}
	}
}

// What an earlier process left unfinished is told once, and the conversation goes on.
func TestAnUnfinishedStepOfAnotherConversationIsNotMine(t *testing.T) {
	s := newStage(t)
	if err := s.Journal.Begin(undo.Entry{Owner: "bruno", Turn: "00112233aabbccdd", Conversation: "c1", Step: 1, Tool: "move_files", Text: "sposta i segreti"}); err != nil {
		t.Fatal(err)
	}
	s.restart(20)
	s.proposer.drafts = []plan.Draft{{Limit: sdk.Errorf(sdk.OutOfScope, "capability_missing", "x").With("what", "y")}}
	if out := s.on("anna", "cli", "c1", "fai y"); strings.Contains(out.Message, "segreti") || out.Effects.Uncertain != 0 {
		t.Errorf("anna is told of bruno's: %q", out.Message)
	}
}

func TestField_I18N_02(t *testing.T) { // what needs no model never reaches one, in either language
	s := newStage(t)
	model := &fakeProposer{}
	s.Models = model
	for _, text := range []string{"aiuto", "help", "ciao", "hello", "grazie", "annulla", "undo", "sì", "no"} {
		if out := s.say(text); out.Message == "" || len(s.proposer.asked) != 0 || len(model.asked) != 0 {
			t.Errorf("%q: %s %q, the composer was asked %d times, the model %d", text, out.Kind, out.Message, len(s.proposer.asked), len(model.asked))
		}
	}
	for _, text := range []string{"dov'è Anna?", "where is Anna?"} { // the composer has a plan: a model is not asked for another
		s.proposer.plan(step("find_files", "name", "Anna"))
		s.invoker.results = []scripted{s.found("Note/Anna.txt")}
		if out := s.say(text); out.Origin != core.FromCompose || out.Kind != core.Answer || len(model.asked) != 0 {
			t.Errorf("%q: %s %s, the model was asked %d times", text, out.Origin, out.Kind, len(model.asked))
		}
	}
}

// A core killed after a change began, and before its turn came to an end: what the conversation was about before is
// older than the change, and nobody means it by "them".
func TestACutOffChangeLeavesNothingToReferTo(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Foto"))
	s.invoker.results = []scripted{s.found("Foto/a.jpg", "Foto/b.jpg")}
	s.say("elenca le foto")
	s.write("Inbox/a.txt", "x")
	s.proposer.plan(step("move_files", "paths", []any{"Inbox/a.txt"}, "destination", "Archivio"))
	var disk map[string][]byte // what is there when the core dies
	change := scripted{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}
	change.do = func() { disk = maps.Clone(s.memory.kept) }
	s.invoker.previews, s.invoker.results = []scripted{{effects: moves(s, 1)}}, []scripted{change}
	whole := s.say("sposta a.txt in Archivio")
	s.proposer.plan(step("find_files"))
	s.say("e quelli?")
	if p := s.proposer.asked[len(s.proposer.asked)-1].Previous; whole.Effects.Mutations != 1 || p == nil || p.Tool != "move_files" {
		t.Fatalf("a change that came to its end is not what the conversation is about: %+v %+v", p, whole)
	}

	s.memory.kept = disk
	s.restart(20)
	s.proposer.plan(step("find_files"))
	s.say("e quelli?")
	if p := s.proposer.asked[len(s.proposer.asked)-1].Previous; p != nil {
		t.Errorf("they are those before the change: %+v", p)
	}
}
