package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/sdk"
)

// press sends a key, with its modifiers, as a keyboard does.
func (w *window) press(key, code string, virtual int64, modifier chromedp.Modifier) {
	w.t.Helper()
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		p := input.DispatchKeyEventParams{Type: "rawKeyDown", Key: key, Code: code, WindowsVirtualKeyCode: virtual, Modifiers: int64(modifier)}
		if len(key) == 1 && modifier == 0 {
			p.Type, p.Text, p.UnmodifiedText = "keyDown", key, key
		}
		if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, p); err != nil {
			return err
		}
		p.Type, p.Text, p.UnmodifiedText = "keyUp", "", ""
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, p)
		return err
	}))
}

// clipboard stands in for the system's, and returns what the page wrote last.
func (w *window) clipboard() func() string {
	w.run(`window.wrote = []; navigator.clipboard.writeText = async (text) => { window.wrote.push(text); }`)
	return func() string {
		w.is(`window.wrote.length > 0`)
		return w.value(`window.wrote.pop()`)
	}
}

// The list of conversations: what was said names one; it is found, renamed, left, taken up again and deleted, in every
// tab at once.
func TestBrowserConversations(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.do(language("it"))
	w.signIn(r.base, "t1")
	w.is(`!document.querySelector("#no-threads").hidden`)
	w.say("trova le bollette")
	w.is(`document.querySelector(".thread[aria-current=page] .name")?.textContent === "trova le bollette" && document.querySelector("#title").textContent === "trova le bollette" && document.title === "trova le bollette · metnos"`)
	w.click("#fresh")
	w.is(`document.querySelectorAll(".turn").length === 0 && !document.querySelector("#welcome").hidden && document.querySelector("#title").textContent === "Nuova conversazione"`)
	w.say("e adesso le foto")
	w.is(`document.querySelectorAll(".thread").length === 2`)

	second := w.another()
	second.open(r.base + "/")
	second.is(`document.querySelectorAll(".thread").length === 2 && document.querySelector("#title").textContent === "e adesso le foto"`)
	second.run(`[...document.querySelectorAll(".thread")].find((e) => e.textContent === "trova le bollette").click()`)
	second.is(`document.querySelector(".said")?.textContent === "trova le bollette" && document.querySelectorAll(".turn").length === 1`)

	// A message elsewhere shows in the list, not in the conversation.
	w.say("ancora")
	second.is(`document.querySelector(".mark-unread")`)
	second.is(`document.querySelectorAll(".turn").length === 1`)

	w.do(chromedp.SendKeys(chromedp.CSS("#find"), "BOLLETTE"))
	w.is(`document.querySelectorAll(".thread").length === 1 && document.querySelector("#told").textContent === "1 conversazioni trovate."`)
	w.run(`document.querySelector(".row .tool").click()`)
	w.is(`document.querySelector("#ask[open] input")?.value === "trova le bollette" && document.activeElement.matches("#ask input")`)
	w.do(chromedp.SendKeys(chromedp.CSS("#ask input"), `<b>Bollette</b>`), enter(0))
	w.is(`document.querySelector(".thread .name").textContent === "<b>Bollette</b>"`)
	second.is(`document.querySelector("#title").textContent === "<b>Bollette</b>" && !document.querySelector("#title b")`)

	w.run(`document.querySelector(".row .tool:last-child").click()`)
	w.is(`document.querySelector("#ask[open] p").textContent.includes("<b>Bollette</b>")`)
	w.click("#ask .cancel")
	w.is(`!document.querySelector("#ask").open && document.querySelectorAll(".thread").length === 1`)
	w.run(`document.querySelector(".row .tool:last-child").click()`)
	w.click("#ask .danger")
	w.is(`document.querySelectorAll(".thread").length === 0`)
	second.is(`document.querySelectorAll(".turn").length === 0 && document.querySelectorAll(".thread").length === 1`) // its conversation is gone
	w.run(`document.querySelector("#find").value = ""; document.querySelector("#find").dispatchEvent(new Event("input"))`)
	w.is(`document.querySelectorAll(".thread").length === 1`)
	w.do(chromedp.Reload())
	w.is(`document.querySelectorAll(".turn").length === 2`)
}

