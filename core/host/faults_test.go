package host_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/host/proc"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// M-10 PLUGIN-08 PLUGIN-09 PLUGIN-14 PLUGIN-33: a core that is killed takes its plugins with it, and the
// next core clears its folder.
func TestField_M_10_PLUGIN_08_PLUGIN_09_PLUGIN_14_PLUGIN_33(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode) // skips what the machine cannot do
		runtime := shortDir(t)
		cmd, r := startCore(t, mode, runtime, "sleeper")
		if r.Plugin <= 1 || r.Runner <= 1 {
			t.Fatalf("report %+v", r)
		}
		sleepers := pluginsNamed(t, "silent", r.Plugin)
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		gone(t, "the plugin", r.Plugin)
		gone(t, "what the core started", r.Runner)
		h, err := host.New(host.Config{Mode: mode, Runtime: runtime})
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		for _, pid := range sleepers {
			gone(t, "the grandchild", pid)
		}
		if dirs, _ := filepath.Glob(runtime + "/h*"); len(dirs) != 1 {
			t.Errorf("runtime folders after the next start: %v", dirs)
		}
		_ = w
	})
}

// pluginsNamed waits for processes below pid that run the test binary as the named plugin.
func pluginsNamed(t *testing.T, name string, pid int) []int {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		var out []int
		for _, st := range proc.Descendants(pid) {
			b, err := os.ReadFile("/proc/" + strconv.Itoa(st.PID) + "/environ")
			if err == nil && strings.Contains(string(b), "METNOS_EXECUTOR="+name) {
				out = append(out, st.PID)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	t.Fatalf("no %s below %d", name, pid)
	return nil
}

// PLUGIN-11: what a plugin started dies with it, also when it moved to a session of its own.
func TestField_PLUGIN_11(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		for _, how := range []string{"", "escape"} {
			w := newWorld(t, mode)
			ex := executorOf(t, "echo")
			hasty := executorOf(t, "echo", func(m *manifest.Manifest) { m.TimeoutS = 1 }) // served by the same process
			v, _, err := w.do(t, ex, "sleeper", "escape", how)
			if mode == sandbox.Landlock && how != "" {
				refused(t, "leaving the session", v, err)
				continue
			}
			if err != nil || strings.HasPrefix(text(v), "error:") {
				t.Fatal(v, err)
			}
			sleepers := pluginsNamed(t, "silent", running(t, w.Host)[0])
			start := time.Now()
			_, _, err = w.do(t, hasty, "hang")
			wants(t, err, sdk.Timeout, "plugin_unresponsive")
			if took := time.Since(start); took > 5*time.Second { // it hangs for an hour
				t.Errorf("a deadline of 1 s was kept after %v", took)
			}
			for _, pid := range sleepers {
				gone(t, "the grandchild", pid)
			}
			// The host itself is as good as new.
			if v, _, err := w.do(t, ex, "echo", "text", "next"); v != "next" {
				t.Fatalf("after a timeout: %v %v", v, err)
			}
		}
	})
}

// Killing any process of the chain leaves none.
func TestKillAnyProcess(t *testing.T) {
	w := newWorld(t, sandbox.Bwrap)
	ex := executorOf(t, "echo")
	for _, which := range []string{"bwrap", "plugin"} {
		if _, _, err := w.do(t, ex, "sleeper"); err != nil {
			t.Fatal(err)
		}
		s := w.Status().Processes[0]
		sleepers := pluginsNamed(t, "silent", s.PID)
		victim := s.PID
		if which == "bwrap" {
			victim = s.Runner
		}
		if err := syscall.Kill(victim, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		for _, pid := range append(sleepers, s.PID, s.Runner) {
			gone(t, "after "+which+" was killed", pid)
		}
		if v, _, err := w.do(t, ex, "echo", "text", "alive"); v != "alive" {
			t.Fatalf("after %s was killed: %v %v", which, v, err)
		}
	}
}

// M-12: a crash is an error of its own, with how it ended and what it printed, secrets out.
func TestField_M_12(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		_, box, err := w.do(t, executorOf(t, "echo"), "crash")
		e := wants(t, err, sdk.Crashed, "executor_crashed")
		for _, want := range []string{"exit status 3", "about to fail", "[redacted]"} {
			if !strings.Contains(e.Message, want) {
				t.Errorf("the error does not say %q: %s", want, e.Message)
			}
		}
		if strings.Contains(e.Message, "hunter2") || box.Level == "" {
			t.Errorf("secret shown or sandbox lost: %s %+v", e.Message, box)
		}
		noLeftovers(t, w)
	})
}

// A read that died before it answered is made once more; a change is never repeated.
func TestRetryOfReadsOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Auto)
	reader := executorOf(t, "reader", writes, func(m *manifest.Manifest) { m.Execution.Effect = "read_only" })
	if v, _, err := w.do(t, reader, "crash_once", "path", w.home+"/mark1"); v != "survived" {
		t.Fatalf("read-only: %v %v", v, err)
	}
	writer := executorOf(t, "writer", writes)
	_, _, err := w.do(t, writer, "crash_once", "path", w.home+"/mark2")
	wants(t, err, sdk.Uncertain, "outcome_uncertain")
	if _, _, err := w.do(t, writer, "echo"); err != nil {
		t.Fatal(err)
	}
	_, _, err = w.do(t, executorOf(t, "writer", writes, func(m *manifest.Manifest) { m.TimeoutS = 1 }), "hang")
	wants(t, err, sdk.Uncertain, "outcome_uncertain")
}

