package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/core/settings"
)

// still has the system ask for less motion, or for what is usual.
func (s *screen) still(on bool) {
	s.t.Helper()
	value := map[bool]string{true: "reduce", false: "no-preference"}[on]
	s.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: value}}})
		return err
	}))
}

func (s *screen) run(script string) {
	s.t.Helper()
	if _, err := chromedp.Run(s.ctx, chromedp.Evaluate[string]("("+script+", \"\")")); err != nil {
		s.t.Fatal(err)
	}
}

// spotless looks for violations in both themes, and for a page wider than its window.
func (s *screen) spotless(view string) {
	s.t.Helper()
	for _, theme := range []string{"light", "dark"} {
		s.run(`document.documentElement.dataset.theme = "` + theme + `"`)
		s.clean(view + ", " + theme)
	}
	if wide := s.value(`document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide != "0" {
		s.t.Errorf("%s is %s px wider than its window", view, wide)
	}
}

// open goes to a page of the settings from wherever the page is.
func (s *screen) open(p settings.Page) {
	s.t.Helper()
	s.run(`history.pushState(null, "", "/settings/` + p.Route + `"), dispatchEvent(new PopStateEvent("popstate"))`)
	s.is(`document.querySelector("#settings h2")?.textContent === "` + p.Label.En + `" && !document.querySelector("#settings .problem")`)
}

func (s *screen) escape() {
	s.t.Helper()
	s.run(`document.querySelector("dialog[open]")?.close()`)
	s.is(`!document.querySelector("dialog[open]")`)
}

// dialogs opens what the rows and the controls of a page of the settings open, except what acts at once.
func (s *screen) dialogs(p settings.Page) {
	s.t.Helper()
	labels := []string{}
	if p.Detail {
		labels = append(labels, s.value(`document.querySelector("#settings .acts .link")?.textContent ?? ""`))
	}
	for _, c := range p.Controls {
		if (c.Choices || c.Confirm.En != "") && c.Browser == "" {
			labels = append(labels, c.Label.En)
		}
	}
	for _, label := range labels {
		found := `[...document.querySelectorAll("#settings .acts .link, #settings .choices .choice")].find((b) => b.textContent === "` + label + `")`
		if s.value(`Boolean(`+found+`)`) != "true" {
			continue
		}
		s.run(found + ".click()")
		s.is(`document.querySelector("#ask").open`)
		s.run(`document.querySelectorAll("#ask details").forEach((d) => { d.open = true; })`)
		s.spotless(p.Route + ", " + label)
		s.escape()
	}
}

// No view has a violation: each page of the registry empty, full and on a phone, with what it opens; and what answers show.
func TestEveryViewIsAccessible(t *testing.T) {
	v := openScreen(t)
	w := newWorld(t, strings.Replace(anyPort, `language = "it"`, `language = "en"`, 1))
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 4, 3))); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		w.file(fmt.Sprintf("Pictures/%d.png", i), picture.String())
	}
	w.file("notes.md", "# Plan\n\nThe **first** week:\n\n- call the bank\n")
	w.file("expenses.csv", "date,shop,amount\n2026-01-05,market,82.40\n2026-01-19,books,31\n2026-02-02,market,91.15\n")
	s := w.serve()
	pages := slices.Concat(sectionsOf()...)
	wide, phone := chromedp.EmulateViewport(1180, 800), chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile)

	v.do(wide, chromedp.Navigate(strings.Split(s.link, "?")[0]))
	v.still(true)
	v.spotless("sign-in without a link")
	v.do(chromedp.Navigate(s.link))
	v.spotless("sign-in")
	v.do(phone)
	v.spotless("sign-in, phone")
	v.do(wide)
	v.enter(s.link)
	v.is(`document.querySelectorAll(".chip").length > 0`)
	v.spotless("welcome")
	for _, p := range pages {
		v.open(p)
		if v.value(`document.querySelectorAll("#settings tbody tr").length`) == "0" {
			v.spotless(p.Route + ", empty")
		}
	}
	v.run(`document.querySelector("#pages .fresh").click()`)

	for i, text := range []string{
		"where do I change the language?", "what can you do with csv files?", "why do you ask me to confirm?",
		"find the pictures in Pictures", "read notes.md", "total amount per shop in expenses.csv",
		"every Monday at 8 find the pdf files in Documenti", "create the file list.txt with the text: bread", "xyzzy plugh", "remember that the plumber is called Marco",
	} {
		v.say(text)
		v.is(settled(i + 1))
	}
	v.is(`document.querySelector('.reply a[href^="/settings"]')`)
	v.say("overwrite the file notes.md with the text: new")
	v.is(`document.querySelector(".approval .primary")`)
	v.run(`document.querySelectorAll("#log details").forEach((d) => { d.open = true; })`)
	v.spotless("answers")
	v.do(phone)
	v.spotless("answers, phone")
	v.do(wide)
	if v.value(`Boolean(document.querySelector(".gallery .picture"))`) != "true" {
		t.Error("no gallery")
	} else {
		v.run(`document.querySelector(".gallery .picture").click()`)
		v.is(`document.querySelector("dialog[open] img")`)
		v.spotless("a picture")
		v.escape()
	}
	for id, view := range map[string]string{"inbox-open": "inbox", "palette-open": "palette"} {
		for where, size := range map[string]chromedp.Action[chromedp.Void]{"": wide, ", phone": phone} {
			v.do(size)
			v.run(`document.querySelector("#` + id + `").click()`)
			v.is(`document.querySelector("#` + view + `").open`)
			v.spotless(view + where)
			v.escape()
		}
	}
	v.do(wide)

	for _, args := range [][]string{{"user", "add", "anna"}, {"user", "add", "bruno", "--role", "guest"}} {
		if out, err := s.command(args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, p := range pages {
		v.open(p)
		v.spotless(p.Route)
		v.dialogs(p)
	}
	v.run(`history.pushState(null, "", "/settings"), dispatchEvent(new PopStateEvent("popstate"))`)
	v.is(`document.querySelector(".tile")`)
	v.spotless("settings")
	v.do(phone)
	v.spotless("settings, phone")
	for _, p := range pages {
		v.open(p)
		v.spotless(p.Route + ", phone")
		v.dialogs(p)
	}
}

// Who asked their system for less motion sees none, wherever the page is; who did not sees what moves.
func TestReducedMotion(t *testing.T) {
	v := openScreen(t)
	s := newWorld(t, strings.Replace(anyPort, `language = "it"`, `language = "en"`, 1)).serve()
	const moving = `[...document.querySelectorAll("*")].flatMap((e) => [undefined, "::before", "::after"].map((p) => [e, getComputedStyle(e, p)])).filter(([, c]) => c.animationName !== "none" || parseFloat(c.transitionDuration) > 0).map(([e]) => e.className || e.tagName).join(" ")`
	for _, size := range []chromedp.Action[chromedp.Void]{chromedp.EmulateViewport(1180, 800), chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile)} {
		v.still(true)
		if v.value(`location.pathname`) == "blank" {
			v.do(chromedp.Navigate(s.link))
			v.click("button[type=submit]")
		}
		v.is(`document.querySelector("#state")?.dataset.state === "online"`)
		v.do(size)
		v.run(`["prose coming", "mark-busy", "running", "turn"].forEach((c) => {
			const e = document.createElement("div"), work = document.createElement("details");
			e.className = c + " probe";
			e.setAttribute("aria-busy", "true");
			work.className = "work";
			work.append(document.createElement("summary"));
			e.append(Object.assign(document.createElement("span"), {className: "icon"}), work);
			document.querySelector("#log").append(e);
		})`)
		if got := v.value(moving); got != "" {
			t.Errorf("these move: %s", got)
		}
		if n := v.value(`document.getAnimations().length`); n != "0" {
			t.Errorf("%s animations run", n)
		}
		v.still(false)
		if got := v.value(moving); got == "" {
			t.Error("nothing moves for anybody: this test looks at nothing")
		}
		v.run(`document.querySelectorAll(".probe").forEach((e) => e.remove())`)
	}
}
