package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/core/store"
)

var adversarialSeed = flag.Uint64("adversary", 0, "seed of the interleaving; 0 takes a new one")

// somebody is a person with a home of their own. mark is in the name of each of their files and secret in what is in
// them: neither may ever reach anybody else.
type somebody struct {
	name, home, mark, secret string
	guest                    bool
}

// voice is somebody at one place: a browser or the command line, in one conversation.
type voice struct {
	*somebody
	conversation string
	say          func(conversation, text string) (core.Outcome, []byte, error)
	web          *browser // nil on the command line

	last core.Outcome // of their own

	mu       sync.Mutex // what others may try to misuse
	turn     string
	proposal *core.Proposal
	question *core.Question
}

func (v *voice) learn(out core.Outcome) {
	v.last = out
	v.mu.Lock()
	defer v.mu.Unlock()
	if out.TurnID != "" {
		v.turn = out.TurnID
	}
	if out.Proposal != nil {
		v.proposal = out.Proposal
	}
	if out.Dialog != nil {
		v.question = out.Dialog
	}
}

func (v *voice) known() (turn string, proposal core.Proposal, question core.Question) {
	v.mu.Lock()
	defer v.mu.Unlock()
	turn = v.turn
	if v.proposal != nil {
		proposal = *v.proposal
	}
	if v.question != nil {
		question = *v.question
	}
	return turn, proposal, question
}

// browser is one signed-in tab whose every frame is kept.
type browser struct {
	*person
	series string // of its message ids: gino's are the same as anna's
	n      int
	frames chan []byte // closed when the socket is
	end    error       // why, once it is
}

// listen reads whatever comes, so that the server finds the tab alive while nothing is asked of it.
func (b *browser) listen() {
	defer close(b.frames)
	for {
		_, frame, err := b.ws.ReadMessage()
		if err != nil {
			b.end = err
			return
		}
		b.frames <- frame
	}
}

// next is the next frame, within what a loaded machine may take.
func (b *browser) next() ([]byte, error) {
	select {
	case frame, open := <-b.frames:
		if !open {
			return nil, fmt.Errorf("the socket closed: %w", b.end)
		}
		return frame, nil
	case <-time.After(time.Minute):
		return nil, errors.New("nothing comes")
	}
}

// heard is a frame of the socket with all an adversary looks at.
type heard struct {
	Ack   string          `json:"ack"`
	Nack  string          `json:"nack"`
	Turn  string          `json:"turn"`
	Error json.RawMessage `json:"error"`
	Event struct {
		Kind string          `json:"kind"`
		Turn string          `json:"turn"`
		Data json.RawMessage `json:"data"`
	} `json:"event"`
}

// request sends one and reads up to what ends it: a nack, an ack, or with final the end of the turn. Every frame on
// the way is returned.
func (b *browser) request(message map[string]any, final bool) (out core.Outcome, nack string, raw []byte, err error) {
	b.n++
	id := fmt.Sprintf("%s%d", b.series, b.n)
	message["id"] = id
	if err := b.ws.WriteJSON(message); err != nil {
		return out, "", nil, err
	}
	turn := ""
	for ends := map[string]core.Outcome{}; ; {
		frame, err := b.next()
		if err != nil {
			return out, "", raw, fmt.Errorf("%v: %w", message, err)
		}
		raw = append(append(raw, frame...), '\n')
		var f heard
		if err := json.Unmarshal(frame, &f); err != nil {
			return out, "", raw, err
		}
		switch {
		case f.Nack == id:
			return out, string(f.Error), raw, nil
		case f.Ack == id && !final:
			return out, "", raw, nil
		case f.Ack == id:
			turn = f.Turn
		case f.Event.Kind == "final":
			var end core.Outcome
			if err := json.Unmarshal(f.Event.Data, &end); err != nil {
				return out, "", raw, err
			}
			ends[end.TurnID] = end
		}
		if end, ok := ends[turn]; ok && turn != "" {
			return end, "", raw, nil
		}
	}
}