// Everything is reached from the keyboard.
func TestBrowserPaletteAndKeys(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.do(language("it"))
	w.signIn(r.base, "t1")
	w.say("trova i pdf")
	w.is(`document.querySelectorAll(".thread").length === 1`)
	w.press("k", "KeyK", 75, chromedp.ModifierCtrl)
	w.is(`document.querySelector("#palette").open && document.activeElement.id === "palette-text" && document.querySelectorAll("#palette-list [role=option]").length > 8`)
	w.do(chromedp.SendKeys(chromedp.CSS("#palette-text"), "nuova"))
	w.is(`document.querySelectorAll("#palette-list li").length === 1 && document.querySelector("#palette-text").getAttribute("aria-activedescendant") === "palette-0"`)
	// Other words find a command too; where nothing is found, that is said.
	if got := w.value(`(() => { const i = document.querySelector("#palette-text"), none = document.querySelector("#palette-none");
		const look = (s) => { i.value = s; i.dispatchEvent(new Event("input")); return document.querySelectorAll("#palette-list li").length + (none.hidden ? "" : "!"); };
		return [look("lingua"), look("carica"), look("xyzzy"), look("nuova")].join(); })()`); got != "1,1,0!,1" {
		t.Errorf("the palette finds %v", got)
	}
	w.shot("palette")
	w.do(enter(0))
	w.is(`!document.querySelector("#palette").open && document.querySelectorAll(".turn").length === 0 && document.activeElement.id === "text"`)
	w.press("k", "KeyK", 75, chromedp.ModifierMeta)
	w.do(chromedp.SendKeys(chromedp.CSS("#palette-text"), "pdf"))
	w.press("ArrowDown", "ArrowDown", 40, 0)
	w.do(enter(0))
	w.is(`document.querySelector(".said")?.textContent === "trova i pdf"`)
	w.press("ArrowUp", "ArrowUp", 38, 0) // the empty composer recalls what was said last
	w.is(`document.querySelector("#text").value === "trova i pdf"`)
	w.run(`document.querySelector("#text").value = ""; document.activeElement.blur()`)
	w.press("?", "Slash", 191, 0)
	w.is(`document.querySelector("#ask").open && document.querySelectorAll("#ask dt").length === 5`)
	w.press("Escape", "Escape", 27, 0)
	w.is(`!document.querySelector("#ask").open`)
	w.press("/", "Slash", 191, 0)
	w.is(`document.activeElement.id === "text" && document.querySelector("#text").value === ""`)
	w.press("k", "KeyK", 75, chromedp.ModifierCtrl)
	w.press("k", "KeyK", 75, chromedp.ModifierCtrl)
	w.is(`!document.querySelector("#palette").open`)
}

