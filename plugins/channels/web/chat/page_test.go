package chat

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/sdk"
)

// The final event carries the core's Outcome as `metnos ask --json` prints it.
const outcome = `{"turn_id":%q,"kind":"answer","origin":"propose","lang":"it","message":"Ho trovato **3 file PDF** in ` + "`Documenti`" + `:\n- casa/contratto.pdf: 2,5 MB\n- bolletta.pdf: 130 kB\n- lungo.pdf: 912 B","framework":{"steps":[{"tool":"find_files","args":{}},{"tool":"sort_entries","args":{}}]},
"steps":[{"n":1,"tool":"find_files","ok":true,"error_class":"","ms":3.1,"sandbox":{"level":"bwrap","net":"none","ro":[],"rw":[]}},
{"n":2,"tool":"sort_entries","ok":true,"error_class":"","ms":0.4,"sandbox":{"level":"process","net":"none","ro":[],"rw":[],"reason":"bwrap is not installed"}}],
"effects":{"mutations":0,"items":3,"failures":0,"uncertain":0},"dialog":null,"proposal":null,
"table":{"columns":[{"key":"path"},{"key":"text"},{"key":"size","type":"bytes"},{"key":"modified","type":"datetime"}],"total":3,"rows":[
{"path":"/home/anna/Documenti/casa/contratto.pdf","size":2480000,"modified":"2026-03-02T10:00:00Z"},
{"path":"/home/anna/Documenti/bolletta.pdf","size":130200,"modified":"2026-04-11T08:30:00Z"},
{"path":"/home/anna/Documenti/un-nome-molto-lungo-che-non-finisce-mai-e-non-ha-spazi-dove-andare-a-capo.pdf","size":912,"modified":"2025-12-24T23:59:00Z"}]},
"attachments":[],"ms":9.4}`

// storyteller answers by what the message asks for.
func storyteller(c *fakeCore, owner, turn string, in sdk.Inbound) {
	emit := func(kind string, data any) { c.emit(owner, in.Conversation, turn, kind, data) }
	emit("turn_started", map[string]string{"text": in.Text})
	switch {
	case strings.Contains(in.Text, "sposta"):
		var items []sdk.Effect
		for i := range 12 {
			items = append(items, sdk.Effect{Action: "move", Source: fmt.Sprintf("/home/anna/Scaricati/foto-%02d.jpg", i), Target: fmt.Sprintf("/home/anna/Immagini/2026/foto-%02d.jpg", i)})
		}
		items[1] = sdk.Effect{Action: "delete", Target: "/home/anna/Scaricati/vecchio.zip"}
		emit("proposal", map[string]any{"id": "p1", "digest": "sha256:ab", "prompt": "Sposto 30 elementi in Immagini/2026?",
			"effects": sdk.Effects{Items: items, Total: 30, Truncated: true}, "reversible": false, "expires": time.Now().Add(time.Hour)})
	case strings.Contains(in.Text, "quale"):
		emit("dialog", map[string]any{"id": "q1", "prompt": "Quale cartella intendi?", "options": []string{"Documenti", "Documenti/lavoro", "Scaricati"}})
	case strings.Contains(in.Text, "a lungo"):
		emit("plan", map[string]any{"steps": []string{"find_files", "move_files"}})
		emit("step", map[string]any{"n": 1, "tool": "find_files", "state": "done", "ms": 12.0, "sandbox": map[string]string{"level": "bwrap"}})
		emit("step", map[string]any{"n": 2, "tool": "move_files", "state": "running", "done": 40, "total": 1200, "sandbox": map[string]string{"level": "bwrap"}})
	default:
		emit("plan", map[string]any{"steps": []string{"find_files", "sort_entries"}})
		emit("step", map[string]any{"n": 1, "tool": "find_files", "state": "running"})
		emit("final", json.RawMessage(fmt.Sprintf(outcome, turn)))
	}
}

func pageStart(t *testing.T, change ...func(*Channel, *fakeCore)) *running {
	tell := func(_ *Channel, c *fakeCore) { c.script = storyteller; c.links["t1"] = "anna" }
	return start(t, append([]func(*Channel, *fakeCore){tell}, change...)...)
}

