//go:build soak

package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/metnos/metnos/core"
)

var (
	soakTurns = flag.Int("turns", 1000, "turns of the soak")
	soakSeed  = flag.Uint64("seed", 0, "seed of the soak; 0 takes the clock")
)

// TestSoak asks two people's requests of a core that is killed at random points, and holds every promise about
// them: no acknowledged request lost, no mutation run twice, nothing in the wrong home, the ledger's chain whole.
func TestSoak(t *testing.T) {
	seed := *soakSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	s := newSoak(t)
	people := []*tenant{s.tenant("host", s.home, seed), s.tenant("anna", s.annas, seed+1)}
	end := make(chan struct{})
	go s.killer(rand.New(rand.NewPCG(seed, 7)), end)
	var all sync.WaitGroup
	for _, p := range people {
		all.Go(func() { p.live(*soakTurns / len(people)) })
	}
	all.Wait()
	close(end)
	s.rest()
	for _, p := range people {
		p.audit()
	}
	s.verify()
	if s.kills.Load() < s.turns.Load()/100 {
		t.Errorf("only %d kills in %d turns: nothing was put to the test", s.kills.Load(), s.turns.Load())
	}
	t.Logf("%d turns, %d kills: %d answers, %d approvals, %d questions, %d reported as interrupted, %d uncertain, %d asked again", s.turns.Load(), s.kills.Load(),
		s.count(core.Answer), s.count(core.Approval), s.count(core.Ask), s.count(core.Error), s.uncertain.Load(), s.repeated.Load())
}

// soak is an instance on one address whose core comes and goes.
type soak struct {
	*world
	annas   string
	address string

	mu    sync.Mutex // one core at a time
	cmd   *exec.Cmd
	links map[string]string // sign-in links, spent once each

	turns, kills, uncertain, repeated atomic.Int64
	kinds                             sync.Map
}

func newSoak(t *testing.T) *soak {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &soak{address: free.Addr().String(), links: map[string]string{}}
	free.Close()
	s.world = newWorld(t, strings.Replace(anyPort, "127.0.0.1:0", s.address, 1))
	s.annas = filepath.Join(t.TempDir(), "anna")
	if err := os.MkdirAll(s.annas, 0o700); err != nil {
		t.Fatal(err)
	}
	s.start()
	for _, args := range [][]string{{"user", "add", "anna", "--home", s.annas}, {"user", "pair", "anna"}, {"user", "pair", "host"}} {
		out, err := s.command(args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		if at := strings.Index(string(out), "http://"); at >= 0 {
			s.links[args[2]] = strings.Fields(string(out)[at:])[0]
		}
	}
	return s
}

// start runs a core. The caller holds mu, or is alone.
func (s *soak) start() {
	cmd := s.command("serve")
	if err := cmd.Start(); err != nil {
		s.t.Error(err)
		return
	}
	s.cmd = cmd
	for range 400 {
		if conn, err := net.Dial("tcp", s.address); err == nil {
			conn.Close()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Error("the core does not come up")
}

// killer ends the core at random moments, and starts the next.
func (s *soak) killer(r *rand.Rand, end chan struct{}) {
	for {
		select {
		case <-end:
			return
		case <-time.After(time.Duration(40+r.IntN(260)) * time.Millisecond):
		}
		s.mu.Lock()
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		s.kills.Add(1)
		s.start()
		s.mu.Unlock()
	}
}

// rest leaves a last core alone for as long as it takes to say what became of everything.
func (s *soak) rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = s.cmd.Wait() })
}

func (s *soak) count(k core.Kind) int64 {
	n, ok := s.kinds.Load(k)
	if !ok {
		return 0
	}
	return n.(*atomic.Int64).Load()
}

func (s *soak) verify() {
	out, err := s.command("log", "verify").CombinedOutput()
	if err != nil {
		s.t.Errorf("log verify: %v\n%s", err, out)
	}
	s.t.Logf("%s", strings.TrimSpace(string(out)))
}

