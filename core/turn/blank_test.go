package turn

import (
	"context"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent"
)

// A sentence that holds a secret is planned from what is kept of it, which has a mark in its place: nothing is written
// with the mark and nothing is searched for with it, whoever makes the plan, and the answer says why.
func TestNothingIsDoneWithABlank(t *testing.T) {
	for text, kept := range map[string]plan.Step{
		"create the file l.txt saying: the password is hunter2":      step("create_files", "path", "l.txt", "content", "the password is "+ledger.Mark),
		"crea il file l.txt con scritto: la password è Sole2024":     step("create_files", "path", "l.txt", "content", "la password è "+ledger.Mark),
		"append 'my api key: abc123' to k.txt":                       step("write_files", "path", "k.txt", "content", "my api key: "+ledger.Mark),
		"aggiungi «api key: abc123» a k.txt":                         step("write_files", "path", "k.txt", "content", "api key: "+ledger.Mark),
		"replace last with 'the token is abcdef1234567890' in t.txt": step("change_texts", "path", "t.txt", "find", "last", "replace", "the token is "+ledger.Mark),
		"sostituisci ultimo con «il token è abcdef123» in t.txt":     step("change_texts", "path", "t.txt", "find", "ultimo", "replace", "il token è "+ledger.Mark),
		"add a row to p.csv: nas, password is hunter3":               step("write_files_csv", "path", "p.csv", "rows", []any{[]any{"nas", "password is " + ledger.Mark}}),
		"aggiungi una riga a p.csv: nas, la password è hunter3":      step("write_files_csv", "path", "p.csv", "rows", []any{[]any{"nas", "la password è " + ledger.Mark}}),
		"note that the wifi password is hunter2":                     step("write_entries", "text", "the wifi password is "+ledger.Mark),
		"annota che la password è hunter2":                           step("write_entries", "text", "la password è "+ledger.Mark),
		"remind me tomorrow at 9 that the password is hunter2":       step("create_tasks", "what", "the password is "+ledger.Mark),
		"ricordami domani alle 9 che la password è hunter2":          step("create_tasks", "what", "la password è "+ledger.Mark),
		"find files that contain password: x1":                       step("find_files", "text", "password: "+ledger.Mark),
		"cerca i file che contengono «password: x1»":                 step("find_files", "text", "password: "+ledger.Mark),
		"find files that contain password: x2, whatever is planned":  step("find_files", "path", "Note"),
		"cerca i file con password: x2, comunque si faccia il piano": step("find_files", "path", "Note"),
	} {
		t.Run(text, func(t *testing.T) {
			s := newStage(t)
			s.Redact = ledger.Redact
			s.binder.Redact = ledger.Redact
			f := plan.Framework{Steps: []plan.Step{kept}}
			s.proposer.drafts = []plan.Draft{{Accepted: true, Framework: f, Lang: "en"}}
			s.Precedents = &fakeBook{same: &precedent.Hit{Key: "0/x", Lang: "en", Framework: f}}
			out := s.say(text)
			if out.Kind != core.Refused || len(out.Steps) != 0 || out.Proposal != nil || out.Effects.Mutations != 0 || len(s.invoker.calls) != 0 {
				t.Fatalf("%+v, and %d calls", out, len(s.invoker.calls))
			}
			if !strings.Contains(out.Message, "looks like a password") || strings.Contains(out.Message, "REDACTED") || strings.Contains(out.Message, "hunter") {
				t.Errorf("it says %q", out.Message)
			}
		})
	}
}

// An answer to a question fills a plan like a sentence does.
func TestAnAnswerIsNoBlank(t *testing.T) {
	s := newStage(t)
	s.Redact, s.binder.Redact = ledger.Redact, ledger.Redact
	s.proposer.drafts = []plan.Draft{{Question: &plan.Question{Step: 1, Arg: "pattern", Code: "ask_pattern",
		Partial: plan.Framework{Steps: []plan.Step{step("find_files", "path", ".")}}}}}
	if out := s.say("cerca"); out.Dialog == nil {
		t.Fatalf("%+v", out)
	}
	out := s.Run(context.Background(), Opening{Owner: core.Host, Channel: "cli", Conversation: "c1", Text: "password:x1"})
	if out.Kind != core.Refused || len(s.invoker.calls) != 0 || !strings.Contains(out.Message, "sembra una password") {
		t.Errorf("%+v, and %d calls", out, len(s.invoker.calls))
	}
}
