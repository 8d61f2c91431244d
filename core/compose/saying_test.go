package compose

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/compose/shelf"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/vocab"
)

// Every saying of the executors that come with the program compiles, and the classes and verbs it names are the lexicon's.
func TestShippedSayingsAreReadable(t *testing.T) {
	words := map[string]string{}
	for _, lang := range []string{"it", "en"} {
		for _, e := range realCatalog(t) {
			for _, text := range e.Manifest.Sayings[lang] {
				if _, err := shelf.Compile(e.Manifest, text); err != nil {
					t.Errorf("%s: %q: %v", e.Manifest.Name, text, err)
				}
				for _, w := range regexp.MustCompile(`\{[a-z_]+\}|@[a-z]+`).FindAllString(text, -1) {
					words[lang+" "+w] = e.Manifest.Name
				}
			}
		}
	}
	for key, name := range words {
		lang, w, _ := strings.Cut(key, " ")
		if !vocab.For(lang).Names(strings.Trim(w, "{}@"), map[bool]string{true: "verb", false: "set"}[w[0] == '@']) {
			t.Errorf("%s: the lexicon of %s has no %s", name, lang, w)
		}
	}
}

// heard is what a sentence becomes: the tools, and the arguments of the last as JSON with ~ for home.
func heard(t *testing.T, lang, text string) (tools []string, args string) {
	t.Helper()
	d, err := New().Propose(t.Context(), plan.Request{Text: text, Lang: lang, Home: home, Places: anna(), Catalog: realCatalog(t)})
	if err != nil {
		t.Fatal(err)
	}
	if !d.Accepted {
		return nil, strings.Join(d.Unknown, "|")
	}
	last := d.Framework.Steps[len(d.Framework.Steps)-1]
	data, err := json.Marshal(last.Args)
	if err != nil {
		t.Fatal(err)
	}
	return d.Framework.Tools(), strings.ReplaceAll(string(data), home, "~")
}

func TestSayingsMakePlans(t *testing.T) {
	for _, c := range []struct{ lang, text, tools, args string }{
		{"it", "sostituisci Rossi con Bianchi in agenda.txt", "change_texts", `{"paths":["~/Documenti/agenda.txt"],"query":"Rossi","replacement":"Bianchi"}`},
		{"it", `per favore, nel file agenda.txt sostituisci "da fare e fatto" con "fatto"`, "change_texts", `{"paths":["~/Documenti/agenda.txt"],"query":"da fare e fatto","replacement":"fatto"}`},
		{"en", "could you replace Rossi with Bianchi in agenda.txt?", "change_texts", `{"paths":["~/Documenti/agenda.txt"],"query":"Rossi","replacement":"Bianchi"}`},
		{"it", "togli le righe doppie da agenda.txt", "change_texts", `{"operation":"unique_lines","paths":["~/Documenti/agenda.txt"]}`},
		{"it", "togli la riga pane integrale da agenda.txt", "change_texts", `{"match":"line","operation":"remove_lines","paths":["~/Documenti/agenda.txt"],"query":"pane integrale"}`},
		{"en", "remove the line brown bread from agenda.txt", "change_texts", `{"match":"line","operation":"remove_lines","paths":["~/Documenti/agenda.txt"],"query":"brown bread"}`},
		{"it", "mostrami le 2 righe attorno a ERROR in server.log", "filter_texts_lines", `{"context":2,"paths":["~/Progetti/orto/server.log"],"query":"ERROR"}`},
		{"it", "converti le foto png della cartella Mare 2022 in jpg", "find_files change_files_format", `{"format":"jpg","from_step":1}`},
		{"it", "aggiungi una riga a staff.csv: Anna Neri, 1.234,50, oggi", "write_files_spreadsheet", `{"path":"~/Documenti/staff.csv","values":["Anna Neri","1.234,50","oggi"]}`},
		{"it", "confronta le cartelle Backup e Archivio", "compare_dirs", `{"other":"~/Archivio","path":"~/Backup"}`},
		{"it", "confronta agenda.txt con gnocchi.txt", "compare_files", `{"other":"~/Ricette/gnocchi.txt","path":"~/Documenti/agenda.txt"}`},
		{"en", "how many lines of code are there in Progetti?", "compute_files_loc", `{"path":"~/Progetti"}`},
		{"it", "media di 3, 5 e 9", "describe_numbers", `{"aggregate":"mean","numbers":[3,5,9]}`},
		{"en", "what is the median of 3, 1.5, 9?", "describe_numbers", `{"aggregate":"median","numbers":[3,1.5,9]}`},
		{"it", "che email ci sono in agenda.txt?", "read_files extract_entries", `{"from_step":1,"what":["email"]}`},
		{"it", "estrai le email da agenda.txt", "read_files extract_entries", `{"from_step":1,"what":["email"]}`},
		{"en", "extract all the phone numbers from agenda.txt", "read_files extract_entries", `{"from_step":1,"what":["phone"]}`},
		{"it", "unisci clienti.csv e ordini.csv per id", "read_files_csv read_files_csv filter_lists", `{"from_step":1,"on":"id","operation":"join","others":"${step2.entries}"}`},
		{"en", "compare the tables clienti.csv and ordini.csv by id", "read_files_csv read_files_csv compare_entries", `{"from_step":1,"on":"id","others":"${step2.entries}"}`},
		{"it", "statistiche di staff.csv", "read_files_csv describe_entries", `{"from_step":1}`},
		{"en", "in staff.csv set age to 31 where name is Anna", "write_files_spreadsheet", `{"match_column":"name","match_value":"Anna","path":"~/Documenti/staff.csv","set_column":"age","set_value":"31"}`},
		{"en", "how many times does pane appear in lista spesa.txt?", "compute_texts", `{"measure":"occurrences","paths":["~/Documenti/lista spesa.txt"],"query":"pane"}`},
	} {
		tools, args := heard(t, c.lang, c.text)
		if strings.Join(tools, " ") != c.tools || args != c.args {
			t.Errorf("%s\n got %v %s\nwant %s %s", c.text, tools, args, c.tools, c.args)
		}
	}
}

// What holds more than one request, or says what must not be, is no saying.
func TestSayingsTakeNothingElse(t *testing.T) {
	for _, c := range []struct{ lang, text string }{
		{"it", "sostituisci Rossi con Bianchi e cancella Verdi in agenda.txt"},
		{"it", "non sostituire Rossi con Bianchi in agenda.txt"},
		{"it", "sostituisci Rossi con Bianchi in agenda.txt se c'è Verdi"},
		{"en", "replace Rossi with Bianchi in agenda.txt unless Verdi is there"},
		{"en", "don't replace Rossi with Bianchi in agenda.txt"},
		{"it", "sostituisci pane con latte con burro in agenda.txt"},
		{"it", "aggiungi una riga a staff.csv: Anna, 30, Roma e cancella agenda.txt"},
	} {
		if tools, args := heard(t, c.lang, c.text); slices.Contains(tools, "change_texts") || slices.Contains(tools, "write_files_spreadsheet") {
			t.Errorf("%s: %v %s", c.text, tools, args)
		}
	}
}
