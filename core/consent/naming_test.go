package consent

import (
	"slices"
	"testing"
)

func TestNaming(t *testing.T) {
	there := []string{"Documenti", "Downloads", "Foto delle vacanze", "La Spezia", "Conti correnti"}
	for said, want := range map[string]struct {
		meaning Meaning
		name    string
	}{
		"Documenti": {Name, "Documenti"}, "in Documenti": {Name, "Documenti"}, "cartella Documenti": {Name, "Documenti"},
		"into the folder Documenti": {Name, "Documenti"}, "to Documenti": {Name, "Documenti"}, "Documenti, grazie": {Name, "Documenti"},
		"nella cartella Downloads": {Name, "Downloads"}, "mettili in Documenti": {Name, "Documenti"}, "put them in Downloads, please": {Name, "Downloads"},
		"La Spezia": {Name, "La Spezia"}, "in La Spezia": {Name, "La Spezia"}, "Conti correnti": {Name, "Conti correnti"},
		"nella cartella Foto delle vacanze": {Name, "Foto delle vacanze"}, "in una nuova cartella Archivio": {Name, "Archivio"},
		"Archivio": {Name, "Archivio"}, "nell'Archivio": {Name, "Archivio"}, "«da fare»": {Name, "da fare"}, "/tmp/x": {Name, "/tmp/x"}, "~/Foto/2024": {Name, "~/Foto/2024"},
		"in the Archive folder": {Name, "Archive"}, "Archive": {Name, "Archive"}, "Elimina": {Unclear, ""}, "Lavoro/Vecchi.": {Name, "Lavoro/Vecchi"},
		"non lo so": {Unclear, ""}, "boh": {Unclear, ""}, "I don't know": {Unclear, ""}, "aiuto": {Unclear, ""}, "help": {Unclear, ""}, "qui": {Unclear, ""},
		"quale?": {Unclear, ""}, "Documenti va bene?": {Unclear, ""}, "che cartelle ho": {Unclear, ""}, "": {Unclear, ""}, "?!": {Unclear, ""},
		"where you want": {Unclear, ""}, "nella cartella": {Unclear, ""}, "elimina": {Unclear, ""},
		"elimina la cartella Fatture": {Request, ""}, "list the files in Documenti": {Request, ""}, "cancellali subito": {Request, ""},
		"ovunque": {Everywhere, ""}, "everywhere": {Everywhere, ""}, "in tutte le cartelle": {Everywhere, ""}, "nella home": {AtHome, ""}, "my home folder": {AtHome, ""},
	} {
		meaning, name := Naming(said, func(n string) bool { return slices.Contains(there, n) })
		if meaning != want.meaning || name != want.name {
			t.Errorf("%q means %d %q, want %d %q", said, meaning, name, want.meaning, want.name)
		}
	}
}

func FuzzNaming(f *testing.F) {
	for _, seed := range []string{"in Documenti", "«x»", "l'", "''", "e di in", "put them", "\xff\xfe in"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, said string) {
		meaning, name := Naming(said, func(string) bool { return false })
		if (meaning == Name) != (name != "") {
			t.Errorf("%q: %d %q", said, meaning, name)
		}
	})
}