func TestBrowserConversation(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.do(language("it"))
	w.open(r.base + "/")
	w.is(`location.pathname === "/signin" && document.body.innerText.includes("link personale")`)
	w.shot("signin-how")
	w.open(r.base + "/signin?t=t1")
	w.is(`location.search === ""`) // the token leaves the address
	w.shot("signin")
	if r.core.opens != 0 {
		t.Fatal("opening the link spent it")
	}
	w.click(`button.primary`)
	w.is(`document.querySelector("#state")?.dataset.state === "online"`)
	w.is(`document.querySelectorAll(".chip").length === 3 && !document.querySelector("#welcome").hidden`)
	w.is(`document.activeElement.id === "text"`)
	w.shot("welcome")

	w.do(chromedp.SendKeys(chromedp.CSS("#text"), "prima riga"), enter(chromedp.ModifierShift))
	if n := len(r.core.deliveries()); n != 0 {
		t.Fatal("Shift+Enter sent the message")
	}
	w.say("seconda riga")
	w.is(`document.querySelector(".reply .prose strong")?.textContent === "3 file PDF"`)
	if in := r.core.deliveries(); len(in) != 1 || in[0].Text != "prima riga\nseconda riga" || in[0].Lang != "" {
		t.Fatalf("delivered %+v", in)
	}
	w.is(`document.querySelectorAll(".turn").length === 1 && document.querySelector("#welcome").hidden`)
	w.is(`document.querySelectorAll(".reply tbody tr").length === 3 && document.querySelector("td.right").textContent === "2,5 MB"`)
	w.is(`document.querySelectorAll(".prose li").length === 0 && document.querySelectorAll("th").length === 3`) // one view of one list
	w.is(`document.querySelector("summary").textContent === "2 passi · 9 ms" && !document.querySelector("details").open`)
	w.is(`document.querySelectorAll(".step.done .badge.good").length === 1 && document.querySelectorAll(".step.done .badge.warn").length === 1`)
	w.is(`document.querySelector("#log").getAttribute("aria-live") === "polite"`)

	w.say("cerca a lungo")
	w.is(`document.querySelector(".turn[aria-busy] .step.running")?.innerText.includes("40 / 1200")`)
	w.shot("working")
	w.click(".stop")
	waitFor(t, "the cancel", func() bool { r.core.mu.Lock(); defer r.core.mu.Unlock(); return len(r.core.cancels) == 1 })

	w.say("quale cartella?")
	w.click(`.question .choice:nth-of-type(2)`)
	w.is(`document.querySelector(".question .verdict")?.textContent === "Hai risposto: Documenti/lavoro"`)
	if got := r.core.replies; len(got) != 1 || got[0].Dialog != "q1" || got[0].Values["value"] != "Documenti/lavoro" {
		t.Fatalf("replied %+v", got)
	}

	w.say("sposta le foto")
	w.is(`document.querySelectorAll(".approval .effects li").length === 12 && document.querySelector(".approval .badge.warn")`)
	w.is(`[...document.querySelectorAll(".effects li")].filter((e) => e.offsetParent).length === 10`)
	w.shot("approval")
	w.click(`.approval .link`)
	w.is(`[...document.querySelectorAll(".effects li")].filter((e) => e.offsetParent).length === 12`)
	w.click(`.approval .primary`)
	w.is(`document.querySelector(".approval .verdict")?.textContent === "Hai approvato."`)
	if got := r.core.decided; len(got) != 1 || !got[0].Approve || got[0].Proposal != "p1" || got[0].Digest != "sha256:ab" {
		t.Fatalf("decided %+v", got)
	}

	// A reload draws the same conversation from the events, each once.
	w.do(chromedp.Reload())
	w.is(`document.querySelectorAll(".turn").length === 4 && document.querySelectorAll(".said").length === 4`)
	w.do(dark())
	w.run(`scrollTo(0, 0)`)
	w.shot("conversation-dark")

	// The language changes at once and is stored by the core.
	w.click("#language")
	w.is(`document.documentElement.lang === "en" && document.querySelector("#text").placeholder === "Write a message…" && document.querySelector(".approval .primary").textContent === "Approve"`)
	waitFor(t, "the preference", func() bool { r.core.mu.Lock(); defer r.core.mu.Unlock(); return r.core.langs["anna"] == "en" })
	w.click("#fresh")
	w.is(`document.querySelectorAll(".turn").length === 0 && !document.querySelector("#welcome").hidden`)
	w.click(`form[action="/signout"] button`)
	w.is(`location.pathname === "/signin"`)
}

