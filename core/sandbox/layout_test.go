package sandbox

import (
	"errors"
	"path"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/metnos/metnos/sdk"
)

// tree is a file system in a map: path to kind, or to "-> target" for a link. Folders are implied.
type tree map[string]string

func (t tree) Look(p string) (string, Kind) {
	real := "/"
	parts := strings.Split(strings.Trim(p, "/"), "/")
	for i, part := range parts {
		next := path.Join(real, part)
		if target, ok := strings.CutPrefix(t[next], "-> "); ok {
			if !path.IsAbs(target) {
				target = path.Join(real, target)
			}
			return t.Look(path.Join(append([]string{target}, parts[i+1:]...)...))
		}
		real = next
	}
	return real, t.kind(real)
}

func (t tree) kind(p string) Kind {
	switch v := t[p]; {
	case v == "file":
		return File
	case v == "dir":
		return Dir
	case strings.HasPrefix(v, "-> "):
		return Link
	}
	for other := range t {
		if strings.HasPrefix(other, p+"/") {
			return Dir
		}
	}
	return Absent
}

func (t tree) List(dir string) ([]Entry, error) {
	if t.kind(dir) != Dir {
		return nil, errors.New("not a folder")
	}
	found := map[string]bool{}
	for p := range t {
		if rest, ok := strings.CutPrefix(p, dir+"/"); ok {
			name, _, _ := strings.Cut(rest, "/")
			found[name] = true
		}
	}
	var out []Entry
	for name := range found {
		out = append(out, Entry{Name: name, Kind: t.kind(dir + "/" + name)})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out, nil
}

var home = tree{
	"/home/anna/docs/a.txt":        "file",
	"/home/anna/shared/keys/id":    "file",
	"/home/anna/shared/open":       "file",
	"/home/anna/.ssh":              "-> shared/keys",
	"/home/anna/.config/app/token": "file",
	"/home/anna/.config/other":     "file",
	"/home/link":                   "-> anna",
	"/home/anna/outside":           "-> /etc",
	"/etc/shadow":                  "file",
}

func resolved(t *testing.T, root sdk.Root, deny ...string) Layout {
	t.Helper()
	l, err := Profile{Roots: []sdk.Root{root}, Deny: deny}.Resolve(home)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A denied path is masked as what it finally names: the folder behind a link, not the link.
func TestField_SANDBOX_07(t *testing.T) {
	l := resolved(t, sdk.Root{Path: "/home/anna", Write: true}, "/home/anna/.ssh", "/home/anna/.config/app/token", "/home/anna/.aws")
	want := []Mask{
		{Real: "/home/anna/.config/app/token", Path: "/home/anna/.config/app/token", Kind: File, Pins: []Bind{
			{Real: "/home/anna/.config", Path: "/home/anna/.config", Write: true},
			{Real: "/home/anna/.config/app", Path: "/home/anna/.config/app", Write: true},
		}},
		{Real: "/home/anna/shared/keys", Path: "/home/anna/shared/keys", Kind: Dir, Pins: []Bind{
			{Real: "/home/anna/shared", Path: "/home/anna/shared", Write: true},
		}},
	}
	if diff := cmp.Diff(want, l.Masks); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"/home/anna/.aws", "/home/anna/.config/app/token", "/home/anna/shared/keys"}, l.Watches); diff != "" {
		t.Error(diff)
	}
}

func TestDenyThroughALinkedRoot(t *testing.T) {
	l := resolved(t, sdk.Root{Path: "/home/link"}, "/home/anna/.ssh")
	if len(l.Binds) != 1 || l.Binds[0].Real != "/home/anna" || len(l.Masks) != 1 || l.Masks[0].Path != "/home/link/shared/keys" {
		t.Errorf("binds %+v, masks %+v", l.Binds, l.Masks)
	}
	if len(l.Watches) != 0 {
		t.Errorf("a read-only root is watched: %v", l.Watches)
	}
	_, err := Profile{Roots: []sdk.Root{{Path: "/home/link"}}, Deny: []string{"/home/anna"}}.Resolve(home)
	if sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("deny that covers a linked root: %v", err)
	}
	_, err = Profile{Roots: []sdk.Root{{Path: "/home/link"}}, Deny: []string{"/home/anna"}, Hidden: []string{"/home/anna"}}.Resolve(home)
	if sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("hidden folder behind a linked root: %v", err)
	}
}

