package recovery

import (
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func step(n int, state undo.State, changed int) undo.Entry {
	e := undo.Entry{Step: n, Tool: "move_files", State: state, Changed: changed}
	if changed > 0 {
		e.Evidence = &sdk.Undo{Evidence: []map[string]any{{"from": "/home/anna/a", "to": "/home/anna/b"}}}
	}
	return e
}

// midway is a step that was cut off.
func midway(changed, planned, unclear int) undo.Entry {
	e := step(2, undo.Uncertain, changed)
	e.Cut = &undo.Cut{Planned: planned, Unclear: make([]string, unclear)}
	return e
}

func TestFate(t *testing.T) {
	question := &core.Dialog{ID: "d", Kind: core.Ask}
	told := &core.Outcome{}
	for name, tc := range map[string]struct {
		e    Evidence
		want Fate
	}{
		"never begun":             {Evidence{}, Again},
		"only looked":             {Evidence{Attempts: 1}, Again},
		"tried three times again": {Evidence{Attempts: MaxAttempts}, GaveUp},
		"one try is left":         {Evidence{Attempts: MaxAttempts - 1}, Again},
		"told":                    {Evidence{Told: told, Steps: []undo.Entry{step(1, undo.Done, 1)}}, Told},
		"cut off in a change":     {Evidence{Steps: []undo.Entry{step(1, undo.Done, 1), step(2, undo.Uncertain, 0)}}, Uncertain},
		"still pending":           {Evidence{Steps: []undo.Entry{step(1, undo.Pending, 0)}}, Uncertain},
		"changed":                 {Evidence{Steps: []undo.Entry{step(1, undo.Done, 3)}}, Changed},
		"changed nothing":         {Evidence{Steps: []undo.Entry{step(1, undo.Done, 0)}}, Changed},
		"changed many times over": {Evidence{Attempts: MaxAttempts, Steps: []undo.Entry{step(1, undo.Done, 3)}}, Changed},
		"asks":                    {Evidence{Asks: question}, Asks},
		"asks after a change":     {Evidence{Asks: question, Steps: []undo.Entry{step(1, undo.Done, 1)}}, Asks},
		"took back":               {Evidence{Undone: []undo.Entry{step(1, undo.Undone, 1)}}, TookBack},
		"taking back":             {Evidence{Half: []undo.Entry{step(1, undo.Undoing, 3)}, Undone: []undo.Entry{step(1, undo.Undone, 1)}}, Undoing},
		"unreadable":              {Evidence{Blind: true}, Uncertain},
		"unreadable but told":     {Evidence{Blind: true, Told: told}, Told},
		"yesterday's":             {Evidence{Received: noon.Add(-Fresh - time.Second)}, Stale},
		"a secret answer":         {Evidence{Lossy: true}, Lost},
	} {
		if tc.e.Received.IsZero() {
			tc.e.Received = noon.Add(-time.Hour)
		}
		if got := tc.e.Fate(noon); got != tc.want {
			t.Errorf("%s: %s, want %s", name, got, tc.want)
		}
	}
}

func TestOutcomesSayWhatHappened(t *testing.T) {
	say, err := i18n.New()
	if err != nil {
		t.Fatal(err)
	}
	w := Writer{Say: say, Name: func(_, tool string) string { return "«" + tool + "»" }}
	many := []undo.Entry{step(1, undo.Done, 2), step(2, undo.Uncertain, 0)}
	approval := &core.Dialog{ID: "d", Kind: core.Approval, Digest: "x", Prompt: "Procedo?", Frozen: []byte(`{"foreseen":{"items":[{"action":"delete","target":"/a"}],"total":1,"reversible":true}}`)}
	question := &core.Dialog{ID: "d", Kind: core.Ask, Prompt: "Quale?", Options: []string{"a", "b"}}
	final := step(1, undo.Done, 1)
	final.Evidence = nil
	for name, tc := range map[string]struct {
		lang    string
		e       Evidence
		kind    core.Kind
		effects core.Effects
		says    []string
		not     []string
	}{
		"uncertain": {"it", Evidence{Steps: many}, core.Error, core.Effects{Mutations: 2, Items: 2, Uncertain: 1},
			[]string{"non so se è riuscita", "«move_files»", "2 elementi", "annulla"}, nil},
		"uncertain in english": {"en", Evidence{Steps: many[1:]}, core.Error, core.Effects{Uncertain: 1},
			[]string{"do not know whether", "“sposta tutto”", "11:00"}, []string{"I changed"}},
		"midway": {"it", Evidence{Steps: []undo.Entry{step(1, undo.Done, 2), midway(150, 600, 3)}}, core.Error, core.Effects{Mutations: 152, Items: 152, Uncertain: 1},
			[]string{"«sposta tutto»", "di 600 elementi previsti 150", "Di altri 3", "«annulla»"}, []string{"non so se è riuscita"}},
		"cut off before it began": {"it", Evidence{Steps: []undo.Entry{midway(0, 600, 0)}}, core.Error, core.Effects{},
			[]string{"prima di cambiare qualcosa"}, []string{"annulla", "non so"}},
		"midway and nobody knows": {"it", Evidence{Steps: []undo.Entry{midway(0, 600, 600)}}, core.Error, core.Effects{Uncertain: 1},
			[]string{"non so se è riuscita"}, []string{"prima di cambiare"}},
		"taking back": {"en", Evidence{Half: []undo.Entry{{Text: "sposta i pdf", Began: noon.Add(-2 * time.Hour), State: undo.Undoing, Back: 200, Evidence: many[0].Evidence}}},
			core.Error, core.Effects{Mutations: 200}, []string{"“sposta i pdf” (10:00)", "200 back", "1 is left", "“undo”"}, []string{"sposta tutto"}},
		"changed":          {"it", Evidence{Steps: many[:1]}, core.Answer, core.Effects{Mutations: 2, Items: 2}, []string{"2 elementi", "annulla"}, []string{"non so"}},
		"changed for good": {"it", Evidence{Steps: []undo.Entry{final}}, core.Answer, core.Effects{Mutations: 1, Items: 1}, []string{"1 elemento", "Non tutto"}, []string{"scrivi"}},
		"changed nothing":  {"it", Evidence{Steps: []undo.Entry{step(1, undo.Done, 0)}}, core.Answer, core.Effects{}, []string{"Non ho cambiato niente"}, []string{"annulla"}},
		"approval":         {"it", Evidence{Asks: approval}, core.Approval, core.Effects{}, []string{"Procedo?"}, []string{"interrotto"}},
		"approval after a change": {"it", Evidence{Asks: approval, Steps: many[:1]}, core.Approval, core.Effects{Mutations: 2, Items: 2},
			[]string{"Procedo?", "2 elementi"}, nil},
		"question":  {"en", Evidence{Asks: question}, core.Ask, core.Effects{}, []string{"Quale?"}, nil},
		"took back": {"it", Evidence{Undone: many[:1]}, core.Answer, core.Effects{Mutations: 1}, []string{"Ho annullato"}, nil},
		"gave up":   {"it", Evidence{Attempts: MaxAttempts}, core.Error, core.Effects{}, []string{"4 volte", "Non ho cambiato niente"}, nil},
		"lost":      {"it", Evidence{Lossy: true}, core.Error, core.Effects{}, []string{"riservato"}, nil},
		"blind":     {"it", Evidence{Blind: true}, core.Error, core.Effects{Uncertain: 1}, []string{"metnos doctor"}, []string{"Non ho cambiato"}},
	} {
		tc.e.Text, tc.e.Received = "sposta tutto", noon.Add(-time.Hour)
		out := w.Outcome(Listener{Lang: tc.lang, Home: "/home/anna", Now: noon}, "t", tc.e)
		if out.Kind != tc.kind || out.Effects != tc.effects || out.TurnID != "t" || out.Origin != core.FromRecovery || out.Lang != tc.lang {
			t.Errorf("%s: %+v", name, out)
		}
		for _, part := range tc.says {
			if !strings.Contains(out.Message, part) {
				t.Errorf("%s: %q does not say %q", name, out.Message, part)
			}
		}
		for _, part := range append(tc.not, "<missing", "{{") {
			if strings.Contains(out.Message, part) {
				t.Errorf("%s: %q says %q", name, out.Message, part)
			}
		}
		switch {
		case tc.kind == core.Approval && (out.Proposal == nil || out.Proposal.Digest != "x" || !out.Proposal.Reversible || out.Proposal.Effects.Total != 1):
			t.Errorf("%s: %+v", name, out.Proposal)
		case tc.kind == core.Ask && (out.Dialog == nil || out.Dialog.ID != "d" || len(out.Dialog.Options) != 2):
			t.Errorf("%s: %+v", name, out.Dialog)
		}
	}
}

func TestAStaleRequestIsToldWithItsDay(t *testing.T) {
	say, err := i18n.New()
	if err != nil {
		t.Fatal(err)
	}
	w := Writer{Say: say, Name: func(_, tool string) string { return tool }}
	out := w.Outcome(Listener{Lang: "it", Now: noon}, "t", Evidence{Text: strings.Repeat("parola ", 40), Received: noon.Add(-48 * time.Hour)})
	if out.Kind != core.Error || !strings.Contains(out.Message, "28 novembre 2026") || !strings.Contains(out.Message, "…") || len(out.Message) > 400 {
		t.Errorf("%q", out.Message)
	}
}

// pages is a log that hands out one event at a time.
type pages []sdk.Event

func (p pages) Resume(_ core.Owner, _, _ string, after int64) ([]sdk.Event, error) {
	if after >= int64(len(p)) {
		return nil, nil
	}
	return p[after : after+1], nil
}

func (pages) Get(core.Owner, string) (core.Dialog, bool, error) { return core.Dialog{}, false, nil }
func (pages) Current(core.Owner, string, string) (core.Dialog, bool, error) {
	return core.Dialog{}, false, nil
}

// The end of a turn is found wherever it is in a long conversation.
func TestTheEndIsFoundOnALaterPage(t *testing.T) {
	log := pages{{Seq: 1, Kind: "final", Turn: "earlier", Data: []byte(`{"message":"prima"}`)}, {Seq: 2, Kind: "turn_started", Turn: "mine", Data: []byte(`{"lang":"en","text":"now"}`)},
		{Seq: 3, Kind: "step", Turn: "mine", Data: []byte(`{}`)}, {Seq: 4, Kind: "final", Turn: "mine", Data: []byte(`{"message":"done"}`)}}
	e := Reader{Log: log, Dialogs: log}.Read(Case{Owner: "anna", Channel: "web", Conversation: "c", Turn: "mine", Begun: true})
	if e.Told == nil || e.Told.Message != "done" || e.End.Seq != 4 || e.Lang != "en" || e.Text != "now" {
		t.Fatalf("%+v", e)
	}
}
