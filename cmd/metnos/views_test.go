package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/core/settings"
)

// screen is a real browser on the real server.
type screen struct {
	t   testing.TB
	ctx context.Context
}

func openScreen(t testing.TB, flags ...chromedp.ExecAllocatorOption) *screen {
	t.Helper()
	binary, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on PATH")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.UserDataDir(t.TempDir()), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(60*time.Second))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(allocator)
	t.Cleanup(end)
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(cancel)
	return &screen{t, ctx}
}

func (s *screen) do(steps ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	if err := chromedp.Do(s.ctx, steps...); err != nil {
		s.t.Fatal(err)
	}
}

// is waits until a script expression is true.
func (s *screen) is(expression string) {
	s.t.Helper()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if ok, err := chromedp.Run(s.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")); err == nil && ok {
			return
		}
	}
	text, err := chromedp.Run(s.ctx, chromedp.Evaluate[string](`document.body?.innerText || ""`))
	s.t.Fatalf("never true: %s\n%s %v", expression, text, err)
}

func (s *screen) say(text string) {
	s.t.Helper()
	s.do(chromedp.SendKeys(chromedp.CSS("#text"), text), chromedp.Click(chromedp.CSS("button.send")))
}

func (s *screen) click(selector string) { s.t.Helper(); s.do(chromedp.Click(chromedp.CSS(selector))) }

// press clicks without looking where: a viewport that has just changed moves under the pointer.
func (s *screen) press(selector string) {
	s.t.Helper()
	s.is("(document.querySelector(`" + selector + "`)?.click(), true)")
}

// shoot takes a picture of the view in both themes, when pictures are wanted.
func (s *screen) shoot(view string) {
	s.t.Helper()
	if *shots == "" {
		return
	}
	for _, theme := range []string{"light", "dark"} {
		if _, err := chromedp.Run(s.ctx, chromedp.Evaluate[string](`document.documentElement.dataset.theme = "`+theme+`"`)); err != nil {
			s.t.Fatal(err)
		}
		time.Sleep(250 * time.Millisecond) // transitions
		raw, err := chromedp.Run(s.ctx, chromedp.CaptureScreenshot())
		if err == nil {
			raw, err = fewer(raw)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(*shots, view+"-"+theme+".png"), raw, 0o644)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

// fewer writes a picture again with its 256 most frequent colours.
func fewer(raw []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	b := full.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			count[color.RGBA{c.R &^ 3, c.G &^ 3, c.B &^ 3, 255}]++
		}
	}
	often := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int { return count[b] - count[a] })
	palette := color.Palette{}
	for _, c := range often[:min(len(often), 256)] {
		palette = append(palette, color.RGBA{c.R + c.R>>6, c.G + c.G>>6, c.B + c.B>>6, 255})
	}
	small := image.NewPaletted(b, palette)
	known := map[color.RGBA]uint8{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			i, there := known[c]
			if !there {
				i = uint8(palette.Index(c))
				known[c] = i
			}
			small.SetColorIndex(x, y, i)
		}
	}
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, small)
	return out.Bytes(), err
}

// sectionsOf are the pages of the registry.
func sectionsOf() (list [][]settings.Page) {
	for _, section := range settings.Pages() {
		list = append(list, section.Pages)
	}
	return list
}

