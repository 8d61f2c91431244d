package precedent

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

type (
	args  = map[string]any
	props = map[string]manifest.Property
)

// executor is one that can be identified.
func executor(name, effect string, p props) core.Executor {
	m := &manifest.Manifest{Name: name, Version: "1.0.0", Args: manifest.Args{Properties: p}}
	m.Execution.Effect = effect
	m.Plugin.Digest = "sha256:" + name
	return core.Executor{Manifest: m, SignedBy: "release"}
}

var text = manifest.Property{Type: "string", Semantic: "text"}

// office is a catalog of executors the composer would not need a folder for.
func office() []core.Executor {
	return []core.Executor{
		executor("list_processes", "read_only", props{
			"query": {Type: "string", Semantic: "query"}, "status": {Type: "string", Enum: []any{"running", "stopped"}}, "limit": {Type: "integer", Default: 10},
			"order_by": {Type: "string", Semantic: "order_by", Enum: []any{"name", "memory"}}, "glob": {Type: "string", Semantic: "glob"},
			"paths": {Type: "array", Semantic: "paths"}, "filter": {Type: "object", Properties: props{"name": text}}, "all": {Type: "boolean"},
			"path": {Type: "string", Semantic: "folder"},
		}),
		executor("delete_messages", "mutating", props{"folder": {Type: "string"}, "all": {Type: "boolean"}, "state": {Type: "string", Enum: []any{"letti", "nuovi"}}}),
		executor("send_messages", "outbound", props{"to": {Type: "string", Semantic: "recipient"}, "body": text}),
		executor("read_messages", "read_only", props{}),
		executor("filter_entries", "read_only", props{}),
		executor("sort_entries", "read_only", props{}),
		executor("describe_entries", "read_only", props{}),
		executor("get_approval", "read_only", props{}),
		executor("read_sites", "read_only", props{}),
	}
}

func one(tool string, a args) plan.Framework {
	return plan.Framework{Steps: []plan.Step{{Tool: tool, Args: a}}}
}

func said(text string) Query {
	return Query{Owner: "anna", Lang: "it", Text: text, Now: noon, Zone: time.UTC, Home: home, Places: world{}, Catalog: office(), Epoch: "1.0"}
}

func went(q Query, f plan.Framework) Run {
	return Run{Turn: "turn of " + q.Text, Framework: f, Origin: core.FromPropose, Proposed: true, Lang: "it", Outcome: well(q, f), Watched: watchedNothing()}
}