func TestBrowserPhoneHasNoHorizontalScroll(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.do(language("it"), phone())
	w.signIn(r.base, "t1")
	w.shot("phone-welcome")
	for i, text := range []string{"trova i pdf " + strings.Repeat("senzaspazi", 12), "sposta le foto", "quale cartella?"} {
		w.say(text)
		w.is(fmt.Sprintf(`document.querySelectorAll(".reply:not([hidden])").length === %d`, i+1))
	}
	w.is(`document.querySelector(".approval") && document.querySelector(".question")`)
	if wide := w.value(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide != "0" {
		t.Fatalf("the page is %v px too wide", wide)
	}
	small := w.value(`[...document.querySelectorAll("button")].filter((b) => b.offsetParent && !b.matches(".link") && (b.offsetHeight < 32 || b.offsetWidth < 32)).map((b) => b.outerHTML).join()`)
	if small != "" {
		t.Fatalf("too small to touch: %v", small)
	}
	w.run(`scrollTo(0, 0)`)
	w.shot("phone-answer")
	w.run(`document.querySelector(".approval").scrollIntoView()`)
	w.shot("phone-approval")
}

// The network is cut in mid-turn and a message is typed meanwhile: nothing is lost, nothing doubled.
func TestBrowserField_WS_01_WS_02(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	c := newCable(t, strings.TrimPrefix(r.base, "http://"))
	w.signIn("http://"+c.Addr().String(), "t1")
	w.say("cerca a lungo")
	w.is(`document.querySelector(".step.running")`)
	c.set(true, false)
	w.is(`document.querySelector("#state").dataset.state === "offline"`)
	w.say("e poi i pdf")
	w.is(`document.querySelector(".said.waiting")?.textContent === "e poi i pdf"`)
	w.shot("offline")
	in := r.core.deliveries()
	if len(in) != 1 {
		t.Fatalf("%d messages got through a cut cable", len(in))
	}
	turn := fmt.Sprintf("%016x", 1)
	r.core.emit("anna", in[0].Conversation, turn, "step", map[string]any{"n": 2, "tool": "move_files", "state": "done"})
	r.core.emit("anna", in[0].Conversation, turn, "final", json.RawMessage(fmt.Sprintf(outcome, turn)))
	c.set(false, false)
	w.is(`document.querySelector("#state").dataset.state === "online"`)
	w.is(`document.querySelectorAll(".prose strong").length === 2 && !document.querySelector(".waiting, .delivery")`)
	w.is(`[...document.querySelectorAll(".said")].map((e) => e.textContent).join("|") === "cerca a lungo|e poi i pdf"`)
	if in := r.core.deliveries(); len(in) != 2 {
		t.Fatalf("%d messages delivered", len(in))
	}
}

// What was typed without a connection outlives a reload of the tab.
func TestBrowserQueueSurvivesReload(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, quick)
	c := newCable(t, strings.TrimPrefix(r.base, "http://"))
	w.signIn("http://"+c.Addr().String(), "t1")
	r.core.outage(sdk.Errorf(sdk.Unavailable, "", "restarting"))
	w.is(`document.querySelector("#state").dataset.state === "offline"`)
	w.say("non perderti")
	w.is(`JSON.parse(sessionStorage.getItem("metnos.queue")).length === 1`)
	r.core.outage(nil)
	w.do(chromedp.Reload())
	w.is(`document.querySelector(".prose strong") && document.querySelectorAll(".said").length === 1`)
	if in := r.core.deliveries(); len(in) != 1 || in[0].Text != "non perderti" {
		t.Fatalf("delivered %+v", in)
	}
	w.is(`JSON.parse(sessionStorage.getItem("metnos.queue")).length === 0`)
}

// A connection that swallows everything is noticed by the page, and the person sees it.
func TestBrowserField_WS_04(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(c *Channel, _ *fakeCore) { c.pace.ping, c.pace.pong = time.Second, time.Second })
	c := newCable(t, strings.TrimPrefix(r.base, "http://"))
	w.signIn("http://"+c.Addr().String(), "t1")
	c.set(false, true)
	w.is(`document.querySelector("#state").dataset.state !== "online"`)
	c.set(true, false)
	c.set(false, false)
	w.is(`document.querySelector("#state").dataset.state === "online"`)
}

