package measure

import (
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/jail"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire"
)

var tight = wire.Isolation{Canary: "absent", NoNewPrivs: true, Seccomp: 2, UserMap: "0 0 1"}

func TestField_SANDBOX_13(t *testing.T) {
	with := func(change func(*wire.Isolation)) wire.Isolation { i := tight; change(&i); return i }
	cases := []struct {
		name     string
		launched core.Level
		found    wire.Isolation
		want     string
		says     string
	}{
		{"as launched", core.LevelBwrap, tight, "bwrap", ""},
		{"never more than launched", core.LevelLandlock, tight, "landlock", "why"},
		{"plain is plain whatever it says", core.LevelProcess, tight, "process", "why"},
		{"canary readable", core.LevelBwrap, with(func(i *wire.Isolation) { i.Canary = "readable" }), "process", "readable"},
		{"canary not looked for", core.LevelBwrap, with(func(i *wire.Isolation) { i.Canary = "" }), "process", "outside"},
		{"canary denied instead of absent", core.LevelBwrap, with(func(i *wire.Isolation) { i.Canary = "denied" }), "landlock", "can be seen"},
		{"privileges to gain", core.LevelBwrap, with(func(i *wire.Isolation) { i.NoNewPrivs = false }), "process", "no_new_privs"},
		{"no filter", core.LevelLandlock, with(func(i *wire.Isolation) { i.Seccomp = 0 }), "process", "filter"},
		{"a network interface", core.LevelBwrap, with(func(i *wire.Isolation) { i.Interfaces = []string{"eth0"} }), "landlock", "eth0"},
		{"capabilities", core.LevelBwrap, with(func(i *wire.Isolation) { i.Caps = 1 << 21 }), "landlock", "200000"},
		{"no user namespace", core.LevelBwrap, with(func(i *wire.Isolation) { i.UserMap = "         0          0 4294967295" }), "landlock", "user namespace"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l := jail.Launch{Level: c.launched, Layout: sandbox.Layout{Profile: sandbox.Profile{Executor: "x", Net: sandbox.NetNone}}}
			box, err := Sandbox(l, sandbox.Auto, "why", c.found)
			if err != nil || box.Level != c.want || !strings.Contains(box.Reason, c.says) || (c.want == "bwrap") != (box.Reason == "") {
				t.Fatalf("%+v %v, want %s with a reason that says %q", box, err, c.want, c.says)
			}
			if (box.Net == "host") != (c.want == "process") {
				t.Errorf("network %s at level %s", box.Net, box.Level)
			}
			l.Layout.Profile.Min = core.LevelBwrap
			_, err = Sandbox(l, sandbox.Auto, "why", c.found)
			if (err == nil) != (c.want == "bwrap") || (err != nil && sdk.ClassOf(err) != sdk.PolicyDenied) {
				t.Errorf("an executor that needs bwrap at level %s: %v", c.want, err)
			}
			l.Layout.Profile.Min = core.LevelProcess
			if _, err = Sandbox(l, sandbox.Landlock, "why", c.found); (err != nil) != (c.want == "process") {
				t.Errorf("mode landlock at level %s: %v", c.want, err)
			}
		})
	}
}
