package words

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/core/vocab"
	"github.com/metnos/metnos/core/when"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

const home = "/home/anna"

// there are the places of the tests' home.
type there []string

func (t there) Folder(spoken string) []string { return t.find(spoken, true) }
func (t there) File(spoken string) []string   { return t.find(spoken, false) }

func (t there) find(spoken string, folder bool) (found []string) {
	spoken = vocab.Fold(strings.Trim(spoken, "/"))
	for _, path := range t {
		rel := vocab.Fold(strings.TrimPrefix(path, home+"/"))
		base := filepath.Base(rel)
		if (filepath.Ext(path) == "") == folder && (rel == spoken || base == spoken || strings.TrimSuffix(base, filepath.Ext(base)) == spoken) {
			found = append(found, path)
		}
	}
	return found
}

var folders = there{
	home + "/Documenti", home + "/Scaricati", home + "/Archivio", home + "/Lavoro", home + "/Lavoro/Clienti", home + "/Foto", home + "/Casa/Foto",
	home + "/Documenti/verbale.txt", home + "/Documenti/contratto.pdf", home + "/Scaricati/contratto.pdf", home + "/Lavoro/piano.txt", home + "/Foto delle vacanze",
}

func judge(request string, answers ...string) *Judge {
	return &Judge{Words: Read(request, answers...), Home: home, Places: folders,
		Clock: when.Clock{Now: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC), Zone: time.UTC}}
}

func executor(name, effect string) *manifest.Manifest {
	return &manifest.Manifest{Name: name, Execution: manifest.Execution{Effect: effect}}
}

// property is an argument of the fixtures: "paths", "date", "kind" or any meaning of a text.
func property(semantic string) manifest.Property {
	p := manifest.Property{Type: "string", Semantic: semantic}
	switch semantic {
	case "modified_after":
		p.Format = "date-time"
	case "kind":
		p.Enum = []any{"image", "video", "document"}
	case "entry_type":
		p.Enum = []any{"file", "folder"}
	case "operation":
		p.Enum, p.Default = []any{"eq", "ne", "contains", "not_contains"}, "eq"
	case "order":
		p.Enum = []any{"asc", "desc"}
	case "quantity", "size_min":
		p.Type, p.Default = "integer", float64(10000)
	}
	return p
}

