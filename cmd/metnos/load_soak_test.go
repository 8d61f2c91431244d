//go:build soak

package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/core"
)

var (
	loadFor     = flag.Duration("load", 10*time.Minute, "how long the load lasts")
	loadRate    = flag.Int("rate", 20, "turns a second of the load")
	loadSockets = flag.Int("sockets", 200, "open sockets of the load")
)

// loadPeople share the sockets. More would meet the throttle of sign-ins.
const loadPeople = 8

// throng is a running instance with many tabs open.
type throng struct {
	t     *testing.T
	tabs  []*watcher
	talks []*talk

	mu     sync.Mutex
	took   map[string][]time.Duration // by what was waited for
	living sync.WaitGroup
	cuts   int
	wrong  atomic.Int64
}

// talk is one conversation: its first tab speaks, all follow.
type talk struct {
	throng  *throng
	home    string
	id      string
	folder  string // holds files of the number below
	files   int
	n       int
	speaker *watcher

	mu      sync.Mutex
	said    []*utterance
	byID    map[string]*utterance
	written map[string]string // file -> text
}

// utterance is one request, from its sending to its end.
type utterance struct {
	id, text, turn string
	want           string // in the answer
	sent           time.Time
	step           bool
	ended          bool
}

// watcher is one tab: it must hear every event of its conversation, each once and in order, whatever becomes of its
// connection.
type watcher struct {
	talk    *talk
	browser *person

	mu     sync.Mutex // connection and what is not acknowledged
	ws     *websocket.Conn
	unsaid []*utterance

	last int64
	sum  uint64 // of all it heard
	done chan struct{}
}

// TestSoakLoad keeps many tabs open and asks at a steady rate, whatever the answers take, while connections are cut:
// every request is answered once, in the order of its conversation, and every tab hears the same.
func TestSoakLoad(t *testing.T) {
	c := openThrong(t)
	ticker := time.NewTicker(time.Second / time.Duration(*loadRate))
	defer ticker.Stop()
	r := rand.New(rand.NewPCG(1, 2))
	began, asked := time.Now(), 0
	for time.Since(began) < *loadFor && c.wrong.Load() < 20 {
		<-ticker.C
		c.talks[asked%len(c.talks)].ask(r)
		if asked++; asked%(*loadRate) == 0 { // a connection a second
			c.tabs[r.IntN(len(c.tabs))].cut()
			c.cuts++
		}
	}
	took := time.Since(began)
	c.settle()
	for _, talk := range c.talks {
		talk.audit()
	}
	t.Logf("%d sockets, %d turns in %v (%.1f a second), %d connections cut", len(c.tabs), asked, took.Round(time.Second), float64(asked)/took.Seconds(), c.cuts)
	for _, what := range []string{"acknowledged", "first step", "answered"} {
		d := c.took[what]
		slices.Sort(d)
		if len(d) == 0 {
			t.Fatalf("nothing was %s", what)
		}
		at := func(q float64) time.Duration { return d[int(q*float64(len(d)-1))].Round(100 * time.Microsecond) }
		t.Logf("%-12s p50 %v, p95 %v, p99 %v, most %v", what, at(.5), at(.95), at(.99), at(1))
	}
	if asked < int(took.Seconds()*float64(*loadRate)*0.9) {
		t.Errorf("only %d turns in %v", asked, took)
	}
}

