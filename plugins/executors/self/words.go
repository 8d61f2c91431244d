package main

import (
	"errors"
	"strings"
	"time"

	"github.com/metnos/metnos/plugins/executors/entry"
	"github.com/metnos/metnos/sdk"
)

// tell picks the words of the call's language.
func tell(call sdk.Call, italian, english string) string {
	if call.Lang == "en" {
		return english
	}
	return italian
}

// item is a task as a list shows it.
func item(call sdk.Call, t sdk.Task) map[string]any {
	out := map[string]any{
		"task": t.Name, "title": t.Request, "kind": t.Kind, "request": t.Request, "when": t.When, "since": entry.Instant(t.Created, entry.Zone(call)), "runs": t.Runs,
	}
	if !t.Next.IsZero() {
		out["next"] = nextly(call, t.Next)
		out["next_run"] = entry.Instant(t.Next, entry.Zone(call))
	}
	if s := state(call, t.State); s != "" {
		out["state"] = s
	}
	return out
}

// state is a word for what keeps a task from running, "" for one that runs.
func state(call sdk.Call, s string) string {
	switch s {
	case "paused":
		return tell(call, "sospesa", "paused")
	case "done":
		return tell(call, "conclusa", "over")
	case "failed":
		return tell(call, "fermata dopo troppi errori", "stopped after too many errors")
	}
	return ""
}

// nextly says the next moment.
func nextly(call sdk.Call, at time.Time) string {
	return tell(call, "prossima volta ", "next on ") + moment(call, at)
}

func moment(call sdk.Call, at time.Time) string {
	at = at.In(entry.Zone(call))
	if call.Lang == "en" {
		return at.Format("Monday 2 January 2006 at 15:04")
	}
	weekday := [...]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"}[at.Weekday()]
	month := [...]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"}[at.Month()-1]
	return weekday + at.Format(" 2 ") + month + at.Format(" 2006 alle 15:04")
}

// label tells a task from the person's others.
func label(t sdk.Task) string { return t.Request + " (" + t.When + ")" }

// showing is how a changed task is told: what it is, when, and when next.
func showing(call sdk.Call, action string) func(sdk.Altered) map[string]any {
	return func(out sdk.Altered) map[string]any {
		t := *out.Task
		shown := item(call, t)
		shown["action"] = action
		shown["name"] = t.Request + ", " + t.When
		if next, ok := shown["next"].(string); ok && action != "forget" && action != "suspend" {
			shown["name"] = shown["name"].(string) + "; " + next
		}
		return shown
	}
}

// asked turns what a schedule lacks into a question; any other error stays one.
func asked(call sdk.Call, err error) (sdk.Result, error) {
	var e *sdk.Error
	if !errors.As(err, &e) || e.Class != sdk.MissingInput {
		return sdk.Result{}, err
	}
	q := sdk.Question{Kind: "text"}
	switch e.Code {
	case "schedule_when":
		q.Name, q.Prompt = "schedule", tell(call, "Quando? Per esempio «domani alle 9» oppure «ogni lunedì alle 8».", "When? For example “tomorrow at 9” or “every Monday at 8”.")
	case "schedule_day":
		q.Name, q.Prompt = "day", tell(call, "In quale giorno e a che ora?", "On which day and at what time?")
	case "schedule_time":
		q.Name, q.Prompt = "time", tell(call, "A che ora?", "At what time?")
	case "schedule_which":
		q.Name, q.Kind, q.Options = "exact", "choice", strings.Split(e.Params["options"], "\n")
		q.Prompt = tell(call, "Che cosa intendi con «"+e.Params["when"]+"»?", "What do you mean by “"+e.Params["when"]+"”?")
	case "task_what":
		q.Name, q.Prompt = "request", tell(call, "Che cosa devo fare o ricordarti?", "What am I to do, or to remind you of?")
	default:
		return sdk.Result{}, err
	}
	return asking(q), nil
}

// asking suspends the call on one question.
func asking(q sdk.Question) sdk.Result {
	return sdk.Result{OK: true, Results: []map[string]any{}, NeedsInputs: &sdk.NeedsInputs{Title: q.Prompt, Dialog: []sdk.Question{q}}, Effects: sdk.Counters{Countable: true}}
}
