package compose

import (
	"context"
	"testing"
)

// TestSuggestionsAreUnderstood: the first phrase of every executor is offered as an example, so it must make a
// plan or a question of its own.
func TestSuggestionsAreUnderstood(t *testing.T) {
	c := New()
	for _, e := range realCatalog(t) {
		for _, lang := range []string{"it", "en"} {
			phrases := e.Manifest.Affinity[lang]
			if len(phrases) == 0 {
				t.Errorf("%s has no %s phrase", e.Manifest.Name, lang)
				continue
			}
			req := said(t, phrases[0])
			req.Lang = lang
			w := anna()
			w.files = append(w.files, "Downloads/foto.zip", "Downloads/spese.csv", "Documenti/conti.xlsx")
			req.Places = w
			d, err := c.Propose(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			steps := d.Framework.Steps
			if d.Question != nil {
				steps = d.Question.Partial.Steps
			}
			used := false
			for _, s := range steps {
				used = used || s.Tool == e.Manifest.Name
			}
			if !used && e.Manifest.Name != "filter_entries" { // what filters a search is a part of the search
				t.Errorf("%s: %q makes %s", e.Manifest.Name, phrases[0], sketch(d))
			}
			if len(steps) == 0 {
				t.Errorf("%s: %q makes no plan and no question: %s", e.Manifest.Name, phrases[0], sketch(d))
			}
		}
	}
}

// TestAsksOrRefuses holds sentences whose answer names the words of its own language.
func TestAsksOrRefuses(t *testing.T) {
	c := New()
	for text, want := range map[string]string{
		"crea la cartella Nord e Sud":                      "ask one_or_several ",
		"create the folder North and South":                "ask one_or_several ",
		"create a folder called North and South":           "create_dirs{paths:[~/North and South]} => receipt",
		"crea una cartella Nord e una Sud":                 "create_dirs{paths:[~/Nord,~/Sud]} => receipt",
		"quanto spazio ho sul disco?":                      "describe_processes{topic:disk}",
		"quanto spazio libero c'è?":                        "describe_processes{topic:disk}",
		"how much space do I have on the disk?":            "describe_processes{topic:disk}",
		"how much free space is left?":                     "describe_processes{topic:disk}",
		"trova il txt in Documenti e cancellalo":           "ask which_one  ~/Documenti/agenda.txt ~/Documenti/lista spesa.txt ~/Documenti/piano_ferie.txt",
		"find the txt in Documenti/Appunti and delete it":  "delete_files{paths:[~/Documenti/Appunti/bozza.txt]} => receipt",
		"rename the txt in Documenti/Appunti to idee.txt":  "move_files{name:idee.txt,paths:[~/Documenti/Appunti/bozza.txt]} => receipt",
		"cerca una pizzeria":                               "unknown pizzeria",
		"elimina i duplicati":                              "unknown duplicati",
		"delete the duplicates":                            "unknown duplicates",
		"sposta i pdf o i docx di Downloads in Archivio":   "unknown o",
		"delete the pdfs or the docx files in Downloads":   "unknown or",
		"cancella tutto in Downloads":                      "unknown tutto",
		"delete everything in Downloads":                   "unknown everything",
		"crea 2 cartelle: Nord, Sud, Ovest":                "unknown 2",
		"create 4 folders: one, two, three":                "unknown 4",
		"scrivi una poesia in versi.txt":                   "unknown poesia",
		"write a poem to verses.txt":                       "unknown poem",
		"scrivi in diario.txt: il 31 febbraio non esiste":  "write_files{content:il 31 febbraio non esiste,paths:[~/diario.txt]} => receipt",
		"aggiungi una riga che dice ciao a tutti in x.txt": "limit no_such_file file=x.txt",
	} {
		d, err := c.Propose(context.Background(), said(t, text))
		if err != nil {
			t.Fatal(err)
		}
		if got := sketch(d); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}
