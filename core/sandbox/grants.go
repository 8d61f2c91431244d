package sandbox

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
)

// Within reports whether path is dir or lies below it. Both are clean and absolute.
func Within(path, dir string) bool {
	return path == dir || dir == "/" || strings.HasPrefix(path, dir+"/")
}

// forbidden are folders no grant may open: kernel interfaces, and sockets of other services.
var forbidden = [...]string{"/proc", "/sys", "/dev"}

// CheckGrants reports every grant that cannot be enforced as written; workdirs are folders the core itself
// works in. A rule is refused here, at configuration, rather than half applied later.
func CheckGrants(grants []core.Grant, hidden []string, workdirs ...string) error {
	var problems []error
	for _, g := range grants {
		all := append(append([]string{}, g.Read...), g.Write...)
		for _, root := range all {
			problems = append(problems, checkRoot(g.Name, root, hidden))
		}
		for _, deny := range g.Deny {
			problems = append(problems, checkDeny(g.Name, deny, all, workdirs))
		}
	}
	return errors.Join(problems...)
}

func checkRoot(grant, root string, hidden []string) error {
	fail := func(code, why string) error {
		return sdk.Errorf(sdk.PolicyDenied, code, "grant %q: %s %s", grant, root, why).With("grant", grant).With("path", root)
	}
	if !filepath.IsAbs(root) || filepath.Clean(root) != root {
		return fail("grant_not_absolute", "is not a clean absolute path")
	}
	if root == "/" || root == "/run" {
		return fail("grant_too_wide", "would open the sockets and settings of every other program")
	}
	for _, dir := range forbidden {
		if Within(root, dir) {
			return fail("grant_too_wide", "is a kernel interface")
		}
	}
	for _, dir := range hidden {
		if Within(root, dir) {
			return fail("grant_inside_data", "lies in a folder of metnos itself: "+dir)
		}
	}
	return nil
}

func checkDeny(grant, deny string, roots, workdirs []string) error {
	fail := func(code, why string) error {
		return sdk.Errorf(sdk.PolicyDenied, code, "grant %q: deny %s %s", grant, deny, why).With("grant", grant).With("path", deny).With("deny", deny)
	}
	if !filepath.IsAbs(deny) || filepath.Clean(deny) != deny {
		return fail("deny_not_absolute", "is not a clean absolute path")
	}
	for _, root := range roots {
		if Within(root, deny) {
			return fail("deny_covers_grant", "covers the granted folder "+root)
		}
	}
	for _, dir := range workdirs {
		if Within(dir, deny) {
			return fail("deny_covers_workdir", "covers the working folder "+dir)
		}
	}
	return nil
}
