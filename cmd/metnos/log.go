package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/i18n"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/sdk"
)

type logCmd struct {
	Show   logShowCmd   `cmd:"" default:"withargs" help:"${cmd_log_show}"`
	Verify logVerifyCmd `cmd:"" help:"${cmd_log_verify}"`
	Export logExportCmd `cmd:"" help:"${cmd_log_export}"`
}

type logShowCmd struct {
	Turn  string `arg:"" optional:"" help:"${arg_turn}"`
	Limit int    `help:"${flag_limit}" default:"20"`
	User  string `help:"${flag_user}" default:"host"`
}

// Run lists the latest turns, or everything recorded of one.
func (c logShowCmd) Run(app *App) error {
	cfg, err := app.Load()
	if err != nil {
		return err
	}
	dir := filepath.Join(cfg.Data, "ledger")
	filter := ledger.Filter{Turn: c.Turn}
	if c.Turn == "" {
		filter = ledger.Filter{Kinds: []string{"closed"}, Latest: c.Limit}
	}
	entries, err := ledger.Read(dir, core.Owner(c.User), filter)
	if err != nil {
		return err
	}
	switch {
	case app.JSON:
		return json.NewEncoder(app.Out).Encode(append([]ledger.Entry{}, entries...))
	case len(entries) == 0 && c.Turn != "":
		return sdk.Errorf(sdk.NotFound, "log_turn_unknown", "no turn %s", c.Turn).With("turn", c.Turn)
	case len(entries) == 0:
		fmt.Fprintln(app.Out, app.say("log_empty", nil))
	}
	for _, e := range entries {
		fmt.Fprintln(app.Out, logLine(e, cfg.Locale.Zone))
	}
	return nil
}

// logLine is one record on one line: when, which turn, what.
func logLine(e ledger.Entry, zone *time.Location) string {
	r := e.Record
	line := fmt.Sprintf("%s  %s  %-8s", r.At.In(zone).Format("2006-01-02 15:04:05 MST"), r.Turn, r.Kind)
	switch {
	case r.Step != nil:
		line += fmt.Sprintf("  %d %s  ok=%t %s  %s  %.1f ms", r.Step.N, r.Step.Tool, r.Step.OK, r.Step.ErrorClass, r.Step.Sandbox.Level, r.Step.MS)
	case r.Verdict != nil:
		line += fmt.Sprintf("  %d %s  %s %s", r.N, r.Tool, r.Verdict.Ruling, r.Verdict.Code)
	case r.Framework != nil:
		text, err := json.Marshal(r.Framework)
		if err != nil {
			text = []byte(err.Error())
		}
		line += fmt.Sprintf("  %s  %s", r.Origin, text)
	case r.Outcome != nil:
		line += fmt.Sprintf("  %s  %s  mutations=%d  %s", r.Outcome.Kind, r.Outcome.Origin, r.Outcome.Effects.Mutations, strconv.Quote(firstLine(r.Outcome.Message)))
	case r.Text != "":
		line += "  " + strconv.Quote(r.Text)
	default:
		line += fmt.Sprintf("  %s %s", r.Tool, r.State)
	}
	return line
}

func firstLine(text string) string {
	for i, r := range text {
		if r == '\n' || i > 160 {
			return text[:i] + "…"
		}
	}
	return text
}

type logVerifyCmd struct{}

// Run checks the chain; a damaged record is exit status 1.
func (logVerifyCmd) Run(app *App) error {
	dir, err := app.ledgerDir()
	if err != nil {
		return err
	}
	report, err := ledger.Verify(dir)
	if err != nil {
		return err
	}
	if app.JSON {
		if err := json.NewEncoder(app.Out).Encode(report); err != nil {
			return err
		}
	} else {
		for _, p := range report.Problems {
			fmt.Fprintf(app.Out, "%s:%d: %s\n", p.File, p.Line, app.say("fault_"+string(p.Fault), nil))
		}
	}
	if err := report.Err(); err != nil {
		return err
	}
	if !app.JSON {
		fmt.Fprintln(app.Out, app.say("doctor_record_detail", i18n.Params{"count": strconv.FormatInt(report.Records, 10)}))
		if report.Since != "" {
			fmt.Fprintln(app.Out, app.say("ledger_since", i18n.Params{"day": report.Since}))
		}
	}
	return nil
}

type logExportCmd struct {
	User string `help:"${flag_user}" default:"host"`
}

// Run prints an owner's record as it is, hashes included.
func (c logExportCmd) Run(app *App) error {
	dir, err := app.ledgerDir()
	if err != nil {
		return err
	}
	return ledger.Export(app.Out, dir, core.Owner(c.User))
}

func (a *App) ledgerDir() (string, error) {
	cfg, err := a.Load()
	if err != nil {
		return "", err
	}
	return filepath.Join(cfg.Data, "ledger"), nil
}