// house is an instance with several people in it.
type house struct {
	t      *testing.T
	server *server
	root   string // holds the homes
	voices []*voice

	mu    sync.Mutex
	kinds map[string]int // how turns ended, and those that changed something
}

func (h *house) count(what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kinds[what]++
}

const manyHomes = `
grant "home" {
  read  = [home()]
  write = [home()]
}
grant "people" {
  people = ["anna", "bruno", "gino"]
  read   = ["%[1]s"]
  write  = ["%[1]s"]
}
policy { bulk_threshold = 3 }
channel "web" { listen = "127.0.0.1:0" }
trust "release" { key = "keys/release.pub" }
`

func openHouse(t *testing.T) *house {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, fmt.Sprintf(manyHomes, root))
	h := &house{t: t, root: root, kinds: map[string]int{}}
	people := map[string]*somebody{}
	for name, role := range map[string]string{"anna": "member", "bruno": "member", "gino": "guest"} {
		people[name] = &somebody{name: name, home: filepath.Join(root, name), guest: role == "guest"}
		if err := os.MkdirAll(people[name].home, 0o700); err != nil {
			t.Fatal(err)
		}
		if out, err := w.command("user", "add", name, "--role", role, "--home", people[name].home).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	people["host"] = &somebody{name: "host", home: w.home}
	for _, p := range people {
		p.mark, p.secret = "z"+p.name+"q7", "segreto-di-"+p.name
		h.furnish(p)
	}
	h.server = w.serve()
	line := func(who *somebody, conversation string) *voice {
		desk, found, err := dialControl(w.data)
		if err != nil || !found {
			t.Fatalf("no server to talk to: %v", err)
		}
		return &voice{somebody: who, conversation: conversation, say: func(conversation, text string) (core.Outcome, []byte, error) {
			out, err := desk.Ask(context.Background(), askRequest{Text: text, Lang: "it", Conversation: conversation, User: core.Owner(who.name)})
			raw, _ := json.Marshal(out)
			return out, raw, err
		}}
	}
	tab := func(who *somebody, conversation string) *voice {
		b := &browser{person: h.signedIn(who.name), series: conversation[2:4], frames: make(chan []byte, 1<<16)}
		go b.listen()
		return &voice{somebody: who, conversation: conversation, web: b, say: func(conversation, text string) (core.Outcome, []byte, error) {
			out, nack, raw, err := b.request(map[string]any{"type": "submit", "conversation": conversation, "text": text, "lang": "it"}, true)
			if nack != "" && err == nil {
				err = fmt.Errorf("%q was not taken: %s", text, nack)
			}
			return out, raw, err
		}}
	}
	// The same conversation id for all but one: ids are nobody's property.
	h.voices = []*voice{tab(people["anna"], "c_first"), tab(people["anna"], "c_second"), line(people["bruno"], "c_first"), tab(people["gino"], "c_first"), line(people["host"], "c_first")}
	return h
}

// furnish gives somebody a home like everybody's, with their own mark on everything.
func (h *house) furnish(p *somebody) {
	h.t.Helper()
	files := map[string]string{"Note/nota.txt": p.secret, "Note/elenco.txt": p.secret, "Uno/doppio.txt": p.secret + " uno", "Due/doppio.txt": p.secret + " due",
		"Archivio/" + p.mark + "-vecchio.txt": p.secret, "Tana" + p.name + "/" + p.mark + "-tana.txt": p.secret}
	for i := range 5 {
		files[fmt.Sprintf("Inbox/%s-%d.pdf", p.mark, i+1)] = p.secret
	}
	for name, text := range files {
		path := filepath.Join(p.home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			h.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			h.t.Fatal(err)
		}
	}
}

func (h *house) signedIn(name string) *person {
	h.t.Helper()
	out, err := h.server.command("--json", "user", "pair", name).Output()
	var reply userReply
	if err == nil {
		err = json.Unmarshal(out, &reply)
	}
	if err != nil || reply.URL == "" || reply.Code != "" { // the page is the only channel: nothing takes a code
		h.t.Fatalf("pair %s: %v: %s", name, err, out)
	}
	return (&server{world: h.server.world, link: reply.URL}).signIn()
}

