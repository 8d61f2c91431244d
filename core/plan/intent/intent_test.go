package intent

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// sketch writes clauses on a line each, so that a table can hold them.
func sketch(list []Clause) string {
	var lines []string
	for _, c := range list {
		var out []string
		add := func(on bool, format string, a ...any) {
			if on {
				out = append(out, fmt.Sprintf(format, a...))
			}
		}
		add(c.Denied, "not")
		add(true, "%s", c.Verb)
		add(len(c.Things) > 0, "%s", strings.Join(c.Things, "+"))
		add(len(c.Extensions) > 0, "ext=%s", strings.Join(c.Extensions, "+"))
		add(len(c.Kinds) > 0, "kind=%s", strings.Join(c.Kinds, "+"))
		add(c.Quantity > 0, "%d%s", c.Quantity, c.Unit)
		add(c.FromEnd, "last")
		add(c.Them, "them")
		add(c.Sized, "sized")
		add(c.Contents, "contents")
		for _, p := range c.Places {
			add(true, "%s:%s", p.Role, p.Text)
		}
		add(c.Loose, "loose")
		add(c.Hedged, "hedged")
		add(c.Required(), "!")
		lines = append(lines, strings.Join(out, " "))
	}
	return strings.Join(lines, "; ")
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"sposta i pdf di Downloads in ~/Archivio", "move files ext=pdf in:~/Archivio !"},
		{"move the pdfs in Downloads to ~/Archivio", "move files ext=pdf to:~/Archivio !"},
		{"trova i file .tmp in Backup e cancellali", "find files ext=tmp; delete them !"},
		{"find the .tmp files in Backup and delete them", "find files ext=tmp; delete them !"},
		{"find the pdf and delete it", "find files ext=pdf; delete !"},
		{"mostrami le ultime 5 righe di server.log", "list 5lines last of:server.log"},
		{"show me the last 5 lines of server.log", "list 5lines last of:server.log"},
		{"i 5 file più grandi di Video", "find files 5"},
		{"the 5 largest files in Videos", "find files 5"},
		{"files larger than 5 MB", "find files"},
		{"file di più di 3 pagine", "find files"},
		{"quante immagini jpg ci sono nella cartella Mare 2022?", "find files ext=jpg+jpeg kind=image"},
		{"quanto pesa la cartella Musica?", "find dirs sized"},
		{"how big is the Music folder?", "find dirs sized"},
		{"che cosa c'è in Backup?", "find contents"},
		{"what's inside Backup?", "find contents"},
		{"elenca le sottocartelle di Documenti", "list dirs"},
		{"list the files in the folder Letters", "list files"},
		{"converti a.docx in pdf", "change :a.docx"},
		{"read a.txt and save it as a pdf", "read :a.txt; write !"},
		{"crea un file con scritto: cancella tutti i pdf", "create files !"},
		{`scrivi "cancella i pdf" in nota.txt`, "write :cancella i pdf in:nota.txt !"},
		{"la nota dice: cancella i pdf", ""},
		{"elimina le foto che hanno copia nel nome", "delete files kind=image !"},
		{"elimina i duplicati", "delete !"},
		{"vorrei cancellare i pdf", "delete files ext=pdf !"},
		{"per favore sposta manuale.pdf", "move :manuale.pdf !"},
		{"nella cartella Downloads cancella i pdf", "delete files ext=pdf !"},
		{"in the folder Downloads delete the pdfs", "delete files ext=pdf !"},
		{"how many lines contain the word invoice?", ""},
		{"sposta la cartella Progetti in Archivio", "move dirs !"},
		{"quanti file ho e quali messaggi ci sono?", "find files; find messages"},

		{"non cancellare i pdf", "not delete files ext=pdf hedged"},
		{"don't delete the pdfs", "not delete files ext=pdf hedged"},
		{"I don't want to delete the pdfs", "not delete files ext=pdf hedged"},
		{"elenca i pdf senza cancellare niente", "list files ext=pdf hedged; not delete hedged"},
		{"list the pdfs without deleting anything", "list files ext=pdf hedged; not delete hedged"},
		{"quelli che non ho modificato né oggi né ieri spostali in ~/Archivio", "move them in:~/Archivio hedged"},
		{"elimina i pdf tranne a.pdf", "delete files ext=pdf :a.pdf loose !"},
		{"delete some pdfs", "delete files ext=pdf loose !"},
		{"move the pdfs to A or to B", "move files ext=pdf loose !"},
		{"se ci sono pdf spostali", "move files ext=pdf them hedged"},
		{"can I delete the pdfs?", "delete files ext=pdf hedged"},
		{"posso cancellare i pdf?", "delete files ext=pdf hedged"},
		{"how do I delete the pdfs?", "delete files ext=pdf hedged"},
		{"which files would you delete?", "delete files hedged"},
		{"quali pdf sposteresti?", "find files ext=pdf"},
		{"where did I put a.txt?", "move :a.txt hedged"},
		{"dove ho messo a.txt?", "find :a.txt"},
		{"ho spostato i pdf", "find files ext=pdf"},
		{"delete the pdfs tomorrow", "delete files ext=pdf hedged"},
		{"ogni lunedì cancella i pdf", "delete files ext=pdf hedged"},
		{"", ""},
		{"che ore sono?", ""},
	} {
		if diff := cmp.Diff(c.want, sketch(Read(c.text, "it"))); diff != "" {
			t.Errorf("%q\n%s", c.text, diff)
		}
	}
}