func TestNeverKept(t *testing.T) {
	processes := one("list_processes", args{})
	for name, tc := range map[string]struct {
		text   string
		plan   plan.Framework
		change func(*Query, *Run)
		want   Reason
	}{
		"fine":                 {want: Stored},
		"a composed one":       {change: func(_ *Query, r *Run) { r.Origin = core.FromCompose }, want: Stored},
		"fresh":                {change: func(q *Query, _ *Run) { q.Fresh = true }, want: UnfitQuery},
		"no language":          {change: func(q *Query, _ *Run) { q.Lang = "" }, want: UnfitQuery},
		"nothing said":         {text: "  ", want: UnfitQuery},
		"a secret":             {text: "mostra i processi con <REDACTED:cred>", want: UnfitQuery},
		"a secret in the plan": {plan: one("list_processes", args{"filter": args{"name": "x <REDACTED:cred>"}}), want: UnfitQuery},
		"a long text":          {text: "mostra i processi " + strings.Repeat("ancora ", 400), want: UnfitQuery},
		"no steps":             {plan: plan.Framework{Steps: []plan.Step{}}, want: NoPlan},
		"only an answer":       {plan: one(plan.FinalAnswer, args{}), want: NoPlan},
		"route":                {change: func(_ *Query, r *Run) { r.Origin = core.FromRoute }, want: WrongOrigin},
		"resume":               {change: func(_ *Query, r *Run) { r.Origin = core.FromResume }, want: WrongOrigin},
		"tutor":                {change: func(_ *Query, r *Run) { r.Origin = core.FromTutor }, want: WrongOrigin},
		"schedule":             {change: func(_ *Query, r *Run) { r.Origin = core.FromSchedule }, want: WrongOrigin},
		"recovery":             {change: func(_ *Query, r *Run) { r.Origin = core.FromRecovery }, want: WrongOrigin},
		"no origin":            {change: func(_ *Query, r *Run) { r.Origin = "" }, want: WrongOrigin},
		"fastpath of no row":   {change: func(_ *Query, r *Run) { r.Origin = core.FromFastpath }, want: WrongOrigin},
		"question":             {change: func(_ *Query, r *Run) { r.Outcome.Kind = core.Ask }, want: NotAnswered},
		"consent pending":      {change: func(_ *Query, r *Run) { r.Outcome.Kind = core.Approval }, want: NotAnswered},
		"needs inputs":         {change: func(_ *Query, r *Run) { r.Outcome.Kind = core.NeedsInputs }, want: NotAnswered},
		"refused":              {change: func(_ *Query, r *Run) { r.Outcome.Kind = core.Refused }, want: NotAnswered},
		"error":                {change: func(_ *Query, r *Run) { r.Outcome.Kind = core.Error }, want: NotAnswered},
		"an item failed":       {change: func(_ *Query, r *Run) { r.Outcome.Effects.Failures = 1 }, want: Failed},
		"a step failed":        {change: func(_ *Query, r *Run) { r.Outcome.Steps[0].OK = false }, want: Failed},
		"a step told an error": {change: func(_ *Query, r *Run) { r.Outcome.Steps[0].ErrorClass = sdk.Timeout }, want: Failed},
		"a step did not run":   {change: func(_ *Query, r *Run) { r.Outcome.Steps = nil }, want: Partial},
		"an aside did not run": {plan: plan.Framework{Steps: []plan.Step{{Tool: "list_processes", Args: args{}}, {Tool: "list_processes", Args: args{}, Aside: true}}},
			change: func(_ *Query, r *Run) { r.Outcome.Steps = r.Outcome.Steps[:1] }, want: Stored},
		"uncertain": {change: func(_ *Query, r *Run) { r.Outcome.Effects.Uncertain = 1 }, want: Uncertain},
		"changed nothing": {text: "cancella i messaggi", plan: one("delete_messages", args{}),
			change: func(_ *Query, r *Run) { r.Outcome.Effects.Mutations = 0 }, want: ChangeNothing},
		"changed something":        {text: "cancella i messaggi", plan: one("delete_messages", args{}), want: Stored},
		"from the previous result": {plan: one("list_processes", args{"from_previous": true}), want: UsesPrevious},
		"a previous value":         {plan: one("list_processes", args{"query": "${previous.entries.0.name}"}), want: UsesPrevious},
		"consent tool":             {plan: one("get_approval", args{}), want: Consents},
		"a live page":              {plan: one("read_sites", args{}), want: Consents},
		"a date":                   {plan: one("list_processes", args{"filter": args{"name": "2025-06-18"}}), want: Dated},
		"a moment":                 {plan: one("list_processes", args{"query": "since 2025-06-18T08:00:00+02:00"}), want: Dated},
		"a date as people write":   {plan: one("list_processes", args{"query": "18/06/2025"}), want: Dated},
		"a time":                   {plan: one("list_processes", args{"query": "08:30"}), want: Dated},
		"a date deep inside":       {plan: one("list_processes", args{"paths": []any{args{"a": []any{"x 2025-06-18"}}}}), want: Dated},
		"a moving moment":          {text: "mostra i processi di ieri", want: ClockBound},
		"a moving moment, asked of the clock": {text: "mostra i processi di oggi",
			plan: one("list_processes", args{"query": "${RUNTIME:today}"}), want: Stored},
		"a number worked out from a date": {text: "mostra i processi del 3 marzo 2024", plan: one("list_processes", args{"limit": -472}), want: ClockBound},
		"a fixed moment":                  {text: "mostra i processi del 3 marzo 2024", want: Stored},
		"paths that were found":           {plan: one("list_processes", args{"paths": []any{home + "/a/x1.txt", home + "/b.txt"}}), want: PathList},
		"paths that were said": {text: "mostra i processi di x1.txt e b.txt",
			plan: one("list_processes", args{"paths": []any{home + "/a/x1.txt", home + "/b.txt"}}), want: Stored},
		"a verb nothing does":         {text: "mostra i processi e manda i messaggi", want: VerbMissing},
		"a verb of a name":            {text: "mostra i processi di manda.exe", want: Stored},
		"a verb that is a name":       {text: "mostra i processi di manda via", plan: one("list_processes", args{"query": "manda via"}), want: Stored},
		"a verb inside quotes":        {text: `mostra i processi "manda i messaggi"`, want: Stored},
		"a verb not to do":            {text: "mostra i processi ma non mandare i messaggi", want: Stored},
		"an executor that is not":     {plan: one("find_processes", args{}), want: NoExecutor},
		"an executor without digest":  {change: func(q *Query, _ *Run) { q.Catalog[0].Manifest.Plugin.Digest = "" }, want: NoExecutor},
		"places nobody watched":       {change: func(_ *Query, r *Run) { r.Watched = nil }, want: Unwatched},
		"no places to watch":          {change: func(q *Query, r *Run) { q.Places, r.Watched = nil, nil }, want: Stored},
		"the places asked for ever":   {change: func(_ *Query, r *Run) { r.Watched = curious() }, want: AskedTooMuch},
		"a plan with a book in it":    {plan: one("list_processes", args{"query": strings.Repeat("x", maxKept)}), want: TooLarge},
		"a plan that cannot be wrote": {plan: one("list_processes", args{"query": func() {}}), want: TooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench()
			q := said("mostra i processi")
			if tc.text != "" {
				q.Text = tc.text
			}
			f := processes
			if tc.plan.Steps != nil {
				f = tc.plan
			}
			run := went(q, f)
			if tc.change != nil {
				tc.change(&q, &run)
			}
			if got := b.record(t, q, run); got != tc.want {
				t.Fatalf("got %q, want %q", got, tc.want)
			}
			q.Fresh = false
			want := 0
			if tc.want == Stored {
				want = 1
			}
			if got := b.shelf.count("anna", "0/"); got != want {
				t.Errorf("%d rows", got)
			}
			if _, ok := b.exact(t, q); ok != (want == 1) {
				t.Errorf("served: %v", ok)
			}
		})
	}
}