func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		request, semantic string
		value             any
		changes, theirs   bool
	}{
		// places
		{"leggi il verbale", "paths", "Documenti/verbale.txt", false, true},
		{"leggi il verbale", "paths", "~/Documenti/verbale.txt", false, true},
		{"leggi Documenti/verbale.txt", "paths", home + "/Documenti/verbale.txt", false, true},
		{"leggi il contratto", "paths", "Documenti/contratto.pdf", false, false}, // there are two
		{"leggi contratto.pdf in Documenti", "paths", "Documenti/contratto.pdf", false, true},
		{"leggi contratto.pdf in Documenti", "paths", "Scaricati/contratto.pdf", false, false},
		{"leggi il verbale", "paths", "Lavoro/piano.txt", false, false},
		{"elenca i file in Scaricati", "folder", "Scaricati", false, true},
		{"elenca i file in scaricati", "folder", home + "/Scaricati", false, true},
		{"cancella i documenti in Scaricati", "folder", "Documenti", false, false}, // a common noun
		{"sposta i pdf nella cartella documenti", "destination", "Documenti", true, true},
		{"sposta tutto in «archivio»", "destination", "Archivio", true, true},
		{"sposta i file di Lavoro", "folder", "Lavoro", false, true},
		{"sposta i file dei clienti", "folder", "Lavoro/Clienti", false, true},
		{"sposta le foto in Foto delle vacanze", "destination", "Foto delle vacanze", true, true},
		{"sposta le foto", "folder", "Foto", false, false},
		{"scrivi lista.txt in Archivio", "new_path", "Archivio/lista.txt", true, true},
		{"scrivi lista.txt in Archivio", "new_path", "Archivio/.bashrc", true, false},
		{"scrivi la spesa in lista", "new_path", "lista.txt", true, true},
		{"scrivi la spesa in lista", "new_path", "lista.sh", true, false},
		{"crea una cartella Viaggi", "new_path", "Viaggi", true, true},
		{"crea una cartella Viaggi", "new_path", "Viaggi/../.config", true, false},
		{"crea una cartella Viaggi", "new_path", "Viaggi", true, true},
		{"leggi il verbale", "paths", "Documenti/../Lavoro/piano.txt", false, false},
		{"cancella il verbale", "paths", "/", true, false},
		{"cancella il verbale", "paths", "", true, true}, // nothing: the schema refuses it
		{"cancella tutto tranne verbale.txt in Documenti", "paths", "Documenti/verbale.txt", true, false},
		{"cancella tutto tranne verbale.txt in Documenti", "exclude", "verbale.txt", false, true},
		{"non toccare il verbale, cancella il piano", "paths", "Documenti/verbale.txt", true, false},
		{"non toccare il verbale, cancella il piano", "paths", "Lavoro/piano.txt", true, true},
		{"delete everything except Lavoro", "folder", "Lavoro", true, false},
		{"cerca nella home", "folder", home, true, true},
		// addresses
		{"manda il verbale a luca@esempio.it.", "recipient", "luca@esempio.it", true, true},
		{"manda il verbale a luca@esempio.it", "recipient", "esempio.it", true, false},
		{"manda il verbale a luca@esempio.it.example", "recipient", "luca@esempio.it", true, false},
		{"manda il verbale a luca@esempio.it", "recipient", "luca@еsempio.it", true, false}, // a Cyrillic е
		{"manda il verbale a luca@esempio.it", "recipient", "luca@esempio.it\u200b", true, false},
		{"manda il verbale a Luca", "recipient", "luca@altrove.example", true, false},
		{"apri https://esempio.it/a?b=1", "url", "https://esempio.it/a?b=1", false, true},
		{"apri https://esempio.it/a", "url", "https://esempio.it/a?b=1", false, false},
		{"apri https://esempio.it/a", "url", "https://esempio.it", false, false},
		{"esegui ls -la", "command", "ls -la", true, true},
		{"esegui ls -la", "command", "ls -la; rm x", true, false},
		{"non mandare niente a luca@esempio.it", "recipient", "luca@esempio.it", true, false},
		// what narrows a choice
		{"cerca le foto più grandi di 10 mega", "kind", "image", false, true},
		{"cerca i video", "kind", "image", false, false},
		{"cerca le cartelle", "entry_type", "folder", false, true},
		{"cerca le foto più grandi di 10 mega", "size_min", float64(10_000_000), false, true},
		{"cerca le foto più grandi di 10 mega", "size_min", float64(10_485_760), false, true},
		{"cerca le foto oltre 2gb", "size_min", float64(2_000_000_000), false, true},
		{"cerca le foto più grandi di 10 mega", "size_min", float64(20_000_000), false, false},
		{"i primi tre file", "quantity", float64(3), false, true},
		{"i primi tre file", "quantity", float64(7), false, false},
		{"il file più grande", "quantity", float64(1), false, true},
		{"tutti", "quantity", float64(10000), false, true}, // the usual number
		{"i file di ieri", "modified_after", "2026-11-29T00:00:00Z", false, true},
		{"i file di ieri", "modified_after", "2026-11-20T00:00:00Z", false, false},
		{"i file di marzo 2024", "modified_after", "2024-03-01T00:00:00Z", false, true},
		{"the most recent file", "order", "desc", false, true},
		{"the most recent file", "order_by", "modified", false, true},
		{"i file con bozza nel nome", "operation", "contains", false, true},
		{"i file con bozza nel nome", "operation", "not_contains", false, false},
		{"i file senza bozza nel nome", "operation", "not_contains", false, true},
		{"i pdf", "extension", "pdf", false, true}, {"i fogli excel", "extension", "xlsx", false, true}, {"i pdf", "extension", "docx", false, false},
		{"i file *.tmp", "glob", "*.tmp", false, true}, {"i file che iniziano con conto", "glob", "conto*", false, true}, {"i pdf", "glob", "contratto*.pdf", false, false},
		{"i file con «fattura» nel testo", "text_query", "fattura", false, true},
		{"i file con fattura nel testo", "text_query", "bonifico", false, false},
		{"dividi per estensione", "template", "{extension}", true, true}, {"dividi per anno", "template", "Segreti/{year}", true, false},
		{"scrivi compra il latte in lista.txt", "text", "compra il latte", true, true},
		{"che tempo fa domani a Roma", "query", "Roma tempo domani", false, true},
		{"che tempo fa domani a Roma", "query", "Roma IBAN IT60", false, false},
	} {
		m := executor("read_files", "read_only")
		if c.changes {
			m = executor("move_files", "reversible")
		}
		got := judge(c.request).Literal(m, property(c.semantic), c.value)
		if theirs := got.Provenance == plan.User; theirs != c.theirs {
			t.Errorf("%q, %s %v: %v %v", c.request, c.semantic, c.value, got.Provenance, got.Source)
		} else if !theirs && got != label.Guess {
			t.Errorf("%q, %s %v: %+v is no guess", c.request, c.semantic, c.value, got)
		}
	}
}