// A revoked session ends at the sign-in page; the page does not keep knocking.
func TestBrowserRevokedSession(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, quick)
	w.signIn(r.base, "t1")
	r.core.mu.Lock()
	clear(r.core.sessions)
	r.core.mu.Unlock()
	w.is(`location.pathname === "/signin"`)
	waitFor(t, "the room to empty", func() bool { return len(r.channel.house.room.of("anna")) == 0 })
}

const markup = `<img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">[x](javascript:window.hit=1)`

// Markup in messages, file names, cells, effects, options and errors stays text.
func TestBrowserHostileMarkupIsText(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			emit := func(kind string, data any) { c.emit(owner, in.Conversation, turn, kind, data) }
			emit("turn_started", map[string]string{"text": in.Text})
			emit("plan", map[string]any{"steps": []string{markup}})
			emit("step", map[string]any{"n": 1, "tool": markup, "state": "failed", "error": markup, "note": markup, "sandbox": map[string]string{"level": markup, "reason": markup}})
			emit("delta", map[string]string{"text": markup})
			emit("proposal", map[string]any{"id": markup, "prompt": markup, "effects": map[string]any{"items": []any{map[string]string{"action": markup, "target": markup, "source": markup}}}})
			emit("dialog", map[string]any{"id": "q", "prompt": markup, "options": []string{markup}})
			emit("notice", map[string]string{"message": markup})
			emit("error", map[string]string{"class": markup, "message": markup})
			c.emit(owner, in.Conversation, "written", "final", map[string]any{"kind": "answer", "origin": "propose", "message": markup + "\n\n" + markup})
			emit("final", map[string]any{"kind": "answer", "message": markup + "\n\n```" + markup + "```\n- `" + markup + "`\n**" + markup + "**",
				"steps": []any{map[string]any{"n": 1, "tool": markup, "ok": false, "ms": 1}},
				"table": map[string]any{"columns": []any{map[string]string{"key": markup, "type": markup}}, "rows": []any{map[string]string{markup: markup}}, "total": 1}})
		}
	})
	w.signIn(r.base, "t1")
	w.say(markup)
	w.is(`document.querySelector(".reply .table th")?.textContent.startsWith("<img src=x") && document.querySelector(".approval") && document.querySelector(".notice")`)
	time.Sleep(200 * time.Millisecond)
	if hit := w.value(`String(window.hit)`); hit != "undefined" {
		t.Fatal("markup ran")
	}
	if n := w.value(`document.querySelectorAll("#log img, #log script, #log svg:not([data-icon]), #log a").length`); n != "0" {
		t.Fatalf("%v elements came from text", n)
	}
	if text := w.value(`document.querySelector(".said").textContent`); text != markup {
		t.Fatalf("the message reads %q", text)
	}
	if blocked := w.value(`(() => { try { document.body.innerHTML = "<b>"; return "no"; } catch { return "yes"; } })()`); blocked != "yes" {
		t.Fatal("the browser accepts markup from strings")
	}
}

// Go writes empty lists as null and leaves out empty fields.
func TestBrowserBareEvents(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			for _, kind := range []string{"turn_started", "plan", "step", "delta", "proposal", "dialog", "final", "notice", "error", "unheard-of"} {
				c.emit(owner, in.Conversation, turn, kind, nil)
			}
			c.emit(owner, in.Conversation, turn, "plan", json.RawMessage(`{"origin":"compose","steps":null}`))
			c.emit(owner, in.Conversation, turn, "proposal", json.RawMessage(`{"id":"p","effects":{"items":null,"total":0}}`))
			c.emit(owner, in.Conversation, turn, "dialog", json.RawMessage(`{"id":"q","options":null}`))
			c.emit(owner, in.Conversation, turn, "final", json.RawMessage(`{"kind":"answer","message":"fine","steps":null,"table":{"columns":null,"rows":null,"total":0}}`))
		}
	})
	w.signIn(r.base, "t1")
	w.say("niente")
	w.is(`[...document.querySelectorAll(".prose")].some((e) => e.textContent === "fine")`)
	w.do() // fails on any exception of the page
}

