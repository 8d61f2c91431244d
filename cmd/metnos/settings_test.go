package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/core/settings"
)

// refusal sends a call that must be refused and returns the code.
func (p *person) refusal(id, method string, params any) string {
	p.t.Helper()
	p.send(map[string]any{"id": id, "type": "call", "method": method, "params": params})
	return p.answered(id)
}

// answered is "done", or the code a request was refused with.
func (p *person) answered(id string) string {
	p.t.Helper()
	_ = p.ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	for {
		var f struct {
			Ack, Nack string
			Error     struct{ Code string }
		}
		if err := p.ws.ReadJSON(&f); err != nil {
			p.t.Fatal(err)
		}
		switch id {
		case f.Nack:
			return f.Error.Code
		case f.Ack:
			return "done"
		}
	}
}

// cut waits for the socket to be closed with the code that says to sign in again. A ping, which looks too, comes only
// after half a minute.
func (p *person) cut(within time.Duration) {
	p.t.Helper()
	_ = p.ws.SetReadDeadline(time.Now().Add(within))
	for {
		if _, _, err := p.ws.ReadMessage(); err != nil {
			if !websocket.IsCloseError(err, 4401) {
				p.t.Errorf("the ended session's socket: %v", err)
			}
			return
		}
	}
}

// signInAt opens another link of the server.
func (s *server) signInAt(link string) *person {
	s.t.Helper()
	before := s.link
	s.link = link
	defer func() { s.link = before }()
	return s.signIn()
}

// pagesOf counts the registry.
func pagesOf() (n int) {
	for _, section := range settings.Pages() {
		n += len(section.Pages)
	}
	return n
}

