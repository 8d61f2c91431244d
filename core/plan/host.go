package plan

import (
	"slices"
	"strings"

	"github.com/metnos/metnos/core/plan/ref"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// Host names a machine; "" is the one this program runs on. A path means a file of one machine only, so a path
// keeps the host it was seen on: [Observed.Host] is whose files the items are, wherever they were filtered or
// sorted afterwards.
type Host string

// PathArg reports whether an argument of an executor names places of the file system: one its file
// permissions reach, or one that means a path.
func PathArg(m *manifest.Manifest, arg string) bool {
	for _, c := range m.Capabilities {
		if strings.HasPrefix(c.Name, "fs:") && slices.Contains(c.Args, arg) {
			return true
		}
	}
	switch m.Args.Properties[arg].Semantic {
	case "path", "paths", "folder", "destination", "new_path":
		return true
	}
	return false
}

// authority refuses a step that would open a path seen on another host. Items handed on whole are records,
// not places to open: they may travel, and keep their host.
func (v Values) authority(step Step, m *manifest.Manifest) error {
	for _, arg := range sortedKeys(step.Args) {
		if !PathArg(m, arg) {
			continue
		}
		refs, _ := ref.In(step.Args[arg])
		for _, r := range refs {
			if o, ok := v.observed(r); ok && o.Host != step.Host && o.holdsPaths(fieldOf(r.Path)) {
				return elsewhere(arg, o.Host)
			}
		}
	}
	from, given, err := v.collection(step)
	if err != nil || !given || from.Host == step.Host {
		return nil // what is wrong with a reference is said where it is read
	}
	for _, arg := range sortedKeys(m.Args.Properties) {
		field := Feeds(m.Args.Properties[arg])
		if _, explicit := step.Args[arg]; !explicit && field != "" && PathArg(m, arg) && from.holdsPaths(field) {
			return elsewhere(arg, from.Host)
		}
	}
	return nil
}

// observed is what a placeholder reads from.
func (v Values) observed(r ref.Ref) (Observed, bool) {
	switch {
	case r.Source == ref.FromStepResult && r.Step >= 1 && r.Step <= len(v.Steps):
		return v.Steps[r.Step-1], true
	case r.Source == ref.FromPreviousResult && v.Previous != nil:
		return *v.Previous, true
	}
	return Observed{}, false
}

// holdsPaths reports whether a field may be a path; what no manifest types may be one.
func (o Observed) holdsPaths(field string) bool {
	if field == "count" {
		return false
	}
	kind, known := o.Types[field]
	return !known || kind == "path" || kind == "any"
}

func elsewhere(arg string, host Host) *sdk.Error {
	return sdk.Errorf(sdk.OutOfScope, "path_elsewhere", "argument %s: the path is one of host %q", arg, host).
		With("arg", arg).With("host", string(host))
}