// What an executor found too large and left alone is an answer; an answer too large is none.
func TestFoundTooLargeIsAnAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Off)
	writer := executorOf(t, "writer", writes)
	_, _, err := w.do(t, writer, "found_large")
	wants(t, err, sdk.Oversize, "picture_too_large")
	_, _, err = w.do(t, writer, "giant")
	wants(t, err, sdk.Uncertain, "outcome_uncertain")
}

// M-13: an answer beyond the limit is refused before it is held.
func TestField_M_13(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	_, _, err := w.do(t, executorOf(t, "echo"), "giant")
	if sdk.ClassOf(err) != sdk.Oversize {
		t.Fatalf("error %v, want class oversize", err)
	}
	if v, _, err := w.do(t, executorOf(t, "echo"), "echo", "text", "next"); v != "next" {
		t.Fatalf("after an oversize answer: %v %v", v, err)
	}
}

// M-14: calls have deadlines of their own; a caller that leaves does not wait for the plugin.
func TestField_M_14(t *testing.T) {
	t.Parallel()
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := executorOf(t, "echo", func(m *manifest.Manifest) { m.Execution.Parallelism = 2 })
		if _, _, err := w.do(t, ex, "echo"); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		result := make(chan error, 1)
		go func() {
			_, _, err := w.Invoke(ctx, ex, sdk.Call{Owner: "host", Args: map[string]any{"op": "wait", "for": "30s"}}, nil)
			result <- err
		}()
		time.Sleep(50 * time.Millisecond)
		if v, _, err := w.do(t, ex, "echo", "text", "meanwhile"); v != "meanwhile" {
			t.Fatalf("a second call: %v %v", v, err)
		}
		pid := running(t, w.Host)
		start := time.Now()
		cancel()
		wants(t, <-result, sdk.Cancelled, "cancelled")
		if took := time.Since(start); took > 10*time.Second { // of the thirty it was to wait
			t.Errorf("cancelled after %v", took)
		}
		if now := running(t, w.Host); !slices.Equal(now, pid) {
			t.Errorf("a plugin that honoured the cancellation was ended: %v, then %v", pid, now)
		}
	})
}

// PLUGIN-15: ten megabytes of standard error neither block the plugin nor fill the core.
func TestField_PLUGIN_15(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		if v, _, err := w.do(t, executorOf(t, "echo"), "stderr"); v != "printed" {
			t.Fatalf("%v %v", v, err)
		}
	})
}

