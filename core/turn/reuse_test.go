package turn

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent"
	"github.com/metnos/metnos/sdk"
)

// fakeBook answers from what the test put in it.
type fakeBook struct {
	same, alike *precedent.Hit
	failed      []string
	learned     []precedent.Run
}

func answerWith(h *precedent.Hit) (precedent.Hit, bool, error) {
	if h == nil {
		return precedent.Hit{}, false, nil
	}
	return *h, true, nil
}

func (b *fakeBook) Exact(context.Context, precedent.Query) (precedent.Hit, bool, error) {
	return answerWith(b.same)
}

func (b *fakeBook) Similar(context.Context, precedent.Query) (precedent.Hit, bool, error) {
	return answerWith(b.alike)
}

func (b *fakeBook) Record(_ context.Context, _ precedent.Query, run precedent.Run) (precedent.Reason, error) {
	b.learned = append(b.learned, run)
	return precedent.Stored, nil
}

func (b *fakeBook) Fail(_ context.Context, _ core.Owner, key string) error {
	b.failed = append(b.failed, key)
	b.same, b.alike = nil, nil
	return nil
}

func hit(key, path string) *precedent.Hit {
	return &precedent.Hit{Key: key, Lang: "it", Framework: plan.Framework{Steps: []plan.Step{step("find_files", "path", path)}}}
}

func TestAnEarlierPlanIsUsedBeforeAnyProposer(t *testing.T) {
	for name, c := range map[string]struct {
		book   fakeBook
		origin core.Origin
	}{
		"the same request":    {fakeBook{same: hit("0/x", "Note"), alike: hit("1/x", "Note")}, core.FromFastpath},
		"one of the cluster":  {fakeBook{alike: hit("1/x", "Note")}, core.FromAutopath},
		"nothing in the book": {fakeBook{}, core.FromCompose},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			s.Precedents = &c.book
			s.Models = &fakeProposer{}
			s.proposer.plan(step("find_files", "path", "Note"))
			s.invoker.results = []scripted{s.found("Note/a.txt")}
			out := s.say("elenca Note")
			if out.Origin != c.origin || out.Kind != core.Answer {
				t.Fatalf("%s %s %q", out.Origin, out.Kind, out.Message)
			}
			asked := 0
			if c.origin == core.FromCompose {
				asked = 1
			}
			if len(s.proposer.asked) != asked || len(s.Models.(*fakeProposer).asked) != 0 {
				t.Errorf("the composer was asked %d times, the model %d", len(s.proposer.asked), len(s.Models.(*fakeProposer).asked))
			}
			if len(c.book.learned) != 1 || c.book.learned[0].Origin != c.origin {
				t.Errorf("learned %+v", c.book.learned)
			}
		})
	}
}

// A reused plan that fails before it changed anything is forgotten, and the sentence planned anew.
func TestAReusedPlanThatFailsIsForgotten(t *testing.T) {
	s := newStage(t)
	book := &fakeBook{same: hit("0/x", "Vecchia")}
	s.Precedents = book
	s.proposer.plan(step("find_files", "path", "Nuova"))
	s.invoker.results = []scripted{{err: sdk.Errorf(sdk.NotFound, "path_not_found", "gone").With("path", "Vecchia")}, s.found("Nuova/a.txt")}
	out := s.say("elenca Nuova")
	if out.Kind != core.Answer || out.Origin != core.FromCompose || len(book.failed) != 1 {
		t.Fatalf("%s %s %q, failed %v", out.Kind, out.Origin, out.Message, book.failed)
	}
	if len(out.Steps) != 2 || out.Steps[0].OK || !out.Steps[1].OK {
		t.Errorf("the failed attempt is not told: %+v", out.Steps)
	}
}

// One that failed after a change is not followed by another: what happened is told.
func TestAReusedPlanThatChangedSomethingIsNotTriedAgain(t *testing.T) {
	s := newStage(t)
	book := &fakeBook{same: &precedent.Hit{Key: "0/x", Lang: "it", Framework: plan.Framework{Steps: []plan.Step{
		step("move_files", "paths", []any{"a.txt"}, "destination", "Archivio"), step("find_files", "path", "Archivio"),
	}}}}
	s.Precedents = book
	s.proposer.plan(step("move_files", "paths", []any{"a.txt"}, "destination", "Archivio"))
	s.invoker.previews = []scripted{{effects: moves(s, 1)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}, {err: sdk.Errorf(sdk.NotFound, "path_not_found", "gone").With("path", "Archivio")}}
	out := s.say("sposta a.txt in Archivio ed elencali")
	if out.Origin != core.FromFastpath || out.Effects.Mutations != 1 || len(book.failed) != 0 || len(s.proposer.asked) != 0 {
		t.Errorf("%s %+v, failed %v, composer asked %d times: %q", out.Origin, out.Effects, book.failed, len(s.proposer.asked), out.Message)
	}
}

