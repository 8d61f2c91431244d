package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
)

// told starts a page whose core ends turns with the outcomes the core's own types wrote, each in a turn of its
// name, and shows them all.
func told(t *testing.T) (*window, *running) {
	t.Helper()
	raw, err := os.ReadFile("testdata/outcomes.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, _ string, in sdk.Inbound) {
			for line := range bytes.Lines(raw) {
				var out struct {
					TurnID   string          `json:"turn_id"`
					Dialog   json.RawMessage `json:"dialog"`
					Proposal json.RawMessage `json:"proposal"`
				}
				if err := json.Unmarshal(line, &out); err != nil {
					t.Error(err)
				}
				if string(out.Proposal) != "null" {
					c.emit(owner, in.Conversation, out.TurnID, "proposal", out.Proposal)
				} else if string(out.Dialog) != "null" {
					c.emit(owner, in.Conversation, out.TurnID, "dialog", out.Dialog)
				}
				c.emit(owner, in.Conversation, out.TurnID, "final", json.RawMessage(line))
			}
		}
	})
	w.do(language("it"))
	w.signIn(r.base, "t1")
	w.say("tutto")
	w.is(`document.querySelector("[data-turn=t-zero]")`)
	w.do() // no exception of the page so far
	return w, r
}

func of(turn, rest string) string {
	return fmt.Sprintf(`document.querySelector("[data-turn=%s] %s")`, turn, rest)
}

func all(turn, rest string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("[data-turn=%s] %s")]`, turn, rest)
}

func TestBrowserDrawsWhatTheCoreSends(t *testing.T) {
	w, _ := told(t)
	for name, expression := range map[string]string{
		"typed columns":      all("t-table", "th") + `.map((e) => e.textContent).join() === "Nome,Dimensione,Modificato"`,
		"typed cells":        all("t-table", "td") + `.map((e) => e.textContent).slice(0, 2).join() === "contratto.pdf,2,5 MB"`,
		"one view of a list": all("t-table", ".prose li") + `.length === 0`,
		"no columns":         all("t-bare", "tbody tr") + `.length === 2 && ` + of("t-bare", ".aside") + `.textContent.includes("7")`,
		"a failed step":      of("t-failed", ".step.failed"),
		"a question":         all("t-question", ".choice") + `.map((e) => e.textContent).join() === "Documenti,Documenti/lavoro"`,
		"its options once":   of("t-question", ".prompt") + `.innerText === "Quale intendi?" && ` + of("t-question", ".prose") + `.textContent === ""`,
	} {
		t.Run(name, func(t *testing.T) { w.t = t; w.is(expression) })
	}
	w.do()
}

// A breakdown is drawn as bars and a series as a line, beside the table that says the same; the keyboard reads every point.
func TestBrowserCharts(t *testing.T) {
	w, _ := told(t)
	for name, expression := range map[string]string{
		"a caption":           of("t-bars", "figcaption") + `.textContent === "Somma di importo per categoria"`,
		"a bar of each":       all("t-bars", ".chart li") + `.map((e) => e.textContent).join() === "casa349,5,cibo105,2,rimborsi-20"`,
		"as long as it is":    `(() => { const [a, b] = ` + all("t-bars", ".chart .full") + `.map((e) => e.getBoundingClientRect().width); return Math.abs(a / b - 349.5 / 105.2) < 0.05; })()`,
		"less than nothing":   `(() => { const [a, , c] = ` + all("t-bars", ".chart .full") + `.map((e) => e.getBoundingClientRect()); return Math.abs(c.right - a.left) < 1 && c.width > 1; })()`,
		"the table stays":     all("t-bars", "tbody tr") + `.length === 3 && ` + all("t-line", "tbody tr") + `.length === 3`,
		"columns by name":     all("t-bars", "th") + `.map((e) => e.textContent).join() === "categoria,Somma di importo" && ` + all("t-line", "th") + `.map((e) => e.textContent).join() === "mese,Quanti"`,
		"a point of each":     all("t-line", ".chart circle.full") + `.length === 3`,
		"time is to scale":    `(() => { const [a, b, c] = ` + all("t-line", ".chart circle.full") + `.map((e) => +e.getAttribute("cx")); return c - b > 2.5 * (b - a); })()`,
		"what a reader hears": of("t-line", ".chart svg") + `.getAttribute("aria-label").startsWith("Grafico di 3 valori, da gen 2024 a mag 2024. Il più basso: gen 2024: 3. Il più alto: feb 2024: 12.")`,
		"nothing else drawn":  `document.querySelectorAll(".chart").length === 2`,
	} {
		t.Run(name, func(t *testing.T) { w.t = t; w.is(expression) })
	}
	w.t = t
	w.run(of("t-line", ".chart svg") + `.focus()`)
	for _, step := range []struct{ key, says string }{{"ArrowRight", "gen 2024: 3"}, {"ArrowRight", "feb 2024: 12"}, {"End", "mag 2024: 7"}, {"ArrowRight", "mag 2024: 7"}, {"Home", "gen 2024: 3"}, {"ArrowLeft", "gen 2024: 3"}} {
		w.press(step.key, step.key, map[string]int64{"ArrowRight": 39, "ArrowLeft": 37, "End": 35, "Home": 36}[step.key], 0)
		w.is(of("t-line", ".chart p") + `.textContent === "` + step.says + `"`)
	}
	for _, theme := range []string{"light", "dark"} {
		w.run(`document.documentElement.dataset.theme = "` + theme + `"`)
		w.accessible("charts, "+theme, axe(t))
		w.run(of("t-bars", ".chart") + `.scrollIntoView()`)
		w.shot("charts-" + theme)
	}
	w.do(phone())
	if wide := w.value(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide != "0" {
		t.Errorf("charts are %s px too wide for a phone", wide)
	}
	w.do()
}

// A consent card reads as it was written, says each effect once and keeps none back.
func TestBrowserConsentReadsAsWritten(t *testing.T) {
	w, _ := told(t)
	w.is(of("t-few", ".prompt") + `.innerText.split(/\n+/).join("|") === "Riguarda molti elementi insieme.|Sposterei 3 elementi:|` +
		`Scaricati/foto-00.jpg → Immagini/2026/foto-00.jpg|Scaricati/foto-01.jpg → Immagini/2026/foto-01.jpg|Scaricati/foto-02.jpg → Immagini/2026/foto-02.jpg|Si può annullare.|Procedo?"`)
	w.is(`!` + of("t-few", ".effects") + ` && !` + of("t-few", ".link") + ` && ` + all("t-few", ".choice") + `.length === 2`)
	w.is(`!document.body.innerText.includes("/home/anna") && !document.body.innerText.includes("(sì / no)")`)
	w.shot("consent-few")
	visible := `.filter((e) => e.offsetParent).length`
	w.is(all("t-many", ".card li") + visible + ` === 10 && !` + of("t-many", ".card") + `.innerText.includes("altri 10")`)
	w.run(of("t-many", ".link") + `.click()`)
	w.is(all("t-many", ".effects li") + visible + ` === 30 && ` + all("t-many", ".card li") + `.length === 30`)
	w.is(of("t-many", ".effects code") + `.textContent === "…/Scaricati/foto-00.jpg" && ` + of("t-many", ".effects code") + `.title === "/home/anna/Scaricati/foto-00.jpg"`)
	w.shot("consent-many")
	w.do()
}