func curious() *Watched {
	p, w := Watch(world{})
	for i := range maxAsked + 1 {
		p.Folder(strings.Repeat("x", i+1))
	}
	return w
}

// TestSpecific: what only one sentence said serves that sentence, written as it is, and no other.
func TestSpecific(t *testing.T) {
	for name, tc := range map[string]struct {
		text     string
		args     args
		specific bool
	}{
		"nothing":                     {"mostra i processi", args{}, false},
		"a closed value":              {"mostra i processi", args{"status": "running"}, false},
		"a default":                   {"mostra i processi", args{"limit": 10}, false},
		"a number it chose":           {"mostra i processi", args{"limit": 0}, false},
		"yes or no":                   {"mostra i processi", args{"all": true}, false},
		"everything":                  {"mostra i processi", args{"glob": "*"}, false},
		"the home":                    {"mostra i processi", args{"path": home}, false},
		"a reference":                 {"mostra i processi", args{"query": "${RUNTIME:actor}"}, false},
		"a query":                     {"mostra i processi", args{"query": "chrome"}, true},
		"a folder":                    {"mostra i processi", args{"path": home + "/Documenti"}, true},
		"a pattern":                   {"mostra i processi", args{"glob": "*.exe"}, true},
		"a name deep inside":          {"mostra i processi", args{"filter": args{"name": "chrome"}}, true},
		"a list":                      {"mostra i processi exe", args{"paths": []any{"exe"}}, true},
		"an order":                    {"mostra i processi", args{"order_by": "memory"}, true},
		"a number it said":            {"mostra 10 processi", args{"limit": 10}, true},
		"a number it made of":         {"mostra 10 processi", args{"limit": 11}, true},
		"text and reference":          {"mostra i processi", args{"query": "di ${RUNTIME:actor}"}, true},
		"an escaped dollar":           {"mostra i processi", args{"query": "$${x}"}, true},
		"an argument nobody declared": {"mostra i processi", args{"to": "luca"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench()
			q := said(tc.text)
			if why := b.record(t, q, went(q, one("list_processes", tc.args))); why != Stored {
				t.Fatal(why)
			}
			if _, ok := b.exact(t, q); !ok {
				t.Error("its own sentence does not find it")
			}
			reworded := said(strings.Replace(q.Text, "mostra", "fammi vedere", 1))
			if _, ok := b.exact(t, reworded); ok == tc.specific {
				t.Errorf("other words find it: %v", ok)
			}
			if n := b.shelf.count("anna", "1/"); (n == 0) != tc.specific {
				t.Errorf("%d rows of level 1", n)
			}
		})
	}
}

