package birth

import (
	"context"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/sdktest"
)

// Run checks that manifests and executors of a family belong together and runs every birth test through
// the wire. Each executor has at least four tests; which cases they are is the author's choice.
func Run(t *testing.T, manifests fs.FS, executors map[string]sdk.Executor) {
	all := load(t, manifests)
	if len(all) != len(executors) {
		t.Errorf("%d manifests for %d executors", len(all), len(executors))
	}
	for _, m := range all {
		t.Run(m.Name, func(t *testing.T) {
			executor, ok := executors[m.Name]
			if !ok {
				t.Fatal("this family does not serve it")
			}
			if len(m.Tests) < 4 {
				t.Errorf("%d birth tests; at least 4 are wanted", len(m.Tests))
			}
			if _, ok := executor.(sdk.Previewer); ok == (m.Execution.Effect == "read_only") {
				t.Errorf("previews: %v, effect %s", ok, m.Execution.Effect)
			}
			if _, ok := executor.(sdk.Reverser); ok != m.Revertible {
				t.Errorf("reverses: %v, revertible %v", ok, m.Revertible)
			}
			invoke := func(ctx context.Context, root sdk.Root, call sdk.Call) (sdk.Result, error) {
				return sdktest.Direct(ctx, executor, root, call)
			}
			for _, test := range m.Tests {
				t.Run(test.Name, func(t *testing.T) {
					if err := sdktest.RunBirthTest(t.Context(), m, test, invoke); err != nil {
						t.Error(err)
					}
				})
			}
		})
	}
}

// Conform builds the family in the current folder and tries every executor of it as a process.
func Conform(t *testing.T, manifests fs.FS) {
	if testing.Short() {
		t.Skip("-short leaves out what builds the binary")
	}
	binary := filepath.Join(t.TempDir(), "plugin")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, m := range load(t, manifests) {
		t.Run(m.Name, func(t *testing.T) {
			report := sdktest.Conform(t.Context(), binary, sdktest.Options{Manifest: m})
			for _, c := range report.Checks {
				if c.Status == sdktest.Fail {
					t.Errorf("%s: %s", c.Name, c.Detail)
				}
			}
			if !report.OK() && !t.Failed() {
				t.Error("nothing was checked")
			}
		})
	}
}

// load reads the manifests, each of which is named after its file. Their digest is stamped when the binary
// is built, so any will do here.
func load(t *testing.T, manifests fs.FS) []*manifest.Manifest {
	t.Helper()
	names, err := fs.Glob(manifests, "*.toml")
	if err != nil || len(names) == 0 {
		t.Fatal("no manifests", err)
	}
	var all []*manifest.Manifest
	for _, name := range names {
		data, err := fs.ReadFile(manifests, name)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(data), `digest   = ""`, `digest   = "sha256:`+strings.Repeat("0", 64)+`"`, 1)
		m, err := manifest.Check(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if m.Name+".toml" != name {
			t.Errorf("%s declares %s", name, m.Name)
		}
		all = append(all, m)
	}
	return all
}
