package host_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// binary is the test binary, copied once into a store of its own.
var binary = sync.OnceValues(func() (b struct{ path, digest string }, err error) {
	self, err := os.Executable()
	if err != nil {
		return b, err
	}
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		return b, err
	}
	b.path = filepath.Join(dir, "plugin")
	b.digest, err = copyHashed(self, b.path)
	return b, err
})

func copyHashed(from, to string) (string, error) {
	src, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o500)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(io.MultiWriter(dst, h), src)
	return "sha256:" + hex.EncodeToString(h.Sum(nil)), errors.Join(err, dst.Close())
}

// shortDir is a private folder with a short path: sockets do not fit below t.TempDir.
func shortDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "mt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// world is a host with one granted folder.
type world struct {
	*host.Host
	home, runtime, data string
	config              host.Config
}

func newWorld(t testing.TB, mode sandbox.Mode, change ...func(*host.Config)) *world {
	t.Helper()
	w := &world{home: filepath.Join(shortDir(t), "home"), runtime: shortDir(t), data: filepath.Join(shortDir(t), "data")}
	for _, d := range []string{w.home, w.data} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	w.config = host.Config{
		Mode: mode, Runtime: w.runtime, Quarantine: filepath.Join(w.data, "quarantine"), Hidden: []string{w.data},
		Grace:  100 * time.Millisecond, // a program built with the race detector takes a second to exit
		Redact: func(s string) string { return strings.ReplaceAll(s, "hunter2", "[redacted]") },
		Grants: func(core.Owner) []core.Grant {
			return []core.Grant{{Name: "home", Read: []string{w.home}, Write: []string{w.home}, Deny: []string{w.home + "/.ssh", w.home + "/.config/secret"}}}
		},
	}
	for _, c := range change {
		c(&w.config)
	}
	h, err := host.New(w.config)
	if err != nil {
		t.Fatal(err)
	}
	w.Host = h
	t.Cleanup(func() { _ = h.Close() })
	w.need(t, mode)
	return w
}

// need skips a test when the machine really cannot do what it is about.
func (w *world) need(t testing.TB, mode sandbox.Mode) {
	t.Helper()
	p := w.Probe()
	if mode == sandbox.Bwrap && p.Cause != sandbox.Works {
		t.Skipf("bwrap cannot confine here: %s: %s", p.Cause, p.Detail)
	}
	if mode == sandbox.Landlock && p.ABI == 0 {
		t.Skip("the kernel has no landlock")
	}
}

// modes runs a test under each launcher.
func modes(t *testing.T, fn func(t *testing.T, mode sandbox.Mode)) {
	for _, m := range []sandbox.Mode{sandbox.Bwrap, sandbox.Landlock, sandbox.Off} {
		t.Run(string(m), func(t *testing.T) { fn(t, m) })
	}
}

// executor is an admitted executor of the test binary.
func executorOf(t testing.TB, name string, change ...func(*manifest.Manifest)) core.Executor {
	t.Helper()
	b, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	m := &manifest.Manifest{
		Standard: "metnos.executor/1.0", Name: name, Version: "1.0.0", Origin: "handcrafted", TimeoutS: 10,
		Plugin:    manifest.Plugin{Digest: b.digest},
		Execution: manifest.Execution{Effect: "read_only", Parallelism: 1},
	}
	for _, c := range change {
		c(m)
	}
	return core.Executor{Manifest: m, Binary: b.path}
}

func reads(m *manifest.Manifest) {
	m.Capabilities = append(m.Capabilities, manifest.Capability{Name: "fs:read"})
}

func writes(m *manifest.Manifest) {
	m.Capabilities = append(m.Capabilities, manifest.Capability{Name: "fs:write"})
	m.Execution.Effect = "mutating"
}

// do makes one call of operation op with the arguments given in pairs.
func (w *world) do(t testing.TB, ex core.Executor, op string, args ...string) (any, core.Sandbox, error) {
	t.Helper()
	call := sdk.Call{Executor: ex.Manifest.Name, Owner: "host", Turn: "t1", Args: map[string]any{"op": op}}
	for i := 0; i+1 < len(args); i += 2 {
		call.Args[args[i]] = args[i+1]
	}
	r, box, err := w.Invoke(context.Background(), ex, call, nil)
	return r.Value, box, err
}

func text(v any) string { s, _ := v.(string); return s }

func wants(t testing.TB, err error, class sdk.Class, code string) *sdk.Error {
	t.Helper()
	var e *sdk.Error
	if !errors.As(err, &e) || e.Class != class || e.Code != code {
		t.Fatalf("error %v, want %s/%s", err, class, code)
	}
	return e
}

func put(t testing.TB, path, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// patience is how long a busy machine may take for what is sure to come.
const patience = 30 * time.Second

// eventually waits until it is so.
func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it never came to be: ", what)
		}
	}
}

// gone waits until no process has the number.
func gone(t testing.TB, what string, pid int) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for {
		b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil {
			return
		}
		if _, after, ok := strings.Cut(string(b), ") "); ok && strings.HasPrefix(after, "Z") {
			return // dead; whoever is its parent has not looked yet
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s %d is still there: %s", what, pid, b)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// running lists the processes that run the test binary as a plugin or bwrap for it, below this process.
func running(t testing.TB, h *host.Host) []int {
	t.Helper()
	var out []int
	for _, p := range h.Status().Processes {
		out = append(out, p.PID)
	}
	return out
}

// coreReport is what a core that is about to be killed says about itself.
type coreReport struct{ Plugin, Runner, Sleeper int }

// runCore is the core that gets killed: one warm process, one grandchild, then silence.
func runCore(args []string) {
	fail := func(err error) {
		_ = json.NewEncoder(os.Stdout).Encode(map[string]string{"error": err.Error()})
		os.Exit(1)
	}
	h, err := host.New(host.Config{Mode: sandbox.Mode(args[0]), Runtime: args[1]})
	if err != nil {
		fail(err)
	}
	ex := core.Executor{Binary: args[2], Manifest: &manifest.Manifest{
		Standard: "metnos.executor/1.0", Name: "echo", Version: "1", Plugin: manifest.Plugin{Digest: args[3]},
		Execution: manifest.Execution{Effect: "read_only"}, TimeoutS: 10,
	}}
	call := sdk.Call{Owner: "host", Args: map[string]any{"op": args[4]}}
	if _, _, err := h.Invoke(context.Background(), ex, call, nil); err != nil {
		fail(err)
	}
	var r coreReport
	for _, p := range h.Status().Processes {
		r.Plugin, r.Runner = p.PID, p.Runner
	}
	_ = json.NewEncoder(os.Stdout).Encode(r)
	select {}
}

func startCore(t *testing.T, mode sandbox.Mode, runtime, op string) (*exec.Cmd, coreReport) {
	t.Helper()
	b, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/proc/self/exe", "core", string(mode), runtime, b.path, b.digest, op)
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	var r struct {
		coreReport
		Error string `json:"error"`
	}
	if err := json.NewDecoder(out).Decode(&r); err != nil || r.Error != "" {
		t.Fatalf("the core did not come up: %v %s", err, r.Error)
	}
	return cmd, r.coreReport
}
