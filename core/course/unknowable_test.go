package course

import (
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func TestWhatLeavesAChangeOpen(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		effect string
		want   bool
	}{
		"a picture too large":        {sdk.Errorf(sdk.Oversize, "picture_too_large", "x"), "reversible", false},
		"an answer too large":        {sdk.Errorf(sdk.Oversize, "message_too_big", "x"), "reversible", true},
		"a flood":                    {sdk.Errorf(sdk.Oversize, "plugin_flooded", "x"), "reversible", true},
		"too large, nobody says why": {sdk.Errorf(sdk.Oversize, "", "x"), "reversible", true},
		"too large, far away":        {sdk.Errorf(sdk.Oversize, "answer_too_large", "x"), "outbound", true},
		"a crash":                    {sdk.Errorf(sdk.Crashed, "executor_crashed", "x"), "reversible", true},
		"a deadline":                 {sdk.Errorf(sdk.Timeout, "plugin_unresponsive", "x"), "reversible", true},
		"nothing there":              {sdk.Errorf(sdk.NotFound, "file_not_found", "x"), "reversible", false},
		"of a reader":                {sdk.Errorf(sdk.Crashed, "executor_crashed", "x"), "read_only", false},
	} {
		call := &Call{Executor: executor(c.effect, map[string]manifest.Property{})}
		if got := (ending{err: c.err}).uncertain(call); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