// A file may be called like a line of the prompt, or like a mark: nothing is read into it, and a list that is
// not the one of the effects hides none of them.
func TestBrowserConsentIsNotMisledByNames(t *testing.T) {
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.script = func(c *fakeCore, owner, turn string, in sdk.Inbound) {
			c.emit(owner, in.Conversation, turn, "proposal", map[string]any{"id": "p1", "prompt": "Elimino:\n- a\n- **b**\nProcedo? (sì / no)",
				"effects": sdk.Effects{Total: 1, Items: []sdk.Effect{{Action: "delete", Target: "/home/anna/x/a\n- **b**"}}}})
		}
	})
	w.signIn(r.base, "t1")
	w.say("elimina")
	w.is(`document.querySelector(".prompt li:nth-child(2)")?.textContent === "**b**"`)
	w.is(`document.querySelectorAll(".effects li").length === 1 && document.querySelector(".effects code").title === "/home/anna/x/a\n- **b**"`)
}

// How a card was answered outlives a reload, wherever it was answered and whatever came in between.
func TestBrowserSettledCardsSayHow(t *testing.T) {
	w, r := told(t)
	conversation := r.core.deliveries()[0].Conversation
	r.core.emit("anna", conversation, "t-next", "turn_started", map[string]string{"text": "sì"})
	w.is(of("t-few", ".verdict") + `?.textContent === "Questa proposta non è più aperta."`)
	for _, end := range []map[string]string{
		{"id": "p-t-few", "state": "granted"}, {"id": "p-t-many", "state": "refused"}, {"id": "q1", "state": "granted", "value": "Documenti/lavoro"},
	} {
		r.core.emit("anna", conversation, "t-next", "dialog", end)
	}
	check := func() {
		t.Helper()
		for turn, want := range map[string]string{"t-few": "Hai approvato.", "t-many": "Hai rifiutato: non cambio niente.", "t-question": "Hai risposto: Documenti/lavoro"} {
			w.is(of(turn, ".verdict") + fmt.Sprintf(`?.textContent === %q`, want))
		}
		w.is(`document.querySelectorAll(".card .choice").length === 0 && document.querySelectorAll(".card").length === 3`)
	}
	check()
	w.open(strings.TrimSuffix(r.base, "/") + "/")
	check()
	w.do()
}
