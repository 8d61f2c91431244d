package precedent

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent/sentence"
)

var ctx = context.Background()

func (b *bench) feedback(t testing.TB, turn string, v Verdict) {
	t.Helper()
	if known, err := b.Feedback(ctx, "anna", turn, v); err != nil || !known {
		t.Fatalf("%s on %q: known %v, %v", v, turn, known, err)
	}
}

// learnt records a plan for a sentence, by a turn.
func (b *bench) learnt(t testing.TB, turn, text string, f plan.Framework) {
	t.Helper()
	q := said(text)
	run := went(q, f)
	run.Turn = turn
	if why := b.record(t, q, run); why != Stored {
		t.Fatal(text, why)
	}
}

// served takes a turn whose plan came from the book.
func (b *bench) served(t testing.TB, turn, text string, hit Hit) {
	t.Helper()
	q := said(text)
	origin := core.FromFastpath
	if hit.Level == Alike {
		origin = core.FromAutopath
	}
	run := Run{Turn: turn, Framework: hit.Framework, Origin: origin, Proposed: hit.Proposed, Key: hit.Key, Outcome: well(q, hit.Framework)}
	if why := b.record(t, q, run); why != Stored {
		t.Fatal(text, why)
	}
}

func TestBadVerdicts(t *testing.T) {
	b := newBench()
	texts := []string{"mostra i processi fermi", "mostra i processi vecchi", "mostra i processi lenti", "mostra i processi morti"}
	for i, text := range texts {
		b.learnt(t, fmt.Sprint(i), text, one("list_processes", args{}))
	}
	form := one("list_processes", args{})
	for i := range 3 {
		b.feedback(t, fmt.Sprint(i), Bad)
		b.feedback(t, fmt.Sprint(i), Bad) // the same vote again counts once
		if _, ok := b.exact(t, said(texts[i])); ok {
			t.Errorf("%q is served after a bad verdict", texts[i])
		}
		_, ok := b.exact(t, said(texts[3]))
		excluded, err := b.Excluded(ctx, "anna", "it", form)
		if want := i == 2; ok == want || excluded != want || err != nil {
			t.Errorf("after %d bad verdicts: served %v, excluded %v %v", i+1, ok, excluded, err)
		}
	}
	if why := b.record(t, said("mostra i processi rossi"), went(said("mostra i processi rossi"), form)); why != Excluded {
		t.Errorf("kept an excluded form: %q", why)
	}
	for _, other := range []struct {
		owner core.Owner
		lang  string
		form  plan.Framework
	}{{"luca", "it", form}, {"anna", "en", form}, {"anna", "it", one("list_processes", args{"all": true})}, {"anna", "it", plan.Framework{Steps: form.Steps, FinalMessage: "x"}}} {
		if excluded, err := b.Excluded(ctx, other.owner, other.lang, other.form); excluded || err != nil {
			t.Errorf("%+v is excluded too: %v", other, err)
		}
	}
	b.clock.pass(30*24*time.Hour - time.Second)
	b.learntAgain(t, texts[3], false)
	b.clock.pass(time.Second)
	b.learntAgain(t, texts[3], true)
	b.feedback(t, "again "+texts[3], Bad) // the count begins anew
	if excluded, _ := b.Excluded(ctx, "anna", "it", form); excluded {
		t.Error("one bad verdict after the rest excludes")
	}
}

// learntAgain records and asks: whether it is served tells whether the form is excluded.
func (b *bench) learntAgain(t testing.TB, text string, want bool) {
	t.Helper()
	q := said(text)
	run := went(q, one("list_processes", args{}))
	run.Turn = "again " + text
	b.record(t, q, run)
	if _, ok := b.exact(t, q); ok != want {
		t.Errorf("%q is served: %v, want %v", text, ok, want)
	}
}