// The inbox shows what waits anywhere: exact effects, the origin of the data and whether it can be undone stand before
// the button.
func TestBrowserInbox(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.waiting = []any{
			map[string]any{"conversation": "c_elsewhere", "title": markup, "turn": "t9", "created": time.Now(), "proposal": map[string]any{
				"id": "p9", "digest": "sha256:cd", "prompt": "Elimino 1 file?", "reversible": true, "source": "fattura.html",
				"effects": sdk.Effects{Items: []sdk.Effect{{Action: "trash", Target: "/home/anna/vecchio.zip"}}, Total: 1, Reversible: true}, "expires": time.Now().Add(time.Hour)}},
			map[string]any{"conversation": "c_other", "title": "Promemoria", "turn": "t8", "created": time.Now(), "dialog": map[string]any{"id": "q8", "prompt": "Quanti giorni?", "input": "number"}},
		}
	})
	w.do(language("it"))
	w.signIn(r.base, "t1")
	w.is(`document.querySelector("#inbox-count").textContent === "2" && !document.querySelector("#inbox-count").hidden`)
	w.click("#inbox-open")
	w.is(`document.querySelector("#inbox").open && document.querySelectorAll("#inbox .card").length === 2`)
	w.shot("inbox")
	order := w.value(`(() => { const all = [...document.querySelectorAll("#inbox .approval *")]; const at = (s) => all.indexOf(document.querySelector("#inbox .approval " + s)); return [at(".effects"), at(".badge.good"), at(".origin .badge.warn"), at(".primary")].join(); })()`)
	var at [4]int
	if _, err := fmt.Sscanf(order, "%d,%d,%d,%d", &at[0], &at[1], &at[2], &at[3]); err != nil || at[0] < 0 || at[1] < at[0] || at[2] < at[1] || at[3] < at[2] {
		t.Fatalf("effects, reversibility, origin and the button come as %s", order)
	}
	w.is(`document.querySelector("#inbox .origin .badge").textContent === "fattura.html" && !document.querySelector("#inbox img, #inbox script")`)
	w.click(`#inbox .approval .primary`)
	w.is(`document.querySelector("#inbox .approval .verdict")?.textContent === "Hai approvato."`)
	if got := r.core.decided; len(got) != 1 || got[0].Proposal != "p9" || got[0].Digest != "sha256:cd" || !got[0].Approve {
		t.Fatalf("decided %+v", got)
	}
	w.is(`document.querySelector("#inbox .question input").type === "number"`)
	w.do(chromedp.SendKeys(chromedp.CSS("#inbox .question input"), "12"), enter(0))
	w.is(`document.querySelector("#inbox .question .verdict")?.textContent === "Hai risposto: 12"`)
	if got := r.core.replies; len(got) != 1 || got[0].Dialog != "q8" || got[0].Values["value"] != "12" {
		t.Fatalf("replied %+v", got)
	}
	r.core.mu.Lock()
	r.core.waiting = nil
	r.core.mu.Unlock()
	w.press("Escape", "Escape", 27, 0)
	w.is(`!document.querySelector("#inbox").open`)
	w.say("quale cartella?") // an event asks again
	w.is(`document.querySelector("#inbox-count").hidden`)
}

// Each kind of question has its own form, and what is sent is what was chosen.
func TestBrowserForms(t *testing.T) {
	w := openWindow(t)
	many := []string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio"}
	asked := map[string]object{
		"alcune": {"id": "q-some", "prompt": "Quali?\n1. Foto, vecchie\n2. Musica\n3. Video", "input": "multi_choice", "options": []string{"Foto, vecchie", "Musica", "Video"}},
		"mese":   {"id": "q-many", "prompt": "Quale mese?", "input": "choice", "options": many},
		"data":   {"id": "q-date", "prompt": "Che giorno?", "input": "date"},
		"certo":  {"id": "q-sure", "prompt": "Sicura?", "input": "yes_no"},
		"chiave": {"id": "q-key", "prompt": "La password?", "input": "credentials"},
	}
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			c.emit(owner, in.Conversation, turn, "dialog", asked[in.Text])
		}
	})
	w.do(language("it"))
	w.signIn(r.base, "t1")
	within := func(id, rest string) string {
		return fmt.Sprintf(`document.querySelector('[data-dialog="%s"] %s')`, id, rest)
	}
	answers := func(id, want string) {
		t.Helper()
		waitFor(t, "the answer to "+id, func() bool {
			r.core.mu.Lock()
			defer r.core.mu.Unlock()
			for _, reply := range r.core.replies {
				if reply.Dialog == id {
					return reply.Values["value"] == want
				}
			}
			return false
		})
		w.is(within(id, ".verdict"))
	}
	w.say("alcune")
	w.is(within("q-some", ".boxes") + `?.innerText.split(/\n+/).map((l) => l.trim()).join("|") === "Foto, vecchie|Musica|Video"`)
	w.run(within("q-some", "form") + `.requestSubmit()`) // nothing is chosen: nothing is sent
	w.run(`for (const box of document.querySelectorAll('[data-dialog="q-some"] input')) if (box.value !== "Musica") box.click()`)
	w.accessible("a form", axe(t))
	w.run(within("q-some", "form") + `.requestSubmit()`)
	answers("q-some", "Foto, vecchie\nVideo")
	w.is(within("q-some", ".verdict") + `.textContent === "Hai risposto: Foto, vecchie, Video"`)

	w.say("mese")
	w.is(within("q-many", "select") + `?.options.length === 7 && !` + within("q-many", "button.choice"))
	w.run(within("q-many", "select") + `.value = "giugno"`)
	w.run(within("q-many", "form") + `.requestSubmit()`)
	answers("q-many", "giugno")

	w.say("data")
	w.is(within("q-date", "input") + `?.type === "date"`)
	w.run(within("q-date", "input") + `.value = "2026-12-24"`)
	w.run(within("q-date", "form") + `.requestSubmit()`)
	answers("q-date", "2026-12-24")

	w.say("certo")
	w.is(within("q-sure", ".choice"))
	w.run(within("q-sure", ".choice") + `.click()`)
	answers("q-sure", "sì")

	w.say("chiave")
	w.is(within("q-key", "input") + `?.type === "password"`)
	w.run(within("q-key", "input") + `.value = "segretissima"`)
	w.run(within("q-key", "form") + `.requestSubmit()`)
	answers("q-key", "segretissima")
	w.is(within("q-key", ".verdict") + `.textContent === "Hai risposto: ••••" && !document.body.innerText.includes("segretissima")`)
	w.do()
}

