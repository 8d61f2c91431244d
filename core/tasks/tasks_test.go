package tasks

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
)

// shelf is a table in memory: what is kept passes through JSON, as on the disk.
type shelf[T any] map[core.Owner]map[string][]byte

func (s shelf[T]) Get(owner core.Owner, key string) (v T, ok bool, err error) {
	data, ok := s[owner][key]
	if ok {
		err = json.Unmarshal(data, &v)
	}
	return v, ok, err
}

func (s shelf[T]) Put(owner core.Owner, key string, v T) error {
	data, err := json.Marshal(v)
	if s[owner] == nil {
		s[owner] = map[string][]byte{}
	}
	s[owner][key] = data
	return err
}

func (s shelf[T]) Delete(owner core.Owner, key string) error { delete(s[owner], key); return nil }

func (s shelf[T]) Each(owner core.Owner, _ string, visit func(string, T) bool) error {
	for key := range s[owner] {
		v, _, err := s.Get(owner, key)
		if err != nil {
			return err
		}
		if !visit(key, v) {
			break
		}
	}
	return nil
}

func (s shelf[T]) Owners() (out []core.Owner, err error) {
	for owner := range s {
		out = append(out, owner)
	}
	return out, nil
}

func (s shelf[T]) DeleteWhere(owner core.Owner, match func(string, T) bool) (n int, err error) {
	for key := range s[owner] {
		if v, _, _ := s.Get(owner, key); match(key, v) {
			delete(s[owner], key)
			n++
		}
	}
	return n, nil
}

type rig struct {
	*Keeper
	tasks shelf[Task]
	now   time.Time
	zone  *time.Location
}

// newRig is a keeper on a Monday evening in Rome. It plans every request but those that say "frobnica".
func newRig(t *testing.T) *rig {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{tasks: shelf[Task]{}, now: time.Date(2026, 11, 30, 17, 50, 0, 0, zone), zone: zone}
	planner := func(_ context.Context, _ core.Owner, request, _ string, _ *time.Location) (plan.Framework, error) {
		if strings.Contains(request, "frobnica") {
			return plan.Framework{}, sdk.Errorf(sdk.OutOfScope, "task_unclear", "no")
		}
		return plan.Framework{Steps: []plan.Step{{Tool: "find_files", Args: map[string]any{"path": "/home/x", "limit": 3}}}}, nil
	}
	r.Keeper = New(r.tasks, shelf[Change]{}, planner, func() time.Time { return r.now })
	return r
}

func (r *rig) from(owner core.Owner) From {
	return From{Owner: owner, Channel: "web", Conversation: "c1", Said: "ogni lunedì …", Lang: "it", Zone: r.zone}
}

// add makes a task and returns its name and the reference of the change.
func (r *rig) add(t *testing.T, owner core.Owner, request string, schedule ...string) (string, string) {
	t.Helper()
	out, err := r.Alter(t.Context(), r.from(owner), sdk.Alteration{Kind: sdk.CreateTask, Request: request, Schedule: schedule})
	if err != nil || out.Task == nil || out.Ref == "" || out.Same {
		t.Fatalf("%s: %+v, %v", request, out, err)
	}
	return out.Task.Name, out.Ref
}

func names(list []Task) (out []string) {
	for _, t := range list {
		out = append(out, t.Name)
	}
	return out
}

// TestATaskHoldsWhatItsRunNeeds: rule, zone, next moment, owner, where to answer, and the mandate.
func TestATaskHoldsWhatItsRunNeeds(t *testing.T) {
	r := newRig(t)
	name, _ := r.add(t, "anna", "conta i pdf di Inbox", "ogni lunedì alle 8")
	got, err := r.Get("anna", name)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != Active || got.Owner != "anna" || got.Channel != "web" || got.Conversation != "c1" || got.Zone != "Europe/Rome" ||
		got.Mandate.Said != "ogni lunedì …" || got.Mandate.Plan == nil || got.Mandate.Digest == "" || got.Next.Format(time.RFC3339) != "2026-12-07T08:00:00+01:00" {
		t.Errorf("%+v", got)
	}
	if len(name) > MaxName || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		t.Errorf("the name %q", name)
	}
	if due, err := r.Due("anna", got.Next.Add(-time.Second)); len(due) != 0 || err != nil {
		t.Errorf("due before its time: %v, %v", names(due), err)
	}
	if due, err := r.Due("anna", got.Next); len(due) != 1 || err != nil {
		t.Errorf("not due: %v, %v", names(due), err)
	}
	if _, err := r.Alter(t.Context(), r.from("anna"), sdk.Alteration{Kind: sdk.CreateTask, Request: "frobnica", Schedule: []string{"ogni giorno alle 8"}}); sdk.ClassOf(err) != sdk.OutOfScope {
		t.Errorf("what cannot be planned was registered: %v", err)
	}
}

