package which

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/core/when"
)

// clock is Wednesday 18 June 2025, 22:30 in Rome.
func clock(t testing.TB) when.Clock {
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	return when.Clock{Now: time.Date(2025, 6, 18, 22, 30, 0, 0, zone), Zone: zone}
}

// show is a wish as the tests write it: kind, how many, from, to.
func show(w Wish) string {
	how := "one"
	if w.All {
		how = "all"
	} else if w.Several {
		how = "some"
	} else if w.Count > 0 {
		how = strings.Repeat("i", w.Count)
	}
	bound := func(at time.Time) string {
		if at.IsZero() {
			return "-"
		}
		return at.Format("02T15")
	}
	kind := string(w.Kind)
	if kind == "" {
		kind = "any"
	}
	return strings.TrimSpace(kind + " " + how + " " + bound(w.From) + " " + bound(w.To) + " " + w.Thing)
}

func TestRead(t *testing.T) {
	for _, c := range []struct{ it, en, want string }{
		{"annulla", "undo", "any i - -"},
		{"Puoi annullare, per favore?", "Can you undo, please?", "any i - -"},
		{"annulla l'ultima operazione", "undo the last operation", "any i - -"},
		{"annulla l’ultima modifica!", "undo the latest change", "any i - -"},
		{"annulla tutto", "undo everything", "any i - -"},
		{"annulla quello che hai appena fatto", "undo what you just did", "any i - -"},
		{"annulla quello che hai fatto", "undo what you did", "any i - -"},
		{"annulla questo", "undo that", "any i - -"},
		{"annulla l'ultimo spostamento", "undo the last move", "move i - -"},
		{"annulla l'ultima cancellazione", "undo the last deletion", "delete i - -"},
		{"annulla la cancellazione", "revert the deletion", "delete i - -"},
		{"annulla lo spostamento", "undo the move", "move i - -"},
		{"disfa l'ultima rinomina", "undo last rename", "rename i - -"},
		{"annulla quello che hai spostato", "undo what you moved", "move i - -"},
		{"ripristina quello che hai cancellato", "restore what you deleted", "delete i - -"},
		{"annulla le ultime due operazioni", "undo the last two operations", "any ii - -"},
		{"annulla le due ultime operazioni", "undo the 2 last changes", "any ii - -"},
		{"annulla gli ultimi 3 spostamenti", "undo the last 3 moves", "move iii - -"},
		{"annulla le ultime operazioni", "undo the last operations", "any some - -"},
		{"annulla quello di ieri sera", "undo that from yesterday evening", "any one 17T17 18T04"},
		{"annulla quello che hai fatto ieri sera", "undo what you did yesterday evening", "any one 17T17 18T04"},
		{"annulla quello che hai fatto stamattina", "undo what you did this morning", "any one 18T04 18T13"},
		{"annulla lo spostamento di stamattina", "undo the move you made this morning", "move one 18T04 18T13"},
		{"annulla l'operazione di questo pomeriggio", "undo the operation done this afternoon", "any one 18T12 18T19"},
		{"annulla lo spostamento di ieri", "undo the move of yesterday", "move one 17T00 18T00"},
		{"annulla la cancellazione di lunedì", "undo the deletion from monday", "delete one 16T00 17T00"},
		{"annulla la cancellazione di lunedì sera", "undo the deletion from monday evening", "delete one 16T17 17T04"},
		{"annulla tutto quello che hai fatto oggi", "undo everything you did today", "any all 18T00 19T00"},
		{"annulla tutto quello che hai cancellato ieri", "undo everything you deleted yesterday", "delete all 17T00 18T00"},
		{"annulla tutte le operazioni di oggi", "undo all the operations of today", "any all 18T00 19T00"},
		{"annulla tutti gli spostamenti fatti ieri", "undo all moves made yesterday", "move all 17T00 18T00"},
		{"annulla le modifiche di stamattina", "undo the changes of this morning", "any all 18T04 18T13"},
		{"annulla tutto quello che hai fatto nell'ultima ora", "undo everything you did in the last hour", "any all 18T21 -"},
		{"annulla l'ultimo spostamento di ieri", "undo the last move of yesterday", "move i 17T00 18T00"},
		{"annulla quello che hai fatto stanotte", "undo what you did in the night", "any one 17T20 18T06"},
		{"annulla tutto quello che hai fatto da lunedì", "undo everything you did since monday", "any all 16T00 -"},
		{"vorrei annullare l'ultima cosa che hai fatto", "I'd like to undo the last thing you did", "any i - -"},
		{"annulla lo spostamento di Vuoto.txt", "undo the move of vuoto.txt", "move i - - vuoto.txt"},
		{"annulla la cancellazione del file foto.jpg", "undo the deletion of the file foto.jpg", "delete i - - foto.jpg"},
		{"annulla l'ultima modifica di a.txt di ieri", "undo the last change to a.txt from yesterday", "any i 17T00 18T00 a.txt"},
		{"ripristina setup.exe", "restore setup.exe", "delete i - - setup.exe"},
		{"mi puoi recuperare il file a.txt, per favore?", "can you bring back the file a.txt please", "delete i - - a.txt"},
		{"annulla la cosa che hai fatto il 3 giugno", "undo the thing you did on june 3", "any one 03T00 04T00"},
	} {
		for lang, text := range map[string]string{"it": c.it, "en": c.en} {
			w, ok := Read(text, clock(t))
			if !ok || show(w) != c.want {
				t.Errorf("%s: %v %q, want %q", text, ok, show(w), c.want)
			}
			if w.Lang != lang && text != "undo" {
				t.Errorf("%s: said in %q", text, w.Lang)
			}
		}
	}
}

