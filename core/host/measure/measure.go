package measure

import (
	"fmt"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/jail"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk/wire"
)

// Sandbox is the confinement of a process as it found it itself, never more than it was launched with. It
// refuses a process that ended up below what its executor needs or the configuration requires.
func Sandbox(l jail.Launch, mode sandbox.Mode, reason string, found wire.Isolation) (core.Sandbox, error) {
	level, doubt := level(found)
	if level >= l.Level {
		level = l.Level
	} else {
		reason = fmt.Sprintf("launched as %s, but inside: %s", l.Level, doubt)
	}
	profile := l.Layout.Profile
	profile.Min = max(profile.Min, required(mode))
	if level < profile.Min {
		return core.Sandbox{}, jail.TooWeak(profile, level, reason)
	}
	box := core.Sandbox{Level: level.String(), Net: string(l.Layout.Profile.Net)}
	box.RO, box.RW = l.Layout.Shown()
	if level == core.LevelProcess {
		box.Net = "host"
	}
	if level < core.LevelBwrap {
		box.Reason = reason
	}
	if level == core.LevelLandlock {
		if weaker := l.Layout.Weaker(); weaker != "" {
			box.Reason += "; " + weaker
		}
	}
	return box, nil
}

// required is the level below which nothing runs in a mode.
func required(mode sandbox.Mode) core.Level {
	switch mode {
	case sandbox.Bwrap:
		return core.LevelBwrap
	case sandbox.Landlock:
		return core.LevelLandlock
	}
	return core.LevelProcess
}

// level is what an isolation report amounts to, with what keeps it from the next level.
func level(i wire.Isolation) (core.Level, string) {
	var doubts []string
	doubt := func(when bool, what string) {
		if when {
			doubts = append(doubts, what)
		}
	}
	doubt(i.Canary != "absent" && i.Canary != "denied", "a file outside the grants is "+i.Canary)
	doubt(!i.NoNewPrivs, "no_new_privs is off")
	doubt(i.Seccomp != 2, "no system call filter")
	if len(doubts) > 0 {
		return core.LevelProcess, strings.Join(doubts, ", ")
	}
	doubt(i.Canary != "absent", "a file outside the grants can be seen")
	doubt(len(i.Interfaces) > 0, "network interfaces "+strings.Join(i.Interfaces, " "))
	doubt(i.Caps != 0, fmt.Sprintf("capabilities %x", i.Caps))
	doubt(wholeMachine(i.UserMap), "the user namespace of the machine")
	if len(doubts) > 0 {
		return core.LevelLandlock, strings.Join(doubts, ", ")
	}
	return core.LevelBwrap, ""
}

// wholeMachine reports whether a uid map is that of no user namespace at all: every id maps to itself.
func wholeMachine(uidMap string) bool {
	return strings.Join(strings.Fields(uidMap), " ") == "0 0 4294967295"
}