// Undo is offered on exactly the turns that can be taken back now.
func TestBrowserUndo(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.do(language("it"))
	w.signIn(r.base, "t1")
	w.say("uno")
	w.is(`document.querySelectorAll(".feedback").length === 1 && !document.querySelector(".undo:not([hidden])")`)
	turn := fmt.Sprintf("%016x", 1)
	r.core.mu.Lock()
	r.core.changes = []any{map[string]any{"turns": []string{"before", turn}, "at": time.Now(), "changed": 2}}
	r.core.mu.Unlock()
	w.say("due")
	w.is(fmt.Sprintf(`document.querySelectorAll(".undo:not([hidden])").length === 1 && document.querySelector(".undo:not([hidden])").closest(".turn").dataset.turn === %q`, turn))
	w.shot("undo")
	w.click(".undo:not([hidden])")
	waitFor(t, "the undo", func() bool { r.core.mu.Lock(); defer r.core.mu.Unlock(); return len(r.core.undone) == 1 })
	if r.core.undone[0] != turn {
		t.Fatalf("took back %v", r.core.undone)
	}
	in := r.core.deliveries()
	r.core.emit("anna", in[0].Conversation, "u1", "turn_started", map[string]string{"text": "Annulla questa modifica"})
	r.core.emit("anna", in[0].Conversation, "u1", "final", map[string]any{"turn_id": "u1", "kind": "answer", "message": "Ho rimesso a posto 2 file."})
	w.is(`document.querySelectorAll(".turn").length === 3 && !document.querySelector(".undo:not([hidden])")`)
	// Ask again sends the same words.
	w.run(`document.querySelector(".turn [data-t-label=retry]").click()`)
	waitFor(t, "the repeat", func() bool {
		in := r.core.deliveries()
		return len(in) == 3 && in[2].Text == "uno" && in[2].ID != in[0].ID
	})
}

const table = `{"turn_id":"tt","kind":"answer","message":"Ecco:","table":{"columns":[{"key":"name"},{"key":"size","type":"bytes"},{"key":"modified","type":"datetime"}],"total":4,"rows":[
{"name":"file10.txt","size":20,"modified":"2026-01-02T00:00:00Z"},{"name":"=HYPERLINK(\"http://evil.example\")","size":3000,"modified":"2025-01-02T00:00:00Z"},{"name":"file9.txt","size":-5,"modified":null},{"name":"@SUM(1)\tx\ny","size":null,"modified":"2026-05-01T00:00:00Z"}]}}`

