package sdktest_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/sdktest"
)

func TestRig(t *testing.T) {
	rig := sdktest.Run(t, note{}, "hidden")
	rig.Write("hidden/x", "secret")
	args := map[string]any{"path": rig.Path("a.txt"), "text": "ciao"}
	if e, err := rig.Preview(args); err != nil || e.Total != 1 || e.Items[0].Target != rig.Path("a.txt") {
		t.Errorf("preview: %+v, %v", e, err)
	}
	r, err := rig.Invoke(args)
	if err != nil || !r.OK {
		t.Fatalf("%+v, %v", r, err)
	}
	if text, ok := rig.Read("a.txt"); !ok || text != "ciao" {
		t.Errorf("the file holds %q", text)
	}
	_, err = rig.Invoke(args)
	if sdk.ClassOf(err) != sdk.Conflict {
		t.Errorf("again: %v", err)
	}
	if _, err := rig.Reverse(args, r.Undo); err != nil {
		t.Error(err)
	}
	if _, ok := rig.Read("a.txt"); ok {
		t.Error("the file is still there")
	}
	_, err = rig.Invoke(map[string]any{"path": rig.Path("hidden/y"), "text": ""})
	if sdk.ClassOf(err) != sdk.PermissionDenied {
		t.Errorf("a hidden folder: %v", err)
	}
}

// asks is an executor that tries every part of the broker.
type asks struct{}

func (asks) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	path := call.Args["path"].(string)
	ref, err := host.Backup(ctx, path)
	if err != nil {
		return sdk.Result{}, err
	}
	w, err := host.Files().Replace(path)
	if err != nil {
		return sdk.Result{}, err
	}
	w.Write([]byte("new"))
	if err := w.Close(); err != nil {
		return sdk.Result{}, err
	}
	if err := host.Restore(ctx, ref, path); err != nil {
		return sdk.Result{}, err
	}
	s, err := host.Credential(ctx, "imap")
	if err != nil {
		return sdk.Result{}, err
	}
	a, err := host.Ask(ctx, sdk.Question{Prompt: "?"})
	return sdk.Result{OK: true, Value: s["password"] + a.Value}, err
}

func TestRigBroker(t *testing.T) {
	rig := sdktest.Run(t, asks{})
	args := map[string]any{"path": rig.Write("a", "old")}
	_, err := rig.Invoke(args)
	if sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("an ungranted credential: %v", err)
	}
	rig.Broker.Secrets = map[string]sdk.Secret{"imap": {"password": "p"}}
	rig.Broker.Answer = func(sdk.Question) sdk.Answer { return sdk.Answer{Value: "sì"} }
	r, err := rig.Invoke(args)
	if text, _ := rig.Read("a"); err != nil || r.Value != "psì" || text != "old" {
		t.Errorf("%+v, %v, the file holds %q", r, err, text)
	}
}

// Every expectation of a birth test can fail.
func TestBirthExpectationsFail(t *testing.T) {
	three, two := 3, 2
	for name, tt := range map[string]struct {
		expect manifest.Expect
		says   string
	}{
		"ok":        {manifest.Expect{OK: no()}, "ok is true"},
		"class":     {manifest.Expect{ErrorClass: sdk.NotFound}, `error class is ""`},
		"count":     {manifest.Expect{Count: &two}, "1 items, want 2"},
		"failed":    {manifest.Expect{Failed: &three}, "0 failures, want 3"},
		"mutations": {manifest.Expect{Mutations: &two}, "1 mutations, want 2"},
		"value":     {manifest.Expect{Value: int64(7)}, "value is 1, want 7"},
		"entries":   {manifest.Expect{Entries: []map[string]any{{"size": int64(5)}}}, "size is 4, want 5"},
		"more":      {manifest.Expect{Entries: []map[string]any{{}, {}}}, "item 2 is missing"},
		"exists":    {manifest.Expect{Exists: []string{"x"}}, "x does not exist"},
		"absent":    {manifest.Expect{Absent: []string{"in/new.txt"}}, "in/new.txt exists"},
		"contains":  {manifest.Expect{Contains: []manifest.FileContains{{Path: "in/new.txt", Text: "addio"}}}, "does not contain"},
	} {
		t.Run(name, func(t *testing.T) {
			m := noteManifest()
			test := m.Tests[0]
			test.Expect = tt.expect
			err := sdktest.RunBirthTest(t.Context(), m, test, direct)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("it says %v, want %q", err, tt.says)
			}
		})
	}
}

// direct makes a call in this process: what a host does through a sandbox.
func direct(ctx context.Context, root sdk.Root, call sdk.Call) (sdk.Result, error) {
	return sdktest.Direct(ctx, note{}, root, call)
}

func TestBirthFixtures(t *testing.T) {
	m := noteManifest()
	test := m.Tests[0]
	for _, f := range []manifest.TestFile{{Path: "../out", Text: "x"}, {Path: "/etc/x", Text: "x"}, {Path: "a", Base64: "§"}, {Path: "a", Modified: "ieri"}} {
		test.Files = []manifest.TestFile{f}
		if err := sdktest.RunBirthTest(t.Context(), m, test, direct); err == nil || !strings.Contains(err.Error(), "fixture") {
			t.Errorf("fixture %+v: %v", f, err)
		}
	}
	test.Files = []manifest.TestFile{{Path: "in/"}, {Path: "b", Base64: "AAE="}, {Path: "s", Size: 1 << 30}, {Path: "m", Modified: "2026-01-02T03:04:05Z"}}
	if err := sdktest.RunBirthTest(t.Context(), m, test, func(ctx context.Context, root sdk.Root, call sdk.Call) (sdk.Result, error) {
		for name, size := range map[string]int64{"b": 2, "s": 1 << 30} {
			if fi, err := statIn(root, name); err != nil || fi.Size() != size {
				t.Errorf("%s: %v, %v", name, fi, err)
			}
		}
		if fi, err := statIn(root, "m"); err != nil || fi.ModTime().Unix() != 1767323045 {
			t.Errorf("m: %v, %v", fi, err)
		}
		return direct(ctx, root, call)
	}); err == nil || !strings.Contains(err.Error(), "in/old.txt does not exist") {
		t.Errorf("it says %v", err)
	}
}

func statIn(root sdk.Root, name string) (fs.FileInfo, error) {
	return os.Stat(filepath.Join(root.Path, name))
}