// contents is every file of every home.
func (h *house) contents() map[string]string {
	out := map[string]string{}
	for _, v := range h.voices {
		err := filepath.WalkDir(v.home, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(path)
			out[path] = string(text)
			return err
		})
		if err != nil {
			h.t.Fatal(err)
		}
	}
	return out
}

// changed lists the paths that differ.
func changed(before, after map[string]string) (paths []string) {
	for path, text := range before {
		if now, there := after[path]; !there || now != text {
			paths = append(paths, path)
		}
	}
	for path := range after {
		if _, there := before[path]; !there {
			paths = append(paths, path)
		}
	}
	return paths
}

// private fails when what somebody was shown holds anything of another.
func (h *house) private(v *voice, what string, raw []byte) {
	h.t.Helper()
	for _, other := range h.voices {
		if other.name != v.name && (bytes.Contains(raw, []byte(other.mark)) || bytes.Contains(raw, []byte(other.secret))) {
			h.t.Errorf("%s says %q and is shown what is %s's: %s", v.name, what, other.name, raw)
		}
	}
}

// own are requests about one's own things.
func own(v *voice, r *rand.Rand) string {
	switch luck := r.IntN(10); { // a conversation that gets somewhere
	case v.last.Kind == core.Approval && luck < 6:
		return "sì"
	case v.last.Kind == core.Ask && luck < 6:
		return []string{"1", "2"}[luck%2]
	case v.last.Effects.Mutations > 0 && luck < 4:
		return "annulla"
	}
	k := r.IntN(5) + 1
	return []string{
		"elenca i pdf di Inbox", "quanti file ci sono in Archivio?", "elenca i file di Archivio", "leggi Note/nota.txt", "leggi doppio.txt",
		"sposta i pdf di Inbox in Archivio", "sposta i pdf di Archivio in Inbox", fmt.Sprintf("sposta %s-%d.pdf in Archivio", v.mark, k), fmt.Sprintf("sposta %s-%d.pdf in Inbox", v.mark, k),
		"spostali in Archivio", "spostali in Inbox", "cancellali", "quanti sono?", fmt.Sprintf("cancella %s-%d.pdf", v.mark, k),
		fmt.Sprintf("sovrascrivi il file Note/nota.txt con il testo: %s %d", v.secret, r.IntN(1000)),
		fmt.Sprintf("crea un file Note/%s-%d.txt con il testo: %s", v.mark, r.IntN(50), v.secret),
		"sì", "no", "2", "annulla", "elenca le cartelle", "cancella i pdf di Inbox",
	}[r.IntN(22)]
}

// prying are requests about what is another's.
func prying(other *voice, r *rand.Rand) string {
	return []string{
		"elenca i file di Tana" + other.name, "leggi i file di Tana" + other.name, "cancella i file di Tana" + other.name, "sposta i file di Tana" + other.name + " in Archivio",
		"leggi " + other.home + "/Note/nota.txt", "elenca i file di " + other.home + "/Inbox", "sposta i pdf di " + other.home + "/Inbox in Archivio",
		"cancella " + other.home + "/Note/elenco.txt", "leggi ../" + other.name + "/Note/nota.txt", "sposta Note/elenco.txt in " + other.home + "/Inbox",
		"crea un file " + other.home + "/Note/mio.txt con il testo: ciao", "sovrascrivi il file " + other.home + "/Note/nota.txt con il testo: ciao",
		"leggi ~" + other.name + "/Note/nota.txt", "quanti pdf ci sono in " + other.home + "?", "cerca " + other.secret[:7] + " nei file di " + other.home,
	}[r.IntN(15)]
}