func openThrong(t *testing.T) *throng {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range loadPeople - 1 {
		names = append(names, fmt.Sprintf("persona%d", i+1))
	}
	config := fmt.Sprintf(manyHomes, root)
	config = strings.Replace(config, `["anna", "bruno", "gino"]`, `["`+strings.Join(names, `", "`)+`"]`, 1)
	w := newWorld(t, config)
	homes := map[string]string{"host": w.home}
	for _, name := range names {
		homes[name] = filepath.Join(root, name)
		if err := os.MkdirAll(homes[name], 0o700); err != nil {
			t.Fatal(err)
		}
		if out, err := w.command("user", "add", name, "--home", homes[name]).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	h := &house{t: t, server: w.serve()}
	c := &throng{t: t, took: map[string][]time.Duration{}}
	each := (*loadSockets + loadPeople - 1) / loadPeople
	for _, name := range append(names, "host") {
		browser := h.signedIn(name)
		_ = browser.ws.Close()
		for i := 0; i < each && len(c.tabs) < *loadSockets; i++ {
			if i%2 == 0 {
				c.talks = append(c.talks, c.newTalk(homes[name], i/2))
			}
			tab := &watcher{talk: c.talks[len(c.talks)-1], browser: browser, done: make(chan struct{})}
			if tab.talk.speaker == nil {
				tab.talk.speaker = tab
			}
			c.tabs = append(c.tabs, tab)
		}
	}
	for _, tab := range c.tabs {
		if !tab.connect() {
			t.Fatal("a tab does not connect")
		}
		c.living.Go(tab.live)
	}
	return c
}

func (c *throng) newTalk(home string, n int) *talk {
	k := &talk{throng: c, home: home, id: fmt.Sprintf("c_talk%d", n), folder: fmt.Sprintf("Conto%d", n), files: n + 3, byID: map[string]*utterance{}, written: map[string]string{}}
	for i := range k.files {
		path := filepath.Join(home, k.folder, fmt.Sprintf("f%d.txt", i))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			c.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			c.t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(home, "Diario"), 0o700); err != nil {
		c.t.Fatal(err)
	}
	return k
}

func (c *throng) fail(format string, args ...any) {
	c.wrong.Add(1)
	c.t.Errorf(format, args...)
}

func (c *throng) waited(what string, since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took[what] = append(c.took[what], time.Since(since))
}

// settle waits until everything asked is answered.
func (c *throng) settle() {
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		left := 0
		for _, k := range c.talks {
			k.mu.Lock()
			for _, u := range k.said {
				if !u.ended {
					left++
				}
			}
			k.mu.Unlock()
		}
		if left == 0 {
			break
		}
	}
	time.Sleep(time.Second) // what comes now would come twice
	for _, tab := range c.tabs {
		close(tab.done)
		tab.cut()
	}
	c.living.Wait()
}

// ask sends one more request of the conversation.
func (k *talk) ask(r *rand.Rand) {
	k.n++
	u := &utterance{id: fmt.Sprintf("%s-%d", k.id, k.n), sent: time.Now()}
	switch r.IntN(10) {
	case 0:
		name := fmt.Sprintf("%s-%d.txt", k.id[2:], k.n)
		u.text, u.want = fmt.Sprintf("crea il file Diario/%s con il testo: riga %d", name, k.n), name
		k.written[name] = fmt.Sprintf("riga %d", k.n)
	case 1, 2:
		u.text, u.want = fmt.Sprintf("elenca i file di %s", k.folder), "f0.txt"
	default:
		u.text, u.want = fmt.Sprintf("quanti file ci sono nella cartella %s?", k.folder), fmt.Sprint(k.files)
	}
	k.mu.Lock()
	k.said = append(k.said, u)
	k.byID[u.id] = u
	k.mu.Unlock()
	k.speaker.submit(u)
}

// heard takes an event that the speaker's tab heard.
func (k *talk) heard(kind, turn string, data json.RawMessage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if kind != "step" && kind != "final" {
		return
	}
	next := slices.IndexFunc(k.said, func(u *utterance) bool { return !u.ended })
	if next < 0 {
		k.throng.fail("%s: a %s of turn %s after the last answer", k.id, kind, turn)
		return
	}
	u := k.said[next]
	switch {
	case u.turn == "":
		u.turn = turn // its events came before its acknowledgement
	case u.turn != turn:
		k.throng.fail("%s: a %s of turn %s, while %q is turn %s", k.id, kind, turn, u.text, u.turn)
		return
	}
	if kind == "step" {
		if !u.step {
			u.step = true
			k.throng.waited("first step", u.sent)
		}
		return
	}
	u.ended = true
	k.throng.waited("answered", u.sent)
	var out core.Outcome
	if err := json.Unmarshal(data, &out); err != nil || out.Kind != core.Answer || !strings.Contains(out.Message+string(data), u.want) {
		k.throng.fail("%s: %q ends with %s %q, wanted %q (%v)", k.id, u.text, out.Kind, out.Message, u.want, err)
	}
}

