package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// another is a second browser, with cookies of its own.
func (s *screen) another() *screen {
	s.t.Helper()
	s.do() // there must be one before there is another
	ctx, end := chromedp.NewContext(s.ctx, chromedp.WithNewBrowserContext())
	s.t.Cleanup(end)
	return &screen{s.t, ctx}
}

// enter opens a sign-in link and waits for the chat.
func (s *screen) enter(link string) {
	s.t.Helper()
	s.do(chromedp.EmulateViewport(1100, 800), chromedp.Navigate(link), chromedp.Click(chromedp.CSS("button[type=submit]")))
	s.is(`document.querySelector("#state")?.dataset.state === "online"`)
}

func (s *screen) value(expression string) string {
	s.t.Helper()
	v, err := chromedp.Run(s.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

// settled is true when each of so many requests has its one end.
func settled(turns int) string {
	return fmt.Sprintf(`document.querySelectorAll(".turn").length === %d && document.querySelectorAll(".turn > .reply[data-kind]").length === %[1]d && !document.querySelector("[aria-busy], .waiting, .delivery")`, turns)
}

// The core is killed wherever a turn happens to be, and a request is typed while nobody is there: the page comes back by
// itself, every request has one end, nothing ran twice, and what an answer says was done is done.
func TestBrowserField_WS_02(t *testing.T) {
	v := openScreen(t)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	w := newWorld(t, strings.Replace(anyPort, "127.0.0.1:0", address, 1))
	w.file("diario.txt", "inizio\n")
	s := w.serve()
	v.enter(s.link)
	v.say("aggiungi la riga «prima» al file diario.txt") // starts the plugin
	v.is(settled(1))
	var asked []string
	for i := range 6 {
		line := fmt.Sprintf("riga-%d", i)
		asked = append(asked, "aggiungi la riga «"+line+"» al file diario.txt", "quanti file ci sono nella cartella Documenti?")
		v.say(asked[2*i])
		time.Sleep(time.Duration(i) * 8 * time.Millisecond) // anywhere in the turn
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		v.is(`document.querySelector("#state").dataset.state !== "online"`)
		v.say(asked[2*i+1])
		s = w.serve()
		v.is(`document.querySelector("#state").dataset.state === "online"`)
		v.is(settled(3 + 2*i))
	}
	if said := v.value(`JSON.stringify([...document.querySelectorAll(".said")].map((e) => e.textContent).slice(1))`); said != quoted(asked) {
		t.Errorf("the page holds %s", said)
	}
	diary, err := os.ReadFile(filepath.Join(w.home, "diario.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		n := strings.Count(string(diary), fmt.Sprintf("riga-%d\n", i))
		kind := v.value(fmt.Sprintf(`document.querySelectorAll(".turn > .reply")[%d].dataset.kind`, 1+2*i))
		if n > 1 || kind == "answer" && n != 1 {
			t.Errorf("line %d is there %d times, and its turn ended with %s", i, n, kind)
		}
		if counted := v.value(fmt.Sprintf(`document.querySelectorAll(".turn > .reply")[%d].textContent`, 2+2*i)); !strings.Contains(counted, "2 file") {
			t.Errorf("what was asked of nobody is answered with %q", counted)
		}
	}
}

func quoted(list []string) string {
	raw, err := json.Marshal(list)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// Two people at once, each in a browser of their own: each gets what is theirs, and who is removed is out at once, while
// the other goes on.
func TestBrowserTwoPeopleAtOnce(t *testing.T) {
	host := openScreen(t)
	anna := host.another()
	h := openPair(t)
	host.enter(h.server.link)
	anna.enter(h.invite("anna"))
	people := map[string]*screen{"host": host, "anna": anna}
	for turn := range 3 {
		for _, v := range people {
			v.say("leggi Note/nota.txt")
		}
		for name, v := range people {
			v.is(settled(turn + 1))
			v.is(`document.querySelector(".turn:last-child .reply").textContent.includes("segreto-di-` + name + `")`)
		}
	}
	for name, other := range map[string]string{"host": "anna", "anna": "host"} {
		if shown := people[name].value(`document.documentElement.innerHTML`); strings.Contains(shown, "segreto-di-"+other) {
			t.Errorf("%s is shown what is %s's", name, other)
		}
		people[name].is(`document.querySelectorAll(".thread").length === 1`)
	}
	if out, err := h.server.command("user", "remove", "anna").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	anna.is(`location.pathname === "/signin"`)
	host.say("quanti file ci sono in Note?")
	host.is(settled(4))
}

// openPair is an instance of the host and anna.
func openPair(t *testing.T) *house {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, strings.Replace(fmt.Sprintf(manyHomes, root), `["anna", "bruno", "gino"]`, `["anna"]`, 1))
	home := filepath.Join(root, "anna")
	for _, file := range []struct{ path, text string }{{filepath.Join(home, "Note/nota.txt"), "segreto-di-anna"}, {filepath.Join(w.home, "Note/nota.txt"), "segreto-di-host"}} {
		if err := os.MkdirAll(filepath.Dir(file.path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file.path, []byte(file.text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := w.command("user", "add", "anna", "--home", home).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return &house{t: t, root: root, server: w.serve()}
}

// invite makes a sign-in link for somebody.
func (h *house) invite(name string) string {
	h.t.Helper()
	out, err := h.server.command("--json", "user", "pair", name).Output()
	var reply userReply
	if err == nil {
		err = json.Unmarshal(out, &reply)
	}
	if err != nil || reply.URL == "" {
		h.t.Fatalf("pair %s: %v: %s", name, err, out)
	}
	return reply.URL
}

// Markup in file names, in the cells of a table, in what is read and in what is typed stays text, all the way from the
// disk to the page.
func TestBrowserHostileNames(t *testing.T) {
	v := openScreen(t)
	w := newWorld(t, anyPort)
	hostile := []string{
		`<img src=x onerror=window.hit=1>.txt`, `<svg onload=window.hit=1>.txt`, `[x](javascript:window.hit=1).txt`, `javascript:window.hit=1.txt`,
		"**forte** `codice` _x_.txt", "due\nrighe.txt", "\u202etxt.exe.txt", `"onmouseover="window.hit=1.txt`, "{{constructor.constructor('window.hit=1')()}}.txt", `&lt;b&gt;.txt`,
	}
	for _, name := range hostile {
		w.file("Strani/"+name, `<script>window.hit=1</script><img src=x onerror="window.hit=1">`)
	}
	w.file("spese.csv", "nome,importo\n\"<img src=x onerror=window.hit=1>\",12\n\"=HYPERLINK(\"\"javascript:window.hit=1\"\",\"\"x\"\")\",7\n\"<a href='javascript:window.hit=1'>clicca</a>\",3\n")
	s := w.serve()
	v.enter(s.link)
	for i, text := range []string{
		"elenca i file di Strani", "leggi il file spese.csv", "leggi i file di Strani", `cerca <img src=x onerror="window.hit=1"> nei file di Strani`,
		`<script>window.hit=1</script>`, "rinomina spese.csv in <b onclick=window.hit=1>.csv",
	} {
		v.say(text)
		v.is(settled(i + 1))
	}
	if hit := v.value(`window.hit`); hit != "undefined" {
		t.Fatal("markup ran")
	}
	if odd := v.value(`[...document.querySelectorAll("#log *, #threads *, #title *")].filter((e) => ["IMG", "SCRIPT", "IFRAME", "OBJECT", "A", "B", "STRONG", "EM"].includes(e.tagName) || [...e.attributes].some((a) => a.name.startsWith("on") || /^\s*javascript:/i.test(a.value))).map((e) => e.outerHTML).join(" | ")`); odd != "" {
		t.Errorf("elements came from text: %s", odd)
	}
	shown := v.value(`document.querySelector(".turn").textContent`)
	for _, name := range hostile[:4] {
		if !strings.Contains(shown, strings.TrimSuffix(name, ".txt")) {
			t.Errorf("%q is not shown as it is called: %s", name, shown)
		}
	}
	if strings.Contains(shown, "\u202e") {
		t.Error("a name turns the direction of what follows")
	}
	if cells := v.value(`document.querySelectorAll(".turn")[1].textContent`); !strings.Contains(cells, "<img src=x onerror=window.hit=1>") {
		t.Errorf("the table shows %s", cells)
	}
}

// What one thought of an answer is shown when the page comes back, and changes when they do.
func TestBrowserFeedbackStays(t *testing.T) {
	v := openScreen(t)
	s := newWorld(t, anyPort).serve()
	v.enter(s.link)
	v.say("quanti file ci sono nella cartella Documenti?")
	v.is(settled(1))
	const pressed = `[...document.querySelectorAll(".turn .feedback [aria-pressed]")].map((b) => b.getAttribute("aria-pressed")).join()`
	v.is(pressed + ` === "false,false"`)
	for i, want := range []string{"true,false", "false,true"} {
		v.press(fmt.Sprintf(".turn .feedback [aria-pressed]:nth-child(%d)", i+1))
		v.is(pressed + ` === "` + want + `"`)
		v.do(chromedp.Navigate(strings.Split(s.link, "/signin")[0]))
		v.is(settled(1))
		v.is(pressed + ` === "` + want + `"`)
	}
}