// PLUGIN-22 PLUGIN-23: every JSON shape makes the round trip through the host.
func TestField_PLUGIN_22_PLUGIN_23(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	value := []any{1.5, "a", nil, true, map[string]any{"n": []any{}, "m": map[string]any{}}, "è 😀"}
	r, _, err := w.Invoke(context.Background(), executorOf(t, "echo"), sdk.Call{Owner: "host", Args: map[string]any{"text": value}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := r.Value.([]any); !ok || len(got) != len(value) || got[5] != "è 😀" || got[2] != nil {
		t.Errorf("sent %v, got %v", value, r.Value)
	}
}

// An executor that only crashes rests, and starts again after the cool-down.
func TestCrashLoop(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Off, func(c *host.Config) { c.Cooldown = 2 * time.Second })
	bad := executorOf(t, "dies")
	for i := range 3 {
		_, _, err := w.do(t, bad, "echo")
		if e := wants(t, err, sdk.Unavailable, "executor_start_failed"); !strings.Contains(e.Message, "exit status 7") {
			t.Errorf("start %d: %s", i, e.Message)
		}
	}
	_, _, err := w.do(t, bad, "echo")
	if e := wants(t, err, sdk.Unavailable, "executor_crash_loop"); e.Params["seconds"] == "" {
		t.Error("the refusal does not say how long")
	}
	if v, _, err := w.do(t, executorOf(t, "echo"), "echo", "text", "fine"); v != "fine" {
		t.Errorf("another executor: %v %v", v, err)
	}
	eventually(t, "it is tried again", func() bool {
		_, _, err = w.do(t, bad, "echo")
		var e *sdk.Error
		return errors.As(err, &e) && e.Code != "executor_crash_loop"
	})
	wants(t, err, sdk.Unavailable, "executor_start_failed") // and once is enough now
	_, _, err = w.do(t, bad, "echo")
	wants(t, err, sdk.Unavailable, "executor_crash_loop")
}

// PLUGIN-32: fifty calls of one executor use one process, and nobody keeps more than the bound.
func TestField_PLUGIN_32(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sandbox.Off, func(c *host.Config) { c.MaxIdle, c.Idle = 3, 3*time.Second })
	ex := executorOf(t, "echo", func(m *manifest.Manifest) { m.Execution.Parallelism = 8 })
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if _, _, err := w.do(t, ex, "echo"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := len(running(t, w.Host)); n != 1 {
		t.Errorf("%d processes after 50 calls at once, want 1", n)
	}
	for i := range 6 {
		if _, _, err := w.do(t, executorOf(t, "echo"+strconv.Itoa(i)), "echo"); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(running(t, w.Host)); n > 3 {
		t.Errorf("%d idle processes, want at most 3", n)
	}
	noLeftovers(t, w)
}

// PLUGIN-34: reading the catalog again ends the old generation; calls in flight finish.
func TestField_PLUGIN_34(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	old, kept := executorOf(t, "echo"), executorOf(t, "echo_kept")
	if _, _, err := w.do(t, kept, "echo"); err != nil {
		t.Fatal(err)
	}
	result := make(chan any, 1)
	go func() {
		r, _, _ := w.Invoke(context.Background(), old, sdk.Call{Owner: "host", Args: map[string]any{"op": "wait", "for": "400ms"}}, nil)
		result <- r.Value
	}()
	inFlight(t, w, 2)
	m := *old.Manifest
	m.Version = "2.0.0"
	next := core.Executor{Manifest: &m, Binary: old.Binary}
	w.Retire([]core.Executor{kept, next})
	if _, _, err := w.do(t, next, "echo"); err != nil {
		t.Fatal(err)
	}
	if v := <-result; v != "waited" {
		t.Errorf("the call in flight answered %v", v)
	}
	eventually(t, "two processes are left", func() bool { return len(running(t, w.Host)) == 2 })
	var names []string
	for _, p := range w.Status().Processes {
		names = append(names, p.Executor)
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"echo", "echo_kept"}) {
		t.Errorf("running after the reload: %v", names)
	}
}

// inFlight waits until n processes run and the last call has reached its own.
func inFlight(t *testing.T, w *world, n int) {
	t.Helper()
	eventually(t, "the processes run", func() bool { return len(running(t, w.Host)) >= n })
	time.Sleep(50 * time.Millisecond)
}

// PLUGIN-10: an orderly end takes at most five seconds and leaves nothing, whatever the plugin does.
func TestField_PLUGIN_10(t *testing.T) {
	t.Parallel()
	for _, op := range []string{"echo", "hang"} {
		w := newWorld(t, sandbox.Auto)
		ex := executorOf(t, "echo", func(m *manifest.Manifest) { m.TimeoutS = 60 })
		if _, _, err := w.do(t, ex, "echo"); err != nil {
			t.Fatal(err)
		}
		pids := running(t, w.Host)
		result := make(chan error, 1)
		go func() {
			_, _, err := w.do(t, ex, op)
			result <- err
		}()
		time.Sleep(100 * time.Millisecond)
		start := time.Now()
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > 10*time.Second || (op == "echo" && took > 4*time.Second) {
			t.Errorf("closing with %s took %v", op, took)
		}
		if err := <-result; (err == nil) != (op == "echo") {
			t.Errorf("the %s call in flight: %v", op, err)
		}
		for _, pid := range pids {
			gone(t, "after Close", pid)
		}
		if exists(w.runtime) {
			if left, _ := os.ReadDir(w.runtime); len(left) != 0 {
				t.Errorf("left in the runtime folder: %v", left)
			}
		}
		_, _, err := w.do(t, ex, "echo")
		wants(t, err, sdk.Unavailable, "host_closed")
	}
}

// A channel keeps its inherited socket under --unshare-net, and is started again when it dies.
func TestChannel(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.(*net.TCPListener).File()
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		addr := l.Addr().String()
		l.Close()
		ex := executorOf(t, "door", func(m *manifest.Manifest) {
			m.Standard = "metnos.channel/1.0"
			m.Capabilities = []manifest.Capability{{Name: "network:listen"}}
		})
		ch, err := w.Channel(context.Background(), ex, nil, f)
		if err != nil {
			t.Fatal(err)
		}
		first := knock(t, addr, "ping")
		if !strings.HasPrefix(first, "pong") {
			t.Fatalf("answer %q", first)
		}
		knock(t, addr, "die\n")
		eventually(t, "the channel is started again", func() bool { n, err := ch.Restarts(); return n == 1 && err == nil })
		if again := knock(t, addr, "ping"); !strings.HasPrefix(again, "pong") {
			t.Fatalf("answer after the restart %q", again)
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := ch.Stop(ctx); err != nil {
			t.Fatal(err)
		}
		noLeftovers(t, w)

		if _, err := w.Channel(context.Background(), ex, nil, f); err != nil {
			t.Fatal(err)
		}
		pids := running(t, w.Host)
		start := time.Now()
		if err := w.Close(); err != nil || time.Since(start) > 10*time.Second {
			t.Errorf("closing the host under a channel: %v after %v", err, time.Since(start))
		}
		for _, pid := range pids {
			gone(t, "the channel", pid)
		}
	})
}

func knock(t *testing.T, addr, say string) string {
	t.Helper()
	c, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(patience))
	if _, err := c.Write([]byte(say)); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 64)
	n, _ := c.Read(b)
	return string(b[:n])
}