func TestVerdictsChange(t *testing.T) {
	b := newBench()
	form := one("list_processes", args{})
	for i := range 3 {
		b.learnt(t, fmt.Sprint(i), fmt.Sprintf("mostra i processi x%dx", i), form)
		b.feedback(t, fmt.Sprint(i), Bad)
	}
	b.feedback(t, "1", Good)
	if excluded, _ := b.Excluded(ctx, "anna", "it", form); excluded {
		t.Error("two bad verdicts exclude")
	}
	b.feedback(t, "1", Bad)
	if excluded, _ := b.Excluded(ctx, "anna", "it", form); !excluded {
		t.Error("three bad verdicts do not exclude")
	}
	// A vote said twice is one: what was made since stays.
	b.learnt(t, "4", "mostra i messaggi", one("read_messages", args{}))
	b.feedback(t, "4", Bad)
	b.learnt(t, "5", "mostra i messaggi", one("read_messages", args{}))
	b.feedback(t, "4", Bad)
	if _, ok := b.exact(t, said("mostra i messaggi")); !ok {
		t.Error("the second click forgot the plan of another turn")
	}
	if known, err := b.Feedback(ctx, "anna", "nobody's", Bad); known || err != nil {
		t.Errorf("a turn nobody took: %v %v", known, err)
	}
	if known, err := b.Feedback(ctx, "luca", "1", Bad); known || err != nil {
		t.Errorf("another owner's turn: %v %v", known, err)
	}
}

func TestRepeat(t *testing.T) {
	b := newBench()
	b.learnt(t, "1", "mostra i processi", one("list_processes", args{}))
	b.feedback(t, "1", Repeat)
	if _, ok := b.exact(t, said("mostra i processi")); ok {
		t.Error("the same plan again, though another try was asked for")
	}
	b.clock.pass(time.Hour - time.Second)
	if _, ok := b.exact(t, said("mostra i processi")); ok {
		t.Error("the same plan again within the hour")
	}
	b.clock.pass(time.Second)
	if _, ok := b.exact(t, said("mostra i processi")); !ok {
		t.Error("the row is gone after the hour")
	}
}

// TestVerdictOnWhatIsNotKept: a verdict counts also when the plan could not be kept.
func TestVerdictOnWhatIsNotKept(t *testing.T) {
	b := newBench()
	form := one("list_processes", args{})
	for i := range 3 {
		q := said("mostra i processi di ieri")
		run := went(q, form)
		run.Turn = fmt.Sprint(i)
		if why := b.record(t, q, run); why != ClockBound {
			t.Fatal(why)
		}
		b.feedback(t, run.Turn, Bad)
	}
	if excluded, _ := b.Excluded(ctx, "anna", "it", form); !excluded {
		t.Error("three bad verdicts do not exclude")
	}
}

func TestChampion(t *testing.T) {
	b := newBench()
	b.learnt(t, "1", "mostra i processi e le persone", one("list_processes", args{}))
	again := said("fammi vedere le persone e i processi")
	if _, ok := b.exact(t, again); ok {
		t.Fatal("level 0 takes another order of words")
	}
	if _, ok := b.similar(t, again); ok {
		t.Fatal("served though nobody approved")
	}
	b.feedback(t, "1", Good)
	hit, ok := b.similar(t, again)
	if !ok || hit.Level != Alike || !hit.Proposed {
		t.Fatalf("not served after a good verdict: %v %+v", ok, hit)
	}
	for text, found := range map[string]bool{
		"mostra i processi e i messaggi": false, "non mostrare le persone e i processi": false, "mostra 3 persone e i processi": false,
		"le persone e i processi mostra": true, "potresti mostrarmi le persone e i processi, grazie": true,
	} {
		if _, ok := b.similar(t, said(text)); ok != found {
			t.Errorf("%q: %v", text, ok)
		}
	}
	b.learnt(t, "1 again", "mostra i processi e le persone", one("list_processes", args{}))
	if _, ok := b.similar(t, again); !ok {
		t.Error("made once more, it is no champion any more")
	}
	// Another plan of the cluster, approved twice, is better.
	b.learnt(t, "2", "fammi vedere le persone e i processi", one("list_processes", args{"all": true}))
	b.feedback(t, "2", Good)
	b.learnt(t, "3", "le persone e i processi, mostra", one("list_processes", args{"all": true}))
	b.feedback(t, "3", Good)
	if hit, _ := b.similar(t, again); hit.Framework.Steps[0].Args["all"] != true {
		t.Errorf("the better plan is not the champion: %+v", hit)
	}
	// A bad verdict on a turn it served demotes it; the other one is champion again.
	best, _ := b.similar(t, again)
	b.served(t, "4", again.Text, best)
	b.feedback(t, "4", Bad)
	if hit, ok := b.similar(t, again); !ok || hit.Framework.Steps[0].Args["all"] == true {
		t.Errorf("the demoted plan serves: %v %+v", ok, hit)
	}
}

