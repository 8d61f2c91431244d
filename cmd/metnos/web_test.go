package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/core"
)

var shots = flag.String("shots", "", "folder that receives pictures of the views")

// person is a browser without a screen: cookies, a form, a socket.
type person struct {
	t    testing.TB
	base *url.URL
	http *http.Client
	tls  *tls.Config // whom it trusts; nil without TLS
	ws   *websocket.Conn
	seq  int64
}

// signIn spends the server's link and opens the socket.
func (s *server) signIn() *person {
	s.t.Helper()
	p, resp := s.present()
	if resp.StatusCode != http.StatusOK || resp.Request.URL.Path != "/" {
		s.t.Fatalf("sign-in ends at %s with %s", resp.Request.URL, resp.Status)
	}
	p.dial()
	return p
}

// present is a new browser that opens the link and sends its form; it returns where that ended.
func (s *server) present() (*person, *http.Response) {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	link, err := url.Parse(s.link)
	if err != nil {
		s.t.Fatal(err)
	}
	p := &person{t: s.t, base: &url.URL{Scheme: link.Scheme, Host: link.Host}, http: &http.Client{Jar: jar, Transport: &http.Transport{TLSClientConfig: s.tls, DisableKeepAlives: true}}, tls: s.tls}
	resp, err := p.http.Get(s.link)
	if err != nil {
		s.t.Fatal(err)
	}
	page, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	if err != nil {
		s.t.Fatal(err)
	}
	form := url.Values{}
	for _, field := range regexp.MustCompile(`<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"`).FindAllStringSubmatch(string(page), -1) {
		form.Set(field[1], field[2])
	}
	req, err := http.NewRequest(http.MethodPost, p.base.String()+"/signin", strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", p.base.String())
	resp, err = p.http.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	resp.Body.Close()
	return p, resp
}

func (p *person) dial() {
	p.t.Helper()
	header := http.Header{"Origin": {p.base.String()}}
	for _, c := range p.http.Jar.Cookies(p.base) {
		header.Add("Cookie", c.Name+"="+c.Value)
	}
	dialer := websocket.Dialer{TLSClientConfig: p.tls, HandshakeTimeout: 20 * time.Second}
	ws, _, err := dialer.Dial(strings.Replace(p.base.String(), "http", "ws", 1)+"/ws", header)
	if err != nil {
		p.t.Fatal(err)
	}
	p.ws = ws
	p.t.Cleanup(func() { _ = ws.Close() })
}

// frame is what the socket may say.
type frame struct {
	Ack    string          `json:"ack"`
	Nack   string          `json:"nack"`
	Result json.RawMessage `json:"result"`
	Event  struct {
		Seq  int64           `json:"seq"`
		Kind string          `json:"kind"`
		Data json.RawMessage `json:"data"`
	} `json:"event"`
}

func (p *person) send(message map[string]any) {
	p.t.Helper()
	if err := p.ws.WriteJSON(message); err != nil {
		p.t.Fatal(err)
	}
}

// until reads frames up to the first that fits.
func (p *person) until(what string, fits func(frame) bool) frame {
	p.t.Helper()
	_ = p.ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	for {
		_, raw, err := p.ws.ReadMessage()
		if err != nil {
			p.t.Fatalf("waiting for %s: %v", what, err)
		}
		var f frame
		if err := json.Unmarshal(raw, &f); err != nil {
			p.t.Fatalf("%s: %v", raw, err)
		}
		if f.Nack != "" {
			p.t.Fatalf("waiting for %s: %s", what, raw)
		}
		if f.Event.Seq > 0 {
			p.seq = f.Event.Seq
		}
		if fits(f) {
			return f
		}
	}
}

func (p *person) final() core.Outcome {
	p.t.Helper()
	f := p.until("a final event", func(f frame) bool { return f.Event.Kind == "final" })
	var out core.Outcome
	if err := json.Unmarshal(f.Event.Data, &out); err != nil {
		p.t.Fatal(err)
	}
	return out
}

// One message on the web: acknowledged, answered from real files, deduplicated, resumed after a cut.
func TestWebMessage(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	p := s.signIn()
	p.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_first", "text": "Quanti file PDF ci sono nella cartella Documenti?", "lang": "it"})
	p.until("an ack", func(f frame) bool { return f.Ack == "m1" })
	out := p.final()
	if out.Kind != core.Answer || !strings.Contains(out.Message, "2") || len(out.Steps) == 0 || out.Steps[0].Sandbox.Level == "" {
		t.Fatalf("%+v", out)
	}
	if out.Table == nil || len(out.Table.Columns) == 0 || out.Table.Columns[0].Key != "name" {
		t.Errorf("the table has no named columns: %+v", out.Table)
	}
	seen := p.seq
	p.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_first", "text": "Quanti file PDF ci sono nella cartella Documenti?", "lang": "it"})
	p.until("a second ack", func(f frame) bool { return f.Ack == "m1" })
	_ = p.ws.Close()

	p.dial()
	p.send(map[string]any{"id": "r1", "type": "resume", "conversation": "c_first", "seq": 0})
	again := p.final()
	if again.TurnID != out.TurnID || p.seq > seen {
		t.Errorf("resumed turn %s up to %d, wanted %s up to %d: the repeated message ran again", again.TurnID, p.seq, out.TurnID, seen)
	}

	// Feedback is taken and recorded, and the socket goes on.
	p.send(map[string]any{"id": "f1", "type": "feedback", "turn": out.TurnID, "good": true})
	p.until("an ack of the feedback", func(f frame) bool { return f.Ack == "f1" })
	var thought struct{ Rated []rated }
	p.call("f2", "ratings.list", map[string]string{}, &thought)
	if len(thought.Rated) != 1 || thought.Rated[0].Turn != out.TurnID || !thought.Rated[0].Good {
		t.Errorf("what was thought of the turn is %+v", thought)
	}

	// Consent by its frozen digest: a wrong digest changes nothing, the right one exactly what was shown.
	s.file("nota.txt", "vecchio")
	p.send(map[string]any{"id": "m2", "type": "submit", "conversation": "c_first", "text": "sovrascrivi il file nota.txt con il testo: nuovo", "lang": "it"})
	asked := p.final()
	if asked.Kind != core.Approval || asked.Proposal == nil {
		t.Fatalf("%+v", asked)
	}
	p.send(map[string]any{"id": "d1", "type": "decide", "proposal": asked.Proposal.ID, "digest": asked.Proposal.Digest, "choice": "approve"})
	done := p.final()
	if text, err := os.ReadFile(filepath.Join(s.home, "nota.txt")); err != nil || strings.TrimSpace(string(text)) != "nuovo" || done.Effects.Mutations != 1 {
		t.Errorf("%q %v %+v", text, err, done.Effects)
	}
}

// The channel's own block reaches the plugin: a further host name is served, secure cookies are set.
func TestWebSettings(t *testing.T) {
	s := newWorld(t, strings.Replace(anyPort, `channel "web" { listen = "127.0.0.1:0" }`, "channel \"web\" {\n  listen = \"127.0.0.1:0\"\n  hosts = [\"chat.example.org\"]\n  https = true\n}", 1)).serve()
	if !strings.HasPrefix(s.link, "https://chat.example.org/signin?t=") {
		t.Errorf("behind a proxy the link is %s, which nobody can open", s.link)
	}
	for name, want := range map[string]int{"chat.example.org": http.StatusSeeOther, "other.example.org": http.StatusMisdirectedRequest} {
		req, err := http.NewRequest(http.MethodGet, "http://"+regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(s.said)+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = name
		resp, err := (&http.Transport{}).RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("host %s: %s, want %d", name, resp.Status, want)
		}
	}
}

// A stranger gets nothing: no session, a foreign origin, a spent link.
func TestWebStranger(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	p := s.signIn()
	for name, header := range map[string]http.Header{
		"no session":     {"Origin": {p.base.String()}},
		"foreign origin": {"Origin": {"http://evil.example"}, "Cookie": {cookieLine(p)}},
		"foreign host":   {"Origin": {p.base.String()}, "Cookie": {cookieLine(p)}, "Host": {"evil.example"}},
	} {
		ws, resp, err := websocket.DefaultDialer.Dial("ws://"+p.base.Host+"/ws", header)
		if err == nil {
			_ = ws.SetReadDeadline(time.Now().Add(30 * time.Second))
			_, _, err = ws.ReadMessage() // signed-out sockets are closed with their own code
			_ = ws.Close()
			if !websocket.IsCloseError(err, 4401) {
				t.Errorf("%s: accepted: %v", name, err)
			}
			continue
		}
		if resp == nil || resp.StatusCode < 400 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !strings.Contains(cookieLine(p), "session") {
		t.Fatalf("signed in without a session cookie: %s", cookieLine(p))
	}
	again, resp := s.present() // the link was spent by the first sign-in
	if resp.Request.URL.Path == "/" || strings.Contains(cookieLine(again), "session") {
		t.Errorf("a spent link signs in: %s at %s with %s", resp.Status, resp.Request.URL, cookieLine(again))
	}
}

func cookieLine(p *person) string {
	var parts []string
	for _, c := range p.http.Jar.Cookies(p.base) {
		parts = append(parts, c.Name+"="+c.Value)
	}
	return strings.Join(parts, "; ")
}

// The same in a real browser: sign in, ask, read the answer.
func TestWebBrowser(t *testing.T) {
	binary, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on PATH")
	}
	w := newWorld(t, anyPort)
	for i := range 9 {
		w.file(fmt.Sprintf("Downloads/report-%d.pdf", i+1), strings.Repeat("x", (i+1)*123_456))
	}
	s := w.serve()
	dir := t.TempDir()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(binary), chromedp.UserDataDir(dir), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WSURLReadTimeout(60*time.Second))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, end := chromedp.NewContext(allocator)
	defer end()
	ctx, cancel := context.WithTimeout(ctx, 90*time.Second)
	defer cancel()
	do := func(steps ...chromedp.Action[chromedp.Void]) {
		t.Helper()
		if err := chromedp.Do(ctx, steps...); err != nil {
			t.Fatal(err)
		}
	}
	says := func(text string) {
		t.Helper()
		page := ""
		for range 400 {
			if page, err = chromedp.Run(ctx, chromedp.Evaluate[string](`document.body?.innerText || ""`)); err == nil && strings.Contains(page, text) {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatalf("the page never says %q: %v\n%s", text, err, page)
	}
	do(chromedp.EmulateViewport(1100, 800), chromedp.Navigate(s.link), chromedp.Click(chromedp.CSS("button[type=submit]")))
	for _, ask := range []struct{ text, answer string }{
		{"Quanti file PDF ci sono nella cartella Documenti?", "2 file"},
		{"find the five largest files in Downloads", "report-9.pdf"},
	} {
		says("Connected")
		do(chromedp.WaitVisible(chromedp.CSS("#text")), chromedp.SendKeys(chromedp.CSS("#text"), ask.text), chromedp.Click(chromedp.CSS("button.send")))
		says(ask.answer)
	}
}

// call asks for a method and decodes its result.
func (p *person) call(id, method string, params, out any) {
	p.t.Helper()
	p.send(map[string]any{"id": id, "type": "call", "method": method, "params": params})
	f := p.until("the result of "+method, func(f frame) bool { return f.Ack == id })
	if err := json.Unmarshal(f.Result, out); err != nil {
		p.t.Fatalf("%s: %v", f.Result, err)
	}
}

// Conversations are listed by what was said, renamed and forgotten; what waits anywhere is listed with its exact
// effects; a change is taken back by its button, once.
func TestWebConversations(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	s.file("nota.txt", "vecchio")
	p := s.signIn()
	p.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_first", "text": "crea il file lista.txt con il testo: pane", "lang": "it"})
	made := p.final()
	if made.Kind != core.Answer || made.Effects.Mutations != 1 {
		t.Fatalf("%+v", made)
	}
	p.send(map[string]any{"id": "m2", "type": "submit", "conversation": "c_second", "text": "sovrascrivi il file nota.txt con il testo: nuovo", "lang": "it"})
	asked := p.final()

	var talks struct{ Conversations []conversation }
	p.call("l1", "conversations.list", map[string]string{"query": "LISTA pane"}, &talks)
	if len(talks.Conversations) != 1 || talks.Conversations[0].ID != "c_first" || talks.Conversations[0].Title != "crea il file lista.txt con il testo: pane" {
		t.Fatalf("%+v", talks)
	}
	var inbox struct{ Waiting []waiting }
	p.call("w1", "approvals.list", nil, &inbox)
	if len(inbox.Waiting) != 1 || inbox.Waiting[0].Conversation != "c_second" || inbox.Waiting[0].Proposal == nil {
		t.Fatalf("%+v", inbox)
	}
	shown := inbox.Waiting[0].Proposal
	if shown.ID != asked.Proposal.ID || shown.Digest != asked.Proposal.Digest || shown.Prompt != asked.Proposal.Prompt || len(shown.Effects.Items) != len(asked.Proposal.Effects.Items) || len(shown.Effects.Items) == 0 {
		t.Errorf("the inbox shows %+v, the conversation %+v", shown, asked.Proposal)
	}

	var changes struct{ Changes []undoable }
	p.call("c1", "changes.list", map[string]string{"conversation": "c_first"}, &changes)
	if len(changes.Changes) != 1 || changes.Changes[0].Turns[0] != made.TurnID || changes.Changes[0].Changed != 1 {
		t.Fatalf("%+v", changes)
	}
	p.send(map[string]any{"id": "r1", "type": "resume", "conversation": "c_first", "seq": 0})
	p.until("the conversation", func(f frame) bool { return f.Ack == "r1" })
	for i := range 2 { // the second click is the same wish
		var accepted struct{ Turn string }
		p.call(fmt.Sprintf("u%d", i), "changes.undo", map[string]string{"id": "undo-1", "conversation": "c_first", "turn": made.TurnID}, &accepted)
	}
	undone := p.final()
	if _, err := os.Stat(filepath.Join(s.home, "lista.txt")); !os.IsNotExist(err) || undone.Effects.Mutations != 1 {
		t.Errorf("taken back: %v %+v", err, undone)
	}
	p.call("c2", "changes.list", map[string]string{"conversation": "c_first"}, &changes)
	if len(changes.Changes) != 0 {
		t.Errorf("still to take back: %+v", changes)
	}

	// The approved change is offered under the turn whose button let it go on, too.
	p.send(map[string]any{"id": "r2", "type": "resume", "conversation": "c_second", "seq": 0})
	p.until("the conversation", func(f frame) bool { return f.Ack == "r2" })
	p.send(map[string]any{"id": "d1", "type": "decide", "proposal": shown.ID, "digest": shown.Digest, "choice": "approve"})
	done := p.final()
	p.call("c3", "changes.list", map[string]string{"conversation": "c_second"}, &changes)
	if len(changes.Changes) != 1 || !slices.Contains(changes.Changes[0].Turns, done.TurnID) || !slices.Contains(changes.Changes[0].Turns, asked.TurnID) {
		t.Errorf("%+v lists neither %s nor %s", changes, asked.TurnID, done.TurnID)
	}
	p.call("w2", "approvals.list", nil, &inbox)
	if len(inbox.Waiting) != 0 {
		t.Errorf("still waiting: %+v", inbox)
	}

	var nothing struct{}
	p.call("n1", "conversations.rename", map[string]string{"conversation": "c_first", "title": "Spesa"}, &nothing)
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) { // its last turn has told its end, and may not have left yet
		said := p.refusal(fmt.Sprint("n2-", time.Now().UnixNano()), "conversations.delete", map[string]string{"conversation": "c_second"})
		if said == "done" {
			break
		}
		if said != "thread_busy" || time.Now().After(end) {
			t.Fatalf("deleting: %s", said)
		}
	}
	p.call("l2", "conversations.list", map[string]string{}, &talks)
	if len(talks.Conversations) != 1 || talks.Conversations[0].Title != "Spesa" {
		t.Errorf("%+v", talks)
	}
	p.seq = 0
	p.send(map[string]any{"id": "r3", "type": "resume", "conversation": "c_second", "seq": 0})
	p.until("an empty conversation", func(f frame) bool { return f.Ack == "r3" })
	if p.seq != 0 {
		t.Errorf("a deleted conversation still has events up to %d", p.seq)
	}
}

// bodyOf reads an answer to its end.
func bodyOf(t testing.TB, resp *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A sentence that asks several things has its first answers before the last step has run.
func TestWebAnswerComesInPieces(t *testing.T) {
	s := newWorld(t, anyPort).serve()
	p := s.signIn()
	p.send(map[string]any{"id": "m1", "type": "submit", "conversation": "c_first", "text": "Quanti file PDF ci sono nella cartella Documenti e che giorno è oggi?", "lang": "it"})
	var piece struct {
		From int
		Text string
	}
	if err := json.Unmarshal(p.until("a piece", func(f frame) bool { return f.Event.Kind == "delta" }).Event.Data, &piece); err != nil {
		t.Fatal(err)
	}
	if out := p.final(); piece.From != 0 || piece.Text == "" || !strings.HasPrefix(out.Message, piece.Text) || len(out.Message) <= len(piece.Text) {
		t.Errorf("%q, then %q", piece.Text, out.Message)
	}
}
