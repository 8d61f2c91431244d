package precedent

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/compose"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/roster"
	"github.com/metnos/metnos/core/precedent/sentence"
	"github.com/metnos/metnos/core/store"
)

// TestExecutorsChange: a plan is used again only by the executors it was made for, among those it was chosen from.
func TestExecutorsChange(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*Query)
		found  bool
	}{
		"nothing":              {func(*Query) {}, true},
		"its digest":           {func(q *Query) { q.Catalog[0].Manifest.Plugin.Digest = "sha256:other" }, false},
		"its version":          {func(q *Query) { q.Catalog[0].Manifest.Version = "1.0.1" }, false},
		"who signed it":        {func(q *Query) { q.Catalog[0].SignedBy = "somebody" }, false},
		"it is gone":           {func(q *Query) { q.Catalog = q.Catalog[1:] }, false},
		"the catalog is empty": {func(q *Query) { q.Catalog = nil }, false},
		"a sibling":            {func(q *Query) { q.Catalog = append(q.Catalog, executor("find_processes", "read_only", nil)) }, false},
		"a variant":            {func(q *Query) { q.Catalog = append(q.Catalog, executor("list_processes_web", "read_only", nil)) }, false},
		"one for any list":     {func(q *Query) { q.Catalog = append(q.Catalog, executor("group_entries", "read_only", nil)) }, false},
		"one whose phrase is said": {func(q *Query) {
			e := executor("get_signatures", "read_only", nil)
			e.Manifest.Affinity = map[string][]string{"it": {"i processi"}}
			q.Catalog = append(q.Catalog, e)
		}, false},
		"one whose phrase is not": {func(q *Query) {
			e := executor("get_signatures", "read_only", nil)
			e.Manifest.Affinity = map[string][]string{"it": {"processi firmati", "processi"}, "en": {"i processi"}}
			q.Catalog = append(q.Catalog, e)
		}, true},
		"one for something else": {func(q *Query) { q.Catalog = append(q.Catalog, executor("find_places", "read_only", nil)) }, true},
		"one that changes":       {func(q *Query) { q.Catalog = append(q.Catalog, executor("delete_processes", "mutating", nil)) }, true},
		"another's digest":       {func(q *Query) { q.Catalog[1].Manifest.Plugin.Digest = "sha256:other" }, true},
		"the epoch":              {func(q *Query) { q.Epoch = "1.1" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench()
			learned := said("mostra i processi")
			b.record(t, learned, went(learned, one("list_processes", args{})))
			if _, err := b.Feedback(context.Background(), "anna", "turn of mostra i processi", Good); err != nil {
				t.Fatal(err)
			}
			q := said("mostra i processi")
			tc.change(&q)
			if _, ok := b.similar(t, q); ok != tc.found {
				t.Errorf("level 1: %v, want %v", ok, tc.found)
			}
			if _, ok := b.exact(t, q); ok != tc.found {
				t.Errorf("level 0: %v, want %v", ok, tc.found)
			}
			if n := b.shelf.count("anna", "0/"); (n == 1) != tc.found {
				t.Errorf("%d rows of level 0 are left", n)
			}
			if n := b.shelf.count("anna", "1/"); n != 1 {
				t.Errorf("level 1 forgot: %d", n)
			}
		})
	}
}

// TestEmptySignatures: a row that says nothing of what it was made from serves nothing.
func TestEmptySignatures(t *testing.T) {
	for name, empty := range map[string]func(*Kept){
		"executors": func(k *Kept) { k.Executors = "" }, "families": func(k *Kept) { k.Families = "" },
		"the plan": func(k *Kept) { k.Framework.Steps = nil },
	} {
		b := newBench()
		q := said("mostra i processi")
		b.record(t, q, went(q, one("list_processes", args{})))
		key := (&asked{Query: q, Sentence: sentence.Read(q.Text, q.Lang), shape: "none"}).same()
		if err := b.change("anna", key, empty); err != nil {
			t.Fatal(err)
		}
		if _, ok := b.exact(t, q); ok {
			t.Errorf("served without %s", name)
		}
	}
}

