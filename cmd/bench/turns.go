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
)

// folders are as many places as a measured kind of request needs so that no sentence is heard twice.
const folders = 1000

// turns measures whole turns of a running server: from the sentence on the control socket to the recorded answer.
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
	var n atomic.Int64
	fresh := func(form string) func() string { return func() string { return fmt.Sprintf(form, n.Add(1)%folders) } }
	same := func(text string) func() string { return func() string { return text } }
	for _, k := range []turnKind{
		{"turn, composed, one read step", core.FromCompose, fresh("Quanti file che si chiamano nome%d ci sono nella cartella Documenti?"), 6},
		{"turn, composed, one change", core.FromCompose, fresh("crea il file Bozze/bozza%d.txt con scritto: ciao"), 0},
		{"turn, L0 hit, one read step", core.FromFastpath, same("Quanti file PDF ci sono nella cartella Documenti?"), 3},
	} {
		if err := b.turnOf(c, k, fsync); err != nil {
			return err
		}
	}
	if err := b.crowdedHome(); err != nil {
		return err
	}
	large := turnKind{"the same in a home of 1000 folders, composed", core.FromCompose, fresh("Quanti file PDF ci sono nella cartella Pratiche/pratica%d?"), 0}
	if err := b.turnOf(c, large, fsync); err != nil {
		return err
	}
	if err := b.cluster(); err != nil {
		return err
	}
	return b.crowd(r, c)
}

// cluster measures a turn served by a plan of its cluster. Nobody says the same thing in another order a thousand
// times: the turn runs in the program's own benchmark, which teaches the plan first.
func (b *bench) cluster() error {
	run := exec.Command("go", "test", "-run", "^$", "-bench", "BenchmarkTurn/L1", "-benchtime", strconv.Itoa(b.n(400))+"x", "./cmd/metnos")
	run.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := run.CombinedOutput()
	if err != nil {
		return fmt.Errorf("turn, L1 hit: %w: %s", err, out)
	}
	for _, line := range [][2]string{{"turn, L1 hit, one read step, p50", "p50-ms"}, {"the same, p99", "p99-ms"}} {
		name, unit := line[0], line[1]
		found := regexp.MustCompile(`([0-9.]+) ` + unit).FindSubmatch(out)
		if found == nil {
			return fmt.Errorf("turn, L1 hit: no %s in %s", unit, out)
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

// turnKind is a kind of turn: where its plan must come from, what is said, and its bound in milliseconds.
type turnKind struct {
	name   string
	origin core.Origin
	text   func() string
	bound  float64
}

// turnOf measures one kind of turn. A kind that never comes from the origin it stands for is said so.
func (b *bench) turnOf(c client, k turnKind, fsync func() error) error {
	name, origin, text, bound := k.name, k.origin, k.text, k.bound
	hits := 0
	turn := func() error {
		out, err := c.ask("bench", text())
		if err == nil && out.Kind != core.Answer {
			err = fmt.Errorf("%s: %s", out.Kind, out.Message)
		}
		if out.Origin == origin {
			hits++
		}
		return err
	}
	if err := turn(); err != nil { // the first one starts the executor
		return err
	}
	hits = 0
	asked := b.n(400)
	ours, lowest, err := alternate(asked, turn, fsync)
	if err != nil {
		return err
	}
	if hits*100 < asked*95 {
		fmt.Fprintf(b.out, "%s: not measured, only %d of %d turns came from %s\n", name, hits, asked, origin)
		b.missed++
		return nil
	}
	b.absolute(name+", p50", float64(ours.at(.5))/1e6, "ms", bound)
	b.absolute("the same, p99", float64(ours.at(.99))/1e6, "ms", 0)
	b.times("the same, p50 against append and fsync", ours.at(.5), lowest.at(.5), 0)
	return nil
}

// crowd measures eight conversations at once, and the memory of the core after many turns.
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
	got, err := rate(b.ctx, 8, span, turn)
	if err != nil {
		return err
	}
	b.add(figure{what: "turns with 8 conversations", ours: fmt.Sprintf("%.0f/s", got)})
	before, err := pss(r.cmd.Process.Pid)
	if err != nil {
		return err
	}
	many := b.n(10000)
	for done := int64(0); done < int64(many); {
		start := n.Load()
		if _, err := rate(b.ctx, 8, span, turn); err != nil {
			return err
		}
		done += n.Load() - start
	}
	after, err := pss(r.cmd.Process.Pid)
	if err != nil {
		return err
	}
	b.absolute(fmt.Sprintf("core, after %d turns", many), after/1024, "MB", 45)
	b.add(figure{what: "the same, against before them", ours: fmt.Sprintf("%.1f MB", after/1024), floor: fmt.Sprintf("%.1f MB", before/1024), ratio: after / before, target: 1.05})
	return nil
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
	body, err := json.Marshal(map[string]string{"text": text, "conversation": conversation, "user": string(core.Host), "lang": "it"})
	if err != nil {
		return out, err
	}
	resp, err := c.http.Post("http://core/v1/ask", "application/json", strings.NewReader(string(body)))
	if err != nil {
		return out, err
	}
	defer resp.Body.Close()
	return out, json.NewDecoder(resp.Body).Decode(&out)
}