// TestOwnersNeverCross: what one person has is not seen, changed, deleted or reverted by another.
func TestOwnersNeverCross(t *testing.T) {
	r := newRig(t)
	name, ref := r.add(t, "anna", "conta i pdf", "ogni lunedì alle 8")
	if list, err := r.Find("bruno", ""); len(list) != 0 || err != nil {
		t.Errorf("bruno sees %v, %v", names(list), err)
	}
	for _, a := range []sdk.Alteration{{Kind: sdk.DeleteTask, Name: name}, {Kind: sdk.SetTask, Name: name, State: Paused}} {
		if _, err := r.Alter(t.Context(), r.from("bruno"), a); sdk.ClassOf(err) != sdk.NotFound {
			t.Errorf("%s by bruno: %v", a.Kind, err)
		}
	}
	if _, err := r.Revert("bruno", "it", ref); sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("revert by bruno: %v", err)
	}
	stolen, _, _ := r.tasks.Get("anna", name)
	_ = r.tasks.Put("bruno", name, stolen) // a record in the wrong place
	if _, err := r.Get("bruno", name); sdk.ClassOf(err) != sdk.IOError {
		t.Errorf("anna's record served bruno: %v", err)
	}
}

// TestFiftyTasks: the limit is per person, and a refused one leaves nothing.
func TestFiftyTasks(t *testing.T) {
	r := newRig(t)
	for i := range MaxTasks {
		r.add(t, "anna", fmt.Sprintf("conta i pdf numero %d", i), "ogni lunedì alle 8")
	}
	_, err := r.Alter(t.Context(), r.from("anna"), sdk.Alteration{Kind: sdk.CreateTask, Request: "una di troppo", Schedule: []string{"ogni lunedì alle 8"}})
	if list, _ := r.List("anna"); sdk.ClassOf(err) != sdk.Quota || len(list) != MaxTasks {
		t.Errorf("%d tasks, %v", len(list), err)
	}
	r.add(t, "bruno", "conta i pdf", "ogni lunedì alle 8")
}

// TestSameTwice: what is registered already is not registered again.
func TestSameTwice(t *testing.T) {
	r := newRig(t)
	r.add(t, "anna", "conta i pdf", "ogni lunedì alle 8")
	again, err := r.Alter(t.Context(), r.from("anna"), sdk.Alteration{Kind: sdk.CreateTask, Request: "conta  i pdf", Schedule: []string{"ogni lunedì alle 8"}})
	if err != nil || !again.Same || again.Ref != "" {
		t.Errorf("%+v, %v", again, err)
	}
	if list, _ := r.List("anna"); len(list) != 1 {
		t.Errorf("%v", names(list))
	}
	one, _ := r.add(t, "anna", "conta i pdf", "ogni martedì alle 8")
	if list, _ := r.List("anna"); len(list) != 2 || one == list[0].Name && one == list[1].Name {
		t.Errorf("names are not their own: %v", names(list))
	}
}

