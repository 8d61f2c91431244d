package keeper

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/metnos/metnos/sdk"
)

// Keeper is an sdk.Self in memory. The zero value keeps nothing.
type Keeper struct {
	mu          sync.Mutex
	tasks       []sdk.Task
	runs        []sdk.Run
	preferences []sdk.Preference
	skills      []sdk.Skill
	rows        []sdk.Row
	past        map[string]snapshot
}

// snapshot is what a change found.
type snapshot struct {
	tasks       []sdk.Task
	preferences []sdk.Preference
	skills      []sdk.Skill
	rows        []sdk.Row
	out         sdk.Altered
}

var _ sdk.Self = (*Keeper)(nil)

// New is the keeper of birth tests: "spesa" (a reminder, active) and "pdf-inbox" (a request, paused, which ran once).
func New() *Keeper {
	at := time.Date(2026, 4, 3, 6, 0, 0, 0, time.UTC)
	ran := sdk.Run{Task: "pdf-inbox", At: at.AddDate(0, 0, -7), Outcome: "success", Message: "12 file PDF"}
	return &Keeper{
		tasks: []sdk.Task{
			{Name: "spesa", Kind: "reminder", Request: "fare la spesa", When: "ogni venerdì alle 8", Next: at, State: "active", Created: at.AddDate(0, -1, 0), Print: "1"},
			{Name: "pdf-inbox", Kind: "request", Request: "conta i pdf di Inbox", When: "ogni lunedì alle 9", Next: at.AddDate(0, 0, 3), State: "paused", Created: at.AddDate(0, -1, 0), Runs: 1, Last: &ran, Print: "2"},
		},
		runs: []sdk.Run{ran},
		preferences: []sdk.Preference{
			{Name: "lang", Effective: "it", Choices: []string{"it", "en"}},
			{Name: "place"},
			{Name: "reply_length", Effective: "normale", Choices: []string{"breve", "normale", "dettagliata"}},
			{Name: "tone", Value: "formale", Effective: "formale", Choices: []string{"informale", "formale"}},
			{Name: "units", Effective: "metric", Choices: []string{"metric", "imperial"}},
			{Name: "zone", Effective: "Europe/Rome"},
		},
		skills: []sdk.Skill{{Name: "notes", Publisher: "example", Version: "1.0.0", Enabled: true, Tools: []string{"find_texts"}}},
		rows: []sdk.Row{
			{ID: "r1", Store: "notes", At: at, Cells: []sdk.Cell{{Name: "text", Type: "text", Value: "ho prestato la scala a Marco"}}},
			{ID: "r2", Store: "notes", At: at, Cells: []sdk.Cell{{Name: "text", Type: "text", Value: "la caldaia va a 65 gradi"}}},
			{ID: "r3", Store: "libri", At: at, Cells: []sdk.Cell{{Name: "titolo", Type: "text", Value: "Il nome della rosa"}, {Name: "pagine", Type: "number", Value: "503"}}},
		},
	}
}

// Tasks finds the tasks in which every word of query stands.
func (k *Keeper) Tasks(_ context.Context, query string) ([]sdk.Task, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.find(query), nil
}

func (k *Keeper) find(query string) (out []sdk.Task) {
	for _, t := range k.tasks {
		text := strings.ToLower(t.Name + " " + t.Request + " " + t.When)
		if !slices.ContainsFunc(strings.Fields(strings.ToLower(query)), func(w string) bool { return !strings.Contains(text, w) }) {
			out = append(out, t)
		}
	}
	return out
}

