package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/metnos/metnos/core"
)

// fresh is an instance nobody configured: no file, a home with a few folders.
func fresh(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, "")
	w.env = append(w.env, "METNOS_LISTEN=127.0.0.1:0")
	w.file("Privato/segreto.txt", "acqua in bocca")
	return w
}

// answer posts one step and returns where it leads.
func (p *person) answer(values url.Values) *http.Response {
	p.t.Helper()
	resp, err := p.http.Get(p.base.String() + "/welcome")
	if err != nil {
		p.t.Fatal(err)
	}
	found := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(bodyOf(p.t, resp))
	if found == nil {
		p.t.Fatalf("no form at %s", resp.Request.URL)
	}
	values.Set("form", found[1])
	return p.post("/welcome", values)
}

func (p *person) post(path string, values url.Values) *http.Response {
	p.t.Helper()
	req, err := http.NewRequest(http.MethodPost, p.base.String()+path, strings.NewReader(values.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", p.base.String())
	resp, err := p.http.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{strings.NewReader(bodyOf(p.t, resp)), io.NopCloser(nil)}
	return resp
}

// grantsOf are the folders the settings say executors may reach.
func (p *person) grantsOf(id string) (read, write []string) {
	p.t.Helper()
	var view struct {
		Rows []struct{ Cells []struct{ Text string } }
	}
	p.call(id, "settings.open", map[string]string{"route": "system/safety", "lang": "en"}, &view)
	for _, row := range view.Rows {
		switch row.Cells[2].Text {
		case "reads":
			read = append(read, row.Cells[3].Text)
		case "writes":
			write = append(write, row.Cells[3].Text)
		}
	}
	return read, write
}

// The first run asks its questions in order, keeps its place over a restart, writes what was chosen and nothing else,
// and ends in the chat with its question asked, once.
func TestFirstRun(t *testing.T) {
	w := fresh(t)
	s := w.serve()
	p, resp := s.present()
	if resp.Request.URL.Path != "/welcome" {
		t.Fatalf("sign-in ends at %s", resp.Request.URL)
	}
	if resp := p.post("/welcome", url.Values{"step": {"language"}, "lang": {"en"}, "form": {"forged"}}); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a forged form: %s", resp.Status)
	}
	if resp := p.answer(url.Values{"step": {"folders"}, "reach": {"home"}, "write": {"yes"}}); resp.StatusCode != http.StatusBadRequest {
		t.Errorf("a step not reached: %s at %s", resp.Status, resp.Request.URL)
	}
	if resp := p.answer(url.Values{"step": {"language"}, "lang": {"it"}}); !strings.Contains(bodyOf(t, resp), "Come ti chiami?") {
		t.Error("the name is not asked in Italian")
	}
	for _, name := range []string{"", " \t", strings.Repeat("x", 61), "a\x00b"} {
		if resp := p.answer(url.Values{"step": {"name"}, "name": {name}}); resp.StatusCode != http.StatusBadRequest {
			t.Errorf("the name %q: %s", name, resp.Status)
		}
	}
	p.answer(url.Values{"step": {"name"}, "name": {" Anna  Maria "}})

	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
	s = w.serve()
	p, resp = s.present()
	if body := bodyOf(t, mustGet(p, "/welcome")); resp.Request.URL.Path != "/welcome" || !strings.Contains(body, "Quali cartelle") {
		t.Fatalf("after a restart at %s:\n%s", resp.Request.URL, body)
	}
	for what, values := range map[string]url.Values{
		"a folder of another place": {"step": {"folders"}, "reach": {"some"}, "folder": {"/etc"}},
		"a hidden folder":           {"step": {"folders"}, "reach": {"some"}, "folder": {filepath.Join(w.home, ".ssh")}},
		"a way out":                 {"step": {"folders"}, "reach": {"some"}, "folder": {filepath.Join(w.home, "Documenti/../../..")}},
		"no folder":                 {"step": {"folders"}, "reach": {"some"}},
		"no choice":                 {"step": {"folders"}},
		"two choices":               {"step": {"folders"}, "reach": {"none"}, "folder": {filepath.Join(w.home, "Documenti")}},
	} {
		if resp := p.answer(values); resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", what, resp.Status)
		}
	}
	p.answer(url.Values{"step": {"folders"}, "reach": {"home"}, "write": {"yes"}})
	// Thought better of it: a folder that is ticked means the ticked ones only, whatever way stands beside it.
	p.answer(url.Values{"step": {"folders"}, "reach": {"home"}, "folder": {filepath.Join(w.home, "Documenti")}})
	p.dial()
	if read, write := p.grantsOf("g1"); len(read) != 1 || read[0] != filepath.Join(w.home, "Documenti") || len(write) != 0 {
		t.Errorf("granted are %v and %v", read, write)
	}
	if body := bodyOf(t, mustGet(p, "/welcome")); !strings.Contains(body, "Quanto sono chiusi") {
		t.Errorf("the confinement is not shown:\n%s", body)
	}
	p.answer(url.Values{"step": {"confinement"}})

	question := url.Values{"step": {"question"}, "question": {"Quanti file PDF ci sono nella cartella Documenti?"}}
	resp = p.answer(question)
	talk := resp.Request.URL.Query().Get("talk")
	if resp.Request.URL.Path != "/" || !strings.Contains(bodyOf(t, resp), `data-talk="`+talk+`"`) || !strings.HasPrefix(talk, "c_first-") {
		t.Fatalf("it ends at %s", resp.Request.URL)
	}
	p.send(map[string]any{"id": "r1", "type": "resume", "conversation": talk, "seq": 0})
	if out := p.final(); out.Kind != core.Answer || !strings.Contains(out.Message, "2") {
		t.Errorf("%+v", out)
	}
	if resp := p.post("/welcome", question); resp.Request.URL.Path == "/welcome" && resp.StatusCode == http.StatusOK {
		t.Errorf("asked twice: %s at %s", resp.Status, resp.Request.URL)
	}
	if resp := mustGet(p, "/welcome"); resp.Request.URL.Path != "/" {
		t.Errorf("it is not over: %s", resp.Request.URL)
	}
	if body := bodyOf(t, mustGet(p, "/")); !strings.Contains(body, ">Anna Maria<") || !strings.Contains(body, `<html lang="it"`) {
		t.Errorf("the chat is not for Anna Maria, in Italian:\n%s", body)
	}

	// What was granted is what executors reach: a folder beside it does not exist for them.
	p.send(map[string]any{"id": "m2", "type": "submit", "conversation": "c_second", "text": "leggi il file Privato/segreto.txt", "lang": "it"})
	if out := p.final(); strings.Contains(out.Message, "acqua") {
		t.Errorf("a folder nobody granted was read: %s", out.Message)
	}
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
	s = w.serve()
	p = s.signIn() // straight to the chat
	if read, write := p.grantsOf("g2"); len(read) != 1 || read[0] != filepath.Join(w.home, "Documenti") || len(write) != 0 {
		t.Errorf("after a restart granted are %v and %v", read, write)
	}
}

