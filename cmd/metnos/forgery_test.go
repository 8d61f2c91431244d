package main

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Every address that takes a POST refuses one that another website made the browser send, session and all, and
// afterwards nothing has changed: nobody is signed out, the first run stands where it stood.
func TestEveryPostRefusesForgery(t *testing.T) {
	routes, err := os.ReadFile("../../plugins/channels/web/chat/routes.go")
	if err != nil {
		t.Fatal(err)
	}
	posts := regexp.MustCompile(`"POST (/[a-z/]+)"`).FindAllStringSubmatch(string(routes), -1)
	if len(posts) < 6 || strings.Count(string(routes), "POST ") != len(posts) {
		t.Fatalf("not every route is looked at: %v", posts)
	}
	w := fresh(t)
	s := w.serve()
	p, _ := s.present()
	resp := mustGet(p, "/welcome")
	form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(bodyOf(t, resp))[1]
	forgeries := map[string]func(h http.Header, v url.Values){
		"another site":          func(h http.Header, _ url.Values) { h.Set("Sec-Fetch-Site", "cross-site") },
		"a site beside":         func(h http.Header, _ url.Values) { h.Set("Sec-Fetch-Site", "same-site") },
		"another origin":        func(h http.Header, _ url.Values) { h.Set("Origin", "https://evil.example") },
		"another port":          func(h http.Header, _ url.Values) { h.Set("Origin", "http://127.0.0.1:1") },
		"two origins":           func(h http.Header, _ url.Values) { h.Add("Origin", "https://evil.example") },
		"no origin":             func(h http.Header, _ url.Values) { h.Del("Origin") },
		"a hidden origin":       func(h http.Header, _ url.Values) { h.Set("Origin", "null") },
		"no form":               func(h http.Header, v url.Values) { h.Del("X-Form"); v.Del("form") },
		"a form of another one": func(h http.Header, v url.Values) { h.Set("X-Form", "x"+form); v.Set("form", "x"+form) },
	}
	client := &http.Client{Jar: p.http.Jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, post := range posts {
		for what, forge := range forgeries {
			values := url.Values{"form": {form}, "step": {"language"}, "lang": {"en"}, "skip": {"all"}, "t": {"host.x"}}
			header := http.Header{"Origin": {p.base.String()}, "X-Form": {form}}
			forge(header, values)
			req, err := http.NewRequest(http.MethodPost, p.base.String()+post[1], strings.NewReader(values.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			req.Header = header
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			harmless := resp.StatusCode == http.StatusSeeOther && resp.Header.Get("Location") == "/" && post[1] == "/signout"
			if resp.StatusCode != http.StatusForbidden && !harmless {
				t.Errorf("%s, %s: %s to %q", post[1], what, resp.Status, resp.Header.Get("Location"))
			}
		}
	}
	if resp := mustGet(p, "/"); resp.Request.URL.Path != "/welcome" || !strings.Contains(bodyOf(t, resp), `value="language"`) {
		t.Errorf("a forgery changed something: %s", resp.Request.URL)
	}
}

// On every document the browser refuses what is not the page's own: scripts and styles in it, code from text, other
// servers, frames.
func TestPolicyHoldsInABrowser(t *testing.T) {
	v := openScreen(t)
	w := fresh(t)
	s := w.serve()
	const attack = `(async () => {
		const broken = [];
		window.pwned = "";
		const seen = new Set();
		document.addEventListener("securitypolicyviolation", (e) => seen.add(e.effectiveDirective));
		const tried = (name, f) => { try { f(); } catch { seen.add("thrown:" + name); } };
		tried("script", () => { const s = document.createElement("script"); s.append("window.pwned += 'script '"); document.body.append(s); });
		tried("sink", () => { document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\"window.pwned += 'sink '\">"); });
		tried("eval", () => { (0, eval)("window.pwned += 'eval '"); });
		tried("handler", () => { const a = document.createElement("a"); a.setAttribute("onclick", "window.pwned += 'handler '"); document.body.append(a); a.click(); });
		tried("frame", () => { const f = document.createElement("iframe"); f.src = "https://evil.example/"; document.body.append(f); });
		tried("style", () => { const s = document.createElement("style"); s.append("body { outline: 7px solid red }"); document.head.append(s); });
		tried("foreign", () => { const s = document.createElement("link"); s.rel = "stylesheet"; s.href = "https://evil.example/x.css"; document.head.append(s); });
		let reached = "";
		try { await fetch("https://evil.example/", { mode: "no-cors" }); reached = "fetch"; } catch { /* refused */ }
		tried("image", () => { new Image().src = "https://evil.example/x.png"; });
		const wanted = ["connect-src", "img-src", "frame-src", "style-src-elem"];
		for (let n = 0; n < 100 && !wanted.every((d) => seen.has(d)); n++) await new Promise((done) => setTimeout(done, 50));
		for (const d of wanted) if (!seen.has(d)) broken.push(d);
		if (getComputedStyle(document.body).outlineWidth === "7px") broken.push("style");
		return window.pwned + reached + broken.join(" ");
	})()`
	holds := func(document string) {
		t.Helper()
		got, err := chromedp.Run(v.ctx, chromedp.Evaluate[string](attack, chromedp.EvalAwaitPromise, func(p *runtime.EvaluateParams) { p.AllowUnsafeEvalBlockedByCSP = new(false) }))
		if err != nil || got != "" {
			t.Errorf("%s: got through: %q %v", document, got, err)
		}
	}
	v.do(chromedp.EmulateViewport(1180, 800), chromedp.Navigate(s.link))
	holds("sign-in")
	v.do(chromedp.Navigate(s.link), chromedp.Click(chromedp.CSS("button[type=submit]")))
	v.is(`location.pathname === "/welcome"`)
	holds("first run")
	v.click(`button[value="all"]`)
	v.is(`document.querySelector("#state")?.dataset.state === "online"`)
	holds("chat")
}