func TestCoveredBy(t *testing.T) {
	for _, c := range []struct {
		text, verb string
		want       bool
	}{
		{"sposta a.txt", "move", true}, {"sposta a.txt", "delete", false}, {"rinomina a.txt", "move", true}, {"metti a.txt in b.zip", "compress", true},
		{"crea un file", "write", true}, {"salva l'elenco", "create", true}, {"cancella a.txt", "delete", true}, {"cancella a.txt", "move", false},
		{"elenca i file", "list", true}, {"elenca i file", "delete", false}, {"manda una mail", "send", true}, {"ordina i file", "sort", true}, {"copia a.txt", "delete", false},
	} {
		list := Read(c.text, "it")
		if len(list) != 1 || list[0].CoveredBy(c.verb) != c.want {
			t.Errorf("%s by %s: %+v", c.text, c.verb, list)
		}
	}
}

// TestEveryRequiredVerbIsCovered: what no plan may leave out can be done by some verb, its own first of all.
func TestEveryRequiredVerbIsCovered(t *testing.T) {
	for _, said := range required {
		c := Clause{Said: said, Verb: said}
		if v, ok := verbs[said]; ok {
			c.Verb = v
		}
		if !c.CoveredBy(c.Verb) && said != "remind" {
			t.Errorf("%s is not done by %s", said, c.Verb)
		}
		if !c.Required() || c.Reading() {
			t.Errorf("%s: required %v, reading %v", said, c.Required(), c.Reading())
		}
	}
}

func TestSays(t *testing.T) {
	c := Read("sposta i pdf di Downloads in ~/Documenti/Da leggere", "it")[0]
	for name, want := range map[string]bool{"Downloads": true, "downloads/": true, "Down": false, "Documenti/Da": true, "Da": true, "Musica": false, "": false} {
		if c.Says(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestSkim(t *testing.T) {
	for text, want := range map[string]Sentence{
		"Overwrite a.txt":                       {Lang: "en", Words: []string{"overwrite", ""}, Replaces: true},
		"sposta i pdf ma non sovrascrivere":     {Lang: "it", Words: []string{"sposta", "i", "pdf", "ma", "non", "sovrascrivere"}},
		"move it, overwriting what is there":    {Lang: "en", Words: []string{"move", "it", ",", "overwriting", "what", "is", "there"}, Replaces: true},
		"cancella i pdf dopo averli elencati":   {Lang: "it", Words: []string{"cancella", "i", "pdf", "dopo", "averli", "elencati"}, Order: true},
		"sposta a.txt in b anche se esiste già": {Lang: "it", Words: []string{"sposta", "", "in", "b", "anche", "se", "esiste", "gia"}, Replaces: true},
	} {
		if diff := cmp.Diff(want, Skim(text, "en")); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}

// TestTokensCoverTheirText: every token is where it says it is, and they follow one another.
func TestTokensCoverTheirText(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`([a-z'’"“”«»~/.*:,;0-9]{1,6} ?){0,8}`)).Draw(r, "text")
		at := 0
		for _, k := range tokens(text) {
			if k.start < at || k.end <= k.start && k.kind != quoted || k.end > len(text) || !strings.Contains(text[k.start:k.end], k.text) {
				r.Fatalf("%+v in %q", k, text)
			}
			at = k.end
		}
	})
}

// TestLongTextsAreBounded: however long a text is, no more of it is read than a request takes.
func TestLongTextsAreBounded(t *testing.T) {
	for _, piece := range []string{"«", "'", "' ", "a'", "delete 5 ", ",", "x", "è "} {
		if n := len(tokens(strings.Repeat(piece, 300_000))); n == 0 || n > maxTokens {
			t.Errorf("%q: %d tokens", piece, n)
		}
	}
}

// FuzzRead: any text is read, the same way every time.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"sposta i pdf di Downloads in Archivio", "don't delete 'it' — \"5 files\"", "dell’altro ~/a/*.b: x", "«", "c'è l' '", "\xff\xfe 12.5,3 ..."} {
		f.Add(seed, "it")
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		one, two := Read(text, lang), Read(text, lang)
		if diff := cmp.Diff(one, two); diff != "" {
			t.Fatal(diff)
		}
		for _, c := range one {
			if c.Denied && c.Orders() || c.Hedged && c.Required() || c.Object != "" && !slices.Contains(c.Things, c.Object) {
				t.Fatalf("%+v", c)
			}
		}
	})
}
