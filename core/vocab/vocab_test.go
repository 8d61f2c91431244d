package vocab

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestCheckName(t *testing.T) {
	for name, want := range map[string]Name{
		"find_files":                   {Verb: "find", Object: "files"},
		"find_files_hash":              {Verb: "find", Object: "files", Qualifier: "hash"},
		"read_files_csv_bank-export":   {Verb: "read", Object: "files", Qualifier: "csv", Descriptor: "bank-export"},
		"find_files_google_workspace":  {Verb: "find", Object: "files", Provider: "google_workspace"},
		"get_images_google_photos":     {Verb: "get", Object: "images", Provider: "google_photos"},
		"read_messages_thread_github":  {Verb: "read", Object: "messages", Qualifier: "thread", Provider: "github"},
		"get_now":                      {Verb: "get", Object: "now"},
		"filter_entries":               {Verb: "filter", Object: "entries"},
		"create_files_doc_meeting-min": {Verb: "create", Object: "files", Qualifier: "doc", Descriptor: "meeting-min"},
	} {
		got, err := CheckName(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n%s", name, diff)
		}
		if got.Verb != "get" && got.String() != name {
			t.Errorf("%s came back as %s", name, got)
		}
	}
}

func TestCheckNameRefuses(t *testing.T) {
	for name, why := range map[string]string{
		"":                    "not a verb",
		"find":                "not an object",
		"grab_files":          "not a verb",
		"find_cookies":        "not an object",
		"find_files_fast":     "not a qualifier",
		"read_entries":        "does not take the verb",
		"sort_lists":          "does not take the verb",
		"find_events_github":  "does not follow",
		"find_dirs_pdf":       "does not follow",
		"read_files_csv_Bank": "kebab-case",
		"read_files_csv_find": "word of the vocabulary",
		"read_files_csv_" + strings.Repeat("a", 31): "longer than",
	} {
		_, err := CheckName(name)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: got %v, want an error that says %q", name, err, why)
		}
	}
}

// TestAddingAVerbIsOneLine: a new verb and object are accepted after one line of data each, nothing else.
func TestAddingAVerbIsOneLine(t *testing.T) {
	if _, err := CheckName("water_plants"); err == nil {
		t.Fatal("water_plants is already a name")
	}
	data := strings.Replace(string(vocabularyData), "[actions]\n", "[actions]\nwater = \"mutator\"\n", 1)
	data = strings.Replace(data, `"preferences",`, `"preferences", "plants",`, 1)
	v, err := Decode([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.CheckName("water_plants"); err != nil {
		t.Error(err)
	}
	if !v.Mutates("water") {
		t.Error("water does not count as changing anything")
	}
	l, err := Read("it", "verb water : annaffiare\nobj plants : piant{a,e}")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"annaffia", "annaffiami", "annaffiale", "annaffiare", "annaffiarle"} {
		s := l.Look([]string{word})
		if len(s) == 0 || s[0].Value != "water" || s[0].Mood != Command {
			t.Errorf("%s: %+v", word, s)
		}
	}
	if s := l.Look([]string{"piante"}); len(s) != 1 || s[0].Value != "plants" {
		t.Errorf("piante: %+v", s)
	}
}

// TestI18N04ItalianForms holds the forms people use, pronouns attached included.
func TestI18N04ItalianForms(t *testing.T) {
	for _, c := range []struct{ words, verb, pronoun string }{
		{"sposta", "move", ""}, {"sposti", "move", ""}, {"spostami", "move", ""}, {"spostali", "move", "li"}, {"spostarle", "move", "le"}, {"sposteresti", "move", ""},
		{"cercami", "find", ""}, {"trovami", "find", ""}, {"trovi", "find", ""}, {"cerchi", "find", ""}, {"elencali", "list", "li"}, {"elencameli", "list", "li"},
		{"leggimi", "read", ""}, {"leggilo", "read", "lo"}, {"cancellali", "delete", "li"}, {"eliminarli", "delete", "li"}, {"mandamela", "put", "la"},
		{"fammi vedere", "show", ""}, {"butta via", "delete", ""}, {"buttali via", "delete", "li"}, {"dimmi", "tell", ""}, {"copiali", "copy", "li"},
		{"salvamela", "save", "la"}, {"rinominala", "rename", "la"}, {"scrivi", "write", ""}, {"aggiungi", "append", ""}, {"aprilo", "open", "lo"},
	} {
		ok := false
		for _, s := range It().Look(strings.Fields(c.words)) {
			ok = ok || s.Class == "verb" && s.Value == c.verb && s.Pronoun == c.pronoun && s.Mood == Command
		}
		if !ok {
			t.Errorf("%s: %+v, want %s with %q", c.words, It().Look(strings.Fields(c.words)), c.verb, c.pronoun)
		}
	}
}

// TestParticiplesDoNotCommand: what was done is no order to do it.
func TestParticiplesDoNotCommand(t *testing.T) {
	for l, words := range map[*Lexicon][]string{It(): {"spostati", "cancellato", "eliminate", "rimossi"}, En(): {"moved", "deleted", "removing", "moves"}} {
		for _, w := range words {
			for _, s := range l.Look([]string{w}) {
				// "spostati" is also "move yourself"; it carries no object, so no plan can come of it
				if s.Class == "verb" && s.Mood == Command && w != "spostati" {
					t.Errorf("%s commands %s", w, s.Value)
				}
			}
		}
	}
}

func TestNearest(t *testing.T) {
	for _, c := range []struct {
		l           *Lexicon
		wrong, want string
	}{
		{En(), "mnay", "many"}, {En(), "flies", "files"}, {En(), "fiels", "files"}, {En(), "pictuers", "pictures"}, {En(), "delte", "delete"},
		{En(), "remote", ""}, {En(), "love", ""}, {En(), "great", ""}, {It(), "cartlla", "cartella"}, {It(), "documneti", "documenti"},
		{It(), "sposat", ""}, {It(), "spotsa", "sposta"}, {It(), "cancela", "cancella"}, {It(), "nota", ""}, {It(), "dice", ""}, {It(), "ab", ""},
		{It(), "cancelami", "cancellami"}, {It(), "spotsameli", "spostameli"}, {It(), "elimnali", "eliminali"}, {It(), "cammello", ""}, {It(), "tavoli", ""},
	} {
		got, _ := c.l.Nearest(c.wrong)
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.wrong, got, c.want)
		}
	}
}

