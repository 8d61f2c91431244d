package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/gorilla/websocket"
)

// watchKeys makes a page note, for every Enter, how many milliseconds go by from the key to the frame that shows one
// more element of a selector.
const watchKeys = `(() => {
  window.took = [];
  let pressed = 0, before = 0;
  const count = () => document.querySelectorAll(%q).length;
  addEventListener("keydown", (e) => { if (e.key === "Enter") { pressed = e.timeStamp; before = count(); } }, true);
  new MutationObserver(() => {
    if (!pressed || count() <= before) return;
    const began = pressed;
    pressed = 0;
    requestAnimationFrame(() => {
      const shown = new MessageChannel();
      shown.port1.onmessage = () => took.push(performance.now() - began);
      shown.port2.postMessage(0);
    });
  }).observe(document.body, { childList: true, subtree: true });
  return "";
})()`

// echoes is the least a page with a socket does: what is typed goes to the server and comes back as one more element.
const echoes = `<!doctype html><body><input id="text" autofocus><script>
const ws = new WebSocket("ws://" + location.host + "/ws");
ws.onopen = () => { document.body.dataset.open = "yes"; };
ws.onmessage = (m) => { const li = document.createElement("li"); li.textContent = m.data; document.body.append(li); };
document.getElementById("text").onkeydown = (e) => { if (e.key === "Enter") ws.send(e.target.value); };
</script>`

func echoPage(b *testing.B) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/ws" {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, echoes)
			return
		}
		ws, err := new(websocket.Upgrader).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		for {
			kind, text, err := ws.ReadMessage()
			if err != nil || ws.WriteMessage(kind, text) != nil {
				return
			}
		}
	}))
	b.Cleanup(s.Close)
	return s.URL
}

// BenchmarkKeyToStep is what a person waits in a browser from the key that sends a request to the frame that shows the
// first step of its plan; its floor is a page that shows what a socket echoes.
func BenchmarkKeyToStep(b *testing.B) {
	b.Run("floor", func(b *testing.B) {
		v := openScreen(b)
		v.do(chromedp.Navigate(echoPage(b)))
		v.is(`document.body?.dataset.open`)
		v.pressed(b, "li", "sempre uguale", `true`)
	})
	b.Run("composed", func(b *testing.B) {
		v := openScreen(b)
		w := newWorld(b, anyPort)
		for i := range 40 {
			w.file(fmt.Sprintf("Carte/%d.pdf", i), "x")
		}
		s := w.serve()
		v.do(chromedp.EmulateViewport(1100, 800), chromedp.Navigate(s.link), chromedp.Click(chromedp.CSS("button[type=submit]")))
		v.is(`document.querySelector("#state")?.dataset.state === "online"`)
		v.pressed(b, "#log .step", "elenca i file di Carte più grandi di %d byte", `!document.querySelector("[aria-busy]")`)
	})
}

// pressed types a request and presses Enter, again and again, and reports how long the page took.
func (s *screen) pressed(b *testing.B, selector, request, rested string) {
	say := func(n int) {
		text := request
		if strings.Contains(text, "%d") {
			text = fmt.Sprintf(text, n)
		}
		if _, err := chromedp.Run(s.ctx, chromedp.Evaluate[string](`(document.querySelector("#text").focus(), document.querySelector("#text").value = `+strconv.Quote(text)+`)`)); err != nil {
			b.Fatal(err)
		}
		s.do(chromedp.SendKeys(chromedp.CSS("#text"), "\r"))
		s.is(fmt.Sprintf("took.length === %d && %s", n, rested))
	}
	if _, err := chromedp.Run(s.ctx, chromedp.Evaluate[string](fmt.Sprintf(watchKeys, selector))); err != nil {
		b.Fatal(err)
	}
	n := 0
	for range 5 { // the first requests start plugins
		n++
		say(n)
	}
	warm := n
	for b.Loop() {
		n++
		say(n)
	}
	raw, err := chromedp.Run(s.ctx, chromedp.Evaluate[[]float64](`took`))
	if err != nil {
		b.Fatal(err)
	}
	took := raw[warm:]
	slices.Sort(took)
	for name, q := range map[string]float64{"p50-ms": .5, "p95-ms": .95} {
		b.ReportMetric(took[int(q*float64(len(took)-1))], name)
	}
	b.ReportMetric(0, "ns/op") // the loop also waits for the answer
}
