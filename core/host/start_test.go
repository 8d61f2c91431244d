package host_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

func TestEcho(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		level := map[sandbox.Mode]string{sandbox.Bwrap: "bwrap", sandbox.Landlock: "landlock", sandbox.Off: "process"}[mode]
		for range 3 {
			v, box, err := w.do(t, executorOf(t, "echo"), "echo", "text", "ciao")
			if err != nil || v != "ciao" {
				t.Fatalf("answer %v, error %v", v, err)
			}
			if box.Level != level {
				t.Fatalf("measured %+v, want level %s", box, level)
			}
			if (box.Reason == "") != (mode == sandbox.Bwrap) {
				t.Errorf("reason %q at level %s", box.Reason, box.Level)
			}
		}
		if n := len(running(t, w.Host)); n != 1 {
			t.Errorf("%d processes for three calls, want 1", n)
		}
	})
}

// A plugin's own output cannot disturb the handshake: it goes elsewhere before plugin code runs.
func TestField_M_07_PLUGIN_06(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		v, _, err := w.do(t, executorOf(t, "noisy"), "echo", "text", "still here")
		if err != nil || v != "still here" {
			t.Fatalf("answer %v, error %v", v, err)
		}
	})
}

// What is no acceptable handshake fails at once, says so, and leaves neither process nor socket.
func TestField_M_08_PLUGIN_07_PLUGIN_13_PLUGIN_19(t *testing.T) {
	cases := []struct{ name, plugin, says string }{
		{"M-07 PLUGIN-07 first line of 70,000 bytes", "long_line", "Unrecognized remote plugin message"},
		{"M-08 PLUGIN-19 TCP address", "tcp", "outside its own socket folder"},
		{"M-08 unix socket elsewhere", "elsewhere", "outside its own socket folder"},
		{"M-08 link to a socket elsewhere", "linked", "which is no socket"},
		{"PLUGIN-13 another protocol version", "old_protocol", "incompatible API version"},
		{"PLUGIN-03 ends before it speaks", "dies", "cannot find my configuration"},
	}
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				start := time.Now()
				_, _, err := w.do(t, executorOf(t, c.plugin), "echo")
				wants(t, err, sdk.Unavailable, "executor_start_failed")
				if !strings.Contains(err.Error(), c.says) {
					t.Errorf("error %q does not say %q", err, c.says)
				}
				if took := time.Since(start); took > 5*time.Second { // of the ten a start may take
					t.Errorf("failed after %v: it waited for the time of a start to be over", took)
				}
				if strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "CONNECTED") {
					t.Errorf("error tells a secret, or the core connected: %q", err)
				}
				noLeftovers(t, w)
			})
		}
	})
}

// noLeftovers waits until no socket folder, record or process of failed and ended starts remains.
func noLeftovers(t *testing.T, w *world) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		sockets, _ := filepath.Glob(filepath.Join(w.runtime, "h*/plugin-dir*"))
		records, _ := filepath.Glob(filepath.Join(w.runtime, "h*/p[0-9]*"))
		pids := running(t, w.Host)
		if len(sockets)+len(records)+len(pids) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("left behind: sockets %v, records %v, processes %v", sockets, records, pids)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// The environment of a plugin is built from nothing.