func mustGet(p *person, path string) *http.Response {
	p.t.Helper()
	resp, err := p.http.Get(p.base.String() + path)
	if err != nil {
		p.t.Fatal(err)
	}
	return resp
}

// The whole first run can be skipped and does not come back; a configuration somebody wrote meanwhile is left alone;
// nobody else is asked.
func TestFirstRunIsSkipped(t *testing.T) {
	w := fresh(t)
	s := w.serve()
	p, _ := s.present()
	p.answer(url.Values{"step": {"language"}, "skip": {"step"}})
	p.answer(url.Values{"step": {"name"}, "skip": {"step"}})

	path := filepath.Join(w.home, ".config", "metnos", "config.hcl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("# mine\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if resp := p.answer(url.Values{"step": {"folders"}, "reach": {"none"}}); resp.StatusCode != http.StatusBadRequest || !strings.Contains(bodyOf(t, resp), `role="alert"`) {
		t.Errorf("over somebody's configuration: %s", resp.Status)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "# mine\n" {
		t.Errorf("it is now %q: %v", text, err)
	}
	_ = os.Remove(path)
	if resp := p.answer(url.Values{"step": {"folders"}, "skip": {"all"}}); resp.Request.URL.Path != "/" {
		t.Errorf("it goes on at %s", resp.Request.URL)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("nothing was chosen and a configuration is there: %v", err)
	}
	p.dial()
	for _, method := range []string{"setup.answer", "setup.show", "setup.finish"} {
		if got := p.refusal(strings.ReplaceAll(method, ".", "-"), method, map[string]string{}); got != "web_request_invalid" {
			t.Errorf("%s over the socket: %s", method, got)
		}
	}
	reply, err := w.command("--json", "user", "add", "bruno").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, reply)
	}
	reply, err = w.command("--json", "user", "pair", "bruno").Output()
	var made struct{ URL string }
	if err != nil || json.Unmarshal(reply, &made) != nil {
		t.Fatalf("%v\n%s", err, reply)
	}
	s.signInAt(made.URL) // ends at the chat, or fails
}