// tenant is one person at a browser that comes back after every cut.
type tenant struct {
	*soak
	name, home string
	rand       *rand.Rand
	browser    *person
	seq        map[string]int64        // newest event seen, by conversation
	finals     map[string]core.Outcome // by turn
	owed       map[string]string       // acknowledged turns -> text
	conv       string
	n          int
	lines      map[string]want // appended text -> what was reported
	files      map[string]bool // names that exist once, somewhere
	failed     bool
}

// want is what the answer of an append said.
type want struct{ mutations, uncertain int }

func (s *soak) tenant(name, home string, seed uint64) *tenant {
	p := &tenant{soak: s, name: name, home: home, rand: rand.New(rand.NewPCG(seed, 1)), seq: map[string]int64{}, finals: map[string]core.Outcome{},
		owed: map[string]string{}, lines: map[string]want{}, files: map[string]bool{}}
	p.put("diario.txt", "inizio\n")
	p.put("Doppi/a/doppio.txt", "primo "+name)
	p.put("Doppi/b/doppio.txt", "secondo "+name)
	for i := range 7 {
		p.put(fmt.Sprintf("Fermi/f%d.txt", i), name)
	}
	for _, folder := range []string{"Posta", "Archivio"} {
		if err := os.MkdirAll(filepath.Join(home, folder), 0o700); err != nil {
			s.t.Fatal(err)
		}
	}
	link := &server{world: s.world, link: s.links[name]}
	p.browser, _ = link.present()
	return p
}

func (p *tenant) put(rel, text string) {
	path := filepath.Join(p.home, rel)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		p.t.Fatal(err)
	}
}

// live takes n turns.
func (p *tenant) live(n int) {
	for p.n < n && !p.failed {
		p.conv = fmt.Sprintf("c_%s_%d", p.name, p.rand.IntN(3))
		switch p.rand.IntN(10) {
		case 0, 1:
			p.read()
		case 2, 3, 4:
			p.append()
		case 5, 6:
			p.move()
		case 7:
			p.dialog()
		case 8:
			p.bulk()
		case 9:
			p.remove()
		}
	}
}

func (p *tenant) read() {
	out := p.say("quanti file ci sono nella cartella Fermi?")
	if out.Kind == core.Answer && !strings.Contains(out.Message, "7") {
		p.t.Errorf("%s: %q", p.name, out.Message)
	}
}

func (p *tenant) append() {
	line := fmt.Sprintf("riga-%s-%d", p.name, p.n)
	out := p.say("aggiungi la riga «" + line + "» al file diario.txt")
	p.lines[line] = want{out.Effects.Mutations, out.Effects.Uncertain}
}

func (p *tenant) move() {
	name := fmt.Sprintf("m-%s-%d.txt", p.name, p.n)
	p.put("Posta/"+name, p.name)
	p.files[name] = true
	out := p.say("sposta il file Posta/" + name + " in Archivio")
	if out.Effects.Mutations > 0 && !there(p.home, "Archivio/"+name) {
		p.t.Errorf("%s: said to have moved %s: %q", p.name, name, out.Message)
	}
	if out.Effects.Mutations > 0 && p.rand.IntN(2) == 0 {
		if back := p.say("annulla"); back.Kind == core.Answer && back.Effects.Mutations > 0 && !there(p.home, "Posta/"+name) && there(p.home, "Archivio/"+name) {
			p.t.Errorf("%s: said to have undone the move of %s: %q", p.name, name, back.Message)
		}
	}
}

func (p *tenant) remove() {
	name := fmt.Sprintf("d-%s-%d.txt", p.name, p.n)
	p.put("Posta/"+name, p.name)
	p.files[name] = true
	if out := p.say("cancella il file Posta/" + name); out.Effects.Mutations > 0 && there(p.home, "Posta/"+name) {
		p.t.Errorf("%s: said to have deleted %s: %q", p.name, name, out.Message)
	}
}

