package vitals

import (
	"context"
	"slices"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Source reads the machine; folders are those whose disks are told.
type Source func(ctx context.Context, folders []string) (*sdk.System, error)

// Tell adds what the machine says to a call of an executor whose signed manifest asks for it: what its process may not
// read, read for it. Any other is told nothing. A nil source leaves the call as it is.
func (s Source) Tell(ctx context.Context, ex core.Executor, grants func(core.Owner) []core.Grant, call *sdk.Call) (err error) {
	if s == nil {
		return nil
	}
	call.System = nil
	if !slices.ContainsFunc(ex.Manifest.Capabilities, func(c manifest.Capability) bool { return c.Name == "system:read" }) {
		return nil
	}
	var folders []string
	for _, g := range grants(core.Owner(call.Owner)) {
		folders = append(append(folders, g.Read...), g.Write...)
	}
	call.System, err = s(ctx, folders)
	return err
}