// The first run is whoever administers': a member sees the chat, and what they send changes nothing of it.
func TestFirstRunIsTheOwnersAlone(t *testing.T) {
	w := fresh(t)
	s := w.serve()
	owners := s.link
	for _, args := range [][]string{{"user", "add", "bruno"}, {"--json", "user", "pair", "bruno"}} {
		reply, err := w.command(args...).Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, reply)
		}
		var made struct{ URL string }
		if json.Unmarshal(reply, &made) == nil {
			s.link = made.URL
		}
	}
	bruno := s.signIn() // at the chat
	form := regexp.MustCompile(`name="form" value="([^"]+)"`).FindStringSubmatch(bodyOf(t, mustGet(bruno, "/")))[1]
	for _, values := range []url.Values{{"skip": {"all"}}, {"step": {"language"}, "lang": {"en"}}, {"step": {"question"}, "question": {"che ore sono?"}}} {
		values.Set("form", form)
		bruno.post("/welcome", values)
	}
	if resp := mustGet(bruno, "/welcome"); resp.Request.URL.Path != "/" {
		t.Errorf("a member is at %s", resp.Request.URL)
	}
	s.link = owners
	if host, resp := s.present(); resp.Request.URL.Path != "/welcome" || !strings.Contains(bodyOf(t, mustGet(host, "/welcome")), `value="language"`) {
		t.Errorf("a member changed the first run: %s", resp.Request.URL)
	}
}

// The same in a real browser, in English, to the answer in the chat.
func TestFirstRunInABrowser(t *testing.T) {
	v := openScreen(t)
	w := fresh(t)
	s := w.serve()
	at := func(step string) {
		t.Helper()
		v.is(`location.pathname === "/welcome" && document.querySelector('main input[name="step"]')?.value === "` + step + `"`)
		v.spotless("first run, " + step)
		v.is(`new Set([...document.querySelectorAll(".rest a, .rest button")].map((e) => [getComputedStyle(e).fontSize, e.getBoundingClientRect().height].join())).size === 1`)
		if step == "language" || step == "question" {
			v.shoot("first-" + step)
		}
	}
	v.do(chromedp.EmulateViewport(1180, 800), chromedp.Navigate(s.link), chromedp.Click(chromedp.CSS("button[type=submit]")))
	at("language")
	v.click(`button[value="en"]`)
	at("name")
	v.do(chromedp.SendKeys(chromedp.CSS("#name"), "Anna"))
	v.click("form .primary")
	at("folders")
	// What is shown is what is granted: a ticked folder is a choice of folders, and the whole home ticks none.
	chosen := func(way string, boxes int) {
		t.Helper()
		v.is(fmt.Sprintf(`document.querySelector("input[name=reach]:checked")?.value === %q && document.querySelectorAll("input[name=folder]:checked").length === %d`, way, boxes))
	}
	chosen("home", 0)
	v.click(`input[name=folder][value$="/Documenti"]`)
	chosen("some", 1)
	v.click(`input[name=reach][value="home"]`)
	chosen("home", 0)
	v.click(`input[name=folder][value$="/Documenti"]`)
	chosen("some", 1)
	v.click("form .primary")
	at("confinement")
	v.click("form .primary")
	at("question")
	v.click(".chip:last-child")
	v.is(`location.pathname === "/" && document.querySelector("#state")?.dataset.state === "online" && document.querySelectorAll(".turn").length === 1 && !document.querySelector("#who").textContent.includes("host")`)
	v.is(`document.querySelector(".turn .reply")?.textContent.includes("2")`)
}

// The questions the first run offers are answered, in both languages.
func TestFirstQuestionsAreAnswered(t *testing.T) {
	w := newWorld(t, anyPort)
	for _, lang := range []string{"it", "en"} {
		raw, err := os.ReadFile("../../plugins/channels/web/page/texts/" + lang + ".json")
		var texts map[string]string
		if err != nil || json.Unmarshal(raw, &texts) != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"first.time", "first.space", "first.largest", "first.count"} {
			if out := w.ask(texts[key]); texts[key] == "" || out.Kind != core.Answer || len(out.Steps) == 0 {
				t.Errorf("%s: %q is answered with %s: %s", lang, texts[key], out.Kind, out.Message)
			}
		}
	}
}

// clean looks for violations of WCAG 2.2 AA on the page as it is, from a world of the checker's own.
func (s *screen) clean(view string) {
	s.t.Helper()
	file, err := os.Open("../../plugins/channels/web/chat/testdata/axe/axe.min.js.gz")
	if err != nil {
		s.t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		s.t.Fatal(err)
	}
	script, err := io.ReadAll(z)
	if err != nil {
		s.t.Fatal(err)
	}
	const run = `axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}).then((r) => r.violations.map((v) => v.id + ": " + v.help + " " + v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " " + (n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? "")).join(" ")).join("\n"))`
	s.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		tree, err := cdp.Call(ctx, t, page.GetFrameTree, cdp.Empty{})
		if err != nil {
			return err
		}
		world, err := cdp.Call(ctx, t, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: "checker"})
		if err != nil {
			return err
		}
		for i, expression := range []string{string(script) + "; 0", run} {
			r, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ContextID: world.ExecutionContextID, AwaitPromise: new(i == 1), ReturnByValue: new(true)})
			switch {
			case err != nil:
				return err
			case r.ExceptionDetails != nil:
				return fmt.Errorf("the checker: %+v", r.ExceptionDetails)
			case i == 1 && string(r.Result.Value) != `""`:
				s.t.Errorf("%s: %s", view, r.Result.Value)
			}
		}
		return nil
	}))
}
