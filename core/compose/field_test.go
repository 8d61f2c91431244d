package compose

import (
	"context"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// drawn is what the composer makes of a sentence in a world.
func drawn(t *testing.T, c *Composer, w world, text string, previous *plan.Previous) plan.Draft {
	t.Helper()
	req := said(t, text)
	req.Places, req.Previous = w, previous
	d, err := c.Propose(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestField_I18N_03(t *testing.T) { // the verb and the noun choose between things of one name; else the person does
	w := anna()
	w.dirs = append(w.dirs, "Studio", "Documenti/Studio")
	w.files = append(w.files, "Documenti/studio.txt", "Studio/a.txt")
	c := New()
	for _, row := range []struct{ text, want string }{
		{"cosa c'è nella cartella Studio?", "list_dirs{path:~/Studio,"}, {"elenca i file di Studio", "find_files{path:~/Studio,"},
		{"how many files are in Studio?", "find_files{path:~/Studio,"}, {"quanto pesa Studio?", "find_files{path:~/Studio,"},
		{"elimina la cartella Studio", "delete_dirs{paths:[~/Studio]}"}, {"sposta la cartella Studio in Archivio", "move_files{destination:~/Archivio,paths:[~/Studio]}"},
		{"leggi il file Studio", "read_files{paths:[~/Documenti/studio.txt]}"}, {"delete the file Studio", "delete_files{paths:[~/Documenti/studio.txt]}"},
		{"cancella studio.txt", "delete_files{paths:[~/Documenti/studio.txt]}"}, {"quante righe ha studio.txt?", "read_files{paths:[~/Documenti/studio.txt]}"},
		{"cancella Studio", "ask file_or_folder"}, {"delete Studio", "ask file_or_folder"}, {"sposta Studio in Archivio", "ask file_or_folder"},
		{"move Studio to Archivio", "ask file_or_folder"}, {"rinomina Studio in Ufficio", "ask file_or_folder"}, {"apri Studio", "ask file_or_folder"},
	} {
		if got := sketch(drawn(t, c, w, row.text, nil)); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s\n got %s\nwant %s", row.text, got, row.want)
		}
	}
}

func TestField_I18N_04(t *testing.T) { // colloquial and clitic forms mean what the plain ones mean
	c := New()
	previous := &plan.Previous{Ref: "t1", Tool: "find_files", Count: 5, Fields: map[string]string{"path": "path", "name": "name", "size": "bytes", "modified": "datetime"}}
	for _, row := range []struct {
		plain string
		same  []string
	}{
		{"elenca i pdf di Downloads", []string{"mi elenchi i pdf di Downloads?", "elencami i pdf di Downloads", "me li elenchi, i pdf di Downloads"}},
		{"sposta i pdf di Downloads in Archivio", []string{"mi sposti i pdf di Downloads in Archivio?", "spostami i pdf di Downloads in Archivio", "mi puoi spostare i pdf di Downloads in Archivio?"}},
		{"leggi agenda.txt", []string{"mi leggi agenda.txt?", "leggimi agenda.txt", "fammi leggere agenda.txt"}},
		{"trova manuale.pdf", []string{"mi trovi manuale.pdf?", "trovami manuale.pdf"}},
	} {
		want := sketch(drawn(t, c, anna(), row.plain, nil))
		if strings.HasPrefix(want, "unknown") || strings.HasPrefix(want, "limit") {
			t.Fatalf("%s: %s", row.plain, want)
		}
		for _, text := range row.same {
			got := sketch(drawn(t, c, anna(), text, nil))
			if got != want && !strings.HasPrefix(got, "unknown") || got != want && !strings.Contains(text, "me li") {
				t.Errorf("%s\n got %s\nwant %s", text, got, want)
			}
		}
	}
	moved := sketch(drawn(t, c, anna(), "sposta quelli in Archivio", previous))
	for _, text := range []string{"spostali in Archivio", "spostameli in Archivio", "portameli in Archivio", "mettili in Archivio"} {
		if got := sketch(drawn(t, c, anna(), text, previous)); got != moved || !strings.Contains(got, "from_previous:t1") {
			t.Errorf("%s\n got %s\nwant %s", text, got, moved)
		}
	}
	for _, text := range []string{"mi mandi la mail di ieri", "mi accendi la luce"} { // understood, and honestly out of reach
		if d := drawn(t, c, anna(), text, nil); d.Limit == nil || d.Limit.Code != "capability_missing" {
			t.Errorf("%s\n got %s", text, sketch(d))
		}
	}
}

func TestField_I18N_05(t *testing.T) { // a target that is not there never widens to all there is
	c := New()
	for _, text := range []string{
		"cancella i file nella cartella Cantina", "cancella i pdf in Cantina", "cancella i file di Cantina", "elimina la cartella Cantina", "svuota la cartella Cantina",
		"delete the files in the folder Cantina", "delete the pdfs in Cantina", "delete the folder Cantina", "empty the folder Cantina",
		"sposta i pdf della cartella Cantina in Archivio", "sposta in Archivio i file di Cantina e Downloads", "move the pdfs of the folder Cantina to Archivio",
		"cerca i pdf nella cartella Cantina", "quanti file ci sono in Cantina?", "find the pdfs in the folder Cantina", "how many files are in Cantina?",
		"leggi i file della cartella Cantina", "comprimi la cartella Cantina", "copia i file di Cantina in Archivio", "rinomina i file di Cantina aggiungendo la data",
		"cancella le foto del bagno", "cancella i file di Anna", "delete Anna's files", "cancella i pdf di Downloads e di Cantina", "delete the pdfs in Downloads and in Cantina",
		"cancella cantina.txt", "delete cantina.txt", "leggi cantina.txt", "cancella i file delle cartelle Cantina e Soffitta", "cancella i file di Documenti/Cantina",
	} {
		d := drawn(t, c, anna(), text, nil)
		if d.Accepted {
			t.Errorf("%s\nmade %s", text, sketch(d))
		}
		if d.Question == nil && d.Limit == nil && len(d.Unknown) == 0 {
			t.Errorf("%s\nsays nothing", text)
		}
		if d.Question != nil && mutates(t, d.Question.Partial) && d.Question.Arg == "" {
			t.Errorf("%s\nasks about no argument of %s", text, sketch(d))
		}
	}
	// With the folder there, the same sentences are about it and nothing else.
	w := anna()
	w.dirs = append(w.dirs, "Cantina")
	for _, text := range []string{"cancella i file nella cartella Cantina", "delete the pdfs in Cantina", "cerca i pdf nella cartella Cantina"} {
		if got := sketch(drawn(t, c, w, text, nil)); !strings.Contains(got, "path:~/Cantina,") || strings.Contains(got, "path:~,") {
			t.Errorf("%s\n got %s", text, got)
		}
	}
}

// A folder may be called like a kind of things. Where there is none of that name, it is said to be missing: the
// word is not taken for the things, and nothing else is looked through.
func TestAFolderCalledLikeAKindOfThings(t *testing.T) {
	c := New()
	for _, text := range []string{
		"quanti file ci sono nella cartella Immagini?", "quanti file PDF ci sono nella cartella Documenti?", "elenca i file della cartella Musica",
		"quante foto ci sono in Immagini?", "quanti file ci sono in Documenti?", "cancella i file nella cartella Documenti",
		"how many files are in the folder Pictures?", "how many PDF files are in the folder Documents?", "list the files in Music", "delete the files in the folder Videos",
	} {
		d := drawn(t, c, world{dirs: []string{"Note"}, files: []string{"Note/a.pdf"}}, text, nil)
		if d.Accepted || d.Limit == nil || d.Limit.Class != sdk.NotFound {
			t.Errorf("%q: %s", text, sketch(d))
		}
	}
}

// Of several things named, the unclear one is asked about and the others stay beside its answer.
func TestOneUnclearNameKeepsTheOthers(t *testing.T) {
	c := New()
	w := world{dirs: []string{"A", "B", "Vuota"}, files: []string{"A/todo.txt", "B/todo.txt", "A/spesa.txt", "B/spesa.txt", "tesi_v1.txt", "diario.md"}}
	for _, text := range []string{
		"sposta tesi_v1.txt, diario.md e todo.txt in Vuota", "cancella tesi_v1.txt, todo.txt e diario.md", "leggi diario.md, todo.txt e tesi_v1.txt",
		"move todo.txt, tesi_v1.txt and diario.md to Vuota", "delete diario.md, tesi_v1.txt and todo.txt",
	} {
		d := drawn(t, c, w, text, nil)
		if d.Question == nil || len(d.Question.Options) != 2 || len(d.Question.Beside) != 2 || len(d.Question.Partial.Steps) == 0 {
			t.Errorf("%q: %s %+v", text, sketch(d), d.Question)
		}
	}
	// Two unclear names are not settled by one answer: the person says it again in full.
	d := drawn(t, c, w, "sposta spesa.txt e todo.txt in Vuota", nil)
	if d.Question == nil || len(d.Question.Partial.Steps) > 0 {
		t.Errorf("%s %+v", sketch(d), d.Question)
	}
}

// A document is made and read by the executor of documents, never as lines of text.
func TestDocumentsAreNoTextFiles(t *testing.T) {
	c := New()
	w := world{dirs: []string{"Note"}, files: []string{"Note/contratto.pdf", "Note/lettera.docx"}}
	for text, want := range map[string]string{
		"crea il file relazione.docx con scritto: Prova": "create_files_doc", "create the file report.docx saying: hello": "create_files_doc",
		"leggi Note/contratto.pdf": "read_files_doc", "read Note/lettera.docx": "read_files_doc", "crea il file nota.txt con scritto: Prova": "write_files",
	} {
		d := drawn(t, c, w, text, nil)
		if !d.Accepted || d.Framework.Steps[len(d.Framework.Steps)-1].Tool != want {
			t.Errorf("%q: %s", text, sketch(d))
		}
	}
}

// Months in a list of new names are names.
func TestMonthsMayBeNames(t *testing.T) {
	c := New()
	for _, text := range []string{"crea dentro Archivio le cartelle Gennaio, Febbraio e Marzo", "create the folders January, February and March inside Archivio"} {
		d := drawn(t, c, anna(), text, nil)
		if !d.Accepted || len(d.Framework.Steps) != 1 || len(d.Framework.Steps[0].Args["paths"].([]any)) != 3 {
			t.Errorf("%q: %s", text, sketch(d))
		}
	}
}

func TestFolderNameIsNoFile(t *testing.T) { // what has the name of a folder, or its kind, for a word is not a file called so
	w := anna()
	w.dirs = append(w.dirs, "Foto", "Foto/Natale", "Photos")
	w.files = append(w.files, "Foto/Natale/albero.png", "Documenti/archivio_foto.zip", "Documenti/photos_old.zip")
	c := New()
	for _, row := range []struct{ lang, text, want string }{
		{"it", "cancella il file Foto", "limit no_such_file"}, {"it", "sposta il file Foto in Archivio", "limit no_such_file"},
		{"en", "delete the file Photos", "limit no_such_file"}, {"en", "move the file Photos to Archivio", "limit no_such_file"},
		{"it", "sposta Foto in Archivio", "move_files{destination:~/Archivio,paths:[~/Foto]}"}, {"en", "move Photos to Archivio", "move_files{destination:~/Archivio,paths:[~/Photos]}"},
		{"it", "rinomina Foto in Ritratti", "move_files{name:Ritratti,paths:[~/Foto]}"}, {"en", "rename Photos to Portraits", "move_files{name:Portraits,paths:[~/Photos]}"},
		{"it", "cancella Foto", "unknown"}, {"en", "delete Photos", "unknown"},
	} {
		if got := sketch(drawn(t, c, w, row.text, nil)); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s\n got %s\nwant %s", row.text, got, row.want)
		}
	}
}

// What is a copy is told by what is in the files: one whose name says so is not meant by "the copies".
func TestCopiesAreNoNames(t *testing.T) {
	w := anna()
	w.files = append(w.files, "Downloads/copia_contratto.pdf", "Downloads/copy_contract.pdf")
	for _, text := range []string{"elimina le copie in Downloads", "cancella la copia in Downloads", "delete the copies in Downloads", "delete the copy in Downloads"} {
		req := said(t, text)
		req.Places = w
		if d, err := New().Propose(t.Context(), req); err != nil || d.Accepted {
			t.Errorf("%q: %s, %v", text, sketch(d), err)
		}
	}
}