// acked takes the acknowledgement of a request.
func (k *talk) acked(id, turn string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	u := k.byID[id]
	switch {
	case u == nil:
	case u.turn != "" && u.turn != turn:
		k.throng.fail("%s: %q is turn %s and turn %s", k.id, u.text, u.turn, turn)
	default:
		u.turn = turn
		k.throng.waited("acknowledged", u.sent)
	}
}

// audit looks at what is left: every request answered, every file written once, every tab told the same.
func (k *talk) audit() {
	turns := map[string]bool{}
	for _, u := range k.said {
		if !u.ended || u.turn == "" || turns[u.turn] {
			k.throng.fail("%s: %q (turn %q) ended: %v, another request's turn: %v", k.id, u.text, u.turn, u.ended, turns[u.turn])
		}
		turns[u.turn] = true
	}
	for name, text := range k.written {
		if got, err := os.ReadFile(filepath.Join(k.home, "Diario", name)); err != nil || strings.TrimSpace(string(got)) != text {
			k.throng.fail("%s: %s holds %q, %v", k.id, name, got, err)
		}
	}
	for _, tab := range k.throng.tabs {
		if tab.talk == k && (tab.last != k.speaker.last || tab.sum != k.speaker.sum || tab.last == 0) {
			k.throng.fail("%s: one tab heard %d events (%x), another %d (%x)", k.id, k.speaker.last, k.speaker.sum, tab.last, tab.sum)
		}
	}
}

// connect opens the socket, resumes from what was heard, and sends again what was not acknowledged, as the page does.
func (w *watcher) connect() bool {
	header := http.Header{"Origin": {w.browser.base.String()}, "Cookie": {cookieLine(w.browser)}}
	dialer := websocket.Dialer{HandshakeTimeout: 20 * time.Second}
	ws, _, err := dialer.Dial("ws://"+w.browser.base.Host+"/ws", header)
	if err != nil {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ws = ws
	err = ws.WriteJSON(map[string]any{"id": "resume", "type": "resume", "conversation": w.talk.id, "seq": w.last})
	for _, u := range w.unsaid {
		if err == nil {
			err = w.write(u)
		}
	}
	return err == nil
}

func (w *watcher) write(u *utterance) error {
	return w.ws.WriteJSON(map[string]any{"id": u.id, "type": "submit", "conversation": w.talk.id, "text": u.text, "lang": "it"})
}

func (w *watcher) submit(u *utterance) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unsaid = append(w.unsaid, u)
	_ = w.write(u) // or it goes with the next connection
}

func (w *watcher) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	_ = w.ws.UnderlyingConn().Close()
}

// live reads until the end, whatever becomes of the connection.
func (w *watcher) live() {
	for {
		_, raw, err := w.ws.ReadMessage()
		if err == nil {
			w.take(raw)
			continue
		}
		for {
			select {
			case <-w.done:
				return
			default:
			}
			if websocket.IsCloseError(err, 4401, 4408, 4429) {
				w.talk.throng.fail("%s: %v", w.talk.id, err)
				return
			}
			if w.connect() {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		select {
		case <-w.done: // nobody cuts this connection any more
			return
		default:
		}
	}
}

func (w *watcher) take(raw []byte) {
	var f soakFrame
	if err := json.Unmarshal(raw, &f); err != nil || f.Nack != "" {
		w.talk.throng.fail("%s: %s %v", w.talk.id, raw, err)
		return
	}
	if f.Ack != "" && w == w.talk.speaker {
		w.mu.Lock()
		w.unsaid = slices.DeleteFunc(w.unsaid, func(u *utterance) bool { return u.id == f.Ack })
		w.mu.Unlock()
		w.talk.acked(f.Ack, f.Turn)
	}
	if f.Event == nil {
		return
	}
	if f.Event.Seq != w.last+1 || f.Conversation != w.talk.id {
		w.talk.throng.fail("%s: event %d of %s after %d", w.talk.id, f.Event.Seq, f.Conversation, w.last)
	}
	w.last = f.Event.Seq
	sum := fnv.New64a()
	fmt.Fprint(sum, w.sum, f.Event.Seq, f.Event.Kind, f.Event.Turn, string(f.Event.Data))
	w.sum = sum.Sum64()
	if w == w.talk.speaker {
		w.talk.heard(f.Event.Kind, f.Event.Turn, f.Event.Data)
	}
}
