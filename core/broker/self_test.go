package broker

import (
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/sdktest/keeper"
)

// TestSelfNeedsItsCapability: reading and changing are two permissions, and neither is given without the manifest.
func TestSelfNeedsItsCapability(t *testing.T) {
	for _, c := range []struct{ reads, writes bool }{{}, {reads: true}, {writes: true}, {true, true}} {
		own := New(Config{}).Session(Scope{Executor: "x", Self: keeper.New(), Reads: c.reads, Writes: c.writes}).Self()
		ctx := t.Context()
		_, tasks := own.Tasks(ctx, "")
		_, runs := own.Runs(ctx, "", 1)
		_, preferences := own.Preferences(ctx)
		_, skills := own.Skills(ctx)
		_, rows := own.Rows(ctx, "", "")
		for _, err := range []error{tasks, runs, preferences, skills, rows} {
			if denied := sdk.ClassOf(err) == sdk.PolicyDenied; denied == c.reads {
				t.Errorf("reads %v: %v", c.reads, err)
			}
		}
		out, err := own.Alter(ctx, sdk.Alteration{Kind: sdk.DeleteTask, Name: "spesa"})
		if denied := sdk.ClassOf(err) == sdk.PolicyDenied; denied == c.writes {
			t.Errorf("writes %v: %v", c.writes, err)
		}
		if _, err = own.Revert(ctx, out.Ref); (sdk.ClassOf(err) == sdk.PolicyDenied) == c.writes {
			t.Errorf("writes %v: %v", c.writes, err)
		}
	}
	if _, err := New(Config{}).Session(Scope{Reads: true}).Self().Tasks(t.Context(), ""); sdk.ClassOf(err) != sdk.Unavailable {
		t.Errorf("nobody's: %v", err)
	}
}
