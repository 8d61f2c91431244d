package consent

import (
	"encoding/json"
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
	} {
		if f.Covers(c.n, c.args, c.effects) != c.want {
			t.Errorf("%s: covered %v", name, !c.want)
		}
	}
}

func TestChoose(t *testing.T) {
	options := []string{"/h/Documenti/Lavoro/note.txt", "/h/Documenti/Casa/note.txt", "/h/Documenti/Casa mia/note.txt"}
	shown := []string{"Documenti/Lavoro/note.txt", "Documenti/Casa/note.txt", "Documenti/Casa mia/note.txt"}
	for said, want := range map[string]int{
		"1": 0, " 3. ": 2, "lavoro": 0, "quella di lavoro": 0, "la seconda": 1, "the last one": 2, "quella in Casa mia": 2, "l'ultima": 2, "number 2": 1, "la quarta": -1, "LAVORO/note.txt": 0, "Documenti/Casa/note.txt": 1, "mia": 2,
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
