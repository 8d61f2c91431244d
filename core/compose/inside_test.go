package compose

import (
	"slices"
	"testing"

	"github.com/metnos/metnos/core/plan"
)

// TestPartOfAFile: a change of what is inside a file acts neither on the file nor on things elsewhere that are called so.
func TestPartOfAFile(t *testing.T) {
	w := anna()
	w.files = append(w.files, "album.zip", "Immagini/p1.jpg", "Documenti/contatti.txt")
	c := New()
	for code, texts := range map[string][]string{
		"inside_archive": {
			"elimina p1.jpg da album.zip", "elimina il file p1.jpg da album.zip", "elimina p1.jpg in album.zip", "cancella le foto in album.zip",
			"cancella tutto in album.zip", "da album.zip elimina p1.jpg", "cancella il primo file di album.zip", "cancella le canzoni da album.zip",
			"sposta le foto di album.zip in Backup", "sposta i file da album.zip in Backup", "metti le foto di album.zip in Backup",
			"sposta le foto di assente.zip in Backup", "copia le foto di album.zip in Backup", "sposta p1.jpg da album.zip in Backup",
			"delete p1.jpg from album.zip", "delete p1.jpg in album.zip", "delete the files in album.zip", "delete the photos of album.zip",
			"quante cartelle ci sono in album.zip", "how many folders are in album.zip", "leggi p1.jpg in album.zip",
			"move the photos of album.zip to Backup", "copy the photos in album.zip to Backup", "move p1.jpg from album.zip to Backup",
		},
		"inside_file": {
			"cancella agenda.txt in contatti.txt", "cancella le email in contatti.txt", "cancella i messaggi di contatti.txt", "elimina i contatti da clienti.csv",
			"elimina la rubrica in contatti.txt", "cancella gli eventi in agenda.txt", "sposta le email in contatti.txt in Backup",
			"copia le email in contatti.txt in nuovo.txt", "rinomina le foto in contatti.txt", "cancella i link in contatti.txt",
			"delete the emails in contatti.txt", "delete the contacts from clienti.csv", "delete the events in agenda.txt",
			"move the emails in contatti.txt to Backup", "rename the photos in contatti.txt",
		},
	} {
		for _, text := range texts {
			if d := drawn(t, c, w, text, nil); d.Accepted || d.Question != nil || d.Limit == nil || d.Limit.Code != code || d.Limit.Params["file"] == "" {
				t.Errorf("%s\nmade %s", text, sketch(d))
			}
		}
	}
}

// TestWholeFile: a file named beside others, or as what is made, is still acted on.
func TestWholeFile(t *testing.T) {
	w := anna()
	w.files = append(w.files, "album.zip", "Immagini/p1.jpg")
	w.dirs = append(w.dirs, "v1.0")
	c := New()
	for text, tool := range map[string]string{
		"sposta agenda.txt in Backup": "move_files", "cancella i pdf in Downloads": "delete_files", "comprimi le foto di Immagini in album.zip": "compress_files",
		"estrai album.zip in Backup": "extract_files", "copia agenda.txt in b.txt": "create_files", "cancella agenda.txt e gnocchi.txt": "delete_files",
		"cancella la foto p1.jpg": "delete_files", "elimina l'archivio album.zip": "delete_files", "metti le foto di Immagini in nuovo.zip": "compress_files",
		"rinomina agenda.txt in c.txt": "move_files", "cancella agenda.txt in Documenti": "delete_files", "sposta i pdf di Downloads in v1.0": "move_files",
		"move agenda.txt to Backup": "move_files", "delete the pdfs in Downloads": "delete_files", "zip the photos of Immagini into nuovo.zip": "compress_files",
		"extract album.zip to Backup": "extract_files", "copy agenda.txt to b.txt": "create_files", "delete agenda.txt and gnocchi.txt": "delete_files",
		"rename agenda.txt to c.txt": "move_files", "rename the file from agenda.txt to c.txt": "move_files", "delete the archive album.zip": "delete_files",
		"trova le email in agenda.txt": "extract_entries", "find the emails in agenda.txt": "extract_entries", "trova i link in agenda.txt": "extract_entries",
		"leggi le email in agenda.txt": "extract_entries", "show the links in agenda.txt": "extract_entries",
	} {
		d := drawn(t, c, w, text, nil)
		var tools []string
		for _, s := range d.Framework.Steps {
			tools = append(tools, s.Tool)
		}
		if !d.Accepted || !slices.Contains(tools, tool) {
			t.Errorf("%s\nmade %s", text, sketch(d))
		}
	}
}