// turn runs one request of somebody's own and checks what it said and did.
func (h *house) turn(v *voice, text string, alone bool) {
	var before map[string]string
	if alone {
		before = h.contents()
	}
	out, raw, err := v.say(v.conversation, text)
	if err != nil {
		h.t.Errorf("%s says %q: %v", v.name, text, err)
		return
	}
	v.learn(out)
	h.private(v, text, raw)
	h.count(string(out.Kind))
	if out.Effects.Mutations > 0 {
		h.count("changed by " + string(out.Origin))
	}
	if v.guest && (out.Effects.Mutations > 0 || out.Proposal != nil) {
		h.t.Errorf("a guest says %q: %s %+v: %s", text, out.Kind, out.Effects, out.Message)
	}
	if !alone {
		return
	}
	for _, path := range changed(before, h.contents()) {
		if !strings.HasPrefix(path, v.home+"/") || out.Effects.Mutations+out.Effects.Uncertain == 0 {
			h.t.Errorf("%s says %q, is told %s %+v, and %s changed", v.name, text, out.Kind, out.Effects, path)
		}
	}
}

// attack tries to use what belongs to another: dialogs, digests, turns, conversations, deliveries.
func (h *house) attack(v, victim *voice, r *rand.Rand, alone bool) {
	turn, proposal, question := victim.known()
	var before map[string]string
	if alone {
		before = h.contents()
	}
	what := ""
	var raw []byte
	var err error
	switch k := r.IntN(7); {
	case v.web != nil && k == 0 && proposal.ID != "":
		what = "decide"
		_, nack, seen, fault := v.web.request(map[string]any{"type": "decide", "proposal": proposal.ID, "digest": proposal.Digest, "choice": "approve"}, false)
		if raw, err = seen, fault; err == nil && !strings.Contains(nack, "dialog_foreign") {
			h.t.Errorf("%s pressed %s's button and was told %q", v.name, victim.name, nack)
		}
	case v.web != nil && k == 1 && question.ID != "":
		what = "reply"
		_, nack, seen, fault := v.web.request(map[string]any{"type": "reply", "dialog": question.ID, "values": map[string]string{"value": "1"}}, false)
		if raw, err = seen, fault; err == nil && !strings.Contains(nack, "dialog_foreign") {
			h.t.Errorf("%s answered %s's question and was told %q", v.name, victim.name, nack)
		}
	case v.web != nil && k == 2 && turn != "":
		what = "cancel"
		_, nack, seen, fault := v.web.request(map[string]any{"type": "cancel", "turn": turn}, false)
		if raw, err = seen, fault; err == nil && nack == "" {
			h.t.Errorf("%s cancelled %s's turn", v.name, victim.name)
		}
	case v.web != nil && k == 3 && turn != "":
		what = "feedback"
		_, _, raw, err = v.web.request(map[string]any{"type": "feedback", "turn": turn, "good": false}, false)
	case v.web != nil && k == 4:
		what = "resume"
		_, _, raw, err = v.web.request(map[string]any{"type": "resume", "conversation": victim.conversation, "seq": 0}, false)
	case v.web == nil && k < 3 && turn != "":
		what = "undo"
		raw, err = h.undo(v, victim, turn)
	default:
		h.turn(v, prying(victim, r), alone)
		return
	}
	if err != nil {
		h.t.Errorf("%s tries to %s what is %s's: %v", v.name, what, victim.name, err)
	}
	h.private(v, what, raw)
	if alone {
		if paths := changed(before, h.contents()); len(paths) > 0 {
			h.t.Errorf("%s tries to %s what is %s's, and %v changed", v.name, what, victim.name, paths)
		}
	}
}

// undo asks to take back a turn of another by its id, in the conversation of that name.
func (h *house) undo(v, victim *voice, turn string) ([]byte, error) {
	desk, _, err := dialControl(h.server.data)
	if err != nil {
		return nil, err
	}
	out, err := desk.Undo(context.Background(), undoRequest{Turn: turn, Lang: "it", User: core.Owner(v.name), Conversation: victim.conversation})
	if out.Effects.Mutations > 0 {
		h.t.Errorf("%s took back %s's turn: %+v", v.name, victim.name, out.Effects)
	}
	raw, _ := json.Marshal(out)
	return raw, err
}

