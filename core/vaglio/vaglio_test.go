package vaglio

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/plan"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"pgregory.net/rapid"
)

// house is a home with a granted folder, a read-only one, a denied one and links that lead astray.
type house struct {
	home string
	*Vaglio
}

func newHouse(t testing.TB, threshold int) house {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(base, "home")
	for _, dir := range []string{"home/Documenti", "home/Libri", "home/.metnos", "home/.ssh", "outside"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"Documenti/out": filepath.Join(base, "outside"), "Documenti/key": filepath.Join(home, ".ssh"),
		"Documenti/in": filepath.Join(home, "Libri"), "Documenti/loop": "loop",
	} {
		if err := os.Symlink(target, filepath.Join(home, link)); err != nil {
			t.Fatal(err)
		}
	}
	grants := []core.Grant{
		{Name: "documents", Read: []string{filepath.Join(home, "Documenti")}, Write: []string{filepath.Join(home, "Documenti")}},
		{Name: "books", Read: []string{filepath.Join(home, "Libri")}, Deny: []string{filepath.Join(home, "Documenti/privato")}},
	}
	known := func(o core.Owner) bool { return o == core.Host }
	return house{home, New(Policy{Threshold: threshold, Grants: grants, Deny: []string{filepath.Join(home, ".metnos")}, Level: core.LevelLandlock}, known)}
}

func executor(effect string, capabilities ...string) core.Executor {
	m := &manifest.Manifest{Name: "move_files", Lifecycle: "active", Origin: "handcrafted", Revertible: true}
	m.Execution.Effect = effect
	m.Args.Properties = map[string]manifest.Property{"paths": {Type: "array", Semantic: "paths"}}
	for _, c := range capabilities {
		m.Capabilities = append(m.Capabilities, manifest.Capability{Name: c, Args: []string{"paths"}})
	}
	return core.Executor{Manifest: m}
}

func (h house) decide(ex core.Executor, e *sdk.Effects, paths ...string) core.Verdict {
	list := make([]any, len(paths))
	for i, p := range paths {
		list[i] = p
	}
	args, reached, err := CanonicalArgs(ex.Manifest, h.home, map[string]any{"paths": list})
	if err != nil {
		return core.Verdict{Ruling: core.Deny, Code: codeOf(err)}
	}
	return h.Decide(context.Background(), Action{Owner: core.Host, Executor: ex, Args: args, Paths: reached, Effects: e})
}

func codeOf(err error) string {
	if e, ok := err.(*sdk.Error); ok {
		return e.Code
	}
	return err.Error()
}

func TestPathsAreJudgedWhereTheyReallyLead(t *testing.T) {
	h := newHouse(t, 20)
	read := executor("read_only", "fs:read")
	for path, want := range map[string]string{
		"Documenti":                       "allowed",
		"Documenti/a.txt":                 "allowed",
		"~/Documenti/./b/../a.txt":        "allowed",
		"Documenti/in/libro.txt":          "path_outside", // a link between grants: each root is reached on its own
		"Documenti/../../outside/x":       "path_outside",
		"Documenti/out/x":                 "path_outside",
		"Documenti/key/id_rsa":            "path_secret",
		"Documenti/loop/x":                "path_unresolved",
		"Documenti/privato/x":             "path_denied",
		".metnos/store.db":                "path_denied",
		".ssh":                            "path_secret",
		"Documenti/.ssh/config":           "path_secret",
		"../../../../../../../etc/passwd": "path_secret",
		"//etc/shadow":                    "path_secret",
		"/etc/../etc/shadow":              "path_secret",
		"/proc/self/environ":              "path_secret",
		"/sys/kernel":                     "path_secret",
		"Documentix/a.txt":                "path_outside", // a shared prefix is not a shared folder
		"~root/a":                         "foreign_home",
		"a\x00b":                          "bad_path",
		"":                                "bad_path",
		strings.Repeat("../", 60) + "etc/sudoers": "path_secret",
	} {
		if got := h.decide(read, nil, path); got.Code != want {
			t.Errorf("%q: %s %s, want %s", path, got.Ruling, got.Code, want)
		}
	}
}