// A table sorts by what its values are, and copies so that no cell becomes a formula.
func TestBrowserTable(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			c.emit(owner, in.Conversation, turn, "final", json.RawMessage(table))
		}
	})
	w.do(language("it"))
	w.signIn(r.base, "t1")
	copied := w.clipboard()
	w.say("tabella")
	names := func() string {
		return w.value(`[...document.querySelectorAll(".reply tbody tr td:first-child")].map((e) => e.textContent.slice(0, 6)).join()`)
	}
	w.is(`document.querySelectorAll(".reply tbody tr").length === 4`)
	for _, tc := range []struct{ press, want, state string }{
		{"th:nth-child(1) .sort", "@SUM(1,=HYPER,file9.,file10", "ascending"},
		{"th:nth-child(2) .sort", "file9.,file10,=HYPER,@SUM(1", "ascending"},
		{"th:nth-child(2) .sort", "@SUM(1,=HYPER,file10,file9.", "descending"},
		{"th:nth-child(3) .sort", "=HYPER,file10,@SUM(1,file9.", "ascending"},
	} {
		w.click(".reply " + tc.press)
		if got := names(); got != tc.want {
			t.Errorf("%s gives %s, want %s", tc.press, got, tc.want)
		}
		w.is(fmt.Sprintf(`document.querySelectorAll("[aria-sort]").length === 1 && document.querySelector("[aria-sort=%s]")`, tc.state))
	}
	w.click(".reply .under .copy")
	want := "Nome\tDimensione\tModificato\n'=HYPERLINK(\"http://evil.example\")\t3000\t2025-01-02T00:00:00Z\nfile10.txt\t20\t2026-01-02T00:00:00Z\n'@SUM(1) x y\t\t2026-05-01T00:00:00Z\nfile9.txt\t-5\t"
	if got := copied(); got != want {
		t.Errorf("copied\n%q, want\n%q", got, want)
	}
	w.is(`document.querySelector("#told").textContent === "Copiato."`)
}

// A large table is drawn as far as it is looked at.
func TestBrowserLargeTable(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			rows := []map[string]any{}
			for i := range 900 {
				rows = append(rows, map[string]any{"name": fmt.Sprintf("file-%d", i), "size": i})
			}
			c.emit(owner, in.Conversation, turn, "final", map[string]any{"kind": "answer", "message": "Ecco:", "table": map[string]any{"rows": rows, "total": 900}})
		}
	})
	w.do(language("it"))
	w.signIn(r.base, "t1")
	w.say("tutti")
	w.is(`document.querySelectorAll("tbody tr").length === 100 && document.querySelector(".under .link").textContent === "Mostra altre 500 righe"`)
	w.run(`document.querySelectorAll(".sort")[1].click(); document.querySelectorAll(".sort")[1].click()`)
	w.is(`document.querySelector("tbody td").textContent === "file-899"`)
	w.run(`document.querySelector(".under .link").click(); document.querySelector(".under .link").click()`)
	w.is(`document.querySelectorAll("tbody tr").length === 900 && document.querySelector(".under .link").hidden`)
}

const readme = `{"turn_id":"md","kind":"answer","origin":"compose","message":"# Titolo\n\nUn [link](https://example.org/a) .\n\n` + "```" + `\n<img src=x onerror=\"window.hit=1\">\n` + "```" + `\n\n<img src=x onerror=\"window.hit=1\">\n\n[male](javascript:window.hit=1)\n\n| a | b |\n|---|---|\n| 1 | 2 |","framework":{"shape":"text"},
"table":{"columns":[{"key":"text"}],"total":1,"rows":[{"name":"leggimi.md","text":"# Titolo\n\nUn [link](https://example.org/a) .\n\n` + "```" + `\n<img src=x onerror=\"window.hit=1\">\n` + "```" + `\n\n<img src=x onerror=\"window.hit=1\">\n\n[male](javascript:window.hit=1)\n\n| a | b |\n|---|---|\n| 1 | 2 |"}]}}`

