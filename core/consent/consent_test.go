package consent

import (
	"encoding/json"
	"github.com/google/go-cmp/cmp"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"pgregory.net/rapid"
)

func frozen() Frozen {
	return Frozen{
		Turn: "00000000000000aa", Next: 2,
		Framework: plan.Framework{Steps: []plan.Step{{Tool: "find_files", Args: map[string]any{"path": "/h"}}, {Tool: "move_files", Args: map[string]any{"from_step": 1}}}},
		Executors: map[string]string{"move_files": "move_files 1.0.0 sha256:aa release "},
		Args:      map[string]any{"paths": []any{"/h/a", "/h/b"}, "destination": "/h/d"},
		Foreseen: &sdk.Effects{Reversible: true, Total: 2, Items: []sdk.Effect{
			{Action: "move", Source: "/h/a", Target: "/h/d/a"}, {Action: "move", Source: "/h/b", Target: "/h/d/b"}}},
	}
}

// Whatever differs, the digest differs; and what went through JSON and back has the same one.
func TestTheDigestBindsEverythingShown(t *testing.T) {
	digest := func(f Frozen, owner core.Owner, conversation string) string {
		d, err := f.Digest(owner, conversation)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	want := digest(frozen(), "anna", "c")
	body, err := json.Marshal(frozen())
	if err != nil {
		t.Fatal(err)
	}
	var back Frozen
	if err := json.Unmarshal(body, &back); err != nil {
		t.Fatal(err)
	}
	if digest(back, "anna", "c") != want {
		t.Error("the digest does not survive being stored")
	}
	if digest(frozen(), "bruno", "c") == want || digest(frozen(), "anna", "d") == want {
		t.Error("the digest is not bound to the person and the conversation")
	}
	for name, change := range map[string]func(f *Frozen){
		"turn":        func(f *Frozen) { f.Turn = "00000000000000bb" },
		"tail":        func(f *Frozen) { f.Framework.Steps[1].Args["from_step"] = 2 },
		"added step":  func(f *Frozen) { f.Framework.Steps = append(f.Framework.Steps, plan.Step{Tool: "delete_files"}) },
		"executor":    func(f *Frozen) { f.Executors["move_files"] = "move_files 1.0.0 sha256:bb release " },
		"arguments":   func(f *Frozen) { f.Args["paths"] = []any{"/h/a"} },
		"destination": func(f *Frozen) { f.Args["destination"] = "/h/e" },
		"effects":     func(f *Frozen) { f.Foreseen.Items[1].Target = "/h/d/c" },
		"no effects":  func(f *Frozen) { f.Foreseen = nil },
		"the object":  func(f *Frozen) { f.Foreseen.Items[1].Print = "2:8" },
		"the link":    func(f *Frozen) { f.Foreseen.Items[1].Real = "/h/e/b" },
		"the place":   func(f *Frozen) { f.Found = "other" },
	} {
		f := frozen()
		change(&f)
		if digest(f, "anna", "c") == want {
			t.Errorf("%s changed and the digest did not", name)
		}
	}
	for _, next := range []int{0, -1, 3} {
		f := frozen()
		f.Next = next
		if _, err := f.Digest("anna", "c"); err == nil {
			t.Errorf("step %d of two has a digest", next)
		}
	}
}

func TestAConsentCoversWhatWasShownAndLess(t *testing.T) {
	f := frozen()
	part := *f.Foreseen
	part.Items, part.Total = part.Items[:1], 1
	lasting := *f.Foreseen
	lasting.Reversible = false
	more := *f.Foreseen
	more.Total = 3
	swapped := *f.Foreseen
	swapped.Items = []sdk.Effect{f.Foreseen.Items[0], {Action: "move", Source: "/h/b", Target: "/h/d/b", Real: "/h/private/b"}}
	changed := *f.Foreseen
	changed.Items = []sdk.Effect{{Action: "move", Source: "/h/a", Target: "/h/d/a", Print: "2:8"}}
	other := *f.Foreseen
	other.Items = []sdk.Effect{{Action: "delete", Target: "/h/a"}}
	for name, c := range map[string]struct {
		n       int
		args    map[string]any
		effects *sdk.Effects
		want    bool
	}{
		"exactly it":       {2, f.Args, f.Foreseen, true},
		"part of it":       {2, f.Args, &part, true},
		"another step":     {1, f.Args, f.Foreseen, false},
		"other arguments":  {2, map[string]any{"paths": []any{"/h/a"}}, f.Foreseen, false},
		"another effect":   {2, f.Args, &other, false},
		"more than listed": {2, f.Args, &more, false},
		"no way back":      {2, f.Args, &lasting, false},
		"nothing foreseen": {2, f.Args, nil, false},
		"through a link":   {2, f.Args, &swapped, false},
		"another object":   {2, f.Args, &changed, false},
	} {
		if f.Covers(c.n, c.args, c.effects, "") != c.want || f.Covers(c.n, c.args, c.effects, "elsewhere") {
			t.Errorf("%s: covered %v", name, !c.want)
		}
	}
}

func TestChoose(t *testing.T) {
	options := []string{"/h/Documenti/Lavoro/note.txt", "/h/Documenti/Casa/note.txt", "/h/Documenti/Casa mia/note.txt"}
	shown := []string{"Documenti/Lavoro/note.txt", "Documenti/Casa/note.txt", "Documenti/Casa mia/note.txt"}
	for said, want := range map[string]int{
		"1": 0, " 3. ": 2, "lavoro": 0, "quella di lavoro": 0, "la seconda": 1, "the last one": 2, "quella in Casa mia": 2, "l'ultima": 2, "number 2": 1, "la quarta": -1, "LAVORO/note.txt": 0, "Documenti/Casa/note.txt": 1, "mia": 2,
		"-1": -1, "- 1": -1, "−2": -1, "+1": -1, "1.5": -1, "1,5": -1, ".5": -1, "1/2": -1, "01": -1, "002": -1, "1 2": -1, "la -1": -1, "numero +2": -1, ">1": -1,
		"1?": -1, "la seconda?": -1, "2)": 1, "#2": 1, "(2)": 1, "2!": 1, "ok, 2": 1, "sì, la 2.": 1, "sì,2": -1, "ok - 2": -1,
		"casa": -1, "note": -1, "0": -1, "4": -1, "": -1, "?": -1, "/h/Documenti/Casa/note.txt": 1,
	} {
		got, ok := Choose(said, options, shown)
		if ok != (want >= 0) || ok && got != options[want] {
			t.Errorf("%q chose %q, %v", said, got, ok)
		}
	}
}

// A message that says anything more than yes is not a yes.
func TestReadIsAboutWholeMessages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"sì", "yes", "ok", "no", "annulla", "procedi"}).Draw(t, "word")
		more := rapid.StringMatching(`[a-z]{3,12}`).Draw(t, "more")
		if Read(word) == Neither {
			t.Fatalf("%q is no answer", word)
		}
		for _, text := range []string{word + " " + more, more + " " + word} {
			if _, phrase := words[Fold(text)]; !phrase && Read(text) != Neither {
				t.Fatalf("%q was read as an answer", text)
			}
		}
	})
}