// Every page of the registry opens for the host with rows that fit; a member sees their own and nothing else; a
// session that is ended is cut at once.
func TestWebSettings_Pages(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	host := s.signIn()
	host.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_first", "text": "Quanti file PDF ci sono nella cartella Documenti?", "lang": "it"})
	turn := host.final().TurnID
	host.send(map[string]any{"id": "m2", "type": "submit", "conversation": "c_first", "text": "Quanti file PDF ci sono nella cartella Documenti?", "lang": "it"})
	host.final()

	seen := map[string]settings.View{}
	for _, lang := range []string{"it", "en"} {
		var menu struct{ Pages []settings.Entry }
		host.call("menu-"+lang, "settings.menu", map[string]string{"lang": lang}, &menu)
		if len(menu.Pages) != pagesOf() {
			t.Errorf("the menu has %d pages", len(menu.Pages))
		}
		for i, e := range menu.Pages {
			var v settings.View
			host.call(fmt.Sprintf("open-%s-%d", lang, i), "settings.open", map[string]string{"lang": lang, "route": e.Route}, &v)
			if v.Label != e.Label || len(v.Columns) == 0 {
				t.Errorf("%s: %+v", e.Route, v)
			}
			if lang == "it" {
				seen[e.Route] = v
			}
		}
	}
	for _, route := range []string{"activity/turns", "lifecycle/executors", "memory/plans", "memory/preferences", "system/services", "system/safety", "system/keys", "people/users", "people/sessions", "people/channels"} {
		if len(seen[route].Rows) == 0 {
			t.Errorf("%s is empty", route)
		}
	}
	if row := seen["activity/turns"].Rows[1]; row.ID != turn || row.Cells[1].Text != "Quanti file PDF ci sono nella cartella Documenti?" || row.Cells[2].Text != "fatto" {
		t.Errorf("the turn is told as %+v", row)
	}
	var look struct{ Blocks []settings.Block }
	host.call("look-1", "settings.look", map[string]string{"route": "activity/turns", "row": turn}, &look)
	if text := fmt.Sprint(look.Blocks); !strings.Contains(text, "opened") || !strings.Contains(text, "closed") || !strings.Contains(text, `"tool": "find_files"`) {
		t.Errorf("the trace is %s", text)
	}
	host.call("look-2", "settings.look", map[string]string{"route": "lifecycle/executors", "row": "find_files"}, &look)
	if text := fmt.Sprint(look.Blocks); !strings.Contains(text, "manifest_format") || !strings.Contains(text, "sha256:") || !strings.Contains(text, "passi 4, falliti 0.") {
		t.Errorf("the executor is shown as %s", text)
	}
	var done settings.Done
	host.call("flush", "settings.act", map[string]string{"route": "memory/plans", "control": "flush-l0", "lang": "en"}, &done)
	if !strings.HasPrefix(done.Message, "Done: ") || strings.HasPrefix(done.Message, "Done: 0") {
		t.Errorf("forgotten: %q", done.Message)
	}
	var left settings.View
	host.call("plans", "settings.open", map[string]string{"route": "memory/plans"}, &left)
	if slices.ContainsFunc(left.Rows, func(r settings.Row) bool { return r.Cells[0].Text == "L0" }) {
		t.Errorf("plans of L0 are left: %+v", left.Rows)
	}
	host.send(map[string]any{"id": "m3", "type": "submit", "conversation": "c_first", "text": "ogni lunedì alle 8 cerca i file PDF nella cartella Documenti", "lang": "it"})
	later := host.final()
	var due settings.View
	host.call("tasks", "settings.open", map[string]string{"route": "activity/tasks", "lang": "en"}, &due)
	if len(due.Rows) != 1 || due.Rows[0].Cells[3].Text != "active" || due.Rows[0].Cells[4].At.IsZero() {
		t.Fatalf("after %q the tasks are %+v", later.Message, due.Rows)
	}
	host.call("task", "settings.look", map[string]string{"route": "activity/tasks", "row": due.Rows[0].ID}, &look)
	if len(look.Blocks) != 1 || !strings.Contains(look.Blocks[0].Text, "PDF") {
		t.Errorf("the task is shown as %+v", look.Blocks)
	}
	host.call("pause", "settings.act", map[string]string{"route": "activity/tasks", "control": "pause", "row": due.Rows[0].ID}, &done)
	host.call("tasks-2", "settings.open", map[string]string{"route": "activity/tasks", "lang": "en"}, &due)
	if due.Rows[0].Cells[3].Text != "paused" || !slices.Contains(due.Rows[0].Hidden, "pause") {
		t.Errorf("a paused task is %+v", due.Rows[0])
	}
	host.call("drop", "settings.act", map[string]string{"route": "activity/tasks", "control": "delete", "row": due.Rows[0].ID}, &done)
	host.call("backup", "settings.act", map[string]string{"route": "system/backups", "control": "take"}, &done)
	host.call("tone", "settings.act", map[string]string{"route": "memory/preferences", "control": "set", "row": "tone", "value": "formale"}, &done)
	var v settings.View
	host.call("backups", "settings.open", map[string]string{"route": "system/backups"}, &v)
	if len(v.Rows) != 1 {
		t.Errorf("copies: %+v", v.Rows)
	}

	if out, err := s.command("user", "add", "bruno", "--role", "guest").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	host.call("invite", "settings.act", map[string]string{"route": "people/users", "control": "invite", "row": "bruno"}, &done)
	guest := s.signInAt(done.Secret)
	var menu struct{ Pages []settings.Entry }
	guest.call("menu", "settings.menu", map[string]string{"lang": "en"}, &menu)
	var routes []string
	for _, e := range menu.Pages {
		routes = append(routes, e.Route)
	}
	if !slices.Equal(routes, []string{"activity/turns", "activity/tasks", "memory/plans", "memory/preferences", "people/sessions", "people/passkeys"}) {
		t.Errorf("a guest sees %v", routes)
	}
	for i, unknown := range []string{turn, turn[:len(turn)-1], "turn_of_nobody"} { // of somebody else, and of nobody
		id := fmt.Sprintf("thumb-%d", i)
		guest.send(map[string]any{"id": id, "type": "feedback", "turn": unknown, "good": false})
		if got := guest.answered(id); got != "feedback_turn_unknown" {
			t.Errorf("feedback of a guest on %q: %s", unknown, got)
		}
	}
	guest.call("turns", "settings.open", map[string]string{"route": "activity/turns"}, &v)
	if len(v.Rows) != 0 {
		t.Errorf("a guest sees the turns of others: %+v", v.Rows)
	}
	guest.call("sessions", "settings.open", map[string]string{"route": "people/sessions"}, &v)
	if len(v.Rows) != 1 || !strings.HasPrefix(v.Rows[0].ID, "bruno ") {
		t.Fatalf("a guest sees the sessions %+v", v.Rows)
	}
	mine := v.Rows[0].ID
	host.call("sessions", "settings.open", map[string]string{"route": "people/sessions"}, &v)
	theirs := v.Rows[0].ID
	for i, q := range []struct {
		method string
		params map[string]string
		want   string
	}{
		{"settings.open", map[string]string{"route": "system/services"}, "settings_unknown"},
		{"settings.open", map[string]string{"route": "../../etc"}, "settings_unknown"},
		{"settings.look", map[string]string{"route": "activity/turns", "row": turn}, "settings_gone"},
		{"settings.look", map[string]string{"route": "lifecycle/executors", "row": "find_files"}, "settings_unknown"},
		{"settings.act", map[string]string{"route": "people/users", "control": "remove", "row": "host"}, "settings_unknown"},
		{"settings.act", map[string]string{"route": "people/sessions", "control": "revoke", "row": theirs}, "settings_gone"},
		{"settings.act", map[string]string{"route": "memory/plans", "control": "flush-l1"}, "role_needed"},
	} {
		if got := guest.refusal(fmt.Sprintf("no-%d", i), q.method, q.params); got != q.want {
			t.Errorf("a guest's %s %v: %s, want %s", q.method, q.params, got, q.want)
		}
	}
	if got := host.refusal("self", "settings.act", map[string]string{"route": "people/users", "control": "remove", "row": "host"}); got != "settings_self" {
		t.Errorf("the host removes themselves: %s", got)
	}

	// The socket of the ended session closes at once, with the code that says to sign in again.
	host.call("revoke", "settings.act", map[string]string{"route": "people/sessions", "control": "revoke", "row": mine}, &done)
	guest.cut(4 * time.Second)
	resp, err := guest.http.Get(guest.base.String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.Request.URL.Path != "/signin" || resp.StatusCode != http.StatusOK {
		t.Errorf("the ended session opens %s", resp.Request.URL)
	}
	if raw, err := json.Marshal(seen); err != nil || strings.Contains(string(raw), "session_") {
		t.Errorf("a page shows a secret: %v", err)
	}
}
