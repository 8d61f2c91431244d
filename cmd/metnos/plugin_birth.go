package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/admit"
	"github.com/metnos/metnos/core/admit/project"
	"github.com/metnos/metnos/core/broker"
	"github.com/metnos/metnos/core/glyph"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/core/undo"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/sdktest/keeper"
)

type pluginTestCmd struct {
	Dir string `arg:"" optional:"" default:"." help:"${arg_project}"`
}

// Run runs the project's own tests, then its birth tests in the real sandbox.
func (c pluginTestCmd) Run(ctx context.Context, app *App) error {
	b, err := project.Load(c.Dir)
	if err != nil {
		return app.explain(err)
	}
	app.working("plugin_testing", i18n.Params{"name": b.Manifest.Name})
	if _, err := project.GoTest(ctx, c.Dir, os.Environ()); err != nil {
		return err
	}
	if !app.JSON {
		fmt.Fprintln(app.Out, app.say("plugin_tests_passed", nil))
	}
	ex := core.Executor{Manifest: b.Manifest, Dir: b.Dir, Binary: filepath.Join(b.Dir, project.Plugin)}
	return app.birth(ctx, ex, app.showCase)
}

// caseRow is one birth test as `metnos plugin test --json` prints it.
type caseRow struct {
	Test    string   `json:"test"`
	Lang    string   `json:"lang"`
	OK      bool     `json:"ok"`
	Sandbox string   `json:"sandbox"`
	MS      float64  `json:"ms"`
	Faults  []string `json:"faults,omitempty"`
}

func (a *App) showCase(c admit.Case) {
	r := caseRow{Test: c.Test, Lang: c.Lang, OK: len(c.Faults) == 0, Sandbox: c.Sandbox.Level, MS: float64(c.Took.Microseconds()) / 1000, Faults: c.Faults}
	if a.JSON {
		_ = json.NewEncoder(a.Out).Encode(r)
		return
	}
	mark := "ok  "
	if !r.OK {
		mark = "FAIL"
	}
	fmt.Fprintf(a.Out, "%s  %s (%s)  %s\n", mark, glyph.Line(r.Test), r.Lang, r.Sandbox)
	for _, fault := range r.Faults {
		fmt.Fprintln(a.Out, "      "+glyph.Line(fault))
	}
}

// birth runs an executor's birth tests; each sees every case. It fails when one does.
func (a *App) birth(ctx context.Context, ex core.Executor, each func(admit.Case)) error {
	homes := new(admit.Homes)
	run, done, err := a.nursery(homes)
	if err != nil {
		return err
	}
	defer done()
	failed, total := 0, 0
	err = admit.Birth(ctx, run, homes, ex, func(c admit.Case) {
		total++
		if len(c.Faults) > 0 {
			failed++
		}
		each(c)
	})
	if err == nil && failed > 0 {
		err = sdk.Errorf(sdk.ContractViolation, "plugin_births_failed", "%d of %d birth tests failed", failed, total).
			With("name", ex.Manifest.Name).With("failed", fmt.Sprint(failed)).With("total", fmt.Sprint(total))
	}
	return err
}

// nursery is a host of its own, with the installation's sandbox and nothing else of it.
func (a *App) nursery(homes *admit.Homes) (*host.Host, func(), error) {
	cfg, err := a.Load()
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "metnos-nursery-")
	if err != nil {
		return nil, nil, err
	}
	clean := func() { _ = os.RemoveAll(dir) }
	journal, err := undo.Open(filepath.Join(dir, "undo"), time.Now)
	if err != nil {
		clean()
		return nil, nil, err
	}
	desk := broker.New(broker.Config{Preimages: journal})
	h, err := host.New(host.Config{
		Mode: sandbox.Mode(cfg.Sandbox.Mode), Quarantine: filepath.Join(dir, "quarantine"), Hidden: []string{cfg.Data, dir},
		Grants: homes.Of, Redact: func(printed string) string { return printed },
		Broker: func(s host.Session) sdk.Host {
			in := scope(s)
			in.Self = keeper.New()
			return desk.Session(in)
		},
	})
	if err != nil {
		clean()
		return nil, nil, err
	}
	return h, func() { _ = h.Close(); clean() }, nil
}
