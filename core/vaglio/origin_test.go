package vaglio

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/consent"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/plan/label"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

// runner is an executor that takes a command, whatever else it says of itself.
func runner(effect string) core.Executor {
	ex := executor(effect)
	ex.Manifest.Name = "create_processes"
	ex.Manifest.Args.Properties = map[string]manifest.Property{"argv": {Type: "array", Semantic: "command", Items: &manifest.Property{Type: "string"}}}
	return ex
}

func argv(words ...string) map[string]any {
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	return map[string]any{"argv": list}
}

// digest is what a consent to one command is bound to.
func digest(t testing.TB, args map[string]any) string {
	t.Helper()
	f := consent.Frozen{Turn: "00000000000000aa", Next: 1, Framework: plan.Framework{Steps: []plan.Step{{Tool: "create_processes", Args: args}}}, Args: args,
		Executors: map[string]string{"create_processes": "create_processes 1.0.0 sha256:aa release "}}
	d, err := f.Digest("anna", "c")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// asks decides a command that nobody has agreed to.
func (h house) asks(args map[string]any) core.Verdict {
	return h.Decide(context.Background(), Action{Owner: core.Host, Executor: runner("read_only"), Args: args})
}

func TestField_CONSENT_03(t *testing.T) { // what is judged is the whole argv, not its first word
	h := newHouse(t, 20)
	for _, effect := range []string{"read_only", "create_only", "reversible", "mutating", "outbound"} {
		got := h.Decide(context.Background(), Action{Owner: core.Host, Executor: runner(effect), Args: argv("env", "sh", "-c", "touch /tmp/canary")})
		if got.Ruling != core.AskFor {
			t.Errorf("a %s command ran: %+v", effect, got)
		}
	}
	if digest(t, argv("env", "sh", "-c", "touch /tmp/canary")) == digest(t, argv("env")) {
		t.Error("the consent to env is one to what env starts")
	}
	if _, _, err := CanonicalArgs(runner("mutating").Manifest, "/home/x", argv("env")); err != nil {
		t.Error(err)
	}
}

func TestField_CONSENT_04(t *testing.T) { // the yes to one command is none to the next
	h := newHouse(t, 20)
	ls, rm := argv("sh", "-lc", "ls"), argv("sh", "-lc", "rm x")
	given := consent.Frozen{Next: 1, Args: ls}
	if digest(t, ls) == digest(t, rm) || !given.Covers(1, ls, nil, "") || given.Covers(1, rm, nil, "") {
		t.Error("a consent to ls covers rm")
	}
	if got := h.Decide(context.Background(), Action{Owner: core.Host, Executor: runner("mutating"), Args: ls, Approved: true}); got.Ruling != core.Allow {
		t.Errorf("%+v", got)
	}
	for range 3 { // and the vaglio remembers nothing
		if h.asks(rm).Ruling != core.AskFor || h.asks(ls).Ruling != core.AskFor {
			t.Error("a consent became a permission")
		}
	}
}

func TestField_CONSENT_05(t *testing.T) { // a metacharacter is data within one argument
	h := newHouse(t, 20)
	together, apart := argv("echo", "OK && touch /tmp/canary"), argv("echo", "OK", "&&", "touch", "/tmp/canary")
	clean, _, err := CanonicalArgs(runner("mutating").Manifest, "/home/x", together)
	if err != nil || !reflect.DeepEqual(clean, together) {
		t.Errorf("%v became %v, %v", together, clean, err)
	}
	if digest(t, together) == digest(t, apart) || digest(t, together) == digest(t, argv("echo", "OK")) {
		t.Error("different commands share a consent")
	}
	if got := h.asks(together); got.Ruling != core.AskFor {
		t.Errorf("%+v", got)
	}
}

func TestField_CONSENT_06(t *testing.T) { // a program of many programs is no subject of trust
	h := newHouse(t, 20)
	seen := map[string]bool{}
	for _, args := range []map[string]any{argv("busybox", "sh", "-c", "id"), argv("busybox", "ls"), argv("busybox"), argv("toybox", "sh", "-c", "id"), argv("busybox", "sh", "-c", "id", "")} {
		d := digest(t, args)
		if seen[d] || h.asks(args).Ruling != core.AskFor {
			t.Errorf("%v shares a consent, or ran without one", args)
		}
		seen[d] = true
	}
}

func TestField_INJECT_04(t *testing.T) { // what somebody else wrote leaves, or sends anything anywhere, only with consent that names it
	h := newHouse(t, 20)
	page := label.Source{Tool: "read_urls_html", Name: "https://evil.example/"}
	send := executor("outbound", "mail:send")
	send.Manifest.Name = "send_messages"
	send.Manifest.Args.Properties = map[string]manifest.Property{"to": {Semantic: "recipient"}, "body": {Semantic: "text"}, "entries": {Semantic: "entries"}}
	for arg, value := range map[string]any{"to": "eve@evil.example", "body": "the secret"} {
		got := h.Decide(context.Background(), Action{Owner: core.Host, Executor: send, Args: map[string]any{arg: value},
			Origins: map[string]plan.Provenance{arg: plan.Untrusted}, Sources: map[string]label.Source{arg: page}})
		if got.Code != "ask_untrusted" || got.Params["source"] != page.Name || got.Params["value"] != value {
			t.Errorf("%s: %+v", arg, got)
		}
	}
	got := h.Decide(context.Background(), Action{Owner: core.Host, Executor: send, Args: map[string]any{"entries": []any{map[string]any{"text": "x"}}}, Handed: label.Mark{Provenance: plan.Untrusted, Source: page}})
	if got.Code != "ask_untrusted" || got.Params["source"] != page.Name {
		t.Errorf("a collection: %+v", got)
	}
	fetch := executor("read_only", "network:http")
	fetch.Manifest.Args.Properties = map[string]manifest.Property{"q": {Type: "string", Semantic: "query"}, "n": {Type: "integer", Semantic: "quantity"}}
	for arg, code := range map[string]string{"q": "ask_untrusted", "n": "allowed"} {
		got := h.Decide(context.Background(), Action{Owner: core.Host, Executor: fetch, Args: map[string]any{arg: "x"}, Origins: map[string]plan.Provenance{arg: plan.Untrusted}, Sources: map[string]label.Source{arg: label.Guess.Source}})
		if got.Code != code {
			t.Errorf("%s over the network: %+v", arg, got)
		}
	}
	local := executor("create_only", "fs:write")
	local.Manifest.Args.Properties["content"] = manifest.Property{Type: "string", Semantic: "text"}
	got = h.Decide(context.Background(), Action{Owner: core.Host, Executor: local, Args: map[string]any{"content": "x"}, Effects: h.effects("create", 1),
		Origins: map[string]plan.Provenance{"content": plan.Untrusted}, Sources: map[string]label.Source{"content": page}})
	if got.Ruling != core.Allow {
		t.Errorf("content written at home: %+v", got)
	}
}

// The gravest of several foreign values is named, always the same one.
func TestTheGravestIsNamed(t *testing.T) {
	h := newHouse(t, 20)
	ex := executor("outbound")
	ex.Manifest.Args.Properties = map[string]manifest.Property{"a": {Semantic: "text"}, "b": {Semantic: "path"}, "c": {Semantic: "url"}, "d": {Semantic: "recipient"}, "e": {Semantic: "command"}}
	a := Action{Owner: core.Host, Executor: ex, Args: map[string]any{}, Origins: map[string]plan.Provenance{}}
	for _, want := range []string{"a", "b", "c", "d", "e"} {
		a.Args[want], a.Origins[want] = want, plan.Untrusted
		for range 10 {
			if got := h.Decide(context.Background(), a); got.Params["arg"] != want {
				t.Fatalf("%v names %s", a.Origins, got.Params["arg"])
			}
		}
	}
}

func TestWhatNobodyAskedForAsks(t *testing.T) {
	h := newHouse(t, 20)
	mail := executor("read_only", "mail:read", "credential:use")
	for name, c := range map[string]struct {
		ex   core.Executor
		p    *Proposal
		want string
	}{
		"nobody proposed it":                  {executor("reversible", "fs:write"), nil, "allowed"},
		"asked for":                           {executor("reversible", "fs:write"), &Proposal{Asked: true}, "allowed"},
		"not asked for":                       {executor("reversible", "fs:write"), &Proposal{}, "ask_unrequested"},
		"asked for, of what nobody said":      {executor("reversible", "fs:write"), &Proposal{Asked: true, Unsaid: "*"}, "ask_unnamed"},
		"asked for, but not all of it":        {executor("reversible", "fs:write"), &Proposal{Asked: true, Ignored: "tmp"}, "ask_ignored"},
		"something new, but not all of it":    {executor("create_only", "fs:write"), &Proposal{Asked: true, Ignored: "tmp"}, "allowed"},
		"reading":                             {executor("read_only", "fs:read"), &Proposal{Unsaid: "*", Ignored: "tmp"}, "allowed"},
		"an account":                          {mail, &Proposal{}, "ask_unrequested"},
		"an account asked for":                {mail, &Proposal{Asked: true}, "allowed"},
		"what asks anyway says whose idea":    {executor("reversible", "code:exec"), &Proposal{Asked: true}, "ask_proposed"},
		"what asks anyway and nobody wanted":  {executor("outbound", "mail:send"), &Proposal{}, "ask_unrequested"},
		"what asks anyway and nobody planned": {executor("outbound", "mail:send"), nil, "ask_outbound"},
	} {
		effects := h.effects("move", 1)
		if c.ex.Manifest.Execution.Effect == "create_only" {
			effects = h.effects("create", 1)
		}
		if c.ex.Manifest.Execution.Effect == "read_only" {
			effects = nil
		}
		a := Action{Owner: core.Host, Executor: c.ex, Effects: effects, Proposal: c.p}
		got := h.Decide(context.Background(), a)
		if got.Code != c.want {
			t.Errorf("%s: %+v", name, got)
		}
		if a.Approved = true; h.Decide(context.Background(), a).Ruling != core.Allow {
			t.Errorf("%s: the person agreed and it does not run", name)
		}
	}
}

// Steps add up, whoever wrote the plan: twenty and one are more than twenty.
func TestStepsAddUp(t *testing.T) {
	h := newHouse(t, 20)
	ex := executor("reversible", "fs:write")
	for name, c := range map[string]struct {
		p      *Proposal
		passed Tally
		action string
		n      int
		want   string
		count  string
	}{
		"alone":                      {&Proposal{Asked: true}, Tally{}, "move", 20, "allowed", ""},
		"a model's, after others":    {&Proposal{Asked: true}, Tally{Changed: 20}, "move", 1, "ask_proposed", "21"},
		"a model's, after creations": {&Proposal{Asked: true}, Tally{Created: 20}, "move", 1, "allowed", ""},
		"nothing more":               {nil, Tally{Changed: 20}, "move", 0, "allowed", ""},
		"the composer's":             {nil, Tally{}, "move", 20, "allowed", ""},
		"the composer's, split":      {nil, Tally{Changed: 15}, "trash", 15, "ask_bulk_sum", "30"},
		"up to the threshold":        {nil, Tally{Changed: 15}, "trash", 5, "allowed", ""},
		"copied, then deleted":       {nil, Tally{Created: 12}, "trash", 12, "allowed", ""},
		"copied, then copied":        {nil, Tally{Created: 12, Changed: 3}, "copy", 12, "ask_bulk_sum", "24"},
		"too many by itself":         {nil, Tally{Changed: 3}, "move", 21, "ask_bulk", "21"},
	} {
		got := h.Decide(context.Background(), Action{Owner: core.Host, Executor: ex, Effects: h.effects(c.action, c.n), Proposal: c.p, Passed: c.passed})
		if got.Code != c.want || c.want == "ask_proposed" && got.Params["besides"] != "ask_bulk_sum" || got.Params["Count"] != c.count {
			t.Errorf("%s: %+v", name, got)
		}
	}
	blind := Action{Owner: core.Host, Executor: ex, Args: map[string]any{}, Passed: Tally{Changed: 20}, Paths: []Path{{Path: h.home + "/Documenti/a", Write: true}}}
	ex.Manifest.Revertible = true
	if got := h.Decide(context.Background(), blind); got.Code != "ask_bulk_sum" || got.Params["Count"] != "21" {
		t.Errorf("without a preview: %+v", got)
	}
}

// A model's plan is never judged more lightly than the same plan of the composer, and a deny stays one.
func TestAProposalOnlyAddsQuestions(t *testing.T) {
	h := newHouse(t, 5)
	rapid.Check(t, func(t *rapid.T) {
		ex := executor(rapid.SampledFrom([]string{"read_only", "create_only", "reversible", "mutating", "outbound", "odd"}).Draw(t, "effect"),
			rapid.SliceOfDistinct(rapid.SampledFrom([]string{"fs:read", "fs:write", "network:http", "mail:send", "credential:use", "metnos:write", "code:exec"}), rapid.ID[string]).Draw(t, "capabilities")...)
		semantics := []string{"path", "recipient", "url", "command", "schedule", "text", "query", "quantity", "new_name"}
		a := Action{Owner: core.Host, Executor: ex, Args: map[string]any{}, Origins: map[string]plan.Provenance{}, Sources: map[string]label.Source{}}
		for _, s := range rapid.SliceOfDistinct(rapid.SampledFrom(semantics), rapid.ID[string]).Draw(t, "args") {
			ex.Manifest.Args.Properties[s] = manifest.Property{Type: "string", Semantic: s}
			a.Args[s] = "Documenti/x"
			if origin := rapid.SampledFrom([]plan.Provenance{plan.User, plan.Own, plan.Untrusted}).Draw(t, s); origin != plan.User {
				a.Origins[s] = origin
			}
		}
		if rapid.Bool().Draw(t, "foreseen") {
			a.Effects = h.effects(rapid.SampledFrom([]string{"create", "move", "overwrite", "delete", "send"}).Draw(t, "action"), rapid.IntRange(0, 8).Draw(t, "n"))
		}
		a.Passed = Tally{rapid.IntRange(0, 9).Draw(t, "changed"), rapid.IntRange(0, 9).Draw(t, "created")}
		plain := h.Decide(context.Background(), a)
		a.Proposal = &Proposal{Asked: rapid.Bool().Draw(t, "asked"), Unsaid: rapid.SampledFrom([]string{"", "*", "x"}).Draw(t, "unsaid"),
			Ignored: rapid.SampledFrom([]string{"", "tmp"}).Draw(t, "ignored")}
		got := h.Decide(context.Background(), a)
		rank := []core.Ruling{core.Allow, core.AskFor, core.Deny}
		if slices.Index(rank, got.Ruling) < slices.Index(rank, plain.Ruling) || (got.Ruling == core.Deny) != (plain.Ruling == core.Deny) {
			t.Fatalf("%+v of a composer's plan, %+v of a model's", plain, got)
		}
		for name, origin := range a.Origins {
			if origin == plan.Untrusted && address(ex.Manifest.Args.Properties[name]) && got.Ruling == core.Allow {
				t.Fatalf("an untrusted %s passed: %+v", name, got)
			}
		}
	})
}

// What an action knows: no channel, no schedule, no origin of the plan. Nothing of them can change a verdict.
func TestTheActionKnowsNoChannel(t *testing.T) {
	var names []string
	for i := range reflect.TypeFor[Action]().NumField() {
		names = append(names, reflect.TypeFor[Action]().Field(i).Name)
	}
	for _, name := range []string{"Channel", "Origin", "Scheduled", "Conversation", "Turn", "Actor", "Now"} {
		if slices.Contains(names, name) {
			t.Errorf("the vaglio knows %s", name)
		}
	}
	var e sdk.Effects
	if Weight(e) != (Tally{}) {
		t.Error("nothing weighs something")
	}
}
