package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/places"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent"
)

// instance is a started core in this process: what a server does for each message, without the socket.
func instance(b testing.TB) *Instance {
	b.Helper()
	w := newWorld(b, "")
	for i := range 20 {
		w.file("Documenti/"+strconv.Itoa(i)+".pdf", "x")
	}
	messages, err := i18n.New()
	if err != nil {
		b.Fatal(err)
	}
	env := map[string]string{"HOME": w.home, "METNOS_LIBEXEC": installed.libexec}
	app := &App{Messages: messages, Getenv: func(name string) string { return env[name] }, Lang: "it", DataDir: filepath.Clean(w.data), Out: io.Discard, Err: io.Discard}
	cfg, err := app.Load()
	if err != nil {
		b.Fatal(err)
	}
	in, err := app.start(context.Background(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = in.Close() })
	return in
}

// measured asks the same thing again and again and reports how long a turn takes, and how much of the processor the
// core itself needs for it; every turn must come from origin and take so many steps.
func measured(b *testing.B, in *Instance, origin core.Origin, steps int, text string) {
	b.ReportAllocs()
	ask := func() time.Duration {
		began := time.Now()
		out, err := in.Ask(context.Background(), askRequest{Text: text, Lang: "it", Conversation: "bench", User: core.Host})
		if err != nil || out.Kind != core.Answer || out.Origin != origin || len(out.Steps) != steps {
			b.Fatal(out.Kind, out.Origin, len(out.Steps), out.Message, err)
		}
		return time.Since(began)
	}
	var took []time.Duration
	used := processor(b)
	for b.Loop() {
		took = append(took, ask())
	}
	b.ReportMetric(float64(processor(b)-used)/1e6/float64(len(took)), "cpu-ms")
	slices.Sort(took)
	for name, q := range map[string]float64{"p50-ms": .5, "p99-ms": .99} {
		b.ReportMetric(float64(took[int(q*float64(len(took)-1))])/1e6, name)
	}
}

// processor is the time the processor spent for this process, its executors not counted.
func processor(b *testing.B) time.Duration {
	var use unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// BenchmarkTurn is one request from the sentence to the recorded answer. A plan of a cluster names no folder, so the
// hour is what both levels are compared by.
func BenchmarkTurn(b *testing.B) {
	for _, same := range []struct {
		name, text string
		steps      int
	}{
		{"L0/list", "Elenca i file PDF nella cartella Documenti", 1},
		{"L0/count", "Quanti file PDF ci sono nella cartella Documenti?", 2},
	} {
		b.Run(same.name, func(b *testing.B) {
			in := instance(b)
			for range 2 { // the first teaches what the second finds, once the conversation is about the same things
				if _, err := in.Ask(context.Background(), askRequest{Text: same.text, Lang: "it", Conversation: "bench", User: core.Host}); err != nil {
					b.Fatal(err)
				}
			}
			measured(b, in, core.FromFastpath, same.steps, same.text)
		})
	}
	const hour = "mostra l'ora e il fuso"
	for _, level := range []struct {
		name, text string
		origin     core.Origin
	}{{"L0/hour", hour, core.FromFastpath}, {"L1/hour", "il fuso e l'ora, mostra", core.FromAutopath}} {
		b.Run(level.name, func(b *testing.B) {
			in := instance(b)
			in.approve(b, hour)
			measured(b, in, level.origin, 1, level.text)
		})
	}
}

// approve teaches a plan for a sentence, as a model would have made it, with a good verdict.
func (in *Instance) approve(b *testing.B, text string) {
	b.Helper()
	ctx := context.Background()
	out, err := in.Ask(ctx, askRequest{Text: "che ore sono?", Lang: "it", Conversation: "other", User: core.Host})
	if err != nil {
		b.Fatal(err)
	}
	shelf, watched := precedent.Watch(places.New(in.Config.Grants).Home(in.home))
	q := precedent.Query{
		Owner: core.Host, Lang: "it", Text: text, Now: time.Now(), Zone: in.Config.Locale.Zone, Home: in.home, Places: shelf,
		Catalog: in.Catalog.Active(), Epoch: epoch(),
	}
	out.TurnID = "00000000000000" + strconv.Itoa(10)
	f, ok := out.Framework.(plan.Framework)
	if !ok {
		b.Fatalf("%T is no plan", out.Framework)
	}
	_, err = in.Book.Record(ctx, q, precedent.Run{
		Turn: out.TurnID, Framework: f, Origin: core.FromPropose, Proposed: true, Lang: "it", Outcome: out, Watched: watched,
	})
	if err != nil {
		b.Fatal(err)
	}
	if known, err := in.Book.Feedback(ctx, core.Host, out.TurnID, precedent.Good); err != nil || !known {
		b.Fatal(known, err)
	}
}
