package trace

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/ledger"
	"github.com/metnos/metnos/sdk"
)

// maxStack bounds the place of a fault that is recorded, in bytes.
const maxStack = 8 << 10

// Fault records a fault of the program, with its place, and returns what the person is told of it.
func (r Trace) Fault(ctx context.Context, t core.Turn, fault any) error {
	stack := debug.Stack()
	err := sdk.Errorf(sdk.ServerError, "internal_error", "%v", fault)
	rec := ledger.Record{Kind: "fault", Problems: []string{fmt.Sprint(fault), string(stack[:min(len(stack), maxStack)])}}
	if lost := r.Record(context.WithoutCancel(ctx), t, rec); lost != nil {
		return fmt.Errorf("%w (not recorded: %w)", err, lost)
	}
	return err
}
