package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/turn"
)

// planReply is what would happen.
type planReply = turn.Forecast

type planCmd struct {
	speaker
	Text []string `arg:"" help:"${arg_text}"`
}

// Run shows the plan of a sentence and runs nothing.
func (c planCmd) Run(ctx context.Context, app *App) error {
	d, done, err := app.desk(ctx)
	if err != nil {
		return err
	}
	defer done()
	f, err := d.Plan(ctx, c.request(app, c.Text))
	if err != nil {
		return err
	}
	if app.JSON {
		return json.NewEncoder(app.Out).Encode(f)
	}
	return app.printForecast(f)
}

func (a *App) printForecast(f turn.Forecast) error {
	if f.Origin == core.FromTutor {
		fmt.Fprintln(a.Out, a.say("cli_plan_tutor", nil))
	}
	if f.Message != "" {
		fmt.Fprintln(a.Out, f.Message)
	}
	for _, s := range f.Steps {
		args, err := json.Marshal(f.Framework.Steps[s.N-1].Args)
		if err != nil {
			return err
		}
		line := []string{fmt.Sprintf("%d. %s", s.N, s.Tool), string(args), string(s.Verdict.Ruling)}
		if s.Effects != nil {
			for _, e := range s.Effects.Items {
				line = append(line, "\n     "+strings.TrimSpace(strings.Join([]string{e.Action, e.Source, e.Target}, " ")))
			}
		}
		fmt.Fprintln(a.Out, strings.Join(line, "  "))
	}
	return nil
}