// Runs returns the runs of the tasks a query finds.
func (k *Keeper) Runs(_ context.Context, query string, limit int) (out []sdk.Run, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, t := range k.find(query) {
		for _, r := range k.runs {
			if r.Task == t.Name && len(out) < limit {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// Preferences returns them all.
func (k *Keeper) Preferences(context.Context) ([]sdk.Preference, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.preferences), nil
}

// Skills returns them all.
func (k *Keeper) Skills(context.Context) ([]sdk.Skill, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.skills), nil
}

// Rows finds the rows of a store in which every word of query stands.
func (k *Keeper) Rows(_ context.Context, store, query string) (out []sdk.Row, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.rows {
		text := ""
		for _, c := range r.Cells {
			text += " " + strings.ToLower(c.Value)
		}
		if (store == "" || r.Store == store) && !slices.ContainsFunc(strings.Fields(strings.ToLower(query)), func(w string) bool { return !strings.Contains(text, w) }) {
			out = append(out, r)
		}
	}
	return out, nil
}

// row writes or deletes one.
func (k *Keeper) row(a sdk.Alteration) (sdk.Altered, error) {
	if a.Row == nil || a.Kind == sdk.WriteRow && (len(a.Row.Cells) == 0 || slices.ContainsFunc(a.Row.Cells, func(c sdk.Cell) bool { return !c.Fits() })) {
		return sdk.Altered{}, sdk.Errorf(sdk.WrongArgs, "record_empty", "no row is given")
	}
	r := *a.Row
	if a.Kind == sdk.WriteRow {
		r.ID, r.At = fmt.Sprint("w", len(k.rows)), time.Date(2026, 4, 1, 6, 0, 0, 0, time.UTC)
		k.rows = append(k.rows, r)
		return sdk.Altered{Row: &r}, nil
	}
	i := slices.IndexFunc(k.rows, func(o sdk.Row) bool { return o.ID == r.ID })
	if i < 0 {
		return sdk.Altered{}, sdk.Errorf(sdk.NotFound, "record_unknown", "no row %q", r.ID)
	}
	r = k.rows[i]
	k.rows = slices.Delete(k.rows, i, i+1)
	return sdk.Altered{Row: &r}, nil
}

// Alter makes or tries a change.
func (k *Keeper) Alter(_ context.Context, a sdk.Alteration) (sdk.Altered, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	before := snapshot{slices.Clone(k.tasks), slices.Clone(k.preferences), slices.Clone(k.skills), slices.Clone(k.rows), sdk.Altered{}}
	out, err := k.alter(a)
	if err != nil || a.Try || out.Same {
		k.tasks, k.preferences, k.skills, k.rows = before.tasks, before.preferences, before.skills, before.rows
		return out, err
	}
	if k.past == nil {
		k.past = map[string]snapshot{}
	}
	out.Ref = fmt.Sprint(len(k.past) + 1)
	before.out = out
	k.past[out.Ref] = before
	return out, nil
}

// Revert puts back what a change found.
func (k *Keeper) Revert(_ context.Context, ref string) (sdk.Altered, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	was, ok := k.past[ref]
	if !ok {
		return sdk.Altered{}, sdk.Errorf(sdk.NotFound, "change_unknown", "no change %q", ref)
	}
	k.tasks, k.preferences, k.skills, k.rows = was.tasks, was.preferences, was.skills, was.rows
	return was.out, nil
}

func (k *Keeper) alter(a sdk.Alteration) (sdk.Altered, error) {
	missing := sdk.Altered{}
	if len(a.Schedule) > 0 && !strings.ContainsAny(strings.Join(a.Schedule, " "), "0123456789") {
		return missing, sdk.Errorf(sdk.MissingInput, "schedule_time", "no time is said")
	}
	switch a.Kind {
	case sdk.CreateTask:
		return k.create(a)
	case sdk.SetTask, sdk.DeleteTask:
		i := slices.IndexFunc(k.tasks, func(t sdk.Task) bool { return t.Name == a.Name })
		if i < 0 {
			return missing, sdk.Errorf(sdk.NotFound, "task_unknown", "no task %q", a.Name).With("name", a.Name)
		}
		t := k.tasks[i]
		if a.Kind == sdk.DeleteTask {
			k.tasks = slices.Delete(slices.Clone(k.tasks), i, i+1)
			return sdk.Altered{Task: &t}, nil
		}
		same := (a.State == "" || a.State == t.State) && len(a.Schedule) == 0
		if a.State != "" {
			t.State = a.State
		}
		if len(a.Schedule) > 0 {
			t.When = strings.Join(a.Schedule, " ")
		}
		k.tasks[i] = t
		return sdk.Altered{Task: &t, Same: same}, nil
	case sdk.WriteRow, sdk.DeleteRow:
		return k.row(a)
	case sdk.SetPreference:
		return k.prefer(a)
	case sdk.SetSkill:
		i := slices.IndexFunc(k.skills, func(s sdk.Skill) bool { return s.Name == a.Name })
		if i < 0 {
			return missing, sdk.Errorf(sdk.NotFound, "skill_unknown", "no skill %q", a.Name).With("name", a.Name)
		}
		same := k.skills[i].Enabled == (a.Value == "enabled")
		k.skills[i].Enabled = a.Value == "enabled"
		s := k.skills[i]
		return sdk.Altered{Skill: &s, Same: same}, nil
	}
	return missing, sdk.Errorf(sdk.WrongArgs, "self_change", "%q is no change", a.Kind)
}

func (k *Keeper) create(a sdk.Alteration) (sdk.Altered, error) {
	if len(a.Schedule) == 0 {
		return sdk.Altered{}, sdk.Errorf(sdk.MissingInput, "schedule_when", "nothing is said of when")
	}
	kind := map[bool]string{true: "reminder", false: "request"}[a.Reminder]
	name := a.Name
	if name == "" {
		name = strings.ReplaceAll(strings.ToLower(a.Request), " ", "-")
	}
	t := sdk.Task{Name: name, Kind: kind, Request: a.Request, When: strings.Join(a.Schedule, " "), State: "active", Print: "n"}
	t.Next = time.Date(2026, 4, 1, 6, 0, 0, 0, time.UTC)
	k.tasks = append(k.tasks, t)
	return sdk.Altered{Task: &t}, nil
}

func (k *Keeper) prefer(a sdk.Alteration) (sdk.Altered, error) {
	i := slices.IndexFunc(k.preferences, func(p sdk.Preference) bool { return p.Name == a.Name })
	if i < 0 {
		return sdk.Altered{}, sdk.Errorf(sdk.WrongArgs, "preference_unknown", "no preference %q", a.Name).With("name", a.Name).With("choices", "lang, tone")
	}
	p := k.preferences[i]
	if a.Value != "" && len(p.Choices) > 0 && !slices.Contains(p.Choices, a.Value) {
		return sdk.Altered{}, sdk.Errorf(sdk.WrongArgs, "preference_value", "%s cannot be %q", a.Name, a.Value).With("name", a.Name).
			With("value", a.Value).With("choices", strings.Join(p.Choices, ", "))
	}
	same := p.Value == a.Value
	p.Value, p.Effective = a.Value, a.Value
	k.preferences[i] = p
	return sdk.Altered{Preference: &p, Same: same}, nil
}
