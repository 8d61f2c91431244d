package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/sandbox"
)

// folders are as many places as a measured kind of request needs so that no sentence is heard twice.
const folders = 1000

// turns measures whole turns of a running server: from the sentence on the control socket to the recorded answer.
// What is compared is alike: a kind says how many steps it takes, and a turn that takes others does not count.
func (b *bench) turns(r *running) error {
	c, err := r.client()
	if err != nil {
		return err
	}
	fsync, done, err := fsyncFloor(b.dir)
	if err != nil {
		return err
	}
	defer done()
	warm, err := b.warmCall()
	if err != nil {
		return err
	}
	least := floors{fsync, warm}
	var n atomic.Int64
	fresh := func(form string) func() string { return func() string { return fmt.Sprintf(form, n.Add(1)%folders) } }
	same := func(text string) func() string { return func() string { return text } }
	for _, k := range []turnKind{
		{"turn, composed, one read step", core.FromCompose, 1, fresh("Elenca i file PDF più grandi di %d byte nella cartella Documenti"), 6},
		{"turn, composed, two read steps", core.FromCompose, 2, fresh("Quanti file che si chiamano nome%d ci sono nella cartella Documenti?"), 0},
		{"turn, composed, one change", core.FromCompose, 1, fresh("crea il file Bozze/bozza%d.txt con scritto: ciao"), 0},
		{"turn, L0 hit, one read step", core.FromFastpath, 1, same("Elenca i file PDF nella cartella Documenti"), 3},
		{"turn, L0 hit, two read steps", core.FromFastpath, 2, same("Quanti file PDF ci sono nella cartella Documenti?"), 0},
	} {
		if err := b.turnOf(c, k, least); err != nil {
			return err
		}
	}
	if err := b.foresight(c, fresh("Elenca i file PDF più piccoli di 9%d byte nella cartella Documenti")); err != nil {
		return err
	}
	if err := b.crowdedHome(); err != nil {
		return err
	}
	large := turnKind{"the same in a home of 1000 folders, composed", core.FromCompose, 2, fresh("Quanti file PDF ci sono nella cartella Pratiche/pratica%d?"), 0}
	if err := b.turnOf(c, large, least); err != nil {
		return err
	}
	for _, level := range []string{"L0", "L1"} {
		if err := b.hour(level); err != nil {
			return err
		}
	}
	return b.crowd(r, c)
}

// floors are what a turn cannot do without: durable writes and one warm call, whose time is known.
type floors struct {
	fsync func() error
	warm  time.Duration
}

// warmCall is how long a call takes to a process that runs already, p50.
func (b *bench) warmCall() (time.Duration, error) {
	ex, err := b.buildEcho()
	if err != nil {
		return 0, err
	}
	h, err := host.New(host.Config{Mode: sandbox.Auto})
	if err != nil {
		return 0, err
	}
	defer h.Close()
	call := request(ex, 200)
	took, err := measure(b.n(4000), func() error { _, _, err := h.Invoke(b.ctx, ex, call, nil); return err })
	return took.at(.5), err
}

// foresight measures what `metnos plan` waits for: the plan of a sentence never heard before, its steps that only
// read included.
func (b *bench) foresight(c client, text func() string) error {
	took, err := measure(b.n(400), func() error {
		var f struct {
			Kind   core.Kind
			Origin core.Origin
		}
		err := c.post("plan", text(), &f)
		if err == nil && (f.Kind != core.Answer || f.Origin != core.FromCompose) {
			err = fmt.Errorf("plan: %s from %s", f.Kind, f.Origin)
		}
		return err
	})
	if err != nil {
		return err
	}
	b.absolute("plan of a composed request, p50", float64(took.at(.5))/1e6, "ms", 0)
	b.absolute("the same, p95", float64(took.at(.95))/1e6, "ms", 3)
	return nil
}

// hour measures a turn served by a plan of its cluster (L1), and by its own (L0), for the same request. Nobody says
// the same thing in another order a thousand times: the turns run in the program's own benchmark, which teaches the
// plan first.
func (b *bench) hour(level string) error {
	run := exec.Command("go", "test", "-run", "^$", "-bench", "BenchmarkTurn/"+level+"/hour", "-benchtime", strconv.Itoa(b.n(400))+"x", "./cmd/metnos")
	run.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := run.CombinedOutput()
	if err != nil {
		return fmt.Errorf("turn, %s hit: %w: %s", level, err, out)
	}
	for _, line := range [][2]string{{"turn, " + level + " hit, the hour, p50", "p50-ms"}, {"the same, p99", "p99-ms"}} {
		name, unit := line[0], line[1]
		found := regexp.MustCompile(`([0-9.]+) ` + unit).FindSubmatch(out)
		if found == nil {
			return fmt.Errorf("turn, %s hit: no %s in %s", level, unit, out)
		}
		ms, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			return err
		}
		b.absolute(name, ms, "ms", 0)
	}
	return nil
}

