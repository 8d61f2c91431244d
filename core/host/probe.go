package host

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"time"

	llsys "github.com/landlock-lsm/go-landlock/landlock/syscall"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

// Probe is what confinement this machine really offers, found by using it.
type Probe struct {
	Bwrap    string        `json:"bwrap"` // path of the bwrap that was run, "" when there is none
	SizedTmp bool          `json:"-"`
	Cause    sandbox.Cause `json:"cause,omitempty"`  // why bwrap cannot be used: the code of a sentence
	Detail   string        `json:"detail,omitempty"` // what it wrote
	ABI      int           `json:"landlock_abi"`     // 0: the kernel has no landlock
	Root     bool          `json:"root"`             // the core runs as root, which makes every sandbox weaker
}

// Level is the strongest level available.
func (p Probe) Level() core.Level {
	switch {
	case p.Cause == sandbox.Works:
		return core.LevelBwrap
	case p.ABI > 0:
		return core.LevelLandlock
	}
	return core.LevelProcess
}

// bwrapPaths are where bwrap is looked for. AppArmor's profile for it matches /usr/bin/bwrap and no other
// path, so that one comes first.
var bwrapPaths = []string{"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"}

// runProbe runs bwrap the way plugins are started with it, and asks the kernel for landlock.
func (h *Host) runProbe() Probe {
	p := Probe{Cause: sandbox.NotInstalled, Detail: "bwrap is not installed", Root: os.Getuid() == 0}
	if abi, err := llsys.LandlockGetABIVersion(); err == nil {
		p.ABI = abi
	}
	for _, path := range h.cfg.BwrapPaths {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		stderr, ok := h.tryBwrap(path, true)
		p.Bwrap, p.SizedTmp = path, ok
		if !ok && strings.Contains(stderr, "Unknown option --size") {
			stderr, ok = h.tryBwrap(path, false)
		}
		if ok {
			p.Cause, p.Detail = sandbox.Works, ""
			return p
		}
		p.Cause, p.Detail = sandbox.Explain(stderr, machine(path)), strings.TrimSpace(stderr)
	}
	return p
}

func machine(path string) sandbox.Machine {
	release, _ := os.ReadFile("/etc/os-release")
	userns, _ := os.ReadFile("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
	return sandbox.Machine{OSRelease: string(release), AppArmorUserns: strings.TrimSpace(string(userns)) == "1", Path: path}
}

func (h *Host) tryBwrap(path string, sized bool) (stderr string, ok bool) {
	truth := "/usr/bin/true"
	if _, err := os.Stat(truth); err != nil {
		truth = "/bin/true"
	}
	filter, err := h.filters.file(sandbox.Filter{})
	if err != nil {
		return err.Error(), false
	}
	defer filter.Close()
	frame := sandbox.Frame{Exec: truth, SizedTmp: sized, SeccompFD: 3}
	frame.System, frame.Links = systemFolders(true, sandbox.NetNone)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, sandbox.Layout{}.Bwrap(frame)...)
	cmd.Env, cmd.Dir, cmd.ExtraFiles = []string{}, "/", []*os.File{filter}
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Run(); err != nil {
		if out.Len() == 0 {
			out.WriteString(err.Error())
		}
		return out.String(), false
	}
	return "", true
}

// choose is the level a process with this profile starts at, with the reason when that is below bwrap. It
// refuses rather than start at less than the configuration or the executor asks for.
func choose(mode sandbox.Mode, p Probe, profile sandbox.Profile) (core.Level, string, error) {
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
		return 0, "", tooWeak(profile, level, reason)
	}
	return level, reason, nil
}

func tooWeak(profile sandbox.Profile, level core.Level, reason string) error {
	return sdk.Errorf(sdk.PolicyDenied, "sandbox_too_weak", "%s needs %s, this machine gives %s: %s", profile.Executor, profile.Min, level, reason).
		With("executor", profile.Executor).With("need", profile.Min.String()).With("have", level.String()).With("detail", reason)
}
