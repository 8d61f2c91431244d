package turn

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/catalog"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/people"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/core/vaglio"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// stage is a whole instance in memory: real vaglio, real undo journal and real catalogue of sentences;
// scripted proposer and executors.
type stage struct {
	*Runner
	t        *testing.T
	home     string
	now      time.Time
	catalog  *fakeCatalog
	proposer *fakeProposer
	invoker  *fakeInvoker
	dialogs  *fakeDialogs
	memory   *fakeMemory
	ledger   *fakeLedger
	events   *fakeEvents
}

func newStage(t *testing.T) *stage {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{t: t, home: home, now: time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC)}
	s.catalog = loadCatalog(t)
	s.proposer = &fakeProposer{}
	s.invoker = &fakeInvoker{}
	s.dialogs = &fakeDialogs{}
	s.memory = &fakeMemory{kept: map[string][]byte{}}
	s.ledger = &fakeLedger{}
	s.events = &fakeEvents{}
	s.restart(20)
	return s
}

// restart builds the runner again over what persists, as another process would.
func (s *stage) restart(threshold int) {
	s.t.Helper()
	clock := func() time.Time { return s.now }
	journal, err := undo.Open(filepath.Join(s.home, ".undo"), clock)
	if err != nil {
		s.t.Fatal(err)
	}
	say, err := sentences()
	if err != nil {
		s.t.Fatal(err)
	}
	persons := fakePeople{s.home}
	s.Runner = New(Organs{
		People: persons, Catalog: s.catalog, Places: func(core.Owner, string) plan.Places { return noPlaces{} }, Composer: s.proposer,
		Decider: vaglio.New(vaglio.Policy{Threshold: threshold, Level: core.LevelBwrap,
			Grants: []core.Grant{{Name: "home", Read: []string{s.home}, Write: []string{s.home}}}},
			func(o core.Owner) bool { return o == core.Host || o == "anna" || o == "bruno" || o == "ospite" }),
		Invoker: s.invoker, Dialogs: s.dialogs, Memory: s.memory, Journal: journal, Ledger: s.ledger, Events: s.events,
		Say: say, Redact: func(x string) string { return x }, Now: clock, Lang: "it", Zone: time.UTC,
	})
}

func (s *stage) as(owner, conversation, text string) core.Outcome {
	return s.Run(context.Background(), Opening{Owner: core.Owner(owner), Channel: "cli", Conversation: conversation, Text: text})
}

func (s *stage) say(text string) core.Outcome { s.t.Helper(); return s.as("host", "c1", text) }

// path is a path below the home.
func (s *stage) path(rel string) string { return filepath.Join(s.home, rel) }

func (s *stage) write(rel, text string) string {
	s.t.Helper()
	path := s.path(rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
	return path
}

type fakePeople struct{ home string }

func (f fakePeople) Person(_ context.Context, id core.Owner) (people.Person, error) {
	switch id {
	case "ospite":
		return people.Person{ID: id, Name: string(id), Role: people.Guest, Home: f.home}, nil
	case core.Host, "anna", "bruno":
		return people.Person{ID: id, Name: string(id), Role: people.Member, Home: f.home}, nil
	}
	return people.Person{}, sdk.Errorf(sdk.PolicyDenied, "owner_unknown", "unknown")
}

type fakeCatalog struct {
	list    []core.Executor
	refused []catalog.Refusal
}

var sentences = sync.OnceValues(i18n.New)

// manifests are those of the first-party executors.
var manifests = sync.OnceValues(func() ([]manifest.Manifest, error) {
	files, err := filepath.Glob("../../plugins/executors/*/*.toml")
	if err != nil {
		return nil, err
	}
	var list []manifest.Manifest
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m, err := manifest.Decode(file, data)
		if err != nil {
			return nil, err
		}
		m.Plugin.Digest = "sha256:" + m.Name
		list = append(list, *m)
	}
	return list, nil
})

// loadCatalog gives each stage manifests it may change.
func loadCatalog(t *testing.T) *fakeCatalog {
	t.Helper()
	list, err := manifests()
	if err != nil || len(list) == 0 {
		t.Fatalf("no manifests: %v", err)
	}
	c := &fakeCatalog{}
	for _, m := range list {
		c.list = append(c.list, core.Executor{Manifest: &m, SignedBy: "release"})
	}
	return c
}

func (c *fakeCatalog) Active() []core.Executor { return c.list }

func (c *fakeCatalog) Refused() []catalog.Refusal { return c.refused }

func (c *fakeCatalog) Get(name string) (core.Executor, error) {
	for _, ex := range c.list {
		if ex.Manifest.Name == name {
			return ex, nil
		}
	}
	return core.Executor{}, sdk.Errorf(sdk.WrongTool, "unknown_tool", "%s is not in the catalog", name).With("tool", name)
}

type noPlaces struct{}

func (noPlaces) Folder(string) []string { return nil }
func (noPlaces) File(string) []string   { return nil }

// fakeProposer answers from a queue; an empty queue explains nothing.
type fakeProposer struct {
	drafts []plan.Draft
	asked  []plan.Request
}

func (p *fakeProposer) Propose(_ context.Context, req plan.Request) (plan.Draft, error) {
	p.asked = append(p.asked, req)
	if len(p.drafts) == 0 {
		return plan.Draft{Unknown: strings.Fields(req.Text)}, nil
	}
	d := p.drafts[0]
	p.drafts = p.drafts[1:]
	return d, nil
}

func (p *fakeProposer) plan(steps ...plan.Step) *plan.Framework {
	p.drafts = append(p.drafts, plan.Draft{Accepted: true, Framework: plan.Framework{Steps: steps}})
	return &p.drafts[len(p.drafts)-1].Framework
}

