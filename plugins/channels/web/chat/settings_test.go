package chat

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/plugins/channels/web/protocol"
	"github.com/metnos/metnos/sdk"
)

type object = map[string]any

// settings answers like the core's registry, with text of strangers in every place. The caller holds mu.
func (c *fakeCore) settings(method string, in map[string]string) (any, error, bool) {
	english := in["lang"] == "en"
	word := func(it, en string) string {
		if english {
			return en
		}
		return it
	}
	entry := object{"route": "people/sessions", "label": word("Sessioni", "Sessions"), "summary": markup, "section": word("Persone", "People"), "place": word("Impostazioni › Persone › Sessioni", "Settings › People › Sessions")}
	switch method {
	case protocol.MethodMenu:
		return object{"pages": []any{entry, object{"route": "system/services", "label": word("Servizi", "Services"), "summary": "…", "section": word("Sistema", "System"), "place": "…"}}}, nil, true
	case protocol.MethodOpen:
		if in["route"] != "people/sessions" {
			return nil, sdk.Errorf(sdk.NotFound, "settings_unknown", "no"), true
		}
		view := object{"columns": []any{object{"key": "device", "label": markup, "type": "text"}, object{"key": "state", "label": word("Stato", "State"), "type": "badge"}, object{"key": "reads", "label": "x", "type": "code"}, object{"key": "created", "label": "quando", "type": "datetime"}},
			"controls": []any{object{"name": "revoke", "label": word("Chiudi", "End"), "confirm": markup, "danger": true, "row": true}, object{"name": "invite", "label": "Link", "row": true}, object{"name": "take", "label": "Copia"}, object{"name": "set", "label": "Scegli", "row": true, "choices": true}},
			"detail":   true, "facts": []any{object{"label": markup, "value": object{"text": markup, "tone": markup}}},
			"rows": []any{
				object{"id": "r1", "cells": []any{object{"text": markup}, object{"text": "questa", "tone": "good"}, object{"text": "/a\n/b"}, object{"at": time.Now()}}, "hidden": []string{"invite"}, "choices": []string{"uno", "due"}},
				object{"id": "r2", "cells": []any{object{"text": "Firefox"}, object{"text": "aperta"}, object{}, object{}}, "hidden": []string{"set"}}}, "total": 2}
		for k, v := range entry {
			view[k] = v
		}
		return view, nil, true
	case protocol.MethodLook:
		return object{"blocks": []any{object{"title": markup, "text": markup, "lang": "json"}}}, nil, true
	case protocol.MethodAct:
		c.acted = append(c.acted, strings.Join([]string{in["route"], in["control"], in["row"], in["value"]}, " "))
		if in["control"] == "invite" {
			return object{"message": markup, "secret": "http://127.0.0.1/signin?t=x"}, nil, true
		}
		return object{}, nil, true
	}
	return nil, nil, false
}

func (c *fakeCore) acts() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.acted, "|")
}