func (p *tenant) dialog() {
	if out := p.say("leggi il file doppio.txt"); out.Kind != core.Ask {
		p.unexpected(out)
		return
	}
	// A core that dies between question and answer keeps the question.
	if out := p.say("2"); out.Kind == core.Error {
		p.unexpected(out)
	} else if out.Kind != core.Answer || !strings.Contains(out.Message, "secondo "+p.name) {
		p.t.Errorf("%s: the answer 2 gives %s %q", p.name, out.Kind, out.Message)
	}
}

func (p *tenant) bulk() {
	folder := fmt.Sprintf("Mucchio-%s-%d", p.name, p.n)
	for i := range 22 {
		name := fmt.Sprintf("b-%s-%d-%d.txt", p.name, p.n, i)
		p.put(folder+"/"+name, p.name)
		p.files[name] = true
	}
	out := p.say("cancella tutti i file della cartella " + folder)
	if out.Kind != core.Approval {
		p.unexpected(out)
		return
	}
	yes := p.rand.IntN(2) == 0
	word := map[bool]string{true: "sì", false: "no"}[yes]
	done := p.say(word)
	left, _ := filepath.Glob(filepath.Join(p.home, folder, "*.txt"))
	switch {
	case !yes && len(left) != 22:
		p.t.Errorf("%s: %d files left after no: %q", p.name, len(left), done.Message)
	case yes && done.Effects.Mutations > 0 && len(left) != 0 && done.Effects.Uncertain == 0:
		p.t.Errorf("%s: %d files left after %d deletions: %q", p.name, len(left), done.Effects.Mutations, done.Message)
	}
}

// unexpected is for an end that is right only when the core died over the turn again and again.
func (p *tenant) unexpected(out core.Outcome) {
	if out.Kind != core.Error || out.Origin != core.FromRecovery || out.Effects.Mutations > 0 {
		p.t.Errorf("%s: %s %q", p.name, out.Kind, out.Message)
	}
}

// say takes one turn, whatever happens to the core meanwhile, and returns its one final outcome.
func (p *tenant) say(text string) core.Outcome {
	p.n++
	p.turns.Add(1)
	id := fmt.Sprintf("%s-%d", p.name, p.n)
	turn, sent := "", false
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); {
		if !p.connect() {
			continue
		}
		if sent {
			p.repeated.Add(1)
		}
		sent = true
		message := map[string]any{"id": id, "type": "submit", "conversation": p.conv, "text": text, "lang": "it"}
		if p.browser.ws.WriteJSON(message) != nil {
			p.cut()
			continue
		}
		for p.browser.ws != nil {
			f, ok := p.frame()
			if !ok {
				p.cut()
				break
			}
			if f.Ack == id {
				if turn != "" && turn != f.Turn {
					p.t.Errorf("%s: %q became turn %s and turn %s", p.name, text, turn, f.Turn)
				}
				turn = f.Turn
				p.owed[turn] = text
			}
			if f.Nack == id {
				p.t.Errorf("%s: %q refused: %+v", p.name, text, f.Error)
				p.failed = true
				return core.Outcome{}
			}
			if out, done := p.finals[turn]; done && turn != "" {
				p.tally(out)
				return out
			}
		}
	}
	p.t.Errorf("%s: %q (turn %s) was never answered", p.name, text, turn)
	p.failed = true
	return core.Outcome{}
}

func (p *tenant) tally(out core.Outcome) {
	n, _ := p.kinds.LoadOrStore(out.Kind, new(atomic.Int64))
	n.(*atomic.Int64).Add(1)
	p.uncertain.Add(int64(out.Effects.Uncertain))
	if out.Kind == core.Error && out.Origin != core.FromRecovery || out.Kind == core.Refused {
		p.t.Errorf("%s: a request anybody would carry out ends with %s %s %q", p.name, out.Kind, out.Origin, out.Message)
	}
}

