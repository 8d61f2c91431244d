package main

import (
	"context"
	"strings"

	"github.com/metnos/metnos/core/settings"
	"github.com/metnos/metnos/core/tasks"
)

// tasks lists what runs later for the asker.
func (b board) tasks(ctx context.Context, who settings.Asker) (settings.Sheet, error) {
	reply, err := b.TaskDesk(ctx, taskRequest{Action: "list", User: who.Owner, Lang: who.Lang})
	sheet := settings.Sheet{}
	for _, t := range reply.Tasks {
		state, hidden := taskState(t.State, who.Lang)
		last := settings.Value{}
		if t.Last != nil {
			last = started(t.Last.At)
		}
		sheet.Rows = append(sheet.Rows, settings.Row{ID: t.Name, Hidden: hidden, Cells: []settings.Value{
			settings.Of(t.Name), settings.Of(t.Request), settings.Of(t.When), state, started(t.Next), settings.N(float64(t.Runs)), last}})
	}
	return sheet, err
}

// taskState is a state in words, and the controls that make no sense in it.
func taskState(state, lang string) (said settings.Value, hidden []string) {
	switch state {
	case tasks.Active:
		return settings.Good(settings.Text{It: "attiva", En: "active"}.In(lang)), []string{"resume"}
	case tasks.Paused:
		return settings.Warn(settings.Text{It: "sospesa", En: "paused"}.In(lang)), []string{"pause"}
	case tasks.Done:
		return settings.Plain(settings.Text{It: "finita", En: "over"}.In(lang)), []string{"pause", "resume"}
	case tasks.Failed:
		return settings.Bad(settings.Text{It: "fermata dagli errori", En: "stopped by failures"}.In(lang)), []string{"pause"}
	}
	return settings.Warn(state), nil
}

// task tells how each run of one went, the latest first.
func (b board) task(ctx context.Context, who settings.Asker, row string) ([]settings.Block, error) {
	reply, err := b.TaskDesk(ctx, taskRequest{Action: "show", User: who.Owner, Name: row, Lang: who.Lang})
	if err != nil {
		return nil, err
	}
	blocks := []settings.Block{}
	for _, t := range reply.Tasks {
		blocks = append(blocks, settings.Block{Title: t.Name, Text: strings.Join([]string{t.Request, t.When}, "\n")})
	}
	for i := len(reply.Runs) - 1; i >= 0; i-- {
		r := reply.Runs[i]
		blocks = append(blocks, settings.Block{Title: r.At.In(b.Config.Locale.Zone).Format("2006-01-02 15:04") + "  " + r.Outcome, Text: strings.TrimSpace(r.Message + "\n" + r.Turn)})
	}
	return blocks, nil
}

func (b board) alterTask(action string) settings.Act {
	return func(ctx context.Context, who settings.Asker, row, _ string) (settings.Done, error) {
		_, err := b.TaskDesk(ctx, taskRequest{Action: action, User: who.Owner, Name: row, Lang: who.Lang})
		return settings.Done{}, err
	}
}