func FuzzFold(f *testing.F) {
	f.Add("Sì!  Però…")
	f.Fuzz(func(t *testing.T, s string) {
		if once := Fold(s); Fold(once) != once {
			t.Errorf("%q folds to %q and then to %q", s, once, Fold(once))
		}
	})
}

// What asks back, doubts or counts backwards picks nothing; a name that looks so is still a name.
func TestAnAnswerIsNotGuessed(t *testing.T) {
	for text, want := range map[string]Reading{"sì?": Neither, "Sì ?": Neither, "yes?": Neither, "no?": Neither, "sì？": Neither, "ok?!": Neither, "sì!": Yes, "sì.": Yes, "No.": No} {
		if got := Read(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	one := []string{"/h/a.txt"}
	if got, ok := Choose("sì?", one, []string{"a.txt"}); ok {
		t.Errorf("a doubt chose %q", got)
	}
	odd := []string{"-1", "chi sei?", "2024", "foto 01.jpg"}
	for said, want := range map[string]string{"-1": "-1", "chi sei?": "chi sei?", "2024": "2024", "foto 01": "foto 01.jpg", "-2024": "", "1": "-1", "02024": ""} {
		if got, _ := Choose(said, odd, odd); got != want {
			t.Errorf("%q chose %q, not %q", said, got, want)
		}
	}
}

// An answer joins what else its argument takes; without anything beside it, it is all there is.
func TestFillJoinsWhatStandsBeside(t *testing.T) {
	q := plan.Question{Step: 1, Arg: "paths", Beside: []any{"a", "b"}, Partial: plan.Framework{Steps: []plan.Step{{Tool: "move_files", Args: map[string]any{"destination": "C"}}}}}
	f, err := Fill(q, map[string]any{"paths": []any{"c"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]any{"a", "b", "c"}, f.Steps[0].Args["paths"]); diff != "" {
		t.Error(diff)
	}
	q.Beside = nil
	if f, _ = Fill(q, map[string]any{"paths": []any{"c"}}); cmp.Diff([]any{"c"}, f.Steps[0].Args["paths"]) != "" {
		t.Errorf("%v", f.Steps[0].Args)
	}
}