func TestReadOnlyGrantsAreNotWritten(t *testing.T) {
	h := newHouse(t, 20)
	one := &sdk.Effects{Reversible: true, Total: 1, Items: []sdk.Effect{{Action: "move", Source: h.home + "/Libri/a", Target: h.home + "/Documenti/a"}}}
	if got := h.decide(executor("reversible", "fs:read", "fs:write"), one, "Libri/a"); got.Ruling != core.Deny || got.Code != "path_read_only" {
		t.Errorf("%+v", got)
	}
	through := &sdk.Effects{Reversible: true, Total: 1, Items: []sdk.Effect{{Action: "create", Target: h.home + "/Documenti/in/new"}}}
	if got := h.decide(executor("create_only", "fs:write"), through, "Documenti/new"); got.Ruling != core.Deny {
		t.Errorf("a link led a write into a read-only grant: %+v", got)
	}
}

func (h house) effects(action string, n int) *sdk.Effects {
	e := &sdk.Effects{Reversible: true, Total: n}
	for i := range n {
		e.Items = append(e.Items, sdk.Effect{Action: action, Target: filepath.Join(h.home, "Documenti", strings.Repeat("x", i+1))})
	}
	return e
}

func TestPolicyClasses(t *testing.T) {
	h := newHouse(t, 20)
	irreversible := h.effects("move", 1)
	irreversible.Reversible = false
	mixed := h.effects("move", 20)
	mixed.Items = append(mixed.Items, h.effects("create", 3).Items...)
	mixed.Total = 23
	hidden := h.effects("trash", 5)
	hidden.Truncated, hidden.Total = true, 500
	for name, c := range map[string]struct {
		effect  string
		effects *sdk.Effects
		want    string
	}{
		"reading":                        {"read_only", nil, "allowed"},
		"reading that would change":      {"read_only", h.effects("create", 1), "effect_contradicts"},
		"creating":                       {"create_only", h.effects("create", 20), "allowed"},
		"creating many":                  {"create_only", h.effects("create", 21), "ask_bulk"},
		"moving at the threshold":        {"reversible", h.effects("move", 20), "allowed"},
		"moving above it":                {"reversible", h.effects("move", 21), "ask_bulk"},
		"twenty moves into a new folder": {"reversible", mixed, "allowed"},
		"more than the preview lists":    {"reversible", hidden, "ask_bulk"},
		"trashing":                       {"reversible", h.effects("trash", 3), "allowed"},
		"appending":                      {"reversible", h.effects("append", 1), "allowed"},
		"overwriting":                    {"reversible", h.effects("overwrite", 1), "ask_overwrite"},
		"editing in places":              {"reversible", edits(h.effects("overwrite", 1)), "ask_edit"},
		"deleting for good":              {"mutating", h.effects("delete", 1), "ask_irreversible"},
		"an action nobody knows":         {"reversible", h.effects("transmogrify", 1), "ask_irreversible"},
		"what cannot be undone":          {"reversible", irreversible, "ask_irreversible"},
		"sending":                        {"outbound", nil, "ask_outbound"},
		"sending foreseen by a mutator":  {"mutating", h.effects("send", 1), "ask_outbound"},
		"an effect nobody knows":         {"surprising", nil, "effect_unknown"},
		"no effect declared":             {"", nil, "effect_unknown"},
		"mutating without a preview":     {"mutating", nil, "ask_irreversible"},
		"reversible, one named target":   {"reversible", nil, "allowed"},
	} {
		if got := h.decide(executor(c.effect, "fs:read", "fs:write"), c.effects, "Documenti/a"); got.Code != c.want {
			t.Errorf("%s: %s %s, want %s", name, got.Ruling, got.Code, c.want)
		}
	}
}

func TestWithoutAPreviewOnlyACountableSetRuns(t *testing.T) {
	h := newHouse(t, 2)
	ex := executor("reversible", "fs:write")
	if got := h.decide(ex, nil, "Documenti/a", "Documenti/b", "Documenti/c"); got.Code != "ask_bulk" {
		t.Errorf("%+v", got)
	}
	ex.Manifest.Args.Properties["glob"] = manifest.Property{Type: "string", Semantic: "glob"}
	args := map[string]any{"paths": []any{h.home + "/Documenti"}, "glob": "*.bak"}
	got := h.Decide(context.Background(), Action{Owner: core.Host, Executor: ex, Args: args, Paths: []Path{{Arg: "paths", Path: h.home + "/Documenti", Write: true}}})
	if got.Code != "ask_unknown_extent" {
		t.Errorf("a pattern of unknown extent ran: %+v", got)
	}
}

