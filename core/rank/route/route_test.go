package route

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/metnos/metnos/core/rank/entry"
	"pgregory.net/rapid"
)

func say(name, text string, affinity ...string) entry.Entry {
	e := entry.Entry{Name: name, Description: []entry.Text{{Text: text}}}
	for _, a := range affinity {
		e.Affinity = append(e.Affinity, entry.Text{Text: a})
	}
	return e
}

func needs(e entry.Entry, arg string) entry.Entry {
	e.Args = []entry.Arg{{Name: arg, Required: true}}
	return e
}

func small() []entry.Entry {
	return []entry.Entry{
		say("find_files", "Searches files by name and date."), needs(say("read_files", "Text of known files."), "paths"), needs(say("read_files_csv", "Rows of csv files."), "paths"),
		needs(say("delete_files", "Removes files."), "paths"), needs(say("move_files", "Moves and renames files."), "paths"), say("read_messages", "Reads mail."),
		needs(say("set_messages", "Puts labels on mail."), "message_ids"), say("send_messages", "Sends mail to people."), say("read_messages_github", "Reads notifications on GitHub."),
		needs(say("sort_entries", "Orders records."), "entries"), say("get_now", "Date and time."), say("undo_last_turn", "Takes the last turn back."),
		say("weatherForecast", "Weather of a city in the next days."), say("create_dirs", "Makes folders."),
	}
}

func first(x *Index, text string) string { return x.Rank(text, "", 1)[0].Name }