// TestDistance compares with the plain definition.
func TestDistance(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a, b := rapid.StringMatching(`[ab]{0,6}`).Draw(r, "a"), rapid.StringMatching(`[abc]{0,6}`).Draw(r, "b")
		if got, want := distance(a, b, 20), slow(a, b); got != want {
			r.Fatalf("distance(%q, %q) = %d, want %d", a, b, got, want)
		}
	})
}

func slow(a, b string) int {
	switch {
	case a == "":
		return len(b)
	case b == "":
		return len(a)
	}
	cost := 1
	if a[len(a)-1] == b[len(b)-1] {
		cost = 0
	}
	d := min(slow(a[:len(a)-1], b)+1, slow(a, b[:len(b)-1])+1, slow(a[:len(a)-1], b[:len(b)-1])+cost)
	if n, m := len(a), len(b); n > 1 && m > 1 && a[n-1] == b[m-2] && a[n-2] == b[m-1] {
		d = min(d, slow(a[:n-2], b[:m-2])+1)
	}
	return d
}

// TestFEATURE05DominantLanguage: the words that carry the request decide, not the greeting.
func TestFEATURE05DominantLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"ciao can you check the invoice":                "en",
		"hello mi trovi i pdf nella cartella documenti": "it",
		"quanti file ci sono":                           "it",
		"how many files are there":                      "en",
		"sposta i file in backup":                       "it",
		"xyz":                                           "",
		"pdf":                                           "",
	} {
		if got := Language(strings.Fields(text)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestReadNamesTheLine(t *testing.T) {
	_, err := Read("it", "# ok\nverb move : spostare\nbroken line")
	if err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("got %v", err)
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{"Perché": "perche", "È": "e", "DE ANDRÉ": "de andre", "l’altro": "l'altro", "abc": "abc", "Straße": "straße"} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		s := rapid.String().Draw(r, "s")
		if once := Fold(s); Fold(once) != once {
			r.Fatalf("folding %q twice changes it", s)
		}
	})
}