// TestUndoOfEach: every change can be taken back, twice without harm, and not over a later change.
func TestUndoOfEach(t *testing.T) {
	r := newRig(t)
	name, created := r.add(t, "anna", "conta i pdf", "ogni lunedì alle 8")
	alter := func(a sdk.Alteration) string {
		t.Helper()
		a.Name = name
		out, err := r.Alter(t.Context(), r.from("anna"), a)
		if err != nil {
			t.Fatal(err)
		}
		return out.Ref
	}
	state := func() string {
		got, err := r.Get("anna", name)
		if err != nil {
			return string(sdk.ClassOf(err))
		}
		return got.State + " " + got.Rule.Text("it", r.zone)
	}
	revert := func(ref string, want string) {
		t.Helper()
		for range 2 {
			if _, err := r.Revert("anna", "it", ref); err != nil {
				t.Error(err)
			}
			if got := state(); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
	paused := alter(sdk.Alteration{Kind: sdk.SetTask, State: Paused})
	revert(paused, "active ogni lunedì alle 8")
	moved := alter(sdk.Alteration{Kind: sdk.SetTask, Schedule: []string{"alle 9"}})
	if got := state(); got != "active ogni lunedì alle 9" {
		t.Errorf("moved: %q", got)
	}
	if _, err := r.Revert("anna", "it", created); sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("undone over a later change: %v", err)
	}
	revert(moved, "active ogni lunedì alle 8")
	gone := alter(sdk.Alteration{Kind: sdk.DeleteTask})
	if got := state(); got != "not_found" {
		t.Errorf("deleted: %q", got)
	}
	revert(gone, "active ogni lunedì alle 8")
	revert(created, "not_found")
}

// TestDamageIsRefused: a record that is not as it was written is never run, and can go.
func TestDamageIsRefused(t *testing.T) {
	r := newRig(t)
	name, _ := r.add(t, "anna", "conta i pdf", "ogni lunedì alle 8")
	for _, damage := range []func(*Task){
		func(k *Task) { k.Request = "cancella i pdf" },
		func(k *Task) { k.Owner = "bruno" },
		func(k *Task) { k.State = "eager" },
		func(k *Task) { k.Rule.Repeat.Every = 0 },
		func(k *Task) { k.Mandate.Plan.Steps[0].Tool = "delete_files" },
	} {
		was, _, _ := r.tasks.Get("anna", name)
		bad, _, _ := r.tasks.Get("anna", name)
		damage(&bad)
		_ = r.tasks.Put("anna", name, bad)
		if _, err := r.Due("anna", r.now.AddDate(1, 0, 0)); sdk.ClassOf(err) != sdk.IOError {
			t.Errorf("%+v is due: %v", bad, err)
		}
		_ = r.tasks.Put("anna", name, was)
	}
	if err := r.Drop("anna", name); err != nil {
		t.Fatal(err)
	}
	if list, err := r.List("anna"); len(list) != 0 || err != nil {
		t.Errorf("%v, %v", names(list), err)
	}
}

// TestRunsMoveOn: a run is written down, the next moment follows it, and one moment is over after its run.
func TestRunsMoveOn(t *testing.T) {
	r := newRig(t)
	name, _ := r.add(t, "anna", "conta i pdf", "ogni lunedì alle 8")
	once, _ := r.add(t, "anna", "conta le foto", "domani alle 9")
	at := time.Date(2026, 12, 7, 8, 0, 0, 0, r.zone)
	if err := r.Ran("anna", name, sdk.Run{At: at, Outcome: "success", Message: strings.Repeat("x", 2*maxMessage)}, true); err != nil {
		t.Fatal(err)
	}
	got, _ := r.Get("anna", name)
	if got.Count != 1 || len(got.Runs) != 1 || len(got.Runs[0].Message) != maxMessage || !got.Next.Equal(at.AddDate(0, 0, 7)) {
		t.Errorf("%+v", got)
	}
	if err := r.Ran("anna", once, sdk.Run{At: time.Date(2026, 12, 1, 9, 0, 0, 0, r.zone), Outcome: "error"}, true); err != nil {
		t.Fatal(err)
	}
	if got, _ := r.Get("anna", once); got.State != Done || !got.Next.IsZero() || got.Failures != 1 {
		t.Errorf("%+v", got)
	}
	for range maxRuns + 5 {
		_ = r.Ran("anna", name, sdk.Run{At: at, Outcome: "success"}, false)
	}
	if got, _ := r.Get("anna", name); len(got.Runs) != maxRuns || !got.Next.Equal(at.AddDate(0, 0, 7)) {
		t.Errorf("%d runs kept, next %v", len(got.Runs), got.Next)
	}
}

// TestFind: by what it does, by its day in either language, by its hour, by other endings.
func TestFind(t *testing.T) {
	r := newRig(t)
	spesa, _ := r.add(t, "anna", "fare la spesa", "ogni venerdì alle 8:30")
	pdf, _ := r.add(t, "anna", "conta le bollette di Inbox", "ogni lunedì alle 9")
	for query, want := range map[string][]string{
		"": {spesa, pdf}, "spesa": {spesa}, "Friday": {spesa}, "venerdì": {spesa}, "8:30": {spesa}, "9": {pdf}, "bolletta": {pdf}, "inbox Monday": {pdf},
		"dentista": nil, "spesa lunedì": nil, pdf: {pdf},
	} {
		list, err := r.Find("anna", query)
		got := names(list)
		slices.Sort(got)
		slices.Sort(want)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v (%v)", query, got, want, err)
		}
	}
}

// FuzzRecord: whatever bytes a record holds, it is refused or sound, and never panics.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"name":"a","owner":"anna","kind":"request","rule":{"cron":"0 8 * * *"},"state":"active"}`))
	f.Add([]byte(`{"rule":{"repeat":{"Every":1,"Unit":5,"Nth":[9]}},"zone":"Luna/Mare"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var one Task
		if json.Unmarshal(data, &one) != nil {
			return
		}
		if one.check("anna", "a") == nil && (one.Owner != "anna" || one.Rule.Check() != nil) {
			t.Fatalf("%s is a task of anna's", data)
		}
		if one.Rule.Check() == nil { // what it is shown by is looked at first
			_ = one.View("it")
			_ = matches(one, "spesa 9")
			_ = one.Rule.Next(time.Unix(0, 0), one.location())
		}
	})
}
