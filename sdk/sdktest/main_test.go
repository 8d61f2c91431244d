package sdktest_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/serve"
	"github.com/metnos/metnos/sdk/wire"
)

// TestMain makes the test binary the plugin: under the name of a mode it behaves in that mode.
func TestMain(m *testing.M) {
	if mode, ok := strings.CutPrefix(filepath.Base(os.Args[0]), "plugin-"); ok {
		behave(mode)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// plugin is the path of this binary under the name of a mode.
func plugin(t *testing.T, mode string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "plugin-"+mode)
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	return path
}

func behave(mode string) {
	n := note{mode}
	served := len(os.Args) == 1 && os.Getenv(wire.Handshake.MagicCookieKey) != ""
	switch mode {
	case "misnamed":
		serve.Executors(serve.Entry{Name: "other_name", Executor: n})
		return
	case "undescribed":
		if !served {
			fmt.Println("usage: none")
			return
		}
	case "helpful": // does not refuse a person
		if !served && len(os.Args) == 1 {
			return
		}
	}
	if served {
		misbehave(mode)
	}
	serve.Executors(serve.Entry{Name: "create_notes", Executor: n})
	if mode == "undying" {
		select {}
	}
}

// misbehave is what a plugin does between its start and its handshake.
func misbehave(mode string) {
	say := func(line string) {
		syscall.Write(3, []byte(line+"\n"))
		select {}
	}
	switch mode {
	case "noisy":
		fmt.Println("hello from a library's init")
		fmt.Fprintln(os.Stderr, strings.Repeat("noise ", 10<<20/6))
	case "long_line":
		say(strings.Repeat("x", 70_000))
	case "mute":
		select {}
	case "exits":
		fmt.Fprintln(os.Stderr, "no configuration, no service")
		os.Exit(3)
	case "tcp":
		say("1|1|tcp|127.0.0.1:9|netrpc|")
	case "elsewhere":
		say("1|1|unix|/tmp/elsewhere.sock|netrpc|")
	case "future":
		say("1|2|unix|/tmp/x.sock|netrpc|")
	case "orphan": // survives the core
		os.Stdin, _ = os.Open(os.DevNull)
		nothing, _ := os.Open(os.DevNull)
		dup(nothing)
	}
}

// note writes one file. Its mode is how it breaks the contract.
type note struct{ mode string }

func (n note) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	path, isText := call.Args["path"].(string)
	text, textOK := call.Args["text"].(string)
	switch n.mode {
	case "deaf":
		time.Sleep(600 * time.Millisecond)
	case "panics":
		panic("no")
	case "dies":
		os.Exit(4)
	case "unclassed":
		if !isText {
			return sdk.Result{}, errors.New("what path?")
		}
	case "blames_the_world":
		if !isText {
			return sdk.Result{}, sdk.Errorf(sdk.IOError, "io_failed", "no path")
		}
	case "takes_anything":
		if !isText {
			return sdk.Result{OK: true}, nil
		}
	case "silent_failure":
		return sdk.Result{}, nil
	case "huge":
		return sdk.Result{OK: true, Value: strings.Repeat("x", 33<<20)}, nil
	case "invalid_class":
		return sdk.Result{OK: true, Failed: []sdk.Failure{{Item: "x", Class: "oops"}}}, nil
	case "undeclared":
		return sdk.Result{OK: true, Results: []map[string]any{{"secret": 1}}}, nil
	}
	if !isText || !textOK {
		return sdk.Result{}, sdk.Errorf(sdk.MissingInput, "path_missing", "path and text are needed")
	}
	if err := ctx.Err(); err != nil {
		return sdk.Result{}, err
	}
	f, err := host.Files().Create(path)
	if err != nil {
		return sdk.Result{}, err
	}
	if _, err := f.Write([]byte(text)); err != nil {
		return sdk.Result{}, errors.Join(err, f.Abort())
	}
	if err := f.Close(); err != nil {
		return sdk.Result{}, err
	}
	r := sdk.Result{
		OK: true, Results: []map[string]any{{"path": path, "size": len(text)}}, Value: 1,
		Effects: sdk.Counters{Items: 1, Mutations: 1, Countable: true},
		Undo:    &sdk.Undo{Pattern: "delete_created", Evidence: []map[string]any{{"path": path}}},
	}
	if n.mode == "no_evidence" {
		r.Undo = nil
	}
	return r, nil
}

func (n note) Preview(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Effects, error) {
	if n.mode == "preview_acts" {
		if _, err := n.Invoke(ctx, call, host); err != nil {
			return sdk.Effects{}, err
		}
	}
	path, _ := call.Args["path"].(string)
	return sdk.Effects{Items: []sdk.Effect{{Action: "create", Target: path}}, Total: 1, Reversible: true}, nil
}

func (n note) Reverse(_ context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	if n.mode == "undo_forgets" {
		return sdk.Result{OK: true}, nil
	}
	for _, e := range call.Undo.Evidence {
		path, _ := e["path"].(string)
		if err := host.Files().Remove(path); err != nil && (n.mode == "undo_once" || !errors.Is(err, fs.ErrNotExist)) {
			return sdk.Result{}, err
		}
	}
	return sdk.Result{OK: true}, nil
}

func yes() *bool       { b := true; return &b }
func no() *bool        { return new(bool) }
func count(n int) *int { return &n }

// noteManifest declares the executor of a mode.
func noteManifest() *manifest.Manifest {
	return &manifest.Manifest{
		Name: "create_notes",
		Args: manifest.Args{
			Required:   []string{"path", "text"},
			Properties: map[string]manifest.Property{"path": {Type: "string", Semantic: "path"}, "text": {Type: "string", Semantic: "text"}},
		},
		Output:       manifest.Output{Collection: "results", Fields: map[string]string{"path": "path", "size": "bytes"}, Value: "integer"},
		Capabilities: []manifest.Capability{{Name: "fs:write", Args: []string{"path"}}},
		Tests: []manifest.Test{{
			Name:  "happy",
			Input: map[string]any{"path": "in/new.txt", "text": "ciao"},
			Files: []manifest.TestFile{{Path: "in/old.txt", Text: "vecchio"}},
			Expect: manifest.Expect{
				OK: yes(), Count: count(1), Mutations: count(1), Value: int64(1), Entries: []map[string]any{{"path": "in/new.txt", "size": int64(4)}},
				Exists: []string{"in/new.txt", "in/old.txt"}, Absent: []string{"in/none"}, Contains: []manifest.FileContains{{Path: "in/new.txt", Text: "iao"}},
			},
		}, {
			Name:   "taken",
			Input:  map[string]any{"path": "in/old.txt", "text": "ciao"},
			Files:  []manifest.TestFile{{Path: "in/old.txt", Text: "vecchio"}},
			Expect: manifest.Expect{OK: no(), ErrorClass: sdk.Conflict, Contains: []manifest.FileContains{{Path: "in/old.txt", Text: "vecchio"}}},
		}, {
			Name:   "refused arguments",
			Input:  map[string]any{"path": "in/old.txt"},
			Expect: manifest.Expect{ErrorClass: sdk.MissingInput},
		}},
	}
}
