package jail

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

// usualPaths are where bwrap is looked for. AppArmor's profile for it matches /usr/bin/bwrap and no other
// path, so that one comes first.
func usualPaths() []string { return []string{"/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"} }

// runProbe runs bwrap the way plugins are started with it, and asks the kernel for landlock.
func (j *Jail) runProbe() Probe {
	p := Probe{Cause: sandbox.NotInstalled, Detail: "bwrap is not installed", Root: os.Getuid() == 0}
	if abi, err := llsys.LandlockGetABIVersion(); err == nil {
		p.ABI = abi
	}
	for _, path := range j.paths {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			continue
		}
		stderr, ok := j.tryBwrap(path, true)
		p.Bwrap, p.SizedTmp = path, ok
		if !ok && strings.Contains(stderr, "Unknown option --size") {
			stderr, ok = j.tryBwrap(path, false)
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

func (j *Jail) tryBwrap(path string, sized bool) (stderr string, ok bool) {
	truth := "/usr/bin/true"
	if _, err := os.Stat(truth); err != nil {
		truth = "/bin/true"
	}
	filter, err := j.filters.file(sandbox.Filter{})
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
