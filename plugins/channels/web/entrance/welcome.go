package entrance

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/metnos/metnos/plugins/channels/web/door"
	"github.com/metnos/metnos/plugins/channels/web/page"
	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

// Methods of the core.
const (
	firstShow   = "setup.show"   // {lang} -> first
	firstAnswer = "setup.answer" // {step, lang, name, reach, folders, write, skip} -> first
	firstFinish = "setup.finish" //
)

var steps = []string{"language", "name", "folders", "confinement", "question"}

// first is where the first run stands, as the core says.
type first struct {
	Pending     bool          `json:"pending"`
	ID          string        `json:"id"`
	Step        string        `json:"step"`
	Name        string        `json:"name"`
	Home        string        `json:"home"`
	Reach       string        `json:"reach"`
	Write       bool          `json:"write"`
	Folders     []page.Folder `json:"folders"`
	File        string        `json:"file"`
	Confinement string        `json:"confinement"`
	Weak        bool          `json:"weak"`
}

// person is who is signed in.
type person struct {
	Owner string `json:"owner"`
	Lang  string `json:"lang"`
}

// First reports whether the first run of this instance has questions left for whoever holds the session.
func (d Desk) First(ctx context.Context, token string) bool {
	var st first
	return d.Call(ctx, token, firstShow, struct{}{}, &st) == nil && st.Pending
}

// Welcome shows the next step of the first run, or one before it.
func (d Desk) Welcome(w http.ResponseWriter, r *http.Request) {
	d.step(w, r, http.StatusOK, r.URL.Query().Get("step"), "")
}

// step writes a step, "" the next one. Without a first run there is the chat.
func (d Desk) step(w http.ResponseWriter, r *http.Request, status int, step, problem string) {
	token := d.Cookies.Read(r, d.Cookies.Session())
	var who person
	if err := d.Call(r.Context(), token, show, struct{}{}, &who); err != nil || token == "" {
		http.Redirect(w, r, "/signin", http.StatusSeeOther)
		return
	}
	lang := d.Lang(r, who.Lang)
	var st first
	if err := d.Call(r.Context(), token, firstShow, map[string]string{"lang": lang}, &st); err != nil || !st.Pending {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	at, most := slices.Index(steps, step), slices.Index(steps, st.Step)
	if at < 0 || at > most {
		at = max(most, 0)
	}
	for i, f := range st.Folders {
		st.Folders[i].Name = path.Base(f.Path)
	}
	v := page.Welcome{Lang: lang, Theme: Theme(r), Form: door.FormToken(token), Problem: problem, Step: steps[at], At: at + 1, Of: len(steps),
		Name: st.Name, Home: st.Home, Reach: st.Reach, Write: st.Write, Folders: st.Folders, File: st.File, Confinement: st.Confinement, Weak: st.Weak}
	if at > 0 {
		v.Back = steps[at-1]
	}
	if v.Step == "question" {
		v.Suggestions = ideas(lang, st.Reach)
	}
	page.WriteWelcome(w, status, v)
}

// ideas are first questions that are sure to be answered; those about files, where some may be looked at.
func ideas(lang, reach string) []string {
	list := []string{page.Text(lang, "first.time"), page.Text(lang, "first.space")}
	if reach != "none" {
		list = append(list, page.Text(lang, "first.largest"), page.Text(lang, "first.count"))
	}
	return list
}

// Answer takes what was answered at a step and goes on; the last one asks its question in the chat.
func (d Desk) Answer(w http.ResponseWriter, r *http.Request) {
	token := d.Cookies.Read(r, d.Cookies.Session())
	if r.ParseForm() != nil || !d.Door.OwnForm(r, token) {
		d.step(w, r, http.StatusForbidden, "", "first.stale")
		return
	}
	step, question := r.PostFormValue("step"), strings.TrimSpace(r.PostFormValue("question"))
	if r.PostFormValue("skip") == "all" {
		d.leave(w, r, token, "")
		return
	}
	if step == "question" {
		d.ask(w, r, token, question)
		return
	}
	answer := map[string]any{"step": step, "lang": r.PostFormValue("lang"), "name": r.PostFormValue("name"), "reach": reach(r),
		"folders": r.PostForm["folder"], "write": r.PostFormValue("write") == "yes", "skip": r.PostFormValue("skip") == "step"}
	if err := d.Call(r.Context(), token, firstAnswer, answer, nil); err != nil {
		d.wrong(w, r, step, err)
		return
	}
	next := slices.Index(steps, step) + 1
	http.Redirect(w, r, "/welcome?step="+steps[min(max(next, 0), len(steps)-1)], http.StatusSeeOther)
}

// reach is what the form grants: never more than what it shows. A folder that is ticked means the ticked ones only;
// ticked beside "none" it says two things, which is no choice.
func reach(r *http.Request) string {
	chosen := r.PostFormValue("reach")
	switch {
	case len(r.PostForm["folder"]) == 0:
		return chosen
	case chosen == "none":
		return ""
	}
	return "some"
}

// wrong shows the step again with what the person can do about it.
func (d Desk) wrong(w http.ResponseWriter, r *http.Request, step string, err error) {
	status, problem := http.StatusBadRequest, "first."+step+".wrong"
	switch {
	case sdk.ClassOf(err) == sdk.AuthRequired:
		http.Redirect(w, r, "/signin", http.StatusSeeOther)
		return
	case protocol.OutOfReach(err):
		status, problem = http.StatusServiceUnavailable, "first.unavailable"
	case step == "folders" && sdk.ClassOf(err) == sdk.Conflict:
		problem = "first.folders.config"
	case step == "folders" && sdk.ClassOf(err) == sdk.IOError:
		problem = "first.folders.disk"
	case step != "name" && step != "folders":
		problem = "first.stale"
	}
	d.step(w, r, status, step, problem)
}

// ask delivers the first question and ends the first run. The message's id is the first run's: sent twice, it is asked
// once.
func (d Desk) ask(w http.ResponseWriter, r *http.Request, token, question string) {
	var who person
	var st first
	err := d.Call(r.Context(), token, show, struct{}{}, &who)
	if err == nil {
		err = d.Call(r.Context(), token, firstShow, struct{}{}, &st)
	}
	if err == nil && st.Pending && question != "" {
		talk := "c_first-" + st.ID
		_, err = d.Core.Deliver(r.Context(), sdk.Inbound{ID: who.Owner + "/first-" + st.ID, Who: sdk.Presented{Token: token},
			Conversation: talk, Text: question, Lang: d.Lang(r, who.Lang)})
		if err == nil {
			d.leave(w, r, token, "?talk="+talk)
			return
		}
	}
	if err != nil {
		d.wrong(w, r, "question", err)
		return
	}
	d.step(w, r, http.StatusBadRequest, "question", "first.question.wrong")
}

// Talk is the conversation the address names, "" for the one the browser remembers.
func Talk(r *http.Request) string {
	if talk := r.URL.Query().Get("talk"); protocol.Conversation(talk) {
		return talk
	}
	return ""
}

// leave ends the first run in the chat.
func (d Desk) leave(w http.ResponseWriter, r *http.Request, token, at string) {
	if err := d.Call(r.Context(), token, firstFinish, struct{}{}, nil); err != nil {
		d.wrong(w, r, "question", err)
		return
	}
	http.Redirect(w, r, "/"+at, http.StatusSeeOther)
}
