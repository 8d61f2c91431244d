package admit

import (
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Review judges an executor's manifest beyond its shape. Channels and models have free names.
func Review(m *manifest.Manifest) error {
	if manifest.Kind(m) != manifest.KindExecutor {
		return nil
	}
	if err := Name(m.Name); err != nil {
		return err
	}
	if len(m.Tests) == 0 {
		return sdk.Errorf(sdk.ContractViolation, "admit_untested", "%s has no birth test", m.Name).With("name", m.Name)
	}
	return nil
}