func TestField_M_09_SECRET_07(t *testing.T) {
	t.Setenv("SECRET_TOKEN", "hunter2")
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		v, _, err := w.do(t, executorOf(t, "echo"), "env")
		if err != nil {
			t.Fatal(err)
		}
		declared := []string{"METNOS_EXECUTOR", "METNOS_HANDSHAKE_FD", "METNOS_LINE_FD", "METNOS_PLUGIN", "GOMAXPROCS", "LANG", "PATH", "TMPDIR", "PWD",
			"PLUGIN_PROTOCOL_VERSIONS", "PLUGIN_UNIX_SOCKET_DIR"}
		for line := range strings.Lines(text(v)) {
			name, _, _ := strings.Cut(line, "=")
			if !contains(declared, name) {
				t.Errorf("the plugin sees %s", line)
			}
		}
		if !strings.Contains(text(v), "METNOS_EXECUTOR=echo") {
			t.Errorf("environment without its own name: %q", v)
		}
	})
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// A runtime folder that cannot hold sockets is an error of its own, before anything starts.
func TestField_M_05_M_06_PLUGIN_01_PLUGIN_02(t *testing.T) {
	base := shortDir(t)
	for _, n := range []int{80, 85, 90, 93, 100, 120} {
		dir := base + "/" + strings.Repeat("d", n-len(base)-1)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		_, err := host.New(host.Config{Runtime: dir})
		if e := wants(t, err, sdk.Unavailable, "socket_dir_too_long"); e.Params["path"] != dir {
			t.Errorf("the error names %q, not %q", e.Params["path"], dir)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("left in %s: %v", dir, left)
		}
	}
	_, err := host.New(host.Config{Runtime: "/nonexistent/metnos"})
	if e := wants(t, err, sdk.Unavailable, "socket_dir_unusable"); e.Params["path"] != "/nonexistent/metnos" {
		t.Errorf("the error names %q", e.Params["path"])
	}
	open := filepath.Join(base, "open")
	if err := os.Mkdir(open, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(open, 0o755); err != nil {
		t.Fatal(err)
	}
	_, err = host.New(host.Config{Runtime: open})
	wants(t, err, sdk.Unavailable, "socket_dir_unusable")
}

// PLUGIN-04: a folder about as long as the error allows really works.
func TestField_PLUGIN_04(t *testing.T) {
	base := shortDir(t)
	long := base + "/" + strings.Repeat("d", 100)
	if err := os.Mkdir(long, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := host.New(host.Config{Runtime: long})
	most, aerr := strconv.Atoi(wants(t, err, sdk.Unavailable, "socket_dir_too_long").Params["max"])
	if aerr != nil {
		t.Fatal(aerr)
	}
	dir := base + "/" + strings.Repeat("d", most-3-len(base)-1)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, sandbox.Off, func(c *host.Config) { c.Runtime = dir })
	if v, _, err := w.do(t, executorOf(t, "echo"), "echo", "text", "fits"); v != "fits" {
		t.Fatalf("answer %v, error %v", v, err)
	}
}

// The socket is gone as soon as the connection stands; nothing can be swept away under a running plugin.
func TestField_PLUGIN_26_M_10(t *testing.T) {
	w := newWorld(t, sandbox.Auto)
	if _, _, err := w.do(t, executorOf(t, "echo"), "echo"); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(w.runtime, "h*/plugin-dir*")); len(left) != 0 {
		t.Fatalf("socket folders of a running plugin: %v", left)
	}
	if v, _, err := w.do(t, executorOf(t, "echo"), "echo", "text", "again"); v != "again" {
		t.Fatalf("answer %v, error %v", v, err)
	}
}

// One family binary serves many executors; each process is told which one it is.
func TestField_M_01(t *testing.T) {
	w := newWorld(t, sandbox.Auto)
	for _, name := range []string{"echo", "echo_other"} {
		v, _, err := w.do(t, executorOf(t, name), "env")
		if err != nil || !strings.Contains(text(v), "METNOS_EXECUTOR="+name) {
			t.Fatalf("%s: %v %v", name, v, err)
		}
	}
	if n := len(running(t, w.Host)); n != 2 {
		t.Errorf("%d processes, want one per executor", n)
	}
}

