package birth

import (
	"slices"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Told is what the core would tell the executor of a manifest: the [Machine] when it asks for system:read, else nil.
func Told(m *manifest.Manifest) *sdk.System {
	if m == nil || !slices.ContainsFunc(m.Capabilities, func(c manifest.Capability) bool { return c.Name == "system:read" }) {
		return nil
	}
	return Machine()
}

// Machine is what every test tells an executor with the capability system:read about the machine: three programs, one
// disk half full, one sensor, a start ten days before the clock of the test.
func Machine() *sdk.System {
	return &sdk.System{
		At: Clock, Booted: Clock.Add(-10 * 24 * time.Hour), Load: []float64{0.5, 1.25, 2}, Processors: 4,
		Memory: sdk.Memory{Total: 16 << 30, Available: 4 << 30, SwapTotal: 2 << 30, SwapFree: 2 << 30},
		Disks:  []sdk.Disk{{Path: "/", Size: 500_000_000_000, Free: 250_000_000_000}},
		Processes: []sdk.Process{
			{PID: 10, Name: "browser", Memory: 900_000_000, CPU: 12.5, Started: Clock.Add(-time.Hour), State: "sleeping"},
			{PID: 20, Name: "editor", Memory: 300_000_000, CPU: 0.3, Started: Clock.Add(-2 * time.Hour), State: "sleeping"},
			{PID: 30, Name: "encoder", Memory: 120_000_000, CPU: 380, Started: Clock.Add(-time.Minute), State: "running"},
		},
		Temperatures: []sdk.Temperature{{Name: "x86_pkg_temp", Celsius: 54.5}},
	}
}
