package jail

import (
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

// Choose is the level a process with this profile starts at, with the reason when that is below bwrap. It
// refuses rather than start at less than the configuration or the executor asks for.
func Choose(mode sandbox.Mode, p Probe, profile sandbox.Profile) (core.Level, string, error) {
	var level core.Level
	var reason string
	switch mode {
	case sandbox.Off:
		level, reason = core.LevelProcess, "the configuration turns the sandbox off"
	case sandbox.Landlock:
		if p.ABI == 0 {
			return 0, "", sdk.Errorf(sdk.Unavailable, "landlock_missing", "the kernel has no landlock")
		}
		level, reason = core.LevelLandlock, "the configuration asks for landlock"
	case sandbox.Bwrap:
		if p.Cause != sandbox.Works {
			return 0, "", p.Cause.Err(p.Bwrap, p.Detail)
		}
		level = core.LevelBwrap
	default:
		if level = p.Level(); level < core.LevelBwrap {
			reason = string(p.Cause) + ": " + p.Detail
		}
	}
	if level < profile.Min {
		return 0, "", TooWeak(profile, level, reason)
	}
	return level, reason, nil
}

// TooWeak is the refusal to run at a level below what the profile needs.
func TooWeak(profile sandbox.Profile, level core.Level, reason string) error {
	return sdk.Errorf(sdk.PolicyDenied, "sandbox_too_weak", "%s needs %s, this machine gives %s: %s", profile.Executor, profile.Min, level, reason).
		With("tool", profile.Executor).With("need", profile.Min.String()).With("have", level.String()).With("detail", reason)
}
