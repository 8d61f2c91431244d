package sentence

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/metnos/metnos/core/rank/sense"
)

// sketch writes what was heard on a line.
func sketch(s *Sentence) string {
	var out []string
	for _, list := range [][]Heard{s.Acts, s.Nouns, s.Marks} {
		var names []string
		for _, h := range list {
			name := s.Lex.Lines[h.ID].Name
			if h.Weight < 1 {
				name += fmt.Sprintf("~%g", h.Weight)
			}
			names = append(names, name)
		}
		slices.Sort(names)
		out = append(out, strings.Join(slices.Compact(names), " "))
	}
	for _, l := range s.Lits {
		out = append(out, l.Role+":"+s.Said[l.At].Fold)
	}
	return strings.Join(out, "; ")
}

func TestRead(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"cancella i pdf", "delete; suffix; pdf"},
		{"delete the pdfs", "delete; suffix; pdf"},
		{"archivia le mail", "archive; archive~0.35 mail; "},
		{"which files did I edit", "change~0.15 which which~0.4; edited file; "},
		{"salva nel file a.txt le righe di b.log", "save; edited~0.35 entry file; lines; nel:a.txt; di:b.log"},
		{"per favore mostrami le foto", "show; photo; image"},
		{"scrivi in nota.txt: cancella i pdf", "write; ; ; in:nota.txt"},
		{`scrivi "cancella i pdf" in nota.txt`, "write; ; ; in:nota.txt"},
		{"sposta il file Foto", "move; file; "},
	} {
		if got := sketch(Read(sense.Shipped(), tc.text, "")); got != tc.want {
			t.Errorf("%s\n got %s\nwant %s", tc.text, got, tc.want)
		}
	}
}

func TestPieces(t *testing.T) {
	for text, want := range map[string]Piece{
		"parola": Plain, "https://example.org/x?y=1": Link, "www.example.org": Link, "example.com/a": Link, "anna@example.org": Address, "~/Documenti": Path,
		"/etc/hosts": Path, "Foto/mare.jpg": File, "report.pdf": File, "*.pdf": Suffix, ".log": Suffix, "12,50": Number, "10:30": Number, "and/or": Plain, "3.5": Number, "C++": Plain,
	} {
		if got := pieceOf(text); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

func TestSeveral(t *testing.T) {
	for text, want := range map[string]bool{
		"sposta i pdf in Archivio": true, "sposta il pdf in Archivio": false, "move the pdfs to Archive": true, "move the pdf to Archive": false, "delete the oldest file": true, "elimina a.pdf": false,
	} {
		if got := Read(sense.Shipped(), text, "").Picks; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"trova i pdf", `scrivi "a" in b.txt: c`, "\xff '’« x@y.z http://", strings.Repeat("a ", 300), "è più c'è l'ultimo"} {
		f.Add(s, "it")
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		s := Read(sense.Shipped(), text, lang)
		if len(s.Said) > maxSpoken || len(s.Words) != len(s.Said) || len(s.Clause) != len(s.Said) || s.Clauses < 1 {
			t.Fatalf("%+v", s)
		}
		for _, list := range [][]Heard{s.Acts, s.Nouns, s.Marks} {
			for _, h := range list {
				if h.At < 0 || h.At+h.Words > len(s.Said) || h.Weight <= 0 || h.Weight > 1 {
					t.Fatalf("%q: %+v", text, h)
				}
			}
		}
		for _, w := range s.Words {
			if !utf8.ValidString(w) {
				t.Fatalf("%q is heard as %q", text, w)
			}
		}
	})
}