func TestTheBulkGateCannotBeSwitchedOff(t *testing.T) {
	t.Setenv("METNOS_BULK_THRESHOLD", "100000")
	for _, threshold := range []int{0, -1, -1000} {
		h := newHouse(t, threshold)
		if got := h.decide(executor("reversible", "fs:write"), h.effects("move", 1), "Documenti/a"); got.Ruling != core.AskFor {
			t.Errorf("threshold %d: %+v", threshold, got)
		}
		if got := h.decide(executor("read_only", "fs:read"), nil, "Documenti/a"); got.Ruling != core.Allow {
			t.Errorf("threshold %d stops reading: %+v", threshold, got)
		}
	}
}

func TestPrivilegesAskWhateverTheEffectIsCalled(t *testing.T) {
	h := newHouse(t, 20)
	for _, c := range []string{"code:exec", "system:admin", "mail:send", "drive:permissions", "auth.password_storage"} {
		if got := h.decide(executor("read_only", c), nil); got.Ruling != core.AskFor {
			t.Errorf("%s: %+v", c, got)
		}
	}
}

func TestApprovalLiftsAnAskAndNeverADeny(t *testing.T) {
	h := newHouse(t, 20)
	ex := executor("reversible", "fs:write")
	a := Action{Owner: core.Host, Executor: ex, Effects: h.effects("move", 50), Approved: true}
	if got := h.Decide(context.Background(), a); got.Code != "approved" {
		t.Errorf("%+v", got)
	}
	a.Effects.Items[7].Target = "/etc/passwd"
	if got := h.Decide(context.Background(), a); got.Ruling != core.Deny {
		t.Errorf("an approved action left the granted folders: %+v", got)
	}
}

func TestUntrustedValuesReachNoSinkWithoutConsent(t *testing.T) {
	h := newHouse(t, 20)
	for semantic, asks := range map[string]bool{
		"path": true, "paths": true, "folder": true, "destination": true, "url": true, "recipient": true, "command": true, "schedule": true,
		"text": false, "entries": false,
	} {
		ex := executor("read_only")
		ex.Manifest.Args.Properties["x"] = manifest.Property{Type: "string", Semantic: semantic}
		a := Action{Owner: core.Host, Executor: ex, Args: map[string]any{"x": "evil"}, Origins: map[string]plan.Provenance{"x": plan.Untrusted}}
		got := h.Decide(context.Background(), a)
		if asks != (got.Code == "ask_untrusted") || asks && got.Params["value"] != "evil" {
			t.Errorf("%s: %+v", semantic, got)
		}
		// A name of the person's own may have been given by somebody else: it leads to the thing, and is no address.
		a.Origins["x"] = plan.Own
		if got := h.Decide(context.Background(), a); (got.Ruling == core.Allow) == address(ex.Manifest.Args.Properties["x"]) {
			t.Errorf("own %s: %+v", semantic, got)
		}
	}
}

func TestIdentityAndConfinement(t *testing.T) {
	h := newHouse(t, 20)
	read := func() core.Executor { return executor("read_only") }
	imported, strong, odd, retired := read(), read(), read(), read()
	imported.Manifest.Origin = "synthesized"
	strong.Manifest.Placement.MinSandbox = "bwrap"
	odd.Manifest.Placement.MinSandbox = "vault"
	retired.Manifest.Lifecycle = "deprecated"
	weak := New(Policy{Threshold: 20, Level: core.LevelProcess}, func(core.Owner) bool { return true })
	for name, c := range map[string]struct {
		v     *Vaglio
		owner core.Owner
		ex    core.Executor
		want  string
	}{
		"known":                    {h.Vaglio, core.Host, read(), "allowed"},
		"no owner":                 {h.Vaglio, "", read(), "owner_unknown"},
		"unknown owner":            {h.Vaglio, "eve", read(), "owner_unknown"},
		"nobody can be known":      {New(Policy{}, nil), core.Host, read(), "owner_unknown"},
		"no executor":              {h.Vaglio, core.Host, core.Executor{}, "executor_missing"},
		"inactive":                 {h.Vaglio, core.Host, retired, "executor_inactive"},
		"needs more isolation":     {h.Vaglio, core.Host, strong, "sandbox_too_weak"},
		"unknown isolation":        {h.Vaglio, core.Host, odd, "sandbox_unknown"},
		"generated under landlock": {h.Vaglio, core.Host, imported, "allowed"},
		"generated without it":     {weak, core.Host, imported, "sandbox_too_weak"},
		"files without roots":      {weak, core.Host, executor("read_only", "fs:read"), "no_roots"},
	} {
		if got := c.v.Decide(context.Background(), Action{Owner: c.owner, Executor: c.ex}); got.Code != c.want {
			t.Errorf("%s: %s, want %s", name, got.Code, c.want)
		}
	}
}