func TestNotAnUndo(t *testing.T) {
	for _, text := range []string{
		"", "ciao", "sposta i pdf in Archivio", "annulla l'appuntamento di domani", "annulla la riunione", "annulla il promemoria di ieri", "cancel", "cancel the move",
		"non annullare", "non annullare l'ultima operazione", "do not undo", "hai annullato?", "come annullo l'ultima operazione", "how do I undo the last move",
		"annulla l'ultima operazione e sposta i pdf", "annulla e sposta i pdf", "undo the last move and delete the folder", "undo the move of report", "ripristina a.txt e b.txt", "annulla lo spostamento di a.txt e cancella b.txt", "recupera i pdf", "restore version 2.0",
		"annula l'ultima operazione", "annulla l'utlima operazione", "annulla l'ultimo spostament", "undo the last mvoe", "udno", "undo teh last move", "undo the last deleton",
		"annulla quello di domani", "undo what you will do tomorrow", "annulla tutto quello che farai domani", "undo everything tomorrow",
		"annulla tutti gli spostamenti", "undo all the moves", "undo all moves", "annulla le operazioni", "annulla tutte le operazioni",
		"annulla zero operazioni", "annulla le ultime 0 operazioni", "undo the last 99 moves", "annulla 3 operazioni", "annulla le ultime due operazione", "undo the last two move",
		"ripristina", "ripristina quello che hai spostato", "restore", "restore the last operation", "take back", "roll back",
		"annulla quello", "annulla quello del 31 febbraio", "undo what", "undo yesterday the", "annulla spostamento dei pdf", "annulla ieri e oggi quello",
		"undo the changes in report.txt", "annulla le modifiche a relazione.docx", "undo send", "trova gli annullamenti",
	} {
		if w, ok := Read(text, clock(t)); ok {
			t.Errorf("%q was read as %s", text, show(w))
		}
	}
}

// Whatever is said, a wish is bounded, and a word more of another subject makes it none.
func TestReadIsClosed(t *testing.T) {
	pick := func(rt *rapid.T, name string, list ...string) []string {
		return strings.Fields(rapid.SampledFrom(list).Draw(rt, name))
	}
	wishes := 0
	rapid.Check(t, func(rt *rapid.T) {
		said := pick(rt, "verb", "annulla", "puoi annullare", "undo", "please revert", "ripristina", "restore")
		said = append(said, pick(rt, "which", "", "tutto", "everything", "tutte le", "all the", "le", "l' ultimo", "the last", "le ultime due", "the last 3", "quello", "what", "that")...)
		said = append(said, pick(rt, "what", "", "che hai fatto", "you did", "you moved", "che hai cancellato", "spostamento", "moves", "operazioni", "deletion", "change")...)
		said = append(said, pick(rt, "when", "", "di ieri", "ieri sera", "this morning", "yesterday", "since monday", "nell' ultima ora", "oggi", "domani")...)
		said = append(said, pick(rt, "end", "", "per favore", "please")...)
		text := strings.Join(said, " ")
		w, ok := Read(text, clock(t))
		if !ok {
			return
		}
		wishes++
		switch {
		case w.All && w.Count != 0, w.Count < 0 || w.Count > maxCount:
			rt.Fatalf("%q: %s", text, show(w))
		case w.All && w.From.IsZero() && w.To.IsZero():
			rt.Fatalf("%q takes everything back there ever was", text)
		case !w.From.IsZero() && w.From.After(clock(t).Now):
			rt.Fatalf("%q: %s", text, show(w))
		}
		at := rapid.IntRange(0, len(said)).Draw(rt, "at")
		stray := append(append(append([]string{}, said[:at]...), "relazione.pdf"), said[at:]...)
		if w, ok := Read(strings.Join(stray, " "), clock(t)); ok {
			rt.Fatalf("%q was read as %s", strings.Join(stray, " "), show(w))
		}
	})
	if wishes == 0 {
		t.Error("nothing was a wish: the test looks at nothing")
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"annulla quello di ieri sera", "undo the last two moves", "annulla l'ultimo", "undo \xff", "annulla le ultime 99999999999 operazioni", "undo from from from"} {
		f.Add(s)
	}
	c := clock(f)
	f.Fuzz(func(t *testing.T, s string) {
		w, ok := Read(s, c)
		if ok && (w.Count < 0 || w.Count > maxCount || w.All && w.Count > 0 || w.Count == 0 && !w.Several && w.From.IsZero() && w.To.IsZero()) {
			t.Fatalf("%q: %+v", s, w)
		}
	})
}