// TestServedPlanDoesWhatIsAsked: a kept plan that does less than the sentence asks is not served.
func TestServedPlanDoesWhatIsAsked(t *testing.T) {
	b := newBench()
	q := said("mostra i processi e manda i messaggi")
	f := plan.Framework{Steps: []plan.Step{{Tool: "list_processes", Args: args{}}, {Tool: "send_messages", Args: args{}}}}
	if why := b.record(t, q, went(q, f)); why != Stored {
		t.Fatal(why)
	}
	key := (&asked{Query: q, Sentence: sentence.Read(q.Text, q.Lang), shape: "none"}).same()
	shorter := one("list_processes", args{})
	sign, _ := roster.Executors(q.Catalog, RoutingEpoch+" "+q.Epoch, shorter)
	r := sentence.Read(q.Text, q.Lang)
	if err := b.change("anna", key, func(k *Kept) {
		k.Framework, k.Executors, k.Families = shorter, sign, roster.New(q.Catalog).Families(&r, shorter)
	}); err != nil {
		t.Fatal(err)
	}
	if _, ok := b.exact(t, q); ok {
		t.Error("served a plan that sends nothing")
	}
}

// TestConversationBefore: the earlier result a plan may depend on is the same, or the plan is not used.
func TestConversationBefore(t *testing.T) {
	before := func(tool string, count int, fields ...string) *plan.Previous {
		p := &plan.Previous{Tool: tool, Count: count, Fields: map[string]string{}, Framework: one(tool, args{})}
		for _, f := range fields {
			p.Fields[f] = "text"
		}
		return p
	}
	b := newBench()
	q := said("mostra i processi")
	q.Previous = before("list_processes", 4, "name", "pid")
	b.record(t, q, went(q, one("list_processes", args{})))
	for name, tc := range map[string]struct {
		p     *plan.Previous
		found bool
	}{
		"the same":     {before("list_processes", 4, "pid", "name"), true},
		"more of them": {before("list_processes", 9, "pid", "name"), true},
		"one":          {before("list_processes", 1, "pid", "name"), false},
		"none":         {before("list_processes", 0, "pid", "name"), false},
		"nothing":      {nil, false},
		"another tool": {before("read_messages", 4, "pid", "name"), false},
		"fields":       {before("list_processes", 4, "pid"), false},
	} {
		q.Previous = tc.p
		if _, ok := b.exact(t, q); ok != tc.found {
			t.Errorf("%s: found %v", name, ok)
		}
	}
	// The same request after something else has a plan of its own beside that one.
	q.Previous = nil
	b.record(t, q, went(q, one("list_processes", args{"all": true})))
	for _, p := range []*plan.Previous{nil, before("list_processes", 4, "name", "pid")} {
		q.Previous = p
		if hit, ok := b.exact(t, q); !ok || (hit.Framework.Steps[0].Args["all"] == true) != (p == nil) {
			t.Errorf("after %v: %v %v", p, ok, hit.Framework)
		}
	}
	// "e i processi?" goes on from the plan before, whatever its result looks like.
	q = said("e i processi?")
	q.Previous = before("read_messages", 4)
	b.record(t, q, went(q, one("list_processes", args{})))
	if _, ok := b.exact(t, q); !ok {
		t.Error("not found after the same plan")
	}
	q.Previous = before("read_messages", 4)
	q.Previous.Framework = one("read_messages", args{"all": true})
	if _, ok := b.exact(t, q); ok {
		t.Error("found after another plan")
	}
}

// TestHomeAndFresh: another home folder, or a conversation that goes on from a dialog, has no precedents.
func TestHomeAndFresh(t *testing.T) {
	b := newBench()
	q := said("mostra i processi")
	b.record(t, q, went(q, one("list_processes", args{})))
	for name, change := range map[string]func(*Query){
		"another home": func(q *Query) { q.Home = "/home/luca" }, "fresh": func(q *Query) { q.Fresh = true },
		"a secret": func(q *Query) { q.Text += " <REDACTED:cred>" }, "another language": func(q *Query) { q.Lang = "en" },
	} {
		other := q
		change(&other)
		if _, ok := b.exact(t, other); ok {
			t.Errorf("%s: found", name)
		}
	}
	if _, ok := b.exact(t, q); !ok {
		t.Error("the row is gone")
	}
	if _, _, err := b.Exact(context.Background(), Query{Lang: "it", Text: "mostra i processi"}); err == nil {
		t.Error("answered without an owner")
	}
}

