package precedent

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose"
	"github.com/metnos/metnos/core/plan"
)

// corpus is every sentence the composer's own tests speak.
func corpus(t testing.TB) (out []string) {
	t.Helper()
	for _, name := range []string{"pairs.txt", "never.txt", "notmine.txt"} {
		data, err := os.ReadFile("../compose/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(data), "\n") {
			if line == "" || line[0] == '#' || line[0] == ' ' {
				continue
			}
			for _, text := range strings.Split(line, " | ") {
				out = append(out, strings.TrimSpace(text))
			}
		}
	}
	if len(out) < 300 {
		t.Fatalf("only %d sentences", len(out))
	}
	return out
}

// desk asks the composer as a turn does.
type desk struct {
	*bench
	composer *compose.Composer
}

func request(q Query) plan.Request {
	return plan.Request{Text: q.Text, Lang: q.Lang, Now: q.Now, Zone: q.Zone, Home: q.Home, Places: q.Places, Catalog: q.Catalog, Previous: q.Previous}
}

func (d desk) compose(t testing.TB, q Query) (plan.Draft, *Watched) {
	t.Helper()
	req := request(q)
	var w *Watched
	req.Places, w = Watch(q.Places)
	draft, err := d.composer.Propose(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	return draft, w
}

// learn composes a sentence and records that it went well.
func (d desk) learn(t testing.TB, q Query) (plan.Draft, Reason) {
	t.Helper()
	draft, w := d.compose(t, q)
	if !draft.Accepted {
		return draft, NoPlan
	}
	return draft, d.record(t, q, Run{Turn: "t" + q.Text, Framework: draft.Framework, Origin: core.FromCompose, Lang: draft.Lang, Outcome: well(q, draft.Framework), Watched: w})
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestExactIsWhatTheComposerWouldSay records the whole corpus in one book and asks for every sentence in many
// writings: whatever the book answers, the composer would answer.
func TestExactIsWhatTheComposerWouldSay(t *testing.T) {
	d := desk{newBench(), compose.New()}
	catalog := realCatalog(t)
	query := func(text string) Query {
		return Query{Owner: "anna", Lang: "it", Text: text, Now: noon, Zone: noon.Location(), Home: home, Places: anna(), Catalog: catalog}
	}
	texts := corpus(t)
	why := map[Reason]int{}
	var kept []string
	for _, text := range texts {
		_, reason := d.learn(t, query(text))
		if why[reason]++; reason == Stored {
			kept = append(kept, text)
		}
	}
	t.Logf("recorded: %v", why)
	if why[Stored] < 150 {
		t.Fatalf("only %d of %d sentences were kept", why[Stored], len(texts))
	}
	hits, asked := 0, 0
	for k, text := range kept {
		for i, variant := range writings(text) {
			if i >= 6 && (i+k)%5 != 0 {
				continue // a fifth of them for each sentence, all of them among all
			}
			q := query(variant)
			q.Now = noon.AddDate(1, 2, 3).Add(7 * time.Hour) // any other day
			hit, ok := d.exact(t, q)
			if asked++; !ok {
				continue
			}
			hits++
			draft, _ := d.compose(t, q)
			if len(draft.Unknown) > 0 || draft.Limit != nil && strings.Contains(variant, "   ") {
				continue // it does not read wide spaces inside a name
			}
			if got, want := asJSON(t, hit.Framework), asJSON(t, draft.Framework); !draft.Accepted || got != want || hit.Lang != draft.Lang {
				t.Errorf("%q\nkept     %s %s\ncomposer %s %s %v %v", variant, got, hit.Lang, want, draft.Lang, draft.Question, draft.Limit)
			}
		}
	}
	t.Logf("%d of %d writings found a plan", hits, asked)
	if hits < 2*why[Stored] {
		t.Errorf("%d hits for %d plans", hits, why[Stored])
	}
}

// writings of a sentence that may or may not mean the same.
func writings(text string) []string {
	words := strings.Fields(text)
	out := []string{
		text, strings.ToLower(text), strings.TrimRight(text, "?!."), text + "?", text + ".", text + " …", "  " + strings.Join(words, "   ") + " ",
		"per favore " + text, text + ", grazie", "ciao, " + text, "please " + text, text + ", thank you", "hey " + text,
		capital(text), strings.NewReplacer("à", "a", "è", "e", "ì", "i", "ò", "o", "ù", "u").Replace(text), "non " + text, "don't " + text,
	}
	for i, w := range words {
		if len(words) > 1 && len([]rune(w)) <= 4 {
			out = append(out, strings.Join(append(append([]string{}, words[:i]...), words[i+1:]...), " "))
		}
		for _, article := range []string{"il", "the", "un", "non"} {
			out = append(out, strings.Join(append(append(append([]string{}, words[:i]...), article), words[i:]...), " "))
		}
	}
	return out
}

func capital(text string) string {
	r := []rune(text)
	if len(r) > 0 {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}

// TestExactFollowsTheConversation: whatever was found before, a plan is what the composer would say after it.
func TestExactFollowsTheConversation(t *testing.T) {
	catalog := realCatalog(t)
	texts := append(corpus(t), "e i docx?", "e in Backup?", "and the docx?", "what about Backup?", "e le foto?", "quanti sono?", "cancellali", "e in Documenti?", "quanti pdf?")
	before := func(name, folder string, count int) *plan.Previous {
		f := plan.Framework{Steps: []plan.Step{{Tool: "find_files", Args: map[string]any{"extensions": []any{name}, "path": home + folder, "recursive": true}}}, Shape: plan.ShapeList}
		return &plan.Previous{Turn: "t", Framework: f, Tool: "find_files", Fields: map[string]string{"path": "path", "name": "name", "size": "bytes", "modified": "datetime"}, Count: count, Ref: "t"}
	}
	previous := []*plan.Previous{nil, before("pdf", "", 3), before("pdf", "/Documenti", 3), before("txt", "/Documenti", 1), before("pdf", "", 0)}
	d := desk{newBench(), compose.New()}
	hits, moved := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.SampledFrom(texts).Draw(r, "text")
		q := Query{Owner: "anna", Lang: "it", Text: text, Now: noon, Zone: noon.Location(), Home: home, Places: anna(), Catalog: catalog}
		q.Previous = rapid.SampledFrom(previous).Draw(r, "previous")
		d.learn(t, q)
		q.Previous = rapid.SampledFrom(previous).Draw(r, "next")
		hit, ok := d.exact(t, q)
		if !ok {
			return
		}
		if hits++; q.Previous != nil {
			moved++
		}
		draft, _ := d.compose(t, q)
		if got, want := asJSON(t, hit.Framework), asJSON(t, draft.Framework); !draft.Accepted || got != want {
			r.Fatalf("%q\nkept     %s\ncomposer %s", text, got, want)
		}
	})
	if hits == 0 || moved == 0 {
		t.Errorf("%d hits, %d with something before", hits, moved)
	}
}

// TestExactFollowsTheWorld: folders and files come, go and change their names between a plan and its next use.
func TestExactFollowsTheWorld(t *testing.T) {
	d := desk{newBench(), compose.New()}
	catalog := realCatalog(t)
	texts := corpus(t)
	hits, moved := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.SampledFrom(texts).Draw(r, "text")
		before, after := shaken(r, "before"), shaken(r, "after")
		q := Query{Owner: "anna", Lang: "it", Text: text, Now: noon, Zone: noon.Location(), Home: home, Places: before, Catalog: catalog}
		d.learn(t, q)
		q.Places = after
		hit, ok := d.exact(t, q)
		if !ok {
			return
		}
		if hits++; asJSON(t, before) != asJSON(t, after) {
			moved++
		}
		draft, _ := d.compose(t, q)
		if got, want := asJSON(t, hit.Framework), asJSON(t, draft.Framework); !draft.Accepted || got != want {
			r.Fatalf("%q\nkept     %s\ncomposer %s %v %v", text, got, want, draft.Question, draft.Limit)
		}
	})
	if hits == 0 || moved == 0 {
		t.Errorf("%d hits, %d in a changed home", hits, moved)
	}
}

