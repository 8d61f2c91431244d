package sandbox

import (
	"slices"

	"github.com/metnos/metnos/sdk"
)

// Access is what a landlock rule allows below its path.
type Access int

const (
	Traverse Access = iota // list folders
	Read                   // and read files
	Change                 // and create, write, rename, remove
	Run                    // and read and execute files: system programs only
)

// Rule allows an access below a real path.
type Rule struct {
	Path   string
	Access Access
	File   bool
}

// maxRules bounds a rule set: past it the kernel's walk and our start both become slow.
const maxRules = 4096

// Landlock writes the layout down as rules. Landlock only adds rights and cannot take one away below a
// granted folder, so a folder that holds a denied path is not granted as a whole: it may be listed, and
// each thing in it except the denied one is granted on its own. Two consequences, which [Layout.Weaker]
// states: names inside a denied folder can be listed though nothing in it can be opened, and new files
// cannot be made directly in a folder that holds a denied path.
func (l Layout) Landlock(t Tree) ([]Rule, error) {
	var masked []string
	for _, m := range l.Masks {
		masked = append(masked, m.Real)
	}
	var rules []Rule
	for _, b := range l.Binds {
		access := Read
		if b.Write {
			access = Change
		}
		var err error
		if rules, err = split(rules, t, b.Real, Dir, access, masked); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

func split(rules []Rule, t Tree, path string, kind Kind, access Access, masked []string) ([]Rule, error) {
	if len(rules) >= maxRules {
		return nil, sdk.Errorf(sdk.Unavailable, "landlock_too_many_rules", "%s and what surrounds a denied path in it need more than %d rules", path, maxRules).With("path", path)
	}
	if slices.ContainsFunc(masked, func(m string) bool { return Within(path, m) }) {
		return rules, nil
	}
	if !slices.ContainsFunc(masked, func(m string) bool { return Within(m, path) }) {
		return append(rules, Rule{Path: path, Access: access, File: kind == File}), nil
	}
	entries, err := t.List(path)
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "folder_unreadable", "listing %s: %w", path, err).With("path", path)
	}
	rules = append(rules, Rule{Path: path, Access: Traverse})
	for _, e := range entries {
		if e.Kind != Dir && e.Kind != File {
			continue // a rule would follow a link to where it points
		}
		if rules, err = split(rules, t, join(path, e.Name), e.Kind, access, masked); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

func join(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}

// Weaker says what landlock cannot enforce of this layout.
func (l Layout) Weaker() string {
	weaker := "landlock: which files exist, how large they are and when they changed can be asked anywhere"
	if l.Profile.Writes() {
		weaker += ", and the times of any file of the person can be set"
	}
	if len(l.Masks) > 0 {
		weaker += "; names in denied folders can be listed, and no new file can be made directly in a folder that holds one"
	}
	return weaker
}
