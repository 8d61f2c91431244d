package chat

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// axe is axe-core 4.14.1 as its authors publish it (MPL-2.0, beside it): a fixture, part of no program.
func axe(t *testing.T) string {
	t.Helper()
	file, err := os.Open("testdata/axe/axe.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// accessible looks for violations on the page as it is, without touching the page's own world: what the checker adds
// would be refused by the page's policy.
func (w *window) accessible(view, script string) {
	w.t.Helper()
	const run = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) => JSON.stringify(
		r.violations.map((v) => v.id + ": " + v.help + "\n  " + v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? "")).join("\n  "))))`
	var found []string
	w.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		tree, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return err
		}
		world, err := cdp.Call(ctx, t, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: "checker"})
		if err != nil {
			return err
		}
		for i, expression := range []string{script + "; 0", run} {
			r, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ContextID: world.ExecutionContextID, AwaitPromise: new(i == 1), ReturnByValue: new(true)})
			if err != nil {
				return err
			}
			if r.ExceptionDetails != nil {
				return fmt.Errorf("the checker: %+v", r.ExceptionDetails)
			}
			if i == 1 {
				var text string
				if err := json.Unmarshal(r.Result.Value, &text); err != nil {
					return err
				}
				if err := json.Unmarshal([]byte(text), &found); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	if len(found) > 0 {
		w.t.Errorf("%s:\n%s", view, strings.Join(found, "\n"))
	}
}

// No view has a violation, in either theme.
func TestBrowserAccessible(t *testing.T) {
	script := axe(t)
	w := openWindow(t)
	r := pageStart(t, func(_ *Channel, c *fakeCore) {
		c.waiting = []any{object{"conversation": "c_other", "title": "Promemoria", "turn": "t8", "created": "2026-03-01T10:00:00Z", "dialog": object{"id": "q8", "prompt": "Quanti giorni?", "input": "number"}}}
	})
	w.do(language("it"))
	check := func(view string) {
		t.Helper()
		for _, theme := range []string{"light", "dark"} {
			w.run(`document.documentElement.dataset.theme = "` + theme + `"`)
			w.accessible(view+", "+theme, script)
		}
	}
	w.open(r.base + "/signin?t=t1")
	w.is(`document.querySelector("button.primary")`)
	check("the sign-in page")
	w.click(`button.primary`)
	w.is(`document.querySelector("#state")?.dataset.state === "online" && document.querySelectorAll(".chip").length === 3`)
	check("the welcome")
	for i, text := range []string{"trova i pdf", "quale cartella?", "sposta le foto", "cerca a lungo"} {
		w.say(text)
		w.is(`document.querySelectorAll(".reply:not([hidden])").length === ` + string(rune('1'+i)))
	}
	w.is(`document.querySelector(".running") && document.querySelector(".approval")`)
	w.run(`for (const d of document.querySelectorAll("details")) d.open = true`)
	check("the conversation")
	w.click("#inbox-open")
	w.is(`document.querySelector("#inbox").open`)
	check("the inbox")
	w.press("Escape", "Escape", 27, 0)
	w.press("k", "KeyK", 75, chromedp.ModifierCtrl)
	w.is(`document.querySelector("#palette").open`)
	check("the palette")
	w.press("Escape", "Escape", 27, 0)
	w.run(`document.querySelector(".row .tool:last-child").click()`)
	w.is(`document.querySelector("#ask").open`)
	check("a question of the page")
	w.press("Escape", "Escape", 27, 0)
	w.click("#to-settings")
	w.is(`document.querySelectorAll(".tile").length === 2`)
	check("the settings")
	w.click(`.tile[href="/settings/people/sessions"]`)
	w.is(`document.querySelectorAll("#settings tbody tr").length === 2`)
	check("a page of the settings")
	w.do(phone())
	w.is(`getComputedStyle(document.querySelector("#side-open")).display !== "none"`)
	if wide := w.value(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide != "0" {
		t.Errorf("a page of the settings is %s px too wide for a phone", wide)
	}
	w.run(`document.querySelector("#side-open").click()`)
	w.is(`document.querySelector("#side").getBoundingClientRect().left === 0`)
	check("the drawer of a phone")
}