func step(tool string, pairs ...any) plan.Step {
	args := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i].(string)] = pairs[i+1]
	}
	return plan.Step{Tool: tool, Args: args}
}

// scripted is one scripted answer of an executor.
type scripted struct {
	result  sdk.Result
	effects sdk.Effects
	err     error
	do      func() // what the executor does to the disk
}

type fakeInvoker struct {
	mu       sync.Mutex
	results  []scripted
	previews []scripted
	reversed []scripted
	calls    []sdk.Call // every Invoke
	undone   []sdk.Call
}

func pop(queue *[]scripted) scripted {
	if len(*queue) == 0 {
		return scripted{err: sdk.Errorf(sdk.ContractViolation, "unscripted", "the script has no answer left")}
	}
	r := (*queue)[0]
	*queue = (*queue)[1:]
	return r
}

func (f *fakeInvoker) Invoke(_ context.Context, _ core.Executor, call sdk.Call, _ func(int64, int64, string)) (sdk.Result, core.Sandbox, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = append(f.calls, call)
	r := pop(&f.results)
	if r.do != nil {
		r.do()
	}
	return r.result, core.Sandbox{Level: "bwrap", Net: "none"}, r.err
}

func (f *fakeInvoker) Preview(context.Context, core.Executor, sdk.Call) (sdk.Effects, core.Sandbox, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.previews) == 0 {
		return sdk.Effects{}, core.Sandbox{}, sdk.Errorf(sdk.OutOfScope, "preview_unsupported", "no preview")
	}
	r := pop(&f.previews)
	return r.effects, core.Sandbox{}, r.err
}

func (f *fakeInvoker) Reverse(_ context.Context, _ core.Executor, call sdk.Call, _ func(int64, int64, string)) (sdk.Result, core.Sandbox, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.undone = append(f.undone, call)
	r := pop(&f.reversed)
	if r.do != nil {
		r.do()
	}
	return r.result, core.Sandbox{Level: "bwrap"}, r.err
}

func (f *fakeInvoker) tools() []string {
	var names []string
	for _, c := range f.calls {
		names = append(names, c.Executor)
	}
	return names
}

type fakeDialogs struct{ list []core.Dialog }

func (f *fakeDialogs) Open(owner core.Owner, d core.Dialog) error {
	if owner != d.Owner || d.Digest == "" {
		return sdk.Errorf(sdk.PolicyDenied, "store_owner_mismatch", "owner")
	}
	if i, ok := f.current(owner, d.Channel, d.Conversation); ok {
		f.list[i].State = "superseded"
	}
	f.list = append(f.list, d)
	return nil
}

func (f *fakeDialogs) current(owner core.Owner, channel, conversation string) (int, bool) {
	i := slices.IndexFunc(f.list, func(d core.Dialog) bool {
		return d.State == "open" && d.Owner == owner && d.Channel == channel && d.Conversation == conversation
	})
	return i, i >= 0
}

func (f *fakeDialogs) Current(owner core.Owner, channel, conversation string) (core.Dialog, bool, error) {
	if i, ok := f.current(owner, channel, conversation); ok {
		return f.list[i], true, nil
	}
	return core.Dialog{}, false, nil
}

func (f *fakeDialogs) Lapsed(owner core.Owner, channel, conversation string) (core.Dialog, bool, error) {
	for _, d := range slices.Backward(f.list) {
		if d.Owner == owner && d.Channel == channel && d.Conversation == conversation {
			return d, d.State == "expired", nil
		}
	}
	return core.Dialog{}, false, nil
}

func (f *fakeDialogs) Close(owner core.Owner, id, state string) (core.Dialog, error) {
	for i, d := range f.list {
		if d.ID == id && d.Owner == owner {
			if d.State != "open" {
				return d, sdk.Errorf(sdk.Conflict, "dialog_closed", "closed")
			}
			f.list[i].State = state
			return f.list[i], nil
		}
	}
	return core.Dialog{}, sdk.Errorf(sdk.NotFound, "dialog_unknown", "unknown")
}

func (f *fakeDialogs) states() []string {
	var states []string
	for _, d := range f.list {
		states = append(states, d.State)
	}
	return states
}

type fakeMemory struct{ kept map[string][]byte }

func (f *fakeMemory) Get(owner core.Owner, conversation string) (r plan.Remembered, ok bool, err error) {
	body, ok := f.kept[string(owner)+"/"+conversation]
	if ok {
		err = json.Unmarshal(body, &r)
	}
	return r, ok, err
}

func (f *fakeMemory) Put(owner core.Owner, conversation string, r plan.Remembered) error {
	body, err := json.Marshal(r)
	f.kept[string(owner)+"/"+conversation] = body
	return err
}

type fakeLedger struct {
	records []Record
	failAt  string // kind whose record cannot be written
}

func (f *fakeLedger) Append(_ context.Context, r Record) error {
	if r.Kind == f.failAt {
		return sdk.Errorf(sdk.IOError, "disk_failed", "disk").With("path", "ledger")
	}
	f.records = append(f.records, r)
	return nil
}

func (f *fakeLedger) kinds(turn string) []string {
	var kinds []string
	for _, r := range f.records {
		if r.Turn == turn {
			kinds = append(kinds, r.Kind)
		}
	}
	return kinds
}

type fakeEvents struct{ list []sdk.Event }

func (f *fakeEvents) Emit(_ context.Context, _ core.Owner, _, _ string, e sdk.Event) {
	f.list = append(f.list, e)
}

func (f *fakeEvents) kinds(turn string) []string {
	var kinds []string
	for _, e := range f.list {
		if e.Turn == turn {
			kinds = append(kinds, e.Kind)
		}
	}
	return kinds
}
