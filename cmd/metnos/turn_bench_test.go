package main

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
)

// BenchmarkTurn is one composed request with one read step, from the sentence to the recorded answer, in
// one process: what a server does for each message.
func BenchmarkTurn(b *testing.B) {
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
	defer in.Close()
	req := askRequest{Text: "Quanti file PDF ci sono nella cartella Documenti?", Lang: "it", Conversation: "bench", User: core.Host}
	for b.Loop() {
		out, err := in.Ask(context.Background(), req)
		if err != nil || out.Kind != core.Answer {
			b.Fatal(out.Kind, out.Message, err)
		}
	}
}