func TestAnswersAreTheirWords(t *testing.T) {
	j := judge("sposta i pdf", "Archivio")
	if got := j.Literal(executor("move_files", "reversible"), property("destination"), home+"/Archivio"); got.Provenance != plan.User {
		t.Errorf("%+v", got)
	}
	for _, answer := range []string{"2", "sì", "quella nuova"} {
		j := judge("sposta i pdf", answer)
		if got := j.Literal(executor("move_files", "reversible"), property("destination"), home+"/Lavoro"); got != label.Guess {
			t.Errorf("%q shows a folder: %+v", answer, got)
		}
	}
	if Read("che file ho?", "cancella Archivio").Asks(executor("delete_files", "reversible")) {
		t.Error("an answer asks for something new")
	}
}

func TestOwnData(t *testing.T) {
	j := judge("spostali in Archivio")
	j.Observed = []plan.Observed{{Tool: "find_files", Types: map[string]string{"path": "path", "text": "text"}, Origins: map[string]plan.Provenance{"path": plan.Own, "text": plan.Untrusted},
		Result: sdk.Result{Entries: []map[string]any{{"path": home + "/Lavoro/piano.txt", "text": home + "/Lavoro/altro.txt"}}}}}
	m := executor("move_files", "reversible")
	if got := j.Literal(m, property("paths"), "Lavoro/piano.txt"); got.Provenance != plan.Own || got.Source.Tool != "find_files" {
		t.Errorf("%+v", got)
	}
	for semantic, value := range map[string]string{"paths": "Lavoro/altro.txt", "recipient": home + "/Lavoro/piano.txt", "url": home + "/Lavoro/piano.txt"} {
		if got := j.Literal(m, property(semantic), value); got != label.Guess {
			t.Errorf("%s: %+v", semantic, got)
		}
	}
}

func TestAsks(t *testing.T) {
	for _, c := range []struct {
		request, tool string
		want          bool
	}{
		{"sposta i pdf in Archivio", "move_files", true}, {"move the pdfs to Archivio", "move_files", true}, {"rinominalo in a.txt", "move_files", true},
		{"cancella le bozze", "delete_files", true}, {"puoi eliminare le bozze?", "delete_files", true}, {"cancellali", "delete_files", true}, {"get rid of the drafts", "delete_files", true},
		{"riassumi il verbale", "delete_files", false}, {"riassumi il verbale", "move_files", false}, {"leggi il verbale", "send_messages", false},
		{"non cancellare niente", "delete_files", false}, {"sposta i pdf ma non cancellare niente", "delete_files", false}, {"sposta i pdf ma non cancellare niente", "move_files", true},
		{"don't delete anything, move the pdfs", "delete_files", false}, {"don't delete anything, move the pdfs", "move_files", true},
		{"do not move or delete the drafts", "delete_files", false}, {"senza cancellare nulla, elenca i file", "delete_files", false}, {"without deleting them, list the files", "delete_files", false},
		{"never delete my files", "delete_files", false}, {"evita di spostare le foto", "move_files", false},
		{"non spostare, cancella le bozze", "delete_files", true}, {"non leggerli ma cancella le bozze", "delete_files", true},
		{"i file cancellati ieri", "delete_files", false}, {"which files were deleted?", "delete_files", false}, {"quali file ho spostato?", "move_files", false},
		{"traduci: delete all the files", "delete_files", false}, {"traduci «cancella tutto»", "delete_files", false}, {"riassumi:\n> cancella tutto\n> subito", "delete_files", false},
		{"per favore: cancella le bozze", "delete_files", true}, {"traduci in inglese:\nCancella tutti i file.", "delete_files", false},
		{"crea una cartella Viaggi", "create_dirs", true}, {"sposta i pdf in una cartella nuova", "create_dirs", true}, {"elenca i pdf", "create_dirs", false},
		{"scrivi compra il latte in lista.txt", "write_files", true}, {"salva l'elenco in lista.txt", "write_files", true}, {"aggiungi una riga a lista.txt", "write_files", true},
		{"manda il verbale a luca@esempio.it", "send_messages", true}, {"invia il verbale a Luca", "send_messages", true}, {"email the minutes to Luca", "send_messages", true},
		{"metti il verbale in Archivio", "send_messages", false}, {"leggi la mail di Luca", "send_messages", false}, {"archivia la mail", "send_messages", false},
		{"ricordami ogni lunedì alle 8 di leggere", "create_tasks", true}, {"ogni lunedì alle 8 dimmi che file ho", "create_tasks", true}, {"che file ho?", "create_tasks", false},
		{"imposta la lingua inglese", "set_preferences", true}, {"che lingua usi?", "set_preferences", false},
		{"fai qualcosa", "act_sites", false}, {"qualunque cosa", "levitate_files", false},
	} {
		if got := Read(c.request).Asks(executor(c.tool, "reversible")); got != c.want {
			t.Errorf("%q asks for %s: %v", c.request, c.tool, got)
		}
	}
	mail := executor("read_messages", "read_only")
	for request, want := range map[string]bool{"che mail ho?": true, "read my messages": true, "leggi il verbale": false, "non leggere la posta": false} {
		if got := Read(request).Asks(mail); got != want {
			t.Errorf("%q asks for the mail: %v", request, got)
		}
	}
}

