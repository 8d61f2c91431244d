package turn

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/turn/suspend"
)

// A message without a language of its own is answered in that of the conversation, then of the page, then as
// configured. What the person asked for comes before everything.
func TestTheLanguageOfTheConversation(t *testing.T) {
	s := newStage(t)
	ask := func(conversation, text, lang, hint string) string {
		return s.Run(context.Background(), Opening{Owner: core.Host, Channel: "cli", Conversation: conversation, Text: text, Lang: lang, Hint: hint}).Lang
	}
	s.proposer.drafts = []plan.Draft{{Unknown: []string{"x"}, Lang: "en"}, {Unknown: []string{"x"}}}
	for i, c := range []struct{ conversation, text, lang, hint, want string }{
		{"a", "do something odd", "", "it", "en"}, // the sentence's own
		{"a", "gnau", "", "it", "en"},             // none: the conversation's
		{"a", "undo", "", "it", "en"},
		{"a", "yes", "", "it", "en"},
		{"a", "help", "", "it", "en"},
		{"a", "aiuto", "", "", "it"},
		{"a", "help", "", "", "it"}, // the conversation goes on in Italian
		{"b", "undo", "", "en", "en"},
		{"c", "undo", "", "", "it"}, // as configured
		{"c", "undo", "en", "it", "en"},
	} {
		if got := ask(c.conversation, c.text, c.lang, c.hint); got != c.want {
			t.Errorf("%d %q: answered in %q, want %q", i, c.text, got, c.want)
		}
	}
}

// The answer to a question does not change the language, and its end is announced with the value.
func TestASettledDialogIsAnnounced(t *testing.T) {
	s := newStage(t)
	ask := func() {
		s.proposer.drafts = []plan.Draft{{Lang: "en", Question: &plan.Question{Code: "choose_one", Partial: plan.Framework{Steps: []plan.Step{step("read_files")}}, Step: 1, Arg: "paths",
			Options: []string{s.path("Lavoro/note.txt"), s.path("Casa/note.txt")}}}}
		s.say("read note.txt")
	}
	ask()
	s.invoker.results = []scripted{s.found("Casa/note.txt")}
	if out := s.say("quella in Casa"); out.Kind != core.Answer || out.Lang != "en" {
		t.Fatalf("%s %s: %q", out.Kind, out.Lang, out.Message)
	}
	ask()
	s.say("lascia stare")
	var got []suspend.Settled
	for _, e := range s.events.list {
		var end suspend.Settled
		if e.Kind == "dialog" && json.Unmarshal(e.Data, &end) == nil && end.State != "" {
			got = append(got, end)
		}
	}
	want := []suspend.Settled{{ID: s.dialogs.list[0].ID, State: "granted", Value: "Casa/note.txt"}, {ID: s.dialogs.list[1].ID, State: "cancelled"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// After a declined approval "them" are the files it was about, not an older list.
func TestADeclinedApprovalIsWhatTheConversationIsAbout(t *testing.T) {
	s := newStage(t)
	s.proposer.plan(step("find_files", "path", "Note"))
	s.invoker.results = []scripted{s.found("Note/x.md")}
	s.say("elenca i file di Note")
	s.bulk()
	s.say("no")
	s.proposer.plan(step("find_files", "path", "Inbox"))
	s.invoker.results = []scripted{s.found()}
	s.say("e adesso?")
	if p := s.proposer.asked[len(s.proposer.asked)-1].Previous; p == nil || p.Count != 2 || p.Tool != "find_files" {
		t.Errorf("the conversation is about %+v", p)
	}
}