// soakFrame is what the socket may say.
type soakFrame struct {
	Ack, Nack, Turn, Conversation string
	Error                         any
	Event                         *struct {
		Seq  int64
		Kind string
		Turn string
		Data json.RawMessage
	}
}

// frame reads one frame and keeps what it says.
func (p *tenant) frame() (soakFrame, bool) {
	_ = p.browser.ws.SetReadDeadline(time.Now().Add(20 * time.Second))
	_, raw, err := p.browser.ws.ReadMessage()
	var f soakFrame
	if err != nil || json.Unmarshal(raw, &f) != nil {
		return f, false
	}
	if f.Event == nil {
		return f, true
	}
	p.seq[f.Conversation] = max(p.seq[f.Conversation], f.Event.Seq)
	if f.Event.Kind == "final" {
		var out core.Outcome
		if err := json.Unmarshal(f.Event.Data, &out); err != nil {
			p.t.Errorf("%s: %v", p.name, err)
		}
		if was, twice := p.finals[f.Event.Turn]; twice && was.Message != out.Message {
			p.t.Errorf("%s: turn %s has two ends: %q and %q", p.name, f.Event.Turn, was.Message, out.Message)
		}
		p.finals[f.Event.Turn] = out
	}
	return f, true
}

// connect opens the socket and resumes the conversation, as the page does.
func (p *tenant) connect() bool {
	if p.browser.ws != nil {
		return true
	}
	header := http.Header{"Origin": {p.browser.base.String()}}
	for _, c := range p.browser.http.Jar.Cookies(p.browser.base) {
		header.Add("Cookie", c.Name+"="+c.Value)
	}
	dialer := websocket.Dialer{HandshakeTimeout: 2 * time.Second}
	ws, _, err := dialer.Dial("ws://"+p.browser.base.Host+"/ws", header)
	if err != nil {
		time.Sleep(5 * time.Millisecond)
		return false
	}
	p.browser.ws = ws
	for conv := range map[string]bool{p.conv: true} {
		if ws.WriteJSON(map[string]any{"id": "resume", "type": "resume", "conversation": conv, "seq": p.seq[conv]}) != nil {
			p.cut()
			return false
		}
	}
	return true
}

func (p *tenant) cut() {
	if p.browser.ws != nil {
		_ = p.browser.ws.Close()
		p.browser.ws = nil
	}
}

// audit looks at what is on the disk when everything is over.
func (p *tenant) audit() {
	for turn, text := range p.owed {
		if _, done := p.finals[turn]; !done {
			p.t.Errorf("%s: acknowledged and never answered: %q", p.name, text)
		}
	}
	diary, err := os.ReadFile(filepath.Join(p.home, "diario.txt"))
	if err != nil {
		p.t.Fatal(err)
	}
	for line, said := range p.lines {
		n := strings.Count(string(diary), line+"\n")
		switch {
		case n > 1:
			p.t.Errorf("%s: %q was written %d times", p.name, line, n)
		case said.uncertain == 0 && n != said.mutations:
			p.t.Errorf("%s: %q is there %d times, the answer said %d", p.name, line, n, said.mutations)
		}
	}
	seen := map[string]int{}
	_ = filepath.WalkDir(p.home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".txt") {
			if p.files[d.Name()] {
				seen[d.Name()]++
			} else if text, err := os.ReadFile(path); err == nil && strings.Contains(d.Name(), "-") && !strings.Contains(string(text), p.name) {
				p.t.Errorf("%s: %s is somebody else's", p.name, path)
			}
		}
		return nil
	})
	for name := range p.files {
		if seen[name] != 1 {
			p.t.Errorf("%s: %s is there %d times", p.name, name, seen[name])
		}
	}
}

func there(home, rel string) bool {
	_, err := os.Lstat(filepath.Join(home, rel))
	return err == nil
}