// Attachments and the continuations of a dialog use no kept plan.
func TestAttachmentsAndContinuationsUseNoKeptPlan(t *testing.T) {
	s := newStage(t)
	shelf := &questioned{}
	s.Precedents = shelf
	s.proposer.plan(step("find_files", "path", "Note"))
	s.invoker.results = []scripted{s.found("Note/a.txt")}
	s.Run(context.Background(), Opening{Owner: core.Host, Channel: "cli", Conversation: "c1", Text: "elenca Note", Attached: true})
	if len(shelf.queries) == 0 || !shelf.queries[0].Fresh {
		t.Errorf("queries %+v", shelf.queries)
	}
	s.bulk()
	asked := len(shelf.queries)
	s.invoker.previews = []scripted{{effects: moves(s, 26)}}
	s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}}
	if out := s.say("sì"); out.Effects.Mutations != 1 || out.Origin != core.FromResume || len(shelf.queries) != asked {
		t.Errorf("%s %+v, %d queries more", out.Origin, out.Effects, len(shelf.queries)-asked)
	}
}

// questioned keeps what it was asked.
type questioned struct {
	fakeBook
	queries []precedent.Query
}

func (a *questioned) Exact(ctx context.Context, q precedent.Query) (precedent.Hit, bool, error) {
	a.queries = append(a.queries, q)
	return a.fakeBook.Exact(ctx, q)
}

// A structural failure has one alternative, which is finalised like any plan; an operational one has none, and
// nothing has one after a change.
func TestRecovery(t *testing.T) {
	folder := func(s *stage) error {
		s.Places = func(core.Owner, string) plan.Places { return oneFolder(s.path("Note")) }
		return sdk.Errorf(sdk.WrongArgs, "path_is_folder", "a folder").With("path", s.path("Note"))
	}
	t.Run("one alternative", func(t *testing.T) {
		s := newStage(t)
		s.write("Note/a.txt", "ciao")
		s.proposer.plan(step("read_files", "paths", []any{"Note"}))
		s.invoker.results = []scripted{{err: folder(s)}, s.found("Note/a.txt"), {result: sdk.Result{OK: true, Entries: []map[string]any{{"path": s.path("Note/a.txt"), "text": "ciao"}}, Effects: sdk.Counters{Items: 1, Countable: true}}}}
		out := s.say("leggi Note")
		if out.Origin != core.FromRecovery || out.Kind != core.Answer || len(s.invoker.calls) != 3 {
			t.Errorf("%s %s %v: %q", out.Origin, out.Kind, s.invoker.tools(), out.Message)
		}
	})
	t.Run("no second one", func(t *testing.T) {
		s := newStage(t)
		s.write("Note/a.txt", "ciao")
		s.proposer.plan(step("read_files", "paths", []any{"Note"}))
		s.invoker.results = []scripted{{err: folder(s)}, s.found("Note/a.txt"), {err: folder(s)}, s.found("Note/a.txt")}
		if out := s.say("leggi Note"); out.Kind == core.Answer || len(s.invoker.calls) != 3 {
			t.Errorf("%s %v: %q", out.Kind, s.invoker.tools(), out.Message)
		}
	})
	t.Run("none for the world's faults", func(t *testing.T) {
		for _, class := range []sdk.Class{sdk.Network, sdk.RateLimited, sdk.Unavailable, sdk.Timeout, sdk.ServerError} {
			s := newStage(t)
			s.proposer.plan(step("read_files", "paths", []any{"Note"}))
			s.invoker.results = []scripted{{err: sdk.Errorf(class, "", "the world")}}
			if out := s.say("leggi Note"); out.Origin == core.FromRecovery || len(s.invoker.calls) != 1 {
				t.Errorf("%s: %s %v", class, out.Origin, s.invoker.tools())
			}
		}
	})
	t.Run("none after a change", func(t *testing.T) {
		s := newStage(t)
		s.write("Note/a.txt", "ciao")
		s.proposer.plan(step("move_files", "paths", []any{"a.txt"}, "destination", "Archivio"), step("read_files", "paths", []any{"Note"}))
		s.invoker.previews = []scripted{{effects: moves(s, 1)}}
		s.invoker.results = []scripted{{result: moved(s, "Inbox/a.txt", "Archivio/a.txt")}, {err: folder(s)}}
		if out := s.say("sposta a.txt in Archivio e leggi Note"); out.Effects.Mutations != 1 || len(s.invoker.calls) != 2 {
			t.Errorf("%+v %v: %q", out.Effects, s.invoker.tools(), out.Message)
		}
	})
}

// oneFolder is a home with one folder.
type oneFolder string

func (f oneFolder) Folder(spoken string) []string {
	if filepath.Base(spoken) == filepath.Base(string(f)) {
		return []string{string(f)}
	}
	return nil
}

func (oneFolder) File(string) []string { return nil }