// The settings are drawn from what the core says, in the language of the page, at an address of their own.
func TestBrowserSettings(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.do(language("it"))
	w.signIn(r.base, "t1")
	w.say("trova i pdf")
	w.is(`document.querySelectorAll(".turn").length === 1`)
	w.click("#to-settings")
	w.is(`location.pathname === "/settings" && document.querySelectorAll(".tile").length === 2 && document.querySelector("#composer").hidden && document.querySelector("#title").textContent === "Impostazioni"`)
	w.shot("settings")
	w.click(`.tile[href="/settings/people/sessions"]`)
	w.is(`location.pathname === "/settings/people/sessions" && document.querySelectorAll("#settings tbody tr").length === 2`)
	w.is(`document.querySelector("#settings .place").textContent === "Impostazioni › Persone › Sessioni" && document.querySelector("#pages [aria-current=page]").textContent === "Sessioni"`)
	w.shot("settings-page")
	if n := w.value(`document.querySelectorAll("#settings img, #settings script, #settings svg").length + " " + window.hit`); n != "0 undefined" {
		t.Fatalf("text became markup: %s", n)
	}

	const row = `#settings tbody tr:nth-child(1) .acts button`
	press := func(name string) {
		w.run(`[...document.querySelectorAll("#settings tbody tr .acts button")].find((b) => b.textContent === "` + name + `").click()`)
	}
	w.is(`[...document.querySelectorAll("` + row + `")].map((b) => b.textContent).join() === "Apri,Chiudi,Scegli"`) // one control does not apply
	press("Chiudi")
	w.is(`document.querySelector("#ask[open] p")?.textContent.startsWith("<img")`)
	w.click("#ask .cancel")
	w.is(`!document.querySelector("#ask").open`)
	if got := r.core.acts(); got != "" {
		t.Fatalf("acted without a yes: %s", got)
	}
	press("Chiudi")
	w.click("#ask .danger")
	waitFor(t, "the control", func() bool { return r.core.acts() == "people/sessions revoke r1 " })
	w.is(`!document.querySelector("#ask").open`)
	press("Scegli")
	w.is(`document.querySelector("#ask[open] select")`)
	w.run(`document.querySelector("#ask select").value = "due"`)
	w.click("#ask .primary")
	waitFor(t, "the choice", func() bool { return strings.HasSuffix(r.core.acts(), "|people/sessions set r1 due") })
	press("Link")
	w.is(`document.querySelector("#ask[open] pre")?.textContent === "http://127.0.0.1/signin?t=x"`)
	w.click("#ask .cancel")
	w.is(`!document.querySelector("#ask").open`)
	press("Apri")
	w.is(`document.querySelector("#ask.large[open] .block pre")?.textContent.startsWith("<img")`)
	w.press("Escape", "Escape", 27, 0)
	w.is(`!document.querySelector("#ask").open && !document.querySelector("#ask").classList.contains("large")`)

	// The language, the back button, a reload and an address nobody may open.
	w.click("#language")
	w.is(`document.querySelector("#settings .place").textContent === "Settings › People › Sessions" && document.querySelector("#settings h2").textContent === "Sessions"`)
	w.do(chromedp.Reload())
	w.is(`document.querySelectorAll("#settings tbody tr").length === 2 && document.querySelector("#log").hidden`)
	w.run(`history.back()`)
	w.is(`location.pathname === "/settings" && document.querySelectorAll(".tile").length === 2`)
	w.run(`history.back()`)
	w.is(`location.pathname === "/" && !document.querySelector("#composer").hidden && document.querySelectorAll(".turn").length === 1`)
	w.open(r.base + "/settings/system/services")
	w.is(`document.querySelector("#settings .problem")?.textContent.includes("not for your role")`)
	w.press("k", "KeyK", 75, chromedp.ModifierCtrl)
	w.do(chromedp.SendKeys(chromedp.CSS("#palette-text"), "people sess"), enter(0))
	w.is(`location.pathname === "/settings/people/sessions" && document.querySelectorAll("#settings tbody tr").length === 2`)
	w.click("#pages .fresh")
	w.is(`location.pathname === "/" && document.activeElement.id === "text"`)
}

// A stranger is sent to sign in from every address of the settings.
func TestSettingsNeedASession(t *testing.T) {
	r := start(t)
	for _, path := range []string{"/settings", "/settings/", "/settings/people/sessions"} {
		resp, _ := r.browser().get(path)
		if resp.StatusCode != 303 || resp.Header.Get("Location") != "/signin" {
			t.Errorf("%s answers %s to %q", path, resp.Status, resp.Header.Get("Location"))
		}
	}
}

// A session that the core says has ended is cut at once in every tab of it, and only there.
func TestEndedSessionIsCutAtOnce(t *testing.T) {
	r := start(t)
	keep, lose := r.browser(), r.browser()
	keep.signIn("anna")
	lost := lose.signIn("anna")
	one, two, third := keep.tab(), lose.tab(), lose.tab()
	one.resume(talk, 0)
	two.resume(talk, 0)
	third.resume(talk, 0)
	r.core.revoke(lost)
	if err := r.channel.Send(context.Background(), sdk.Outbound{Recipient: "anna", Event: sdk.Event{Kind: "session"}}); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*tab{two, third} {
		if code := s.closed(); code != protocol.CloseSignedOut {
			t.Errorf("closed with %d", code)
		}
	}
	one.send(protocol.Request{ID: "a2", Type: "call", Method: protocol.MethodMenu})
	if f := one.next(); f.Ack != "a2" {
		t.Fatalf("the other session: %+v", f)
	}
}
