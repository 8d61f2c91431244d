package main

import (
	"context"
	"fmt"
	"testing"

	"github.com/metnos/metnos/core"
)

// What was said and done before makes a plan no dearer: neither the plans kept, nor the ledger, nor the conversation.
func TestPlanningTakesNoMoreWithALongHistory(t *testing.T) {
	in := instance(t)
	ctx := context.Background()
	request := func(text string) askRequest {
		return askRequest{Text: text, Lang: "it", Conversation: "long", User: core.Host}
	}
	say := func(n int) {
		text := fmt.Sprintf("Elenca i file PDF più piccoli di 10%d byte nella cartella Documenti", n)
		if out, err := in.Ask(ctx, request(text)); err != nil || out.Kind != core.Answer || out.Origin != core.FromCompose {
			t.Fatalf("%s: %s from %s: %s, %v", text, out.Kind, out.Origin, out.Message, err)
		}
	}
	taken := func() float64 {
		if err := in.Book.Flush(ctx, core.Host); err != nil {
			t.Fatal(err)
		}
		return testing.AllocsPerRun(40, func() {
			f, err := in.Plan(ctx, request("Elenca i file PDF più grandi di 7 byte nella cartella Documenti"))
			if err != nil || f.Kind != core.Answer || f.Origin != core.FromCompose {
				t.Fatalf("%s from %s: %s, %v", f.Kind, f.Origin, f.Message, err)
			}
		})
	}
	say(0)
	short := taken()
	for n := range 250 {
		say(n + 1)
	}
	long := taken()
	t.Logf("%.0f allocations at first, %.0f after 250 turns", short, long)
	if long > short*1.02 {
		t.Errorf("%.0f allocations became %.0f", short, long)
	}
}