// TestSameRequest: what is the same request and what is not.
func TestSameRequest(t *testing.T) {
	const base = "mostra i processi della cartella Documenti"
	for text, same := range map[string]bool{
		base: true, "MOSTRA I PROCESSI DELLA CARTELLA DOCUMENTI": true, "mostra i processi della cartella Documenti?": true, "  mostra  i processi della cartella Documenti ...": true,
		"per favore mostra i processi della cartella Documenti": true, "Ciao, mostra i processi della cartella Documenti, grazie mille!": true,
		"mostra processi della cartella Documenti":       true,
		"non mostra i processi della cartella Documenti": false, "mostra il processo della cartella Documenti": false, "mostra un processo della cartella Documenti": false,
		"mostra 2 processi della cartella Documenti": false, "mostra i processi nella cartella Documenti": false, "mostra i processi senza cartella Documenti": false,
		"mostra i processi della cartella": false, "mostra i processi alla cartella Documenti": false, "mostra tutti i processi della cartella Documenti": false,
		"mostra solo i processi della cartella Documenti": false, "mostra i processi della cartella Documenti e Musica": false,
	} {
		b := newBench()
		q := said(base)
		if why := b.record(t, q, went(q, one("list_processes", args{"order_by": "name"}))); why != Stored {
			t.Fatal(why)
		}
		if _, ok := b.exact(t, said(text)); ok != same {
			t.Errorf("%q: found %v, want %v", text, ok, same)
		}
	}
}

// TestWrittenAsItIs: a plan that carries what the person wrote serves only what is written the same.
func TestWrittenAsItIs(t *testing.T) {
	for _, tc := range []struct {
		said, tool string
		args       args
		again      string
		same       bool
	}{
		{"manda a luca: Ciao!", "send_messages", args{"to": "luca", "body": "Ciao!"}, "manda a luca: Ciao!", true},
		{"manda a luca: Ciao!", "send_messages", args{"to": "luca", "body": "Ciao!"}, "manda a luca: ciao!", false},
		{"manda a luca: Ciao!", "send_messages", args{"to": "luca", "body": "Ciao!"}, "manda a luca: Ciao", false},
		{"manda a luca: e ora?", "send_messages", args{"to": "luca", "body": "e ora?"}, "manda a luca: è ora", false},
		{"manda a luca: due", "send_messages", args{"to": "luca", "body": "due"}, "Manda a luca: due, grazie", false},
		{"mostra i processi di Rossi", "list_processes", args{"query": "Rossi"}, "mostra i processi di Rossi?", true},
		{"mostra i processi di Rossi", "list_processes", args{"query": "Rossi"}, "mostra i processi di rossi", false},
		{`mostra i processi di "Rossi  S"`, "list_processes", args{"query": "Rossi  S"}, `mostra i processi di "Rossi S"`, false},
		{"mostra i processi fermi", "list_processes", args{"status": "stopped"}, "MOSTRA i processi FERMI", true},
	} {
		b := newBench()
		q := said(tc.said)
		if why := b.record(t, q, went(q, one(tc.tool, tc.args))); why != Stored {
			t.Fatal(tc.said, why)
		}
		if _, ok := b.exact(t, said(tc.again)); ok != tc.same {
			t.Errorf("%q then %q: found %v, want %v", tc.said, tc.again, ok, tc.same)
		}
	}
}