// TestInAnArchive holds pairs of turns: what is said of the contents of an archive is said of the archive, or refused.
func TestInAnArchive(t *testing.T) {
	w := anna()
	w.files = append(w.files, "album.zip", "Downloads/x.tar.gz")
	c := New()
	fields := map[string]string{"member": "text", "name": "name", "size": "bytes", "extension": "text", "kind": "text", "modified": "datetime", "folder": "text", "archive": "path", "encrypted": "boolean"}
	for _, k := range []struct{ first, then, want string }{
		{"cosa c'è dentro album.zip?", "estrai solo i pdf", "extract_files{glob:*.pdf,paths:[~/album.zip]} => receipt"},
		{"what is in album.zip?", "extract only the pdfs", "extract_files{glob:*.pdf,paths:[~/album.zip]} => receipt"},
		{"cosa c'è dentro album.zip?", "estraili in Backup", "extract_files{destination:~/Backup,paths:[~/album.zip]} => receipt"},
		{"what is in album.zip?", "extract them to Backup", "extract_files{destination:~/Backup,paths:[~/album.zip]} => receipt"},
		{"cosa c'è dentro album.zip?", "estrai tutto", "extract_files{paths:[~/album.zip]} => receipt"},
		{"what is in album.zip?", "extract everything", "extract_files{paths:[~/album.zip]} => receipt"},
		{"quali pdf ci sono in album.zip?", "estraili", "extract_files{glob:*.pdf,paths:[~/album.zip]} => receipt"},
		{"which pdfs are in album.zip?", "extract them", "extract_files{glob:*.pdf,paths:[~/album.zip]} => receipt"},
		{"i 3 file più grandi di album.zip", "estraili", "limit inside_archive file=~/album.zip what=estraili"},
		{"the 3 largest files in album.zip", "extract them", "limit inside_archive file=~/album.zip what=extract them"},
		{"cosa c'è dentro album.zip?", "cancellali", "limit inside_archive file=~/album.zip what=cancellali"},
		{"what is in album.zip?", "delete them", "limit inside_archive file=~/album.zip what=delete them"},
		{"cosa c'è dentro album.zip?", "leggi il primo", "limit inside_archive file=~/album.zip what=leggi il primo"},
		{"what is in album.zip?", "open the first one", "limit inside_archive file=~/album.zip what=open the first one"},
		{"cosa c'è dentro album.zip?", "quali parlano di bolletta?", "limit inside_archive file=~/album.zip what=quali parlano di bolletta"},
		{"what is in album.zip?", "which of them mention rent?", "limit inside_archive file=~/album.zip what=which of them mention rent"},
		{"cosa c'è dentro album.zip?", "solo i pdf", "list_files_zip{extensions:[pdf],paths:[~/album.zip]} => list"},
		{"what is in album.zip?", "only the pdfs", "list_files_zip{extensions:[pdf],paths:[~/album.zip]} => list"},
		{"cosa c'è dentro album.zip?", "raggruppali per estensione", "group_entries{from_previous:t1,group_by:extension}"},
		{"what is in album.zip?", "how many are they?", "compute_entries{aggregate:count,from_previous:t1} => count"},
		{"cosa c'è dentro album.zip?", "cancella i pdf di Downloads", "find_files{extensions:[pdf],path:~/Downloads,recursive:false}\ndelete_files{from_step:1} => receipt"},
		{"quanti pdf ci sono in album.zip?", "e in x.tar.gz?", "list_files_zip{extensions:[pdf],paths:[~/Downloads/x.tar.gz]} => count"},
		{"how many pdfs are in album.zip?", "and in x.tar.gz?", "list_files_zip{extensions:[pdf],paths:[~/Downloads/x.tar.gz]} => count"},
	} {
		d := drawn(t, c, w, k.first, nil)
		if !d.Accepted {
			t.Errorf("%s\nmade %s", k.first, sketch(d))
			continue
		}
		d = drawn(t, c, w, k.then, &plan.Previous{Framework: d.Framework, Ref: "t1", Fields: fields, Count: 3})
		if got := sketch(d); got != k.want {
			t.Errorf("%s | %s\nmade %s\nwant %s", k.first, k.then, got, k.want)
		}
	}
}
