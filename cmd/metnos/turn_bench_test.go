package main

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/places"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/core/precedent"
)

// instance is a started core in this process: what a server does for each message, without the socket.
func instance(b *testing.B) *Instance {
	b.Helper()
	w := newWorld(b, "")
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

// measured asks the same thing again and again and reports how long a turn takes; every turn must come from origin.
func measured(b *testing.B, in *Instance, origin core.Origin, text string) {
	ask := func() time.Duration {
		began := time.Now()
		out, err := in.Ask(context.Background(), askRequest{Text: text, Lang: "it", Conversation: "bench", User: core.Host})
		if err != nil || out.Kind != core.Answer || out.Origin != origin {
			b.Fatal(out.Kind, out.Origin, out.Message, err)
		}
		return time.Since(began)
	}
	var took []time.Duration
	for b.Loop() {
		took = append(took, ask())
	}
	slices.Sort(took)
	for name, q := range map[string]float64{"p50-ms": .5, "p99-ms": .99} {
		b.ReportMetric(float64(took[int(q*float64(len(took)-1))])/1e6, name)
	}
}

// BenchmarkTurn is one request with one read step, from the sentence to the recorded answer.
func BenchmarkTurn(b *testing.B) {
	const text = "Quanti file PDF ci sono nella cartella Documenti?"
	b.Run("L0", func(b *testing.B) {
		in := instance(b)
		for range 2 { // the first teaches what the second finds, once the conversation is about the same things
			if _, err := in.Ask(context.Background(), askRequest{Text: text, Lang: "it", Conversation: "bench", User: core.Host}); err != nil {
				b.Fatal(err)
			}
		}
		measured(b, in, core.FromFastpath, text)
	})
	b.Run("L1", func(b *testing.B) {
		in := instance(b)
		in.approve(b, "mostra l'ora e il fuso")
		measured(b, in, core.FromAutopath, "il fuso e l'ora, mostra")
	})
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
	why, err := in.Book.Record(ctx, q, precedent.Run{
		Turn: out.TurnID, Framework: f, Origin: core.FromPropose, Proposed: true, Lang: "it", Outcome: out, Watched: watched,
	})
	if err != nil || why != precedent.Stored {
		b.Fatalf("not kept: %v %v", why, err)
	}
	if known, err := in.Book.Feedback(ctx, core.Host, out.TurnID, precedent.Good); err != nil || !known {
		b.Fatal(known, err)
	}
}
