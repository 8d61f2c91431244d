package compose

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/metnos/metnos/core/plan"
)

//go:embed testdata/kept.txt
var keptRows string

// keeping is a world in which the person has lists.
type keeping struct{ world }

func (keeping) Collections() []string {
	return []string{"notes", "spesa", "libri da leggere", "shopping"}
}

// TestKept: notes and lists are heard in ordinary words, whatever was answered before; files, folders and tables keep theirs.
func TestKept(t *testing.T) {
	const file = "Documenti/lista spesa.txt"
	w := anna()
	w.files = slices.DeleteFunc(w.files, func(f string) bool { return f == file })
	count := map[string]int{}
	for _, line := range strings.Split(keptRows, "\n") {
		if line == "lista spesa.txt" {
			w.files = append(w.files, file)
		}
		row, want, ok := strings.Cut(line, " | ")
		lang, text, _ := strings.Cut(row, " ")
		if !ok || lang == "#" {
			continue
		}
		count[lang]++
		req := said(t, text)
		req.Lang, req.Places = lang, keeping{w}
		for _, previous := range []*plan.Previous{nil, {Turn: "t1", Ref: "t1", Tool: "find_files", Fields: map[string]string{"path": "path", "name": "name", "size": "bytes"}, Count: 5}} {
			req.Previous = previous
			d, err := New().Propose(context.Background(), req)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.ReplaceAll(sketch(d), "\n", "; "); got != want {
				t.Errorf("%s (with a result before: %t)\ngot  %s\nwant %s", text, previous != nil, got, want)
			}
		}
	}
	if count["it"] < 80 || count["en"] < 70 {
		t.Fatal("rows are missing", count)
	}
}