func TestBwrapOrder(t *testing.T) {
	l, err := Profile{
		Roots: []sdk.Root{{Path: "/home/anna", Write: true}, {Path: "/home/anna/.config/other.d"}},
		Deny:  []string{"/home/anna/.config/app/token", "/home/anna/.ssh"},
	}.Resolve(tree{"/home/anna/.config/other.d/x": "file", "/home/anna/.config/app/token": "file", "/home/anna/.ssh/id": "file"})
	if err != nil {
		t.Fatal(err)
	}
	a := l.Bwrap(Frame{Exec: "/proc/self/fd/3", SocketDir: "/tmp/s", Env: []string{"A=b=c"}})
	line := " " + strings.Join(a, " ") + " "
	var at int
	for _, part := range []string{
		" --unshare-all --unshare-user --new-session --die-with-parent --clearenv --cap-drop ALL ", " --as-pid-1 ", " --setenv A b=c ",
		" --proc /proc --dev /dev ", " --tmpfs /tmp ",
		" --bind /home/anna /home/anna ", " --bind /home/anna/.config /home/anna/.config ", " --ro-bind /home/anna/.config/other.d /home/anna/.config/other.d ",
		" --ro-bind /dev/null /home/anna/.config/app/token ", " --perms 0000 --tmpfs /home/anna/.ssh ", " --bind /tmp/s /tmp/s ",
		" --remount-ro /home/anna/.ssh ", " --remount-ro / ", " -- /proc/self/fd/3 ",
	} {
		i := strings.Index(line, part)
		if i < 0 {
			t.Fatalf("no %q in %s", part, line)
		}
		if i < at {
			t.Errorf("%q comes too early in %s", part, line)
		}
		at = i
	}
	l.Profile.Binaries = []string{"tesseract"}
	if slices.Contains(l.Bwrap(Frame{}), "--as-pid-1") {
		t.Error("a plugin that starts programs has no reaper")
	}
}

func TestLandlockAroundDeniedPaths(t *testing.T) {
	l := resolved(t, sdk.Root{Path: "/home/anna", Write: true}, "/home/anna/.ssh")
	rules, err := l.Landlock(home)
	if err != nil {
		t.Fatal(err)
	}
	want := []Rule{
		{Path: "/home/anna", Access: Traverse},
		{Path: "/home/anna/.config", Access: Change},
		{Path: "/home/anna/docs", Access: Change},
		{Path: "/home/anna/shared", Access: Traverse},
		{Path: "/home/anna/shared/open", Access: Change, File: true},
	}
	if diff := cmp.Diff(want, rules); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(l.Weaker(), "denied") {
		t.Error("what landlock cannot do is not stated")
	}
	whole := resolved(t, sdk.Root{Path: "/home/anna"})
	rules, err = whole.Landlock(home)
	if err != nil || len(rules) != 1 || rules[0].Access != Read || strings.Contains(whole.Weaker(), "denied") {
		t.Errorf("a root without denied paths: %+v %v", rules, err)
	}
	crowded := tree{"/r/denied": "file"}
	for i := range maxRules {
		crowded["/r/"+strings.Repeat("x", i%7+1)+string(rune('a'+i%26))+strings.Repeat("y", i/182)] = "file"
	}
	if len(crowded) > maxRules/2 {
		many, _ := Profile{Roots: []sdk.Root{{Path: "/r"}}, Deny: []string{"/r/denied"}}.Resolve(crowded)
		if _, err := many.Landlock(crowded); len(crowded) > maxRules && sdk.ClassOf(err) != sdk.Unavailable {
			t.Errorf("%d rules: %v", len(crowded), err)
		}
	}
}

// For any tree, roots and denied paths: nothing denied is reachable through a landlock rule or a bind
// without a mask around it.
func TestNothingDeniedIsReachable(t *testing.T) {
	name := rapid.SampledFrom([]string{"a", "b", "c", "ab"})
	rapid.Check(t, func(t *rapid.T) {
		random := tree{}
		at := func(label string) string {
			return "/" + strings.Join(rapid.SliceOfN(name, 1, 4).Draw(t, label), "/")
		}
		for range rapid.IntRange(1, 12).Draw(t, "files") {
			random[at("file")+"/f"] = "file"
		}
		var p Profile
		for range rapid.IntRange(1, 3).Draw(t, "roots") {
			p.Roots = append(p.Roots, sdk.Root{Path: at("root"), Write: rapid.Bool().Draw(t, "write")})
		}
		slices.SortFunc(p.Roots, func(a, b sdk.Root) int { return strings.Compare(a.Path, b.Path) })
		p.Roots = slices.CompactFunc(p.Roots, func(a, b sdk.Root) bool { return a.Path == b.Path })
		for range rapid.IntRange(1, 4).Draw(t, "denials") {
			p.Deny = append(p.Deny, at("deny"))
		}
		l, err := p.Resolve(random)
		if err != nil {
			return // a denial covers a root
		}
		rules, err := l.Landlock(random)
		if err != nil {
			t.Fatal(err)
		}
		for file := range random {
			for _, deny := range p.Deny {
				if !Within(file, deny) {
					continue
				}
				for _, r := range rules {
					if r.Access != Traverse && Within(file, r.Path) {
						t.Fatalf("%s is denied and rule %+v opens it", file, r)
					}
				}
				bound := slices.ContainsFunc(l.Binds, func(b Bind) bool { return Within(file, b.Path) })
				masked := slices.ContainsFunc(l.Masks, func(m Mask) bool { return Within(file, m.Path) })
				if bound && !masked {
					t.Fatalf("%s is denied, bound and not masked", file)
				}
			}
		}
	})
}