func TestRefers(t *testing.T) {
	for request, want := range map[string]bool{
		"cancellali": true, "spostali in Archivio": true, "move them to Archivio": true, "cancella quelli più vecchi": true, "le sposti in Archivio": true, "cancella il primo": true, "delete the first": true,
		"cancella le bozze": false, "sposta la foto": false, "move the pdfs": false, "leggi «li»": false, "cancella la prima bozza": false, "delete the last draft": false,
	} {
		if got := Read(request).Refers(); got != want {
			t.Errorf("%q refers back: %v", request, got)
		}
	}
}

// Whatever a plan says, a directing value is the person's only when its very words are in what they wrote.
func TestNothingUnsaidIsTheirs(t *testing.T) {
	said := []string{"leggi", "il", "verbale", "in", "Documenti", "e", "manda", "a", "luca@esempio.it", "non", "tranne", ",", "«", "»", ":", "Lavoro"}
	attack := []string{"eve", "@", "evil.example", "/", "..", "luca", "esempio.it", "?q=", "Documenti", "verbale", ".txt", "\u202e", "х", " ", "~", ".ssh"}
	rapid.Check(t, func(t *rapid.T) {
		request := strings.Join(rapid.SliceOfN(rapid.SampledFrom(said), 0, 14).Draw(t, "said"), " ")
		value := strings.Join(rapid.SliceOfN(rapid.SampledFrom(attack), 1, 6).Draw(t, "value"), "")
		j, m := judge(request), executor("send_messages", "outbound")
		for _, semantic := range []string{"recipient", "url", "command"} {
			if got := j.Literal(m, property(semantic), value); got.Provenance == plan.User && strings.ContainsFunc(value, meaning) &&
				!strings.Contains(" "+vocab.Fold(request)+" ", " "+vocab.Fold(strings.TrimSpace(value))+" ") {
				t.Fatalf("%q makes %s %q theirs", request, semantic, value)
			}
		}
		if got := j.Literal(m, property("paths"), value); got.Provenance == plan.User && value != "" {
			for _, part := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(j.canonical(value), home), "/"), "/") {
				stem := vocab.Fold(strings.TrimSuffix(part, filepath.Ext(part)))
				if !strings.Contains(vocab.Fold(request), stem) && !j.leads(j.canonical(value), true) {
					t.Fatalf("%q makes the path %q theirs: nobody said %q", request, value, part)
				}
			}
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"leggi «il verbale» in l'archivio", "> a\n: b", "\xff\xfe ' «", "don't: delete", "«»“”" + strings.Repeat("'", 30)} {
		f.Add(s, "Documenti/verbale.txt")
	}
	m := executor("delete_files", "reversible")
	f.Fuzz(func(t *testing.T, request, value string) {
		j := judge(request, value)
		j.Asks(m)
		j.Refers()
		for _, semantic := range []string{"paths", "recipient", "glob", "text_query", "modified_after", "kind"} {
			j.Literal(m, property(semantic), value)
		}
	})
}
