package wire_test

import (
	"context"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/sdktest/keeper"
	"github.com/metnos/metnos/sdk/wire"
)

// TestSelfOverTheWire: everything a plugin may ask of what metnos keeps arrives as it was asked, and errors keep their
// class and what belongs to them.
func TestSelfOverTheWire(t *testing.T) {
	ran := 0
	p := executor(t, do(func(ctx context.Context, _ sdk.Call, host sdk.Host) (sdk.Result, error) {
		own := host.Self()
		if ran++; ran > 1 {
			_, err := own.Tasks(ctx, "")
			return sdk.Result{}, err
		}
		if list, err := own.Tasks(ctx, "spesa"); err != nil || len(list) != 1 || list[0].Request != "fare la spesa" || list[0].Next.IsZero() {
			t.Errorf("tasks: %+v, %v", list, err)
		}
		if runs, err := own.Runs(ctx, "", 5); err != nil || len(runs) != 1 || runs[0].Outcome != "success" {
			t.Errorf("runs: %+v, %v", runs, err)
		}
		if list, err := own.Preferences(ctx); err != nil || len(list) != 6 {
			t.Errorf("preferences: %+v, %v", list, err)
		}
		if list, err := own.Skills(ctx); err != nil || len(list) != 1 || !list[0].Enabled {
			t.Errorf("skills: %+v, %v", list, err)
		}
		out, err := own.Alter(ctx, sdk.Alteration{Kind: sdk.SetTask, Name: "spesa", State: "paused"})
		if err != nil || out.Ref == "" || out.Task == nil || out.Task.State != "paused" {
			t.Errorf("alter: %+v, %v", out, err)
		}
		if back, err := own.Revert(ctx, out.Ref); err != nil || back.Task == nil {
			t.Errorf("revert: %+v, %v", back, err)
		}
		_, err = own.Alter(ctx, sdk.Alteration{Kind: sdk.CreateTask, Request: "x", Schedule: []string{"ogni giorno"}})
		return sdk.Result{}, err
	}), wire.Limits{})
	_, err := p.Executor().Invoke(t.Context(), sdk.Call{Executor: "x"}, &broker{self: keeper.New()})
	if ran != 1 || sdk.ClassOf(err) != sdk.MissingInput {
		t.Errorf("%v, want the error of the keeper", err)
	}
	_, err = p.Executor().Invoke(t.Context(), sdk.Call{Executor: "x"}, &broker{})
	if sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("without a self: %v", err)
	}
}