// TestHosts: a plan is used again on the machine it was made for, and says itself where no step runs.
func TestHosts(t *testing.T) {
	b := newBench()
	for _, host := range []plan.Host{"", "laptop"} {
		q := said("mostra i processi")
		q.Host = host
		f := one("list_processes", args{"all": host != ""})
		f.Steps[0].Host = host
		run := went(q, f)
		run.Turn = "on " + string(host)
		if why := b.record(t, q, run); why != Stored || f.Steps[0].Host != host {
			t.Fatal(why, f)
		}
		if _, err := b.Feedback(context.Background(), "anna", run.Turn, Good); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"mostra i processi", "fammi vedere i processi"} {
		for host, found := range map[plan.Host]bool{"": true, "laptop": true, "phone": false} {
			q := said(text)
			q.Host = host
			for _, find := range []func(testing.TB, Query) (Hit, bool){b.exact, b.similar} {
				hit, ok := find(t, q)
				if ok != found || ok && (hit.Framework.Steps[0].Host != "" || hit.Framework.Steps[0].Args["all"] != (host != "")) {
					t.Errorf("%q on %q: %v %+v", text, host, ok, hit.Framework)
				}
			}
		}
	}
}

// TestWorldChanges: a folder is renamed, a second file of the name appears, so that the composer would ask.
func TestWorldChanges(t *testing.T) {
	catalog := realCatalog(t)
	for name, tc := range map[string]struct {
		text   string
		change func(*world)
	}{
		"a folder is renamed":         {"quanti pdf ci sono in Backup?", func(w *world) { w.dirs = slices.DeleteFunc(w.dirs, func(d string) bool { return d == "Backup" }) }},
		"a second folder of the name": {"quanti pdf ci sono in Vecchi?", func(w *world) { w.dirs = append(w.dirs, "Musica/Vecchi") }},
		"a second file of the name":   {"leggi agenda.txt", func(w *world) { w.files = append(w.files, "Backup/agenda.txt") }},
		"a folder of the word":        {"sposta i pdf di Downloads in Nuova", func(w *world) { w.dirs = append(w.dirs, "Video/Nuova") }},
		"a folder spelt nearly so":    {"sposta i pdf di Downloads in Fatture", func(w *world) { w.dirs = append(w.dirs, "Fattura") }},
	} {
		t.Run(name, func(t *testing.T) {
			d := desk{newBench(), compose.New()}
			q := Query{Owner: "anna", Lang: "it", Text: tc.text, Now: noon, Zone: time.UTC, Home: home, Places: anna(), Catalog: catalog}
			draft, why := d.learn(t, q)
			if why != Stored {
				t.Fatal(why, draft.Question)
			}
			hit, ok := d.exact(t, q)
			if !ok || asJSON(t, hit.Framework) != asJSON(t, draft.Framework) {
				t.Fatalf("the same world: %v %s", ok, asJSON(t, hit.Framework))
			}
			after := anna()
			tc.change(&after)
			q.Places = after
			if _, ok := d.exact(t, q); ok {
				t.Error("used in another world")
			}
			if now, _ := d.compose(t, q); asJSON(t, now.Framework) == asJSON(t, draft.Framework) {
				t.Error("the composer sees no difference: the case tests nothing")
			}
			q.Places = anna()
			if _, ok := d.exact(t, q); !ok {
				t.Error("not used when the world is as it was")
			}
			q.Places = nil
			if _, ok := d.exact(t, q); ok {
				t.Error("used where nobody can ask")
			}
		})
	}
}

// TestPlacesAreWrittenAnyhow: a folder that is there is found however it is written.
func TestPlacesAreWrittenAnyhow(t *testing.T) {
	d := desk{newBench(), compose.New()}
	q := Query{Owner: "anna", Lang: "it", Text: "quanti pdf ci sono in Documenti?", Now: noon, Zone: time.UTC, Home: home, Places: anna(), Catalog: realCatalog(t)}
	if _, why := d.learn(t, q); why != Stored {
		t.Fatal(why)
	}
	q.Text = "Quanti PDF ci sono in documenti"
	if _, ok := d.exact(t, q); !ok {
		t.Error("not found in other letters")
	}
}