// TestLikenessFloors: words that hold a sentence together count a little; past the floors two sentences are not alike.
func TestLikenessFloors(t *testing.T) {
	for _, tc := range []struct {
		again string
		found bool
	}{
		{"ci sono processi", true},
		{"ci sono, ho, hanno processi", true},                         // 0.92 .. 0.87, in the same order
		{"ci sono, ho, hanno, sia, era, abbiamo, ha processi", false}, // below
	} {
		b := newBench()
		b.learnt(t, "1", "processi", one("list_processes", args{}))
		b.feedback(t, "1", Good)
		if _, ok := b.similar(t, said(tc.again)); ok != tc.found {
			t.Errorf("%q: %v at %.3f", tc.again, ok, likeness(tc.again, "processi"))
		}
	}
	for text, want := range map[string]float64{"ci sono processi": 0.92, "ci sono, ho, hanno processi": 0.87, "ci sono, ho, hanno, sia, era, abbiamo, ha processi": 0} {
		r, k := sentence.Read(text, "it"), sentence.Read("processi", "it")
		if got := likeness(text, "processi"); got < want || want < 0.92 && got >= 0.92 || want == 0 && got >= 0.87 || r.Bag() != k.Bag() {
			t.Errorf("%q is alike by %.3f: the case tests nothing", text, got)
		}
	}
	// In another order the floor is higher.
	b := newBench()
	b.learnt(t, "1", "processi persone", one("list_processes", args{}))
	b.feedback(t, "1", Good)
	for again, found := range map[string]bool{
		"persone processi": true, "ho, hanno, sono, sia, era, erano, ha, abbiamo, processi persone": true, "ho, hanno, sono, sia, era, erano, ha, abbiamo, persone processi": false,
	} {
		if _, ok := b.similar(t, said(again)); ok != found {
			t.Errorf("%q: %v at %.3f", again, ok, likeness(again, "processi persone"))
		}
	}
}

func likeness(a, b string) float64 {
	r, k := sentence.Read(a, "it"), sentence.Read(b, "it")
	return r.Terms.Cosine(k.Terms)
}

func long(tail string) plan.Framework {
	f := plan.Framework{Steps: []plan.Step{{Tool: "list_processes", Args: args{}}, {Tool: "filter_entries", Args: args{"from_step": 1}},
		{Tool: "sort_entries", Args: args{"from_step": 2}}}}
	if tail != "" {
		f.Steps = append(f.Steps, plan.Step{Tool: tail, Args: args{"from_step": 3}})
	}
	return f
}

// TestShadow: a costly plan made twice serves before anybody approved it, as long as it only looks.
func TestShadow(t *testing.T) {
	for name, tc := range map[string]struct {
		plan  plan.Framework
		times int
		found bool
	}{
		"twice, four steps":    {long("describe_entries"), 2, true},
		"once":                 {long("describe_entries"), 1, false},
		"three steps":          {long(""), 2, false},
		"something is changed": {long("delete_messages"), 2, false},
	} {
		b := newBench()
		texts := []string{"mostra i processi e le persone", "le persone e i processi, mostra"}
		for i := range tc.times {
			b.learnt(t, fmt.Sprint(i), texts[i], tc.plan)
		}
		again := said("mostrami le persone e i processi")
		if hit, ok := b.similar(t, again); ok != tc.found || ok && hit.Level != Alike {
			t.Errorf("%s: served %v", name, ok)
		}
		if tc.found { // a champion leaves no room for a shadow
			b.learnt(t, "c", "fammi vedere le persone e i processi", one("list_processes", args{}))
			b.feedback(t, "c", Good)
			if hit, ok := b.similar(t, again); !ok || len(hit.Framework.Steps) != 1 {
				t.Errorf("%s: the shadow serves beside a champion", name)
			}
		}
	}
}