func TestOwnersAndInstancesDoNotShareProcesses(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	pids := map[int]bool{}
	ex := executorOf(t, "echo")
	other := ex
	other.Instance, other.Config = "work", map[string]any{"host": "imap.example.org"}
	for _, c := range []struct {
		ex    core.Executor
		owner string
	}{{ex, "host"}, {ex, "anna"}, {other, "host"}} {
		r, _, err := w.Invoke(context.Background(), c.ex, sdk.Call{Owner: c.owner, Args: map[string]any{"op": "pid"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		pids[int(r.Value.(float64))] = true
	}
	if len(pids) != 3 {
		t.Errorf("%d processes for two owners and two instances, want 3", len(pids))
	}
	_, _, err := w.Invoke(context.Background(), ex, sdk.Call{Args: map[string]any{}}, nil)
	wants(t, err, sdk.PolicyDenied, "owner_missing")
}

// The bytes that were verified are the bytes that run, at every call.
func TestField_M_04_PLUGIN_30_PLUGIN_31(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := ownBinary(t)
		if v, _, err := w.do(t, ex, "echo", "text", "one"); v != "one" {
			t.Fatalf("answer %v, error %v", v, err)
		}
		pid := running(t, w.Host)[0]
		if err := os.Chmod(ex.Binary, 0o700); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(ex.Binary, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err) // the store file itself is never executed, so it is not "text busy"
		}
		if _, err := f.WriteString("tampered"); err != nil {
			t.Fatal(err)
		}
		f.Close()
		_, _, err = w.do(t, ex, "echo", "text", "two")
		e := wants(t, err, sdk.PolicyDenied, "plugin_changed")
		if e.Params["file"] != ex.Binary {
			t.Errorf("the error names %q, want %q", e.Params["file"], ex.Binary)
		}
		gone(t, "the process of the changed binary", pid)
	})
}

// M-15: a new version arrives by rename while the old one runs.
func TestField_M_15(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	ex := ownBinary(t)
	if v, _, err := w.do(t, ex, "echo", "text", "old"); v != "old" {
		t.Fatalf("answer %v, error %v", v, err)
	}
	next := ex.Binary + ".new"
	digest, err := copyHashed(ex.Binary, next)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, ex.Binary); err != nil {
		t.Fatal(err)
	}
	m := *ex.Manifest
	m.Version, m.Plugin.Digest = "1.1.0", digest
	if v, _, err := w.do(t, core.Executor{Manifest: &m, Binary: ex.Binary}, "echo", "text", "new"); v != "new" {
		t.Fatalf("answer %v, error %v", v, err)
	}
}

// PLUGIN-27: what runs is the verified copy in memory, so a store without the permission to execute, or on a
// file system mounted noexec, does not matter.
func TestField_PLUGIN_27(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := ownBinary(t)
		if err := os.Chmod(ex.Binary, 0o400); err != nil {
			t.Fatal(err)
		}
		if v, _, err := w.do(t, ex, "echo", "text", "runs"); v != "runs" {
			t.Fatalf("answer %v, error %v", v, err)
		}
	})
}

// M-03: one digest serves any number of starts.
func TestField_M_03(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	ex := ownBinary(t)
	for range 3 {
		if _, _, err := w.do(t, ex, "echo"); err != nil {
			t.Fatal(err)
		}
		w.Retire(nil)
	}
}

// A running plugin cannot change the bytes others will run.
func TestSealedProgram(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	v, _, err := w.do(t, executorOf(t, "echo"), "overwrite_self")
	if err != nil || !strings.HasPrefix(text(v), "error:") {
		t.Fatalf("writing to the program: %v %v", v, err)
	}
}

// ownBinary is an executor with a store file of its own.
func ownBinary(t *testing.T) core.Executor {
	t.Helper()
	ex := executorOf(t, "echo")
	own := filepath.Join(t.TempDir(), "plugin")
	if _, err := copyHashed(ex.Binary, own); err != nil {
		t.Fatal(err)
	}
	ex.Binary = own
	return ex
}

func TestMissingBinary(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	ex := executorOf(t, "echo", func(m *manifest.Manifest) {})
	ex.Binary = filepath.Join(t.TempDir(), "plugin")
	_, _, err := w.do(t, ex, "echo")
	wants(t, err, sdk.Unavailable, "plugin_missing")
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("cause lost: %v", err)
	}
}
