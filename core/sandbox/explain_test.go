package sandbox

import "testing"

const (
	ubuntu2404 = "NAME=\"Ubuntu\"\nVERSION_ID=\"24.04\"\nID=ubuntu\nID_LIKE=debian\n"
	ubuntu2504 = "ID=ubuntu\nVERSION_ID=\"25.04\"\n"
	mint       = "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"22\"\n"
	debian     = "ID=debian\nVERSION_ID=\"12\"\n"
)

func TestField_SANDBOX_01_SANDBOX_02_SANDBOX_03_SANDBOX_04(t *testing.T) {
	cases := []struct {
		name, stderr string
		m            Machine
		want         Cause
	}{
		{"SANDBOX-01 SANDBOX-02 24.04", "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", Machine{ubuntu2404, true, "/usr/bin/bwrap"}, AppArmorNoProfile},
		{"SANDBOX-03 25.04 ships the profile", "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", Machine{ubuntu2504, true, "/usr/bin/bwrap"}, AppArmorProfile},
		{"SANDBOX-04 bwrap of another path", "bwrap: setting up uid map: Permission denied", Machine{ubuntu2504, true, "/home/linuxbrew/bin/bwrap"}, AppArmorProfile},
		{"SANDBOX-04 24.04", "bwrap: setting up uid map: Permission denied", Machine{ubuntu2404, true, "/usr/bin/bwrap"}, AppArmorNoProfile},
		{"a derivative", "bwrap: setting up uid map: Permission denied", Machine{mint, true, "/usr/bin/bwrap"}, AppArmorNoProfile},
		{"SANDBOX-12 container", "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.", Machine{debian, false, "/usr/bin/bwrap"}, UserNamespaces},
		{"container on Debian, uid map", "bwrap: setting up uid map: Permission denied", Machine{debian, false, "/usr/bin/bwrap"}, UserNamespaces},
		{"kernel without", "bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces.", Machine{debian, false, ""}, UserNamespaces},
		{"limit", "bwrap: Creating new namespace failed: nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)", Machine{debian, false, ""}, TooManyNamespaces},
		{"old", "bwrap: Unknown option --perms", Machine{debian, false, ""}, TooOld},
		{"new words", "bwrap: something nobody saw before", Machine{debian, false, ""}, Unknown},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Explain(c.stderr, c.m); got != c.want {
				t.Errorf("cause %q, want %q", got, c.want)
			}
		})
	}
	e := AppArmorNoProfile.Err("", " words \n")
	if e.Code != "bwrap_apparmor_2404" || e.Params["path"] != "/usr/bin/bwrap" || e.Params["detail"] != "words" {
		t.Errorf("refusal %+v", e)
	}
}

func FuzzExplain(f *testing.F) {
	f.Add("bwrap: setting up uid map: Permission denied", ubuntu2404, true)
	f.Add("", "", false)
	f.Fuzz(func(t *testing.T, stderr, release string, userns bool) {
		if Explain(stderr, Machine{release, userns, ""}) == Works {
			t.Error("a failed probe was explained as working")
		}
	})
}
