package sandbox

import (
	"strings"

	"github.com/metnos/metnos/sdk"
)

// Mode is the confinement the configuration asks for.
type Mode string

const (
	Auto     Mode = "auto"     // bwrap when it works, else landlock, else a plain process; reported
	Bwrap    Mode = "bwrap"    // bwrap or nothing starts
	Landlock Mode = "landlock" // landlock or nothing starts
	Off      Mode = "off"      // plain processes
)

// Cause is why bwrap cannot confine on this machine. Its text is the code of a sentence with the remedy.
type Cause string

const (
	Works             Cause = ""
	NotInstalled      Cause = "bwrap_missing"
	AppArmorNoProfile Cause = "bwrap_apparmor_2404" // Ubuntu 24.04: the profile must be installed by hand
	AppArmorProfile   Cause = "bwrap_apparmor_2504" // 25.04 and later ship it; it matches /usr/bin/bwrap only
	UserNamespaces    Cause = "bwrap_no_userns"     // kernel or container without user namespaces
	TooManyNamespaces Cause = "bwrap_max_namespaces"
	TooOld            Cause = "bwrap_too_old"
	Unknown           Cause = "bwrap_unusable"
)

// Machine is what tells causes with one message apart.
type Machine struct {
	OSRelease      string // content of /etc/os-release
	AppArmorUserns bool   // kernel.apparmor_restrict_unprivileged_userns is 1
	Path           string // of the bwrap that was run
}

// Explain recognises what a failed probe wrote on its standard error.
func Explain(stderr string, m Machine) Cause {
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(stderr, p) {
				return true
			}
		}
		return false
	}
	switch {
	case has("Unknown option"):
		return TooOld
	case has("ENOSPC", "max_user_namespaces", "max_*_namespaces"):
		return TooManyNamespaces
	case has("RTM_NEWADDR", "RTM_NEWLINK", "setting up uid map", "setting up gid map") && m.AppArmorUserns:
		return m.apparmor()
	case has("RTM_NEWADDR", "setting up uid map") && m.ubuntu():
		return m.apparmor()
	case has("No permissions to create new namespace", "No permissions to creating new namespace", "Creating new namespace failed",
		"Operation not permitted", "Permission denied", "RTM_NEWADDR", "uid map"):
		return UserNamespaces
	}
	return Unknown
}

// apparmor tells the releases apart: from 25.04 on the profile ships, attached to /usr/bin/bwrap.
func (m Machine) apparmor() Cause {
	version := field(m.OSRelease, "VERSION_ID")
	if m.ubuntu() && version < "25.04" {
		return AppArmorNoProfile
	}
	return AppArmorProfile
}

func (m Machine) ubuntu() bool {
	return field(m.OSRelease, "ID") == "ubuntu" || strings.Contains(field(m.OSRelease, "ID_LIKE"), "ubuntu")
}

func field(osRelease, name string) string {
	for line := range strings.Lines(osRelease) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			return strings.Trim(value, `"'`)
		}
	}
	return ""
}

// Err is the refusal when nothing may start below bwrap; Params carry the path and what bwrap wrote.
func (c Cause) Err(path, stderr string) *sdk.Error {
	if path == "" {
		path = "/usr/bin/bwrap"
	}
	return sdk.Errorf(sdk.Unavailable, string(c), "bubblewrap cannot confine plugins here: %s", strings.TrimSpace(stderr)).
		With("path", path).With("detail", strings.TrimSpace(stderr))
}