// TestShadowThatDisappointed serves no more.
func TestShadowThatDisappointed(t *testing.T) {
	b := newBench()
	b.learnt(t, "0", "mostra i processi e le persone", long("describe_entries"))
	b.learnt(t, "1", "le persone e i processi, mostra", long("describe_entries"))
	again := said("mostrami le persone e i processi")
	if _, ok := b.similar(t, again); !ok {
		t.Fatal("no shadow")
	}
	b.feedback(t, "0", Bad)
	if _, ok := b.similar(t, again); ok {
		t.Error("served after a bad verdict")
	}
}

func TestFail(t *testing.T) {
	b := newBench()
	b.learnt(t, "1", "mostra i processi e le persone", one("list_processes", args{}))
	b.feedback(t, "1", Good)
	hit, _ := b.exact(t, said("mostra i processi e le persone"))
	if err := b.Fail(ctx, "anna", hit.Key); err != nil {
		t.Fatal(err)
	}
	if _, ok := b.exact(t, said("mostra i processi e le persone")); ok {
		t.Error("level 0 serves a plan that failed")
	}
	again := said("le persone e i processi, mostra")
	fail := func() {
		t.Helper()
		hit, ok := b.similar(t, again)
		if !ok {
			t.Fatal("level 1 forgot")
		}
		if err := b.Fail(ctx, "anna", hit.Key); err != nil {
			t.Fatal(err)
		}
	}
	fail()
	fail()
	hit, _ = b.similar(t, again)
	b.served(t, "2", again.Text, hit) // it works again: failures in a row count
	fail()
	fail()
	fail()
	if _, ok := b.similar(t, again); ok {
		t.Error("served after failing for the third time in a row")
	}
	for _, key := range []string{"0/it/x/y", "1/it/x/y", ""} {
		if err := b.Fail(ctx, "anna", key); err != nil {
			t.Errorf("%q: %v", key, err)
		}
	}
	if n := b.shelf.count("anna", "1/it/x"); n != 0 {
		t.Error("a failure made a row")
	}
}

// TestUseIsCounted: what goes well counts, what does not leaves the row as it was.
func TestUseIsCounted(t *testing.T) {
	b := newBench()
	b.learnt(t, "1", "mostra i processi", one("list_processes", args{}))
	hit, _ := b.exact(t, said("mostra i processi"))
	b.clock.pass(time.Hour)
	b.served(t, "2", "mostra i processi", hit)
	row, _, _ := b.shelf.Get("anna", hit.Key)
	if row.Plan.Uses != 1 || !row.Plan.Used.Equal(noon.Add(time.Hour)) || !row.Plan.Made.Equal(noon) {
		t.Errorf("%+v", row.Plan)
	}
	b.learnt(t, "2 again", "mostra i processi", one("list_processes", args{})) // the book had it, and it was made again all the same
	if row, _, _ = b.shelf.Get("anna", hit.Key); row.Plan.Uses != 1 || !row.Plan.Made.Equal(noon) {
		t.Errorf("%+v", row.Plan)
	}
	q := said("mostra i processi")
	failed := Run{Turn: "3", Framework: hit.Framework, Origin: core.FromFastpath, Key: hit.Key, Outcome: core.Outcome{Kind: core.Error}}
	b.clock.pass(time.Hour)
	if why := b.record(t, q, failed); why != NotAnswered {
		t.Errorf("%q", why)
	}
	row, _, _ = b.shelf.Get("anna", hit.Key)
	if row.Plan.Uses != 1 || !row.Plan.Used.Equal(noon.Add(time.Hour)) {
		t.Errorf("a use that failed counts: %+v", row.Plan)
	}
	b.feedback(t, "2", Bad)
	if _, ok := b.exact(t, q); ok {
		t.Error("a bad verdict on a turn it served leaves it")
	}
	b.learnt(t, "4", "mostra i processi", one("list_processes", args{})) // made anew: what the old one was used is gone with it
	b.learnt(t, "5", "mostra i processi", one("list_processes", args{}))
	if row, _, _ = b.shelf.Get("anna", hit.Key); row.Plan.Uses != 0 {
		t.Errorf("%+v", row.Plan)
	}
}