// TestOtherWords is level 0 for a request that says the same with other words, and for those that do not.
func TestOtherWords(t *testing.T) {
	for _, tc := range []struct {
		said, again string
		same        bool
	}{
		{"mostra i processi", "fammi vedere i processi", true},
		{"mostra i processi", "potresti mostrarmi i processi per favore", true},
		{"mostra i processi", "mostra il processo", false},
		{"mostra i processi", "non mostrare i processi", false},
		{"mostra i processi", "mostra 3 processi", false},
		{"mostra tre processi", "mostra 3 processi", true},
		{"mostra i processi vecchi", "mostra i processi nuovi", false},
		{"mostra i processi importanti", "mostra il processo importante", false},
		{"mostra i processi importanti", "fammi vedere i processi importanti", true},
		{"mostra i processi e i messaggi", "mostra i messaggi e i processi", false},
		{"processi", "ci sono processi", true},
		{"processi", "ci sono, ho, hanno processi", false}, // hardly alike any more
		{"mostra i processi", "mostrali", false},
		{"mostra i processi", "mostra anche i processi", false},
	} {
		b := newBench()
		q := said(tc.said)
		if why := b.record(t, q, went(q, one("list_processes", args{}))); why != Stored {
			t.Fatal(tc.said, why)
		}
		if hit, ok := b.exact(t, said(tc.again)); ok != tc.same || ok && hit.Level != Same {
			t.Errorf("%q then %q: found %v, want %v", tc.said, tc.again, ok, tc.same)
		}
	}
}

// TestChangesInOtherWords: what changes something serves other words only when they say every value.
func TestChangesInOtherWords(t *testing.T) {
	for name, tc := range map[string]struct {
		plan  plan.Framework
		again string
		same  bool
	}{
		"no value":           {one("delete_messages", args{}), "elimina i messaggi letti", true},
		"a value it says":    {one("delete_messages", args{"state": "letti"}), "elimina i messaggi letti", true},
		"one it does not":    {one("delete_messages", args{"state": "nuovi"}), "elimina i messaggi letti", false},
		"not unasked":        {one("delete_messages", args{"all": false}), "elimina i messaggi letti", true},
		"a switch":           {one("delete_messages", args{"all": true}), "elimina i messaggi letti", false},
		"chosen by a reader": {plan.Framework{Steps: []plan.Step{{Tool: "list_processes", Args: args{"status": "stopped"}}, {Tool: "delete_messages", Args: args{"from_step": 1}}}}, "elimina i messaggi letti", false},
		"its own words":      {one("delete_messages", args{"state": "nuovi"}), "cancella i messaggi letti", true},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench()
			q := said("cancella i messaggi letti")
			if why := b.record(t, q, went(q, tc.plan)); why != Stored {
				t.Fatal(why)
			}
			if _, ok := b.exact(t, said(tc.again)); ok != tc.same {
				t.Errorf("level 0 finds it: %v", ok)
			}
			if _, err := b.Feedback(context.Background(), "anna", "turn of "+q.Text, Good); err != nil {
				t.Fatal(err)
			}
			if _, ok := b.similar(t, said(tc.again)); ok != (tc.same && name != "its own words") {
				t.Errorf("level 1 finds it: %v", ok)
			}
		})
	}
}

// TestNamesSomething: other words that are the name of a folder or a file here do not say the same.
func TestNamesSomething(t *testing.T) {
	b := newBench()
	q := said("mostra i processi importanti")
	b.record(t, q, went(q, one("list_processes", args{})))
	again := said("fammi vedere i processi importanti")
	if _, ok := b.exact(t, again); !ok {
		t.Fatal("not found")
	}
	for _, w := range []world{{dirs: []string{"vedere"}}, {files: []string{"vedere"}}} {
		again.Places = w
		if _, ok := b.exact(t, again); ok {
			t.Errorf("found, though %v is named", w)
		}
	}
}
