package sandbox

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func capable(names ...string) *manifest.Manifest {
	m := &manifest.Manifest{Name: "x", Origin: "handcrafted"}
	for _, n := range names {
		m.Capabilities = append(m.Capabilities, manifest.Capability{Name: n})
	}
	return m
}

func TestForRoots(t *testing.T) {
	grants := []core.Grant{
		{Name: "home", Read: []string{"/home/anna"}, Write: []string{"/home/anna/docs", "/srv/out"}, Deny: []string{"/home/anna/.ssh"}},
		{Name: "more", Read: []string{"/home/anna/docs/sub", "/srv/in"}},
	}
	r := func(path string, write bool) sdk.Root { return sdk.Root{Path: path, Write: write} }
	cases := []struct {
		name string
		m    *manifest.Manifest
		want []sdk.Root
	}{
		{"nothing asked", capable("compute:pure"), nil},
		{"read", capable("fs:read"), []sdk.Root{r("/home/anna", false), r("/srv/in", false), r("/srv/out", false)}},
		{"write", capable("fs:write"), []sdk.Root{r("/home/anna/docs", true), r("/srv/out", true)}},
		{"both", capable("fs:read", "fs:write"), []sdk.Root{r("/home/anna", false), r("/home/anna/docs", true), r("/srv/in", false), r("/srv/out", true)}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p, err := For(c.m, grants, []string{"/var/lib/metnos"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, p.Roots); diff != "" {
				t.Error(diff)
			}
			if (len(p.Roots) > 0) != (slices.Contains(p.Deny, "/home/anna/.ssh") && slices.Contains(p.Deny, "/var/lib/metnos")) {
				t.Errorf("deny %v with roots %v", p.Deny, p.Roots)
			}
		})
	}
}

func TestForLevelAndNetwork(t *testing.T) {
	m := capable("fs:read")
	m.Capabilities = append(m.Capabilities,
		manifest.Capability{Name: "network:http", Hosts: []string{"api.example.org:443"}},
		manifest.Capability{Name: "credential:use", Credential: "imap"},
		manifest.Capability{Name: "process:exec", Binaries: []string{"tesseract"}})
	p, err := For(m, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Net != NetBroker || !slices.Equal(p.Hosts, []string{"api.example.org:443"}) || !slices.Equal(p.Credentials, []string{"imap"}) || !slices.Equal(p.Binaries, []string{"tesseract"}) {
		t.Errorf("profile %+v", p)
	}
	levels := map[string]core.Level{"handcrafted": core.LevelProcess, "third_party": core.LevelProcess, "imported": core.LevelLandlock, "synthesized": core.LevelLandlock}
	for origin, want := range levels {
		m := capable("compute:pure")
		m.Origin = origin
		if p, _ := For(m, nil, nil); p.Min != want || p.Net != NetNone {
			t.Errorf("%s: minimum %s, net %s", origin, p.Min, p.Net)
		}
		m.Placement.MinSandbox = "bwrap"
		if p, _ := For(m, nil, nil); p.Min != core.LevelBwrap {
			t.Errorf("%s with min_sandbox bwrap: minimum %s", origin, p.Min)
		}
	}
	other := p
	other.Hosts = nil
	if again := p; p.Hash() == other.Hash() || p.Hash() != again.Hash() {
		t.Error("the hash does not name the profile")
	}
}

// A grant or a deny rule that cannot be enforced as written is refused at configuration.
func TestField_SANDBOX_08(t *testing.T) {
	grant := func(read string, deny ...string) core.Grant {
		return core.Grant{Name: "home", Read: []string{read}, Deny: deny}
	}
	cases := []struct {
		name  string
		grant core.Grant
		code  string
	}{
		{"fine", grant("/home/anna", "/home/anna/.ssh"), ""},
		{"deny beside the root", grant("/home/anna", "/etc"), ""},
		{"SANDBOX-08 deny of the parent", grant("/home/anna", "/home"), "deny_covers_grant"},
		{"deny of the root", grant("/home/anna", "/home/anna"), "deny_covers_grant"},
		{"SANDBOX-08 deny written as ..", grant("/home/anna", ".."), "deny_not_absolute"},
		{"deny that climbs", grant("/home/anna", "/home/anna/../anna/.ssh"), "deny_not_absolute"},
		{"SANDBOX-08 deny of the working folder", grant("/home/anna", "/opt/metnos"), "deny_covers_workdir"},
		{"relative root", grant("anna"), "grant_not_absolute"},
		{"everything", grant("/"), "grant_too_wide"},
		{"kernel", grant("/proc/self"), "grant_too_wide"},
		{"sockets", grant("/run"), "grant_too_wide"},
		{"removable disks", grant("/run/media/anna"), ""},
		{"the core's data", grant("/home/anna/.local/share/metnos/vault"), "grant_inside_data"},
		{"a folder around the data", grant("/home/anna"), ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := CheckGrants([]core.Grant{c.grant}, []string{"/home/anna/.local/share/metnos"}, "/opt/metnos/work")
			if c.code == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), "/"+c.code+":") {
				t.Fatalf("error %v, want %s", err, c.code)
			}
		})
	}
}

// system:read opens one public folder and nothing of the running machine.
func TestForSystem(t *testing.T) {
	grants := []core.Grant{{Name: "home", Read: []string{"/home/anna"}}}
	for _, c := range []struct {
		m    *manifest.Manifest
		want []sdk.Root
	}{
		{capable("system:read"), []sdk.Root{{Path: "/var/lib/dpkg"}}},
		{capable("system:read", "fs:read"), []sdk.Root{{Path: "/home/anna"}, {Path: "/var/lib/dpkg"}}},
		{capable("compute:pure"), nil},
	} {
		p, err := For(c.m, grants, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, p.Roots); diff != "" || p.Writes() || p.Net != NetNone {
			t.Errorf("%s %+v", diff, p)
		}
	}
	p, err := For(capable("system:read"), grants, nil)
	if err != nil {
		t.Fatal(err)
	}
	l, err := p.Resolve(tree{"/var/lib/dpkg/status": "file", "/proc/1/root": "-> /", "/proc/1/environ": "file"})
	if err != nil {
		t.Fatal(err)
	}
	argv := strings.Join(l.Bwrap(Frame{SocketDir: "/run/x", Exec: "/x"}), " ")
	if !strings.Contains(argv, "--ro-bind /var/lib/dpkg /var/lib/dpkg") || !strings.Contains(argv, "--proc /proc") || strings.Contains(argv, "bind /proc") || !strings.Contains(argv, "--unshare-all") {
		t.Errorf("%s", argv)
	}
	rules, err := l.Landlock(tree{})
	if err != nil || len(rules) != 1 || rules[0].Access != Read || rules[0].Path != "/var/lib/dpkg" {
		t.Errorf("%v %v", rules, err)
	}
}