// crowdedHome makes a home whose folders take time to look through.
func (b *bench) crowdedHome() error {
	for i := range folders {
		path := filepath.Join(b.dir, "home", "Pratiche", fmt.Sprintf("pratica%d", i), "nota.pdf")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// turnKind is a kind of turn: where its plan must come from, how many steps it takes, what is said, and its bound in
// milliseconds.
type turnKind struct {
	name   string
	origin core.Origin
	steps  int
	text   func() string
	bound  float64
}

// syncs is how many durable writes a turn with a bound may take.
const syncs = 8

// turnOf measures one kind of turn. A kind that never comes from the origin it stands for is said so.
func (b *bench) turnOf(c client, k turnKind, least floors) error {
	hits := 0
	turn := func() error {
		out, err := c.ask("bench", k.text())
		if err == nil && out.Kind != core.Answer {
			err = fmt.Errorf("%s: %s", out.Kind, out.Message)
		}
		if out.Origin == k.origin && len(out.Steps) == k.steps {
			hits++
		}
		return err
	}
	if err := turn(); err != nil { // the first one starts the executor
		return err
	}
	hits = 0
	asked := b.n(400)
	ours, lowest, err := alternate(asked, turn, least.fsync)
	if err != nil {
		return err
	}
	if hits*100 < asked*95 {
		fmt.Fprintf(b.out, "%s: not measured, only %d of %d turns came from %s in %d steps\n", k.name, hits, asked, k.origin, k.steps)
		b.missed++
		return nil
	}
	b.absolute(k.name+", p50", float64(ours.at(.5))/1e6, "ms", k.bound)
	b.absolute("the same, p99", float64(ours.at(.99))/1e6, "ms", 0)
	b.times("the same, p50 against append and fsync", ours.at(.5), lowest.at(.5), 0)
	if k.origin == core.FromFastpath && k.bound > 0 {
		b.times(fmt.Sprintf("the same, against %d of them and a warm call", syncs), ours.at(.5), syncs*lowest.at(.5)+least.warm, 1)
	}
	return nil
}

// Memory is looked at when a core rests: after a few turns, which have it read its words, and after many.
const (
	warmUp = 400
	rests  = 70 * time.Second // by then a core at rest has given back what it does not need
)

// crowd measures eight conversations at once, and the memory of the core before and after many turns.
func (b *bench) crowd(r *running, c client) error {
	var n atomic.Int64
	turn := func() error {
		i := n.Add(1)
		out, err := c.ask("crowd-"+strconv.FormatInt(i%8, 10), fmt.Sprintf("Quanti file PDF ci sono nella cartella Pratiche/pratica%d?", i%folders))
		if err == nil && out.Kind != core.Answer {
			err = fmt.Errorf("%s: %s", out.Kind, out.Message)
		}
		return err
	}
	span := 4 * time.Second
	if b.quick {
		span = 200 * time.Millisecond
	}
	some := func(many int) error {
		for start := n.Load(); n.Load()-start < int64(many); {
			if _, err := rate(b.ctx, 8, span, turn); err != nil {
				return err
			}
		}
		return nil
	}
	got, err := rate(b.ctx, 8, span, turn)
	if err != nil {
		return err
	}
	b.add(figure{what: "turns with 8 conversations", ours: fmt.Sprintf("%.0f/s", got)})
	if err := some(b.n(warmUp)); err != nil {
		return err
	}
	before, err := b.atRest(r)
	if err != nil {
		return err
	}
	many := b.n(10000)
	if err := some(many); err != nil {
		return err
	}
	busy, err := pss(r.cmd.Process.Pid)
	if err != nil {
		return err
	}
	after, err := b.atRest(r)
	if err != nil {
		return err
	}
	b.absolute("core, at rest after a warm-up", before/1024, "MB", 45)
	b.absolute(fmt.Sprintf("core, right after %d turns more", many), busy/1024, "MB", 0)
	b.absolute("core, at rest after them", after/1024, "MB", 45)
	b.add(figure{what: "the same, against before them", ours: fmt.Sprintf("%.1f MB", after/1024), floor: fmt.Sprintf("%.1f MB", before/1024), ratio: after / before, target: 1.05})
	return nil
}

// atRest is the memory of the core, in kB, once it had nothing to do for a while.
func (b *bench) atRest(r *running) (float64, error) {
	if !b.quick {
		time.Sleep(rests)
	}
	return pss(r.cmd.Process.Pid)
}

// client reaches the server as `metnos ask` does, without starting a program for each request.
type client struct{ http *http.Client }

func (r *running) client() (client, error) {
	var p struct{ Socket string }
	text, err := os.ReadFile(filepath.Join(r.data, "core.json"))
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return client{}, err
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", p.Socket)
	}
	return client{&http.Client{Transport: &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 16}}}, nil
}

func (c client) ask(conversation, text string) (out core.Outcome, err error) {
	err = c.send("ask", conversation, text, &out)
	return out, err
}

// post sends a request of its own conversation.
func (c client) post(method, text string, out any) error { return c.send(method, method, text, out) }

func (c client) send(method, conversation, text string, out any) error {
	body, err := json.Marshal(map[string]string{"text": text, "conversation": conversation, "user": string(core.Host), "lang": "it"})
	if err != nil {
		return err
	}
	resp, err := c.http.Post("http://core/v1/"+method, "application/json", strings.NewReader(string(body)))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}
