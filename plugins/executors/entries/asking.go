package main

import (
	"context"
	"errors"

	"github.com/metnos/metnos/plugins/executors/entries/rows"
	"github.com/metnos/metnos/sdk"
)

// maxOptions is how many columns a question offers.
const maxOptions = 30

// asking turns what is unclear about an executor's columns into a question.
type asking struct{ sdk.Executor }

func (a asking) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	r, err := a.Executor.Invoke(ctx, call, host)
	var u *rows.Unclear
	if !errors.As(err, &u) {
		return r, err
	}
	prompt := "Quale colonna intendi?"
	if u.Years {
		return asked(u, map[string]string{"it": "Di quale anno?", "en": "Of which year?"}[language(call)]), nil
	}
	if u.Word != "" {
		prompt = "Quale colonna intendi con «" + u.Word + "»?"
	}
	if call.Lang == "en" {
		prompt = "Which column do you mean?"
		if u.Word != "" {
			prompt = "Which column do you mean by “" + u.Word + "”?"
		}
	}
	return asked(u, prompt), nil
}

func asked(u *rows.Unclear, prompt string) sdk.Result {
	q := sdk.Question{Name: u.Arg, Prompt: prompt, Kind: "choice", Options: u.Columns[:min(len(u.Columns), maxOptions)]}
	return sdk.Result{OK: true, Entries: []map[string]any{}, NeedsInputs: &sdk.NeedsInputs{Title: prompt, Dialog: []sdk.Question{q}}}
}

func language(call sdk.Call) string {
	if call.Lang == "en" {
		return "en"
	}
	return "it"
}