func TestRank(t *testing.T) {
	x := New(small())
	for text, want := range map[string]string{
		"trova i documenti di ieri": "find_files", "where are my documents?": "find_files", "leggi note.txt": "read_files", "apri clienti.csv": "read_files_csv",
		"cancella a.txt": "delete_files", "cancella i file più vecchi": "find_files", "rename a.txt to b.txt": "move_files", "ordina i file per data": "find_files",
		"metti l'etichetta alle mail di Rossi": "read_messages", "scrivi a Marta che arrivo": "send_messages", "any new mail?": "read_messages",
		"le notifiche di GitHub nei messaggi": "read_messages_github", "che ore sono?": "get_now", "annulla quello che hai fatto": "undo_last_turn", "pioverà domani? dimmi le previsioni": "weatherForecast",
		"cancela a.txt": "delete_files", "crea una cartella Foto": "create_dirs",
	} {
		if got := first(x, text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// An English catalog answers Italian sentences, and the other way round, without any phrase of affinity.
func TestRankAcrossLanguages(t *testing.T) {
	x := New([]entry.Entry{say("a", "Weather of a city."), say("b", "Plays a song."), say("c", "Prenota un tavolo al ristorante."), say("d", "Traccia la spedizione di un pacco.")})
	for text, want := range map[string]string{"che tempo fa?": "a", "una canzone": "b", "book a table at the restaurant": "c", "where is my parcel?": "d"} {
		if got := first(x, text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestReasonsAddUp(t *testing.T) {
	for _, s := range New(small()).Rank("cancella i file più vecchi di un mese", "it", 5) {
		sum := 0.0
		for _, r := range s.Why {
			sum += r.Points
		}
		if d := sum - s.Score; len(s.Why) == 0 || d > 1e-4 || d < -1e-4 {
			t.Errorf("%s: %v from %v", s.Name, s.Score, s.Why)
		}
	}
}

func TestEmptyAndBounds(t *testing.T) {
	if got := New(nil).Rank("trova i file", "", 5); len(got) != 0 {
		t.Error(got)
	}
	x := New(small())
	if len(x.Rank("x", "", 0)) != 0 || len(x.Rank("", "", 1000)) != x.Len() || len(x.Rank(strings.Repeat("trova ", 5000), "", 3)) != 3 {
		t.Error("bounds")
	}
	if got := x.Rank("", "", 2); got[0].Name > got[1].Name {
		t.Error("ties go by name", got)
	}
	if d := New([]entry.Entry{{Name: "get_now", Dormant: true}}); d.Len() != 0 {
		t.Error("what cannot run is offered")
	}
	if again := New(append(small(), small()...)); again.Len() != x.Len() {
		t.Error("a name comes twice")
	}
}

var sentences = []string{"trova i pdf di ieri", "delete the oldest files", "leggi la posta e poi manda una mail a Marco", "che ore sono", "apri clienti.csv", "", "xyzzy", "ordina le mail per mittente",
	"crea una cartella per le foto", "undo that", "the weather in Rome tomorrow"}

func draw(r *rapid.T) string { return rapid.SampledFrom(sentences).Draw(r, "sentence") }

// The order of a catalog changes nothing.
func TestOrderOfCatalog(t *testing.T) {
	x := New(small())
	rapid.Check(t, func(r *rapid.T) {
		y := New(rapid.Permutation(small()).Draw(r, "catalog"))
		text := draw(r)
		if d := cmp.Diff(x.Rank(text, "", 20), y.Rank(text, "", 20)); d != "" {
			r.Fatal(text, d)
		}
	})
}

// A longer list begins with the shorter one.
func TestMoreOnlyAdds(t *testing.T) {
	x := New(small())
	rapid.Check(t, func(r *rapid.T) {
		text, k := draw(r), rapid.IntRange(0, 14).Draw(r, "k")
		if d := cmp.Diff(x.Rank(text, "", 14)[:k], x.Rank(text, "", k), cmp.Transformer("nil", func(s []Scored) []Scored { return slices.Clone(s) })); d != "" && k > 0 {
			r.Fatal(d)
		}
	})
}

// One index answers many turns at once, each time the same.
func TestSameAnswers(t *testing.T) {
	x := New(small())
	want := map[string][]Scored{}
	for _, s := range sentences {
		want[s] = x.Rank(s, "", 5)
	}
	t.Run("group", func(t *testing.T) {
		for range 4 {
			t.Run("turns", func(t *testing.T) {
				t.Parallel()
				for range 50 {
					for _, s := range sentences {
						if d := cmp.Diff(want[s], x.Rank(s, "", 5)); d != "" {
							t.Fatal(s, d)
						}
					}
				}
			})
		}
	})
}

// What has nothing to do with a sentence changes how rare words are, and by no more than that who comes first: those that
// are clearly apart stay in their order.
func TestStrangersKeepTheOrder(t *testing.T) {
	strangers := []entry.Entry{say("render_texts", "Typesets poems."), say("group_lists", "Groups lists."), say("vacuum", "Cleans the floor."), say("share_skills_zoom", "Shares abilities.")}
	x, y := New(small()), New(append(small(), strangers...))
	for _, text := range sentences {
		before := x.Rank(text, "", 20)
		var after []Scored
		for _, s := range y.Rank(text, "", 40) {
			if slices.ContainsFunc(before, func(b Scored) bool { return b.Name == s.Name }) {
				after = append(after, s)
			}
		}
		place := map[string]int{}
		for i, s := range after {
			place[s.Name] = i
		}
		for i, a := range before {
			for _, b := range before[i+1:] {
				if a.Score-b.Score > 1 && place[a.Name] > place[b.Name] {
					t.Errorf("%q: %s came before %s", text, a.Name, b.Name)
				}
			}
		}
	}
}

func TestShortlist(t *testing.T) {
	x := New(small())
	for _, tc := range []struct {
		text  string
		k     int
		has   []string
		hasNo []string
		whole bool
	}{
		{"trova i pdf di ieri", 3, []string{"find_files", "sort_entries"}, []string{"read_messages_github", "send_messages"}, false},
		{"cancella a.txt", 1, []string{"delete_files", "find_files"}, []string{"get_now"}, false},
		{"leggi la posta e poi rinomina a.txt in b.txt", 2, []string{"read_messages", "move_files"}, []string{"read_messages_github"}, false},
		{"i messaggi su GitHub", 3, []string{"read_messages_github"}, nil, false},
		{"qualcosa", 2, []string{"find_files", "get_now", "read_messages_github"}, nil, true},
		{"", 2, []string{"undo_last_turn"}, nil, true},
	} {
		p := x.Shortlist(tc.text, "", tc.k)
		if p.Whole != tc.whole || tc.whole && len(p.Names) != x.Len() {
			t.Errorf("%q: whole %v, %d names", tc.text, p.Whole, len(p.Names))
		}
		for _, n := range tc.has {
			if !slices.Contains(p.Names, n) {
				t.Errorf("%q: no %s in %v", tc.text, n, p.Names)
			}
		}
		for _, n := range tc.hasNo {
			if slices.Contains(p.Names, n) {
				t.Errorf("%q: %s in %v", tc.text, n, p.Names)
			}
		}
	}
}

func FuzzRank(f *testing.F) {
	for _, s := range sentences {
		f.Add(s, "it", 5)
	}
	f.Add("\xff\xfe “x” a@b.c http://z ~/a/b.pdf 12 3 4", "", 3)
	x := New(small())
	f.Fuzz(func(t *testing.T, text, lang string, k int) {
		got := x.Rank(text, lang, k)
		if len(got) != max(0, min(k, x.Len())) {
			t.Fatalf("%d of %d", len(got), k)
		}
		for i, s := range got {
			if s.Score != s.Score || i > 0 && (got[i-1].Score < s.Score || got[i-1].Score == s.Score && got[i-1].Name > s.Name) {
				t.Fatalf("%q: %v", text, got)
			}
		}
		if p := x.Shortlist(text, lang, 3); len(p.Names) == 0 {
			t.Fatalf("%q: an empty pool", text)
		}
	})
}