// round is one request of one voice.
func (h *house) round(v *voice, r *rand.Rand, alone bool) {
	var others []*voice
	for _, o := range h.voices {
		if o.name != v.name {
			others = append(others, o)
		}
	}
	if r.IntN(100) < 30 {
		h.attack(v, others[r.IntN(len(others))], r, alone)
		return
	}
	h.turn(v, own(v, r), alone)
}

// Several people on several channels, their requests in any order and at the same time, each trying what is the
// others': no plan, answer, file, dialog, undo, history, event or record crosses.
func TestPeopleNeverCross(t *testing.T) {
	seed := *adversarialSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("go test -run %s ./cmd/metnos -adversary %d", t.Name(), seed)
	h := openHouse(t)
	r := rand.New(rand.NewPCG(seed, 1))
	h.tokens()
	for n := range adversarialRounds * 4 / 5 {
		if n%50 == 49 { // what went to the trash is there again
			for _, v := range h.voices {
				h.furnish(v.somebody)
			}
		}
		if h.round(h.voices[r.IntN(len(h.voices))], r, true); t.Failed() {
			return
		}
	}
	var all sync.WaitGroup
	for i, v := range h.voices {
		all.Add(1)
		go func() {
			defer all.Done()
			r := rand.New(rand.NewPCG(seed, uint64(i)+2))
			for range adversarialRounds / 5 / len(h.voices) {
				h.round(v, r, false)
			}
		}()
	}
	all.Wait()
	for path, text := range h.contents() {
		for _, v := range h.voices {
			if theirs := strings.HasPrefix(path, v.home+"/"); !theirs && (strings.Contains(path, v.mark) || strings.Contains(text, v.secret)) {
				t.Errorf("%s holds what is %s's: %q", path, v.name, text)
			}
		}
	}
	t.Log(h.kinds)
	for _, kind := range []string{"answer", "ask", "approval", "changed by compose", "changed by resume", "changed by route"} {
		if h.kinds[kind] < adversarialRounds/100 {
			t.Errorf("only %d turns were %s: the test would prove little", h.kinds[kind], kind)
		}
	}
	h.consent()
	h.records()
}

// tokens tries sessions made of parts of others'.
func (h *house) tokens() {
	h.t.Helper()
	anna, gino := h.voices[0].web, h.voices[3].web
	session := func(b *browser) *http.Cookie {
		for _, c := range b.http.Jar.Cookies(b.base) {
			if strings.Contains(c.Value, ".") && strings.Contains(c.Name, "session") {
				return c
			}
		}
		h.t.Fatalf("%s has no session cookie", cookieLine(b.person))
		return nil
	}
	mine := session(gino)
	_, bits, _ := strings.Cut(mine.Value, ".")
	_, hers, _ := strings.Cut(session(anna).Value, ".")
	for _, forged := range []string{"anna." + bits, "host." + bits, "bruno." + bits, "bruno." + hers, "gino." + hers, "anna", "anna.", "." + bits} {
		req, err := http.NewRequest(http.MethodGet, anna.base.String()+"/", nil)
		if err != nil {
			h.t.Fatal(err)
		}
		req.AddCookie(&http.Cookie{Name: mine.Name, Value: url.QueryEscape(forged)})
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			h.t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			h.t.Errorf("a session made of %.20s… is somebody's", forged)
		}
	}
}

