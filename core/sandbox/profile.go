package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Net is what a process may reach: nothing, or the connections the broker opens for it.
type Net string

const (
	NetNone   Net = "none"
	NetBroker Net = "broker"
)

// Profile is the confinement of one process, before the file system is looked at.
type Profile struct {
	Executor    string
	Roots       []sdk.Root // outermost first
	Deny        []string   // absolute, masked wherever they lie below a root; Hidden among them
	Hidden      []string   // the core's own folders: no root may lie in them
	Net         Net
	Hosts       []string // "host:port" the broker may dial for it
	Credentials []string // names the broker may hand to it
	Binaries    []string // system programs it may start
	Min         core.Level
	Limits      Limits
}

// Limits are the resource limits of a process. Zero means the limit is left alone.
type Limits struct {
	Files     uint64 // open files
	Processes uint64 // processes and threads; kept only where the count is the sandbox's own
	FileBytes uint64 // size of a file it may write
	DataBytes uint64 // private writable memory
}

// Writes reports whether the process may change files of the person.
func (p Profile) Writes() bool {
	return slices.ContainsFunc(p.Roots, func(r sdk.Root) bool { return r.Write })
}

// OneProcess reports whether the process is kept from starting others: one that may write is stopped
// between calls, and nothing it started may go on.
func (p Profile) OneProcess() bool { return p.Writes() && len(p.Binaries) == 0 }

// Hash names the profile: processes with different hashes never stand in for one another.
func (p Profile) Hash() string {
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // strings and numbers only
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// For computes the profile of an executor. Grants bound what a files capability reaches; hidden are the
// core's own folders (data, configuration, store). The error names what in the configuration is wrong.
func For(m *manifest.Manifest, grants []core.Grant, hidden []string) (Profile, error) {
	p := Profile{Executor: m.Name, Net: NetNone, Min: minimum(m), Limits: limits(m)}
	var read, write, system bool
	for _, c := range m.Capabilities {
		switch {
		case c.Name == "fs:read":
			read = true
		case c.Name == "fs:write":
			write = true
		case c.Name == "system:read":
			system = true
		case c.Name == "process:exec" || c.Name == "code:exec":
			p.Binaries = append(p.Binaries, c.Binaries...)
		case c.Name == "credential:use":
			p.Credentials = append(p.Credentials, c.Credential)
		}
		if len(c.Hosts) > 0 {
			p.Hosts, p.Net = append(p.Hosts, c.Hosts...), NetBroker
		}
	}
	if system {
		for _, path := range systemRoots {
			p.Roots = append(p.Roots, sdk.Root{Path: path})
		}
	}
	if !read && !write {
		return p, nil
	}
	if err := CheckGrants(grants, hidden); err != nil {
		return Profile{}, err
	}
	p.Roots = append(p.Roots, roots(grants, read, write)...)
	slices.SortFunc(p.Roots, func(a, b sdk.Root) int { return strings.Compare(a.Path, b.Path) })
	for _, g := range grants {
		p.Deny = append(p.Deny, g.Deny...)
	}
	p.Deny, p.Hidden = unique(append(p.Deny, hidden...)), unique(hidden)
	return p, nil
}

// systemRoots is all that system:read opens on the disk, read-only: what the package manager keeps, which every program
// may read. What the running machine tells, the core reads itself: in a /proc of the host lie the ways into the memory
// and the files of every process of the person.
var systemRoots = [...]string{"/var/lib/dpkg"}

func roots(grants []core.Grant, read, write bool) []sdk.Root {
	mode := map[string]bool{}
	for _, g := range grants {
		if read {
			for _, path := range g.Read {
				mode[path] = mode[path] || false
			}
		}
		for _, path := range g.Write {
			mode[path] = mode[path] || write
		}
	}
	out := make([]sdk.Root, 0, len(mode))
	for path, w := range mode {
		out = append(out, sdk.Root{Path: path, Write: w})
	}
	slices.SortFunc(out, func(a, b sdk.Root) int { return strings.Compare(a.Path, b.Path) })
	// Grants add up: a root is left out when one around it already gives as much.
	kept := make([]sdk.Root, 0, len(out))
	for _, r := range out {
		given := func(k sdk.Root) bool { return Within(r.Path, k.Path) && (k.Write || !r.Write) }
		if !slices.ContainsFunc(kept, given) {
			kept = append(kept, r)
		}
	}
	return kept
}

// minimum is the weakest level the executor may run at: what its manifest asks, and at least landlock for
// code nobody wrote by hand for this catalog.
func minimum(m *manifest.Manifest) core.Level {
	level := core.LevelProcess
	switch m.Placement.MinSandbox {
	case "bwrap":
		level = core.LevelBwrap
	case "landlock":
		level = core.LevelLandlock
	}
	foreign := m.Origin == "imported" || m.Origin == "synthesized" || m.Lifecycle == "synthesized" || m.Lifecycle == "proposed"
	if foreign && level < core.LevelLandlock {
		level = core.LevelLandlock
	}
	return level
}

// scratchBytes bounds a file of a process that has only temporary ones to write.
const scratchBytes = 64 << 20

func limits(m *manifest.Manifest) Limits {
	l := Limits{Files: 512, Processes: 256, FileBytes: scratchBytes, DataBytes: 2 << 30}
	for _, c := range m.Capabilities {
		switch c.Name {
		case "process:exec", "code:exec":
			l.Files, l.Processes, l.DataBytes = 1024, 1024, 4<<30
		case "fs:write":
			l.FileBytes = 16 << 30
		}
	}
	return l
}

func unique(in []string) []string {
	out := slices.Clone(in)
	slices.Sort(out)
	return slices.Compact(out)
}