// TestExactFollowsTheCatalog: executors are installed and removed between a plan and its next use.
func TestExactFollowsTheCatalog(t *testing.T) {
	own, others := realCatalog(t), foreign(t)
	texts := append(corpus(t), "quanti file vuoti ci sono in Downloads?", "trova i file vuoti in Backup", "trova i duplicati in Downloads", "lancia un dado",
		"quali processi usano più memoria?", "comprimi i pdf di Downloads in Archivio/tutto.zip", `cerca nella rubrica "Rossi"`, "find the empty files in Backup")
	hits, moved := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		d := desk{newBench(), compose.New()}
		some := func(label string) []core.Executor {
			list := append([]core.Executor{}, own...)
			if rapid.Bool().Draw(r, label+" own") {
				i := rapid.IntRange(0, len(list)-1).Draw(r, label+" removed")
				list = append(list[:i:i], list[i+1:]...)
			}
			return append(list, rapid.SliceOfNDistinct(rapid.SampledFrom(others), 0, 3, func(e core.Executor) string { return e.Manifest.Name }).Draw(r, label)...)
		}
		q := Query{Owner: "anna", Lang: "it", Now: noon, Zone: noon.Location(), Home: home, Places: anna(), Catalog: some("before")}
		later := some("after")
		for range 5 {
			q.Text = rapid.SampledFrom(texts).Draw(r, "text")
			d.learn(t, q)
			after := q
			after.Catalog = later
			hit, ok := d.exact(t, after)
			if !ok {
				continue
			}
			if hits++; len(q.Catalog) != len(later) {
				moved++
			}
			draft, _ := d.compose(t, after)
			if got, want := asJSON(t, hit.Framework), asJSON(t, draft.Framework); !draft.Accepted || got != want {
				r.Fatalf("%q\nkept     %s\ncomposer %s %v %v %v", q.Text, got, want, draft.Question, draft.Limit, draft.Unknown)
			}
		}
	})
	if hits == 0 || moved == 0 {
		t.Errorf("%d hits, %d with another catalog", hits, moved)
	}
}

