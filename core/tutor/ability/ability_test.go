package ability

import (
	"slices"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk/manifest"
)

func executor(name, scope, affinity string) core.Executor {
	return core.Executor{Manifest: &manifest.Manifest{Name: name, Description: manifest.Text{It: "SCOPE: " + scope + ". PATTERN: paths. NOT: zebre."},
		Affinity: map[string][]string{"it": {affinity}}}}
}

var house = []core.Executor{
	executor("find_files", "cerca file, anche pdf", "cerca file"), executor("read_files_doc", "legge il testo di docx e pdf", "leggi il pdf"),
	executor("read_files_csv", "legge tabelle csv", "leggi la tabella"), executor("delete_dirs", "cestina cartelle", "cancella la cartella"),
	executor("delete_files", "cestina file", "cancella il file"), executor("change_files_format", "converte immagini", "converti le immagini"),
}

func TestAbout(t *testing.T) {
	x := New(house)
	for _, c := range []struct {
		words, want []string
	}{
		{[]string{"pdf"}, []string{"read_files_doc"}},                             // what all files can be is no ability of its own
		{[]string{"foto"}, []string{"change_files_format"}},                       // another word for the same things
		{[]string{"tabelle"}, []string{"read_files_csv"}},                         // inflected
		{[]string{"cancellare", "file"}, []string{"delete_files", "delete_dirs"}}, // the things that are named come first
		{[]string{"zebre"}, nil},                                                  // what it does not do
		{[]string{"pdf", "rossi"}, nil},                                           // every word counts
		{[]string{}, nil},
	} {
		var got []string
		for _, e := range x.About("it", c.words) {
			got = append(got, e.Manifest.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.words, got, c.want)
		}
	}
}

func TestOf(t *testing.T) {
	x := New(house)
	if !x.Of(slices.Clone(house)) || x.Of(house[1:]) || (*Index)(nil).Of(house) {
		t.Error("an index is taken for that of another catalog")
	}
}

func TestScope(t *testing.T) {
	for text, want := range map[string]string{"SCOPE: legge. NOT: scrive.": "legge", "legge: tutto.": "legge: tutto", "": ""} {
		if got := Scope(&manifest.Manifest{Description: manifest.Text{It: text}}, "it"); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
