package hear

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRead(t *testing.T) {
	for said, want := range map[string]Question{
		"cosa sai fare con i PDF?":                         {Able, "it", "i PDF", nil},
		"Scusa, mi spieghi cos'è il consenso?":             {What, "it", "il consenso", nil},
		"Come sposto i file in «Archivio»?":                {Verb, "it", "sposto i file in «Archivio", nil},
		"dove cambio la lingua":                            {Where, "it", "la lingua", nil},
		"perché non puoi leggere ~/.ssh?":                  {Why, "it", "leggere ~/.ssh", nil},
		"can you tell me how to move files, please":        {How, "en", "move files", nil},
		"What can you do with CSV files?":                  {Able, "en", "CSV files", nil},
		"per spostare i file come si fa":                   {How, "it", "spostare i file", nil},
		"e su Telegram?":                                   {Next, "it", "Telegram", nil},
		"what does L0 mean?":                               {What, "en", "L0", nil},
		"sposta i file":                                    {},
		"metti le foto in Archivio e poi comprimile":       {},
		strings.Repeat("cosa sai fare ", 20):               {},
		"cosa sai fare con i " + strings.Repeat("x", 3000): {},
		"\xff cosa sai fare?":                              {},
		"":                                                 {},
		"?!":                                               {},
	} {
		var got Question
		if all := Read(said, "it"); len(all) > 0 {
			got = all[0]
		}
		if got.Kind != want.Kind || got.Topic != want.Topic || got.Lang != want.Lang {
			t.Errorf("%.60q is heard as %q %q %s", said, got.Kind, got.Topic, got.Lang)
		}
	}
}

func TestOrder(t *testing.T) {
	for told, want := range map[string]string{
		"come sposto i file?": "sposta i file", "come si spostano i file?": "sposta i file", "come leggo un pdf?": "legga un pdf", "come si comprime la cartella?": "comprima la cartella",
		"come si balla il tango?": "", "come va?": "",
	} {
		got := ""
		for _, q := range Read(told, "it") {
			if order, ok := q.Order(); ok && q.Kind == Verb && got == "" {
				got = order
			}
		}
		if got != want {
			t.Errorf("%q orders %q, want %q", told, got, want)
		}
	}
}

func TestCivil(t *testing.T) {
	for text, want := range map[string]bool{"Ciao!": true, "grazie mille": true, "thanks": true, "ok, grazie": true, "ciao, sposta i pdf": false, "": true} {
		if got := Civil(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Each fault of a file of shapes is found, with its line.
func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"able cosa sai fare": "want `kind", "able : (cosa": "is missing", "able : cosa)": "is not opened", "able : * con *": "two topics", "dance : cosa": "no kind", "able : ": "no words", "able : a | b": "one sequence",
	} {
		if _, err := parse("it", "# one\n"+text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Shapes are folded, or they could never be said.
func TestShapesAreFolded(t *testing.T) {
	for _, s := range known() {
		for _, p := range slices.Concat(s.asks, s.before, s.after) {
			for _, w := range words(p.seq) {
				if w != topic && (len(Cut(w)) != 1 || Cut(w)[0].Fold != w) {
					t.Errorf("%s: %q is never said so", s.lang, w)
				}
			}
		}
	}
}

func words(seq []node) (out []string) {
	for _, n := range seq {
		if n.choices == nil {
			out = append(out, n.word)
		}
		for _, c := range n.choices {
			out = append(out, words(c)...)
		}
	}
	return out
}

func FuzzRead(f *testing.F) {
	for _, said := range []string{"cosa sai fare con i PDF?", "how do I move “files”?", "e su Telegram?", "come sposto i file", "''' ...", "Ǆ è İ"} {
		f.Add(said, "it")
	}
	f.Fuzz(func(t *testing.T, said, lang string) {
		for _, q := range Read(said, lang) {
			if !strings.Contains(said, q.Topic) || !utf8.ValidString(q.Topic) {
				t.Fatalf("%q is about %q", said, q.Topic)
			}
			if order, ok := q.Order(); ok && order == "" {
				t.Fatalf("%q orders nothing", said)
			}
		}
		Civil(said)
	})
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		Read("sposta i file pdf più grandi di 10 MB da Documenti in Archivio e poi comprimili", "it")
	}
}