// An answer appears as it comes, also to who reloads in the middle of it; what is told anew replaces what no longer holds,
// and the end replaces all.
func TestBrowserAnswerComesInPieces(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			c.emit(owner, in.Conversation, turn, "turn_started", map[string]string{"text": in.Text})
			c.emit(owner, in.Conversation, turn, "delta", map[string]any{"from": 0, "text": "Ci sono 2 file 𝄞.\n<b>"})
		}
	})
	w.signIn(r.base, "t1")
	w.say("quanti?")
	w.is(`document.querySelector(".prose.coming")?.innerText === "Ci sono 2 file 𝄞.\n<b>" && document.querySelector(".turn[aria-busy]")`)
	conversation, turn := r.core.deliveries()[0].Conversation, fmt.Sprintf("%016x", 1)
	emit := func(kind string, data any) { r.core.emit("anna", conversation, turn, kind, data) }
	emit("delta", map[string]any{"from": 18, "text": "E 3 cartelle."})
	w.is(`document.querySelector(".prose").innerText === "Ci sono 2 file 𝄞.\nE 3 cartelle."`)
	w.do(chromedp.Reload())
	w.is(`document.querySelector(".prose.coming")?.innerText === "Ci sono 2 file 𝄞.\nE 3 cartelle."`)
	emit("delta", map[string]any{"from": 0, "text": "Ci sono 4 file"})
	emit("delta", map[string]any{"from": 14, "text": "."})
	w.is(`document.querySelector(".prose").innerText === "Ci sono 4 file."`)
	emit("final", map[string]any{"turn_id": turn, "kind": "answer", "message": "Ci sono 4 file e 3 cartelle."})
	w.is(`document.querySelector(".prose:not(.coming)")?.innerText === "Ci sono 4 file e 3 cartelle." && !document.querySelector(".turn[aria-busy]")`)
	w.do(chromedp.Reload())
	w.is(`document.querySelectorAll(".turn").length === 1 && document.querySelector(".prose:not(.coming)")?.innerText === "Ci sono 4 file e 3 cartelle."`)
	w.do()
}

func TestBrowserTwoTabs(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.signIn(r.base, "t1")
	second := w.another()
	second.open(r.base + "/")
	second.is(`document.querySelector("#state")?.dataset.state === "online"`)
	second.say("sposta le foto")
	w.is(`document.querySelector(".approval") && document.querySelector(".said").textContent === "sposta le foto"`)
	second.is(`document.querySelector(".approval")`)
	second.click(`.approval .choice:not(.primary)`)
	second.is(`document.querySelector(".approval .verdict")`)
	in := r.core.deliveries()
	turn := fmt.Sprintf("%016x", 1)
	r.core.emit("anna", in[0].Conversation, turn, "final", map[string]any{"turn_id": turn, "kind": "refused", "message": "Non ho spostato niente."})
	w.is(`document.querySelector(".approval .verdict") && document.querySelector(".prose").textContent === "Non ho spostato niente."`)
}

// A page of another origin, open in the same browser, can neither connect nor post in the person's name.
func TestBrowserField_WS_06(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.signIn(r.base, "t1")
	evil := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(rw, `<script>
window.log = [];
const s = new WebSocket("ws%s/ws");
s.onopen = () => log.push("open"); s.onerror = () => log.push("error"); s.onmessage = () => log.push("message");
fetch(%q, {credentials: "include"}).then(() => log.push("read"), () => log.push("blocked"));
</script><iframe src=%q></iframe><form method="post" action=%q><input name="form" value="x"></form>`,
			strings.TrimPrefix(r.base, "http"), r.base+"/", r.base+"/", r.base+"/signout")
	}))
	defer evil.Close()
	hostile := w.another()
	hostile.open(evil.URL)
	hostile.is(`window.log.length >= 2`)
	if got := hostile.value(`log.sort().join()`); got != "blocked,error" {
		t.Fatalf("the hostile page got %v", got)
	}
	hostile.run(`document.querySelector("form").submit()`)
	hostile.is(`location.port !== "" && !location.href.startsWith("` + evil.URL + `")`)
	w.say("ci sono ancora")
	w.is(`document.querySelector(".prose strong")`)

	w.open(r.base + "/?gatewayUrl=ws://127.0.0.1:9&ws=ws://127.0.0.1:9#ws://127.0.0.1:9")
	w.is(`document.querySelector("#state").dataset.state === "online"`)
}