// shaken is anna's home with up to three changes.
func shaken(r *rapid.T, label string) shown {
	w := anna()
	names := []string{"Backup", "Documenti", "manuale.pdf", "agenda.txt", "bozza.txt", "Mare 2022", "Prova", "Da leggere", "grandi", "pdf", "file"}
	for range rapid.IntRange(0, 3).Draw(r, label+" changes") {
		name := rapid.SampledFrom(names).Draw(r, label+" name")
		list := &w.dirs
		if rapid.Bool().Draw(r, label+" file") {
			list = &w.files
		}
		switch i := rapid.IntRange(0, len(*list)-1).Draw(r, label+" at"); rapid.IntRange(0, 2).Draw(r, label+" change") {
		case 0:
			*list = append(*list, (*list)[i]+"/"+name)
		case 1:
			*list = append((*list)[:i:i], (*list)[i+1:]...)
		case 2:
			(*list)[i] = name
		}
	}
	return shown(w)
}

// shown is a world that can be compared as JSON.
type shown world

func (w shown) Folder(s string) []string                    { return world(w).Folder(s) }
func (w shown) File(s string) []string                      { return world(w).File(s) }
func (w shown) Inside(s string, deep bool) ([]string, bool) { return world(w).Inside(s, deep) }
func (w shown) Near(s string) []string                      { return world(w).Near(s) }
func (w shown) MarshalJSON() ([]byte, error)                { return json.Marshal([2][]string{w.dirs, w.files}) }