// TestHitsAreTheOwnersOwn: a hit is only ever for the same owner and language.
func TestHitsAreTheOwnersOwn(t *testing.T) {
	texts := []string{"mostra i processi", "fammi vedere i processi", "mostra i processi fermi", "show the processes", "show me the processes", "cancella i messaggi"}
	owners := []core.Owner{"anna", "anna/it", "luca", "host"}
	hits := 0
	rapid.Check(t, func(r *rapid.T) {
		b := newBench()
		query := func() (Query, plan.Framework) {
			q := said(rapid.SampledFrom(texts).Draw(r, "text"))
			q.Owner, q.Lang = rapid.SampledFrom(owners).Draw(r, "owner"), rapid.SampledFrom([]string{"it", "en"}).Draw(r, "lang")
			f := one("list_processes", args{})
			if strings.HasPrefix(q.Text, "cancella") {
				f = one("delete_messages", args{})
			}
			f.FinalMessage = string(q.Owner) + " " + q.Lang
			return q, f
		}
		for range 12 {
			q, f := query()
			run := went(q, f)
			run.Turn = string(q.Owner) + q.Lang + q.Text
			b.record(t, q, run)
			if rapid.Bool().Draw(r, "approved") {
				if _, err := b.Feedback(context.Background(), q.Owner, run.Turn, Good); err != nil {
					r.Fatal(err)
				}
			}
			asks, want := query()
			for _, find := range []func(testing.TB, Query) (Hit, bool){b.exact, b.similar} {
				if hit, ok := find(t, asks); ok {
					if hits++; hit.Framework.FinalMessage != want.FinalMessage {
						r.Fatalf("%s in %s was given the plan of %s", asks.Owner, asks.Lang, hit.Framework.FinalMessage)
					}
				}
			}
		}
	})
	if hits == 0 {
		t.Error("no hits")
	}
}

// TestOnTheStore: the book works on the store it is made for.
func TestOnTheStore(t *testing.T) {
	s, err := store.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	c := &clock{t: noon}
	b := &bench{Book: New(store.TableOf[Row](s, "precedents"), c.now), clock: c}
	q := said("mostra i processi fermi")
	f := one("list_processes", args{"limit": 3, "all": true})
	if why := b.record(t, q, went(q, f)); why != Stored {
		t.Fatal(why)
	}
	hit, ok := b.exact(t, q)
	if !ok || asJSON(t, hit.Framework) != asJSON(t, f) || !hit.Proposed || hit.Level != Same || hit.Lang != "it" {
		t.Fatalf("%v %+v", ok, hit)
	}
	if err := b.Fail(context.Background(), "anna", hit.Key); err != nil {
		t.Fatal(err)
	}
	if _, ok := b.exact(t, q); ok {
		t.Error("a plan that failed is still there")
	}
	if err := b.Sweep(context.Background(), noon.Add(200*day)); err != nil {
		t.Fatal(err)
	}
}

// TestConcurrently: many turns record, ask, judge and sweep at once.
func TestConcurrently(t *testing.T) {
	b := newBench()
	ctx := context.Background()
	catalogs := [][]core.Executor{office(), office()}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 40 {
				q := said(fmt.Sprintf("mostra i processi x%d", n%7))
				q.Owner, q.Catalog = core.Owner([]string{"anna", "luca"}[i%2]), catalogs[n%2]
				run := went(q, one("list_processes", args{}))
				run.Turn = fmt.Sprint(i, n)
				if _, err := b.Record(ctx, q, run); err != nil {
					t.Error(err)
				}
				hit, ok, err := b.Exact(ctx, q)
				if err != nil {
					t.Error(err)
				}
				if ok && hit.Framework.Steps[0].Tool != "list_processes" {
					t.Error("another plan")
				}
				if _, _, err := b.Similar(ctx, q); err != nil {
					t.Error(err)
				}
				if _, err := b.Feedback(ctx, q.Owner, run.Turn, []Verdict{Good, Bad, Repeat}[n%3]); err != nil {
					t.Error(err)
				}
				if n%10 == 0 {
					if err := b.Sweep(ctx, noon); err != nil {
						t.Error(err)
					}
				}
				if err := b.Fail(ctx, q.Owner, hit.Key); ok && err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// BenchmarkExact is a hit of level 0 among as many rows as an owner may have.
func BenchmarkExact(b *testing.B) {
	book := newBench()
	catalog := realCatalog(b)
	d := desk{book, compose.New()}
	query := func(text string) Query {
		return Query{Owner: "anna", Lang: "it", Text: text, Now: noon, Zone: time.UTC, Home: home, Places: anna(), Catalog: catalog}
	}
	for i := range maxSame - 1 {
		d.learn(b, query(fmt.Sprintf("trova i file che si chiamano nome%d in Documenti", i)))
	}
	q := query("sposta i pdf di Downloads in Archivio")
	if _, why := d.learn(b, q); why != Stored {
		b.Fatal(why)
	}
	if n := book.shelf.count("anna", "0/"); n != maxSame {
		b.Fatalf("%d rows", n)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := book.exact(b, q); !ok {
			b.Fatal("not found")
		}
	}
}