// consent has each other person press a button that was shown to anna, then anna herself.
func (h *house) consent() {
	h.t.Helper()
	anna, gino := h.voices[0], h.voices[3]
	h.furnish(anna.somebody)
	out, _, err := anna.say(anna.conversation, fmt.Sprintf("sovrascrivi il file Note/nota.txt con il testo: %s approvato", anna.secret))
	if err != nil || out.Proposal == nil {
		h.t.Fatalf("%s: %s (%v)", out.Kind, out.Message, err)
	}
	before := h.contents()
	press := func(v *voice) string {
		_, nack, _, err := v.web.request(map[string]any{"type": "decide", "proposal": out.Proposal.ID, "digest": out.Proposal.Digest, "choice": "approve"}, false)
		if err != nil {
			h.t.Fatal(err)
		}
		return nack
	}
	if nack := press(gino); !strings.Contains(nack, "dialog_foreign") {
		h.t.Errorf("gino pressed anna's button and was told %q", nack)
	}
	for _, v := range []*voice{h.voices[2], h.voices[4]} {
		if out, _, err := v.say(anna.conversation, "sì"); err != nil || out.Effects.Mutations > 0 && strings.Contains(out.Message, "approvato") {
			h.t.Errorf("%s said yes for anna: %s (%v)", v.name, out.Message, err)
		}
	}
	for _, path := range changed(before, h.contents()) {
		if strings.HasPrefix(path, anna.home+"/") {
			h.t.Errorf("%s changed before anna agreed", path)
		}
	}
	if nack := press(anna); nack != "" {
		h.t.Errorf("anna's own button: %s", nack)
	}
	eventually(h.t, "anna's file changes", func() bool {
		text, err := os.ReadFile(filepath.Join(anna.home, "Note/nota.txt"))
		return err == nil && strings.Contains(string(text), "approvato")
	})
}

// records looks through everything that was kept: each person's part holds nothing of another's.
func (h *house) records() {
	h.t.Helper()
	data := h.server.data
	if err := h.server.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		h.t.Fatal(err)
	}
	if err := h.server.cmd.Wait(); err != nil {
		h.t.Errorf("serve ended with %v", err)
	}
	turns, kept := map[string]string{}, 0
	check := func(owner, where string, raw []byte) {
		kept++
		for _, v := range h.voices {
			if v.name != owner && (bytes.Contains(raw, []byte(v.mark)) || bytes.Contains(raw, []byte(v.secret))) {
				h.t.Errorf("%s of %s holds what is %s's: %.600s", where, owner, v.name, raw)
			}
		}
	}
	for _, v := range h.voices {
		entries, err := ledger.Read(filepath.Join(data, "ledger"), core.Owner(v.name), ledger.Filter{})
		if err != nil {
			h.t.Fatal(err)
		}
		for _, e := range entries {
			raw, err := json.Marshal(e)
			if err != nil {
				h.t.Fatal(err)
			}
			if check(v.name, "the ledger", raw); string(e.Record.Owner) != v.name {
				h.t.Errorf("the ledger of %s has a record of %s", v.name, e.Record.Owner)
			}
			if e.Record.Kind != "opened" {
				continue
			}
			if other, twice := turns[e.Record.Turn]; twice && other != v.name {
				h.t.Errorf("turn %s is %s's and %s's", e.Record.Turn, other, v.name)
			}
			turns[e.Record.Turn] = v.name
		}
	}
	s, err := store.Open(data)
	if err != nil {
		h.t.Fatal(err)
	}
	defer s.Close()
	for _, noun := range h.nouns(data) {
		table := store.TableOf[json.RawMessage](s, noun)
		owners, err := table.Owners()
		if err != nil {
			h.t.Fatal(err)
		}
		for _, owner := range owners {
			err := table.Each(owner, "", func(key string, raw json.RawMessage) bool {
				check(string(owner), noun, append([]byte(key), raw...))
				return true
			})
			if err != nil {
				h.t.Fatalf("%s of %s: %v", noun, owner, err)
			}
		}
	}
	if len(turns) < adversarialRounds/2 || kept < adversarialRounds {
		h.t.Errorf("only %d turns and %d values were looked at: the test would prove nothing", len(turns), kept)
	}
}

// nouns are the tables of a data folder.
func (h *house) nouns(data string) []string {
	files, err := filepath.Glob(filepath.Join(data, "store", "*.db"))
	if err != nil || len(files) == 0 {
		h.t.Fatalf("no tables in %s: %v", data, err)
	}
	var out []string
	for _, file := range files {
		out = append(out, strings.TrimSuffix(filepath.Base(file), ".db"))
	}
	return out
}
