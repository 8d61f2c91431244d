package sentence

import (
	"slices"
	"testing"
	"time"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/when"
)

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"Elenca i file in Downloads?":                     "elenca file in downloads",
		"per favore, elenca i file in Downloads, grazie!": "elenca file in downloads",
		"elenca i  più  grandi":                           "elenca i piu grandi", // no thing follows: "i" stands for it
		"cancella il pdf":                                 "cancella il pdf",
		"cancella un pdf":                                 "cancella un pdf",
		"non cancellare i pdf":                            "non cancellare pdf",
		"apri la cartella I File":                         "apri la cartella i file", // a name
		"please delete the pdf, thanks":                   "delete the pdf",
		"which files do I have":                           "which files do i have", // no article in English
		"elenca i file nella cartella Grazie":             "elenca file nella cartella grazie",
		"…":                                               "",
	} {
		if got := Read(text, "it").Plain; got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestLeans(t *testing.T) {
	for text, want := range map[string]bool{
		"e i docx?": true, "and the docx?": true, "what about Backup?": true, "ciao, e i docx?": true, "anche i pdf": true,
		"elenca i docx": false, "how many docx are there?": false, "quanti docx ci sono?": false, "": false,
	} {
		r := Read(text, "it")
		if r.Leans() != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestLacks(t *testing.T) {
	by := func(tools ...string) (f plan.Framework) {
		for _, tool := range tools {
			f.Steps = append(f.Steps, step(tool))
		}
		return f
	}
	for _, tc := range []struct {
		text  string
		plan  plan.Framework
		lacks bool
	}{
		{"cancella i pdf", by("find_files", "delete_files"), false},
		{"cancella i pdf", by("find_files"), true},
		{"cancella i pdf", by("move_files"), false}, // to the trash
		{"sposta i pdf", by("delete_files"), true},
		{"trova i pdf e mandali a Luca", by("find_files"), true},
		{"elenca i pdf", by("find_files"), false},
		{"elenca i pdf", by("delete_files"), true},
		{"non cancellare i pdf, elencali", by("find_files"), false},
		{"i pdf cancellati", by("find_files"), false},
		{`scrivi "cancella tutto"`, by("write_files"), false},
		{"scrivi in a.txt: cancella tutto", by("write_files"), false},
		{"delete the pdfs", by("find_files"), true},
		{"che ore sono", by("get_now"), false},
	} {
		r := Read(tc.text, "it")
		if got := r.Lacks(tc.plan); got != tc.lacks {
			t.Errorf("%q by %v: %v", tc.text, tc.plan.Tools(), got)
		}
	}
}

func step(tool string) plan.Step { return plan.Step{Tool: tool, Args: map[string]any{}} }

// TestBag: two sentences say the same, or do not.
func TestBag(t *testing.T) {
	for _, tc := range []struct {
		a, b       string
		bag, order bool
	}{
		{"mostra i file", "fammi vedere i file per favore", true, true},
		{"mostra i file e le cartelle", "mostra le cartelle e i file", true, false},
		{"mostra file e cartelle", "mostra cartelle e file", true, false},
		{"sposta i file", "i file spostati", false, false},
		{"sposta i file", "sposto i file", false, false},
		{"elenca i file", "elencali file", false, false},
		{"elenca i file", "elenca invece i file", false, false},
		{"list the files", "list the files too", false, false},
		{"elenca i file", "elenca pure i file", false, false},
		{"elenca 3 file", "elenca tre file", true, true},
		{"elenca 3 file", "elenca 4 file", false, false},
		{"elenca i file", "elenca il file", false, false},
		{"elenca i file importanti", "elenca i file importante", true, true},
		{`cerca "importanti"`, `cerca "importante"`, false, false}, // what is quoted is itself
		{"ci sono file", "file", true, true},
		{"non elenca i file", "elenca i file", false, false},
		{"elenca i file da a", "elenca i file in a", false, false},
	} {
		a, b := Read(tc.a, "it"), Read(tc.b, "it")
		if bag, order := a.Bag() == b.Bag(), a.Order() == b.Order(); bag != tc.bag || order != tc.order {
			t.Errorf("%q and %q: the same bag %v, order %v", tc.a, tc.b, bag, order)
		}
	}
}

func TestTimed(t *testing.T) {
	clock := when.Clock{Now: time.Date(2025, 6, 18, 12, 0, 0, 0, time.UTC), Zone: time.UTC}
	for text, want := range map[string][2]bool{
		"i file di ieri": {true, true}, "i file degli ultimi 7 giorni": {true, true}, "i file del 3 marzo": {true, true},
		"i file del 3 marzo 2024": {true, false}, "la cartella Fatture 2024": {true, false}, "i file": {false, false}, "il 31 febbraio": {true, true},
		"the files modified today": {true, true},
	} {
		r := Read(text, "it")
		if spoken, moves := r.Timed(clock); spoken != want[0] || moves != want[1] {
			t.Errorf("%q: %v %v", text, spoken, moves)
		}
	}
}

func TestObjects(t *testing.T) {
	r := Read("sposta le foto e i processi, poi manda i pdf", "it")
	for _, want := range []string{"images", "files", "processes"} {
		if !slices.Contains(r.Objects(), want) {
			t.Errorf("no %s in %v", want, r.Objects())
		}
	}
	for _, want := range []string{"move", "send"} {
		if !slices.Contains(r.Verbs(), want) {
			t.Errorf("no %s in %v", want, r.Verbs())
		}
	}
	if !r.Qualifies("foto") || r.Qualifies("") || r.Qualifies("web") {
		t.Error("qualifiers")
	}
	empty := Read("i file vuoti", "it")
	if !empty.Qualifies("empty") {
		t.Error("the lexicon's word for a qualifier is not seen")
	}
}

func TestHolds(t *testing.T) {
	for _, tc := range []struct {
		text, part string
		want       bool
	}{{"i file rossi", "file", true}, {"i profile", "file", false}, {"filename", "file", false}, {"a.txt", "a", true}, {"perchéa", "a", false}, {"x file y file", "file y", true}, {"", "", false}, {"x", "", false}} {
		if got := Holds(tc.text, tc.part); got != tc.want {
			t.Errorf("%q in %q: %v", tc.part, tc.text, got)
		}
	}
}

// FuzzRead: any bytes are read, the same each time, and space around them changes nothing.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"elenca i file", "l'ultimo dell'anno", "what's this", "''' \"", "per favore", "i", "\xff\xfe", "don't", "3,5 MB: x", "I Gli file"} {
		f.Add(text, "it")
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		a, b := Read(text, lang), Read("  "+text+"\n", lang)
		if a.Plain != b.Plain || a.Bag() != b.Bag() || a.Order() != b.Order() || a.Leans() != b.Leans() {
			t.Fatalf("%q is read in two ways: %q %q", text, a.Plain, b.Plain)
		}
		if c := a.Terms.Cosine(b.Terms); len(a.Terms) > 0 && c < 1-1e-9 {
			t.Fatalf("%q is unlike itself: %v", text, c)
		}
		a.Lacks(plan.Framework{})
	})
}