func TestSweep(t *testing.T) {
	for name, tc := range map[string]struct {
		used bool
		vote Verdict
		age  time.Duration
		same int // rows of level 0 left
		like int
	}{
		"not used, 13 days":     {false, "", 14*day - time.Second, 1, 1},
		"not used, 14 days":     {false, "", 14 * day, 0, 1},
		"used, 29 days":         {true, "", 30*day - time.Second, 1, 1},
		"used, 30 days":         {true, "", 30 * day, 0, 1},
		"approved, 89 days":     {false, Good, 90*day - time.Second, 0, 1},
		"approved, 90 days":     {false, Good, 90 * day, 0, 0},
		"demoted, 29 days":      {false, Bad, 30*day - time.Second, 0, 1},
		"demoted, 30 days":      {false, Bad, 30 * day, 0, 0},
		"nobody voted, 90 days": {false, "", 90 * day, 0, 0},
	} {
		b := newBench()
		b.learnt(t, "1", "mostra i processi", one("list_processes", args{}))
		if tc.used {
			hit, _ := b.exact(t, said("mostra i processi"))
			b.served(t, "2", "mostra i processi", hit)
		}
		if tc.vote != "" {
			b.feedback(t, "1", tc.vote)
		}
		if err := b.Sweep(ctx, noon.Add(tc.age)); err != nil {
			t.Fatal(err)
		}
		if same, like := b.shelf.count("anna", "0/"), b.shelf.count("anna", "1/"); same != tc.same || like != tc.like {
			t.Errorf("%s: %d and %d rows are left, want %d and %d", name, same, like, tc.same, tc.like)
		}
		if err := b.Sweep(ctx, noon.Add(1000*day)); err != nil {
			t.Fatal(err)
		}
		if n := b.shelf.count("anna", ""); n != 0 {
			t.Errorf("%s: %d rows stay for ever", name, n)
		}
	}
}

// TestLeastRecentlyUsedGo: an owner keeps so many plans, without waiting for a sweep, and another owner's are not theirs.
func TestLeastRecentlyUsedGo(t *testing.T) {
	b := newBench()
	q := said("mostra i processi")
	q.Owner = "luca"
	b.record(t, q, went(q, one("list_processes", args{})))
	text := func(i int) string { return fmt.Sprintf("mostra i processi numero x%dx", i) }
	for i := range maxSame {
		b.clock.pass(time.Second)
		b.learnt(t, fmt.Sprint(i), text(i), one("list_processes", args{}))
	}
	b.clock.pass(time.Second)
	hit, _ := b.exact(t, said(text(0)))
	b.served(t, "again", text(0), hit)
	b.learnt(t, "one more", "mostra i processi e i messaggi", one("list_processes", args{}))
	if n := b.shelf.count("anna", "0/"); n != maxSame-maxSame*room/100 {
		t.Errorf("%d rows", n)
	}
	for i, found := range map[int]bool{0: true, 1: false, maxSame - 1: true} { // the first was used again, the second is the oldest
		if _, ok := b.exact(t, said(text(i))); ok != found {
			t.Errorf("row %d: %v", i, ok)
		}
	}
	if _, ok := b.exact(t, q); !ok {
		t.Error("another owner's row is gone")
	}
}

// TestUnvotedAreBounded: what nobody voted on is bounded, what somebody approved stays.
func TestUnvotedAreBounded(t *testing.T) {
	gone := map[string]time.Time{}
	var rows []aged
	for i := range maxUnvoted + 3 {
		rows = append(rows, aged{fmt.Sprint("1/", i), noon.Add(-time.Duration(i) * time.Second)})
	}
	surplus(gone, rows, maxUnvoted)
	if len(gone) != 3 || gone[fmt.Sprint("1/", maxUnvoted+2)].IsZero() {
		t.Errorf("%v", gone)
	}
}
