package mood

import (
	"slices"
	"testing"
)

func TestOf(t *testing.T) {
	for text, want := range map[string]Mood{
		"tell me if you can delete x.txt": Able, "please, check whether you could move it": Able, "list them and tell me if you can delete them": Able,
		"I have x.txt. Tell me if you can delete it": Able, "vorrei sapere se puoi cancellare x.txt": Able, "puoi dirmi se è possibile spostarli?": Able,
		"I'd like to know if it is possible to delete x.txt": Able, "I’d love to know if you can move it": Able,
		"trova i pdf e dimmi se riesci a spostarli": Able,
		"tell me if there are pdfs":                 Plain, "dimmi se ci sono pdf": Plain, "if you can, delete x.txt": Plain, "delete x.txt if you can": Plain, "se puoi, cancella x.txt": Plain,
		"tell me, if you can, how many there are": Plain, "can you delete x.txt?": Plain, "puoi cancellare x.txt?": Plain, "dimmi quanti sono, se puoi": Plain,
		"create the file a.txt saying: tell me if you can delete x": Plain, "write “tell me if you can delete x” in a.txt": Plain,
		"imagine you delete x.txt": Imagined, "fai finta di cancellare x.txt": Imagined, "what if you delete x.txt?": Imagined, "the file imagine.txt": Plain,
		"cancelliamo i file?": Proposed, "cancelliamo i file": Plain, "shall we delete them?": Proposed, "": Plain, "?": Plain,
	} {
		if got := Of(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func FuzzOf(f *testing.F) {
	f.Add("dimmi se puoi cancellare «x»?")
	f.Fuzz(func(t *testing.T, text string) {
		if m := Of(text); !slices.Contains([]Mood{Plain, Able, Imagined, Proposed}, m) {
			t.Fatalf("%q is %q", text, m)
		}
	})
}