// Markdown in a file is drawn as such, program text as it is written, and neither becomes markup.
func TestBrowserMarkdown(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			c.emit(owner, in.Conversation, "md", "final", json.RawMessage(readme))
			code := map[string]any{"kind": "answer", "origin": "compose", "message": "def f():\n    return __x__", "framework": map[string]any{"shape": "text"},
				"table": map[string]any{"columns": []any{map[string]string{"key": "text"}}, "total": 1, "rows": []any{map[string]string{"name": "a.py", "text": "def f():\n    return __x__\n"}}}}
			c.emit(owner, in.Conversation, "py", "final", code)
		}
	})
	w.do(language("it"))
	w.signIn(r.base, "t1")
	copied := w.clipboard()
	w.say("leggi")
	w.is(`document.querySelector("[data-turn=md] .prose h2")?.textContent === "Titolo" && document.querySelector("[data-turn=md] .prose table td").textContent === "1"`)
	w.is(`document.querySelectorAll(".prose a").length === 1 && document.querySelector(".prose a").href === "https://example.org/a" && document.querySelector(".prose a").rel.includes("noopener")`)
	w.is(`document.querySelector("[data-turn=py] pre code").textContent === "def f():\n    return __x__" && document.querySelector("[data-turn=py] .code-head span").textContent === "py"`)
	if n := w.value(`document.querySelectorAll(".prose img, .prose script").length + " " + window.hit`); n != "0 undefined" {
		t.Fatalf("markup: %s", n)
	}
	w.run(`document.querySelector("[data-turn=py] .code-head button").click()`)
	if got := copied(); got != "def f():\n    return __x__" {
		t.Errorf("copied %q", got)
	}
}

// Light, dark or as the system: the choice is there before the page is drawn, also on the sign-in page.
func TestBrowserTheme(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.signIn(r.base, "t1")
	background := func() string { return w.value(`getComputedStyle(document.documentElement).backgroundColor`) }
	light := background()
	w.do(dark())
	night := background()
	if night == light {
		t.Fatal("a dark system changes nothing")
	}
	w.click("#theme")
	w.is(`document.documentElement.dataset.theme === "light"`)
	if got := background(); got != light {
		t.Errorf("light is %s, want %s", got, light)
	}
	w.click("#theme")
	w.is(`document.documentElement.dataset.theme === "dark"`)
	w.do(chromedp.Reload())
	w.is(`document.documentElement.dataset.theme === "dark" && document.querySelector("#theme")`)
	_, html := r.browser().get("/signin")
	if strings.Contains(html, "data-theme") {
		t.Error("a stranger's page has a theme")
	}
	w.open(r.base + "/signin")
	w.is(`document.documentElement.dataset.theme === "dark"`)
}

// On a phone the conversations are a drawer, which takes no focus while it is away.
func TestBrowserPhoneDrawer(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t)
	w.do(language("it"), phone())
	w.signIn(r.base, "t1")
	w.is(`getComputedStyle(document.querySelector("#side")).visibility === "hidden"`)
	w.click("#side-open")
	w.is(`getComputedStyle(document.querySelector("#side")).visibility === "visible" && document.activeElement.id === "side-close" && document.querySelector("#side-open").getAttribute("aria-expanded") === "true"`)
	w.shot("phone-drawer")
	w.press("Escape", "Escape", 27, 0)
	w.is(`getComputedStyle(document.querySelector("#side")).visibility === "hidden"`)
	w.click("#side-open")
	w.is(`document.activeElement.id === "side-close" && document.querySelector("#side").getBoundingClientRect().left === 0`)
	w.click("#fresh")
	w.is(`getComputedStyle(document.querySelector("#side")).visibility === "hidden" && document.activeElement.id === "text"`)
}

// Two people in two browsers at once: neither hears, lists or may touch what is the other's.
func TestBrowserTwoPeople(t *testing.T) {
	anna, bruno := openWindow(t), openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) { c.links["t2"] = "bruno" })
	anna.do(language("it"))
	bruno.do(language("it"))
	anna.signIn(r.base, "t1")
	bruno.signIn(r.base, "t2")
	anna.say("di anna")
	bruno.say("di bruno")
	anna.is(`document.querySelectorAll(".thread").length === 1 && document.querySelector(".thread .name").textContent === "di anna"`)
	bruno.is(`document.querySelectorAll(".thread").length === 1 && document.querySelector(".thread .name").textContent === "di bruno"`)
	for _, w := range []*window{anna, bruno} {
		w.is(`document.querySelectorAll(".turn").length === 1`)
	}
	// One signs out; the other goes on.
	bruno.click(`form[action="/signout"] button`)
	bruno.is(`location.pathname === "/signin"`)
	anna.say("ancora io")
	anna.is(`document.querySelectorAll(".feedback").length === 2 && document.querySelector("#state").dataset.state === "online"`)
}