func TestAFaultInsideIsADeny(t *testing.T) {
	v := New(Policy{}, func(core.Owner) bool { panic("broken") })
	if got := v.Decide(context.Background(), Action{Owner: core.Host, Executor: executor("read_only")}); got.Ruling != core.Deny {
		t.Errorf("%+v", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h := newHouse(t, 20)
	if got := h.Decide(ctx, Action{Owner: core.Host, Executor: executor("read_only")}); got.Ruling != core.Deny {
		t.Errorf("%+v", got)
	}
	if got := h.Decide(context.Background(), Action{}); got.Ruling != core.Deny {
		t.Errorf("the zero action: %+v", got)
	}
}

func TestAGuestOnlyReads(t *testing.T) {
	h := newHouse(t, 20)
	for _, approved := range []bool{false, true} {
		a := Action{Owner: core.Host, Executor: executor("reversible", "fs:write"), Effects: h.effects("move", 1), ReadOnly: true, Approved: approved}
		if got := h.Decide(context.Background(), a); got.Code != "guest_reads_only" {
			t.Errorf("%+v", got)
		}
	}
}

func TestGlobsStayInTheirFolder(t *testing.T) {
	m := executor("read_only").Manifest
	m.Args.Properties["glob"] = manifest.Property{Semantic: "glob"}
	for glob, fine := range map[string]bool{"*.txt": true, "**/a.pdf": true, "../*": false, "a/../../b": false, "/etc/*": false, "~/x": false} {
		_, _, err := CanonicalArgs(m, "/home/x", map[string]any{"glob": glob})
		if (err == nil) != fine {
			t.Errorf("%q: %v", glob, err)
		}
	}
}

// However a path is written, what is allowed lies below a granted root once everything is resolved.
func TestNoSpellingLeavesTheGrant(t *testing.T) {
	h := newHouse(t, 20)
	read := executor("read_only", "fs:read")
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.SampledFrom([]string{"..", ".", "", "Documenti", "Libri", "out", "in", "key", "loop", ".ssh", "a", "~", "etc", "passwd", "home"}), 1, 8).Draw(t, "parts")
		path := strings.Join(parts, "/")
		if h.decide(read, nil, path).Ruling != core.Allow {
			return
		}
		abs, err := Canonical(h.home, path)
		if err != nil {
			t.Fatalf("%q was allowed and has no canonical form", path)
		}
		resolved, err := real(abs)
		if err != nil {
			t.Fatalf("%q was allowed and cannot be resolved", path)
		}
		if !below(resolved, h.home+"/Documenti") && !below(resolved, h.home+"/Libri") {
			t.Fatalf("%q was allowed and leads to %s", path, resolved)
		}
	})
}

// The resolver with a memory agrees with the one without.
func TestResolversAgree(t *testing.T) {
	h := newHouse(t, 20)
	links := resolver{}
	for _, path := range []string{"Documenti/a", "Documenti/out/x", "Documenti/out", "Documenti/in/x", "Documenti/key", "Documenti/loop", "none/such", "", "Documenti/out/x"} {
		path = filepath.Join(h.home, path)
		want, wantErr := real(path)
		got, err := links.real(path)
		if got != want || (err == nil) != (wantErr == nil) {
			t.Errorf("%s: %q, %v; want %q, %v", path, got, err, want, wantErr)
		}
	}
}

func BenchmarkDecideThousandPaths(b *testing.B) {
	h := newHouse(b, 100_000)
	paths := make([]string, 1000)
	for i := range paths {
		paths[i] = "Documenti/file" + count(i)
	}
	read := executor("read_only", "fs:read")
	for b.Loop() {
		if got := h.decide(read, nil, paths...); got.Ruling != core.Allow {
			b.Fatal(got)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"a", "~/a", "../..", "//etc/shadow", "~root", "\x00", "a//b/./../c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		path, err := Canonical("/home/x", s)
		if err != nil {
			return
		}
		if !filepath.IsAbs(path) || filepath.Clean(path) != path || strings.ContainsRune(path, 0) {
			t.Errorf("%q became %q", s, path)
		}
		if again, err := Canonical("/home/x", path); err != nil || again != path {
			t.Errorf("%q is not a fixed point: %q, %v", path, again, err)
		}
	})
}

// edits are effects that change things in places.
func edits(e *sdk.Effects) *sdk.Effects {
	for i := range e.Items {
		e.Items[i].Edits = 2
	}
	return e
}