// The whole way through the page, on the real core: a question, a change and its undo, an approval from the inbox, the
// settings, a phone. With -shots it leaves pictures of each view in both themes.
func TestWebViews(t *testing.T) {
	v := openScreen(t)
	w := newWorld(t, strings.Replace(anyPort, `language = "it"`, `language = "en"`, 1))
	for i := range 9 {
		w.file(fmt.Sprintf("Downloads/report-%d.pdf", i+1), strings.Repeat("x", (i+1)*123_456))
	}
	w.file("notes.md", "# Plan\n\nThe **first** week:\n\n- call the bank\n- `make check`\n")
	w.file("expenses.csv", "date,shop,amount\n2026-01-05,market,82.40\n2026-01-19,books,31\n2026-02-02,market,91.15\n2026-02-20,garden,47.9\n2026-03-08,market,77.3\n2026-04-11,books,18.5\n2026-05-02,garden,120\n")
	s := w.serve()
	v.do(chromedp.EmulateViewport(1180, 800), chromedp.Navigate(s.link), chromedp.Click(chromedp.CSS("button[type=submit]")))
	v.is(`document.querySelector("#state")?.dataset.state === "online" && document.querySelectorAll(".chip").length > 0`)
	v.shoot("welcome")

	v.say("find the five largest files in Downloads")
	v.is(`document.querySelectorAll(".reply tbody tr").length === 5 && document.querySelector(".step.done .badge, .step.done .badge.warn")`)
	v.say("create the file list.txt with the text: bread")
	v.is(`document.querySelectorAll(".undo:not([hidden])").length === 1`)
	v.is(`document.querySelectorAll(".thread").length === 1`)
	v.shoot("chat")
	v.click(".undo:not([hidden])")
	v.is(`document.querySelectorAll(".turn").length === 3 && document.querySelectorAll(".turn:last-child .feedback").length === 1 && document.querySelectorAll(".undo:not([hidden])").length === 0`)
	if _, err := os.Stat(filepath.Join(w.home, "list.txt")); !os.IsNotExist(err) {
		t.Errorf("the button undid nothing: %v", err)
	}

	v.click("#fresh")
	v.say("total amount per shop in expenses.csv")
	v.is(`document.querySelectorAll(".chart .rows li").length === 3`)
	v.say("total amount per month in expenses.csv")
	v.is(`document.querySelectorAll(".chart circle.full").length === 5 && document.querySelector(".chart svg[role=img]").getAttribute("aria-label").includes("Jan 2026")`)
	v.shoot("charts")

	v.click("#fresh")
	v.say("overwrite the file notes.md with the text: new")
	v.is(`document.querySelector(".approval .primary") && document.querySelector("#inbox-count").textContent === "1"`)
	v.click("#fresh")
	v.is(`document.querySelectorAll(".turn").length === 0`)
	v.click("#inbox-open")
	v.is(`document.querySelector("#inbox .approval .effects li, #inbox .approval .prompt")`)
	v.shoot("inbox")
	v.click("#inbox .approval .primary")
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if text, err := os.ReadFile(filepath.Join(w.home, "notes.md")); err == nil && strings.TrimSpace(string(text)) == "new" {
			break
		} else if time.Now().After(end) {
			t.Fatalf("approved from the inbox: %q %v", text, err)
		}
	}
	v.is(`document.querySelector("#inbox-count").hidden`)
	v.click("#inbox-close")

	v.click("#to-settings")
	v.is(fmt.Sprintf(`document.querySelectorAll(".tile").length === %d`, pagesOf()))
	v.shoot("settings")
	for _, p := range slices.Concat(sectionsOf()...) {
		route := p.Route
		v.click(`#pages a[href="/settings/` + route + `"]`)
		v.is(`location.pathname === "/settings/` + route + `" && document.querySelector("#settings h2")?.textContent === document.querySelector("#pages [aria-current]").textContent && !document.querySelector("#settings .problem")`)
		if route == "activity/turns" || route == "lifecycle/executors" || route == "system/services" || route == "system/health" {
			v.shoot(strings.ReplaceAll(route, "/", "-"))
		}
	}
	v.click("#pages .fresh")
	v.do(chromedp.EmulateViewport(390, 780, chromedp.EmulateMobile))
	v.press("#side-open")
	v.is(`document.querySelector("#side").getBoundingClientRect().left === 0`)
	v.press(`.row:last-of-type .thread`)
	v.is(`document.querySelectorAll(".turn").length > 0 && document.querySelector("#side").getBoundingClientRect().right <= 0`)
	if _, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](`scrollTo(0, 0), ""`)); err != nil {
		t.Fatal(err)
	}
	v.shoot("phone")
}
