package host_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/host/proc"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

// stopped waits until the processes run no more between calls, and were looked at.
func stopped(t testing.TB, w *world) {
	t.Helper()
	eventually(t, "every process was looked at", func() bool { return !w.Unseen() })
	for _, pid := range running(t, w.Host) {
		eventually(t, "a process that stands still between calls", func() bool { return proc.Stopped(pid) })
	}
}

// A process that may write does not run between its calls: what it left running makes nothing at a denied
// path, not when the core stops it either.
func TestDeniedPathAfterTheAnswer(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode, func(c *host.Config) { c.Grace = 2 * time.Second })
		ex := executorOf(t, "writer", writes)
		if v, _, err := w.do(t, ex, "write_later", "path", w.home+"/.ssh/authorized_keys", "for", "300ms"); text(v) != "will do" {
			t.Fatal(v, err)
		}
		stopped(t, w)
		time.Sleep(400 * time.Millisecond) // its time comes and goes by
		if exists(w.home + "/.ssh") {
			t.Error("it made a denied path after it had answered")
		}
		w.Close()
		if exists(w.home + "/.ssh") {
			t.Error("it made a denied path while it was stopped")
		}
	})
}

// Woken up for the next call, it is caught there.
func TestDeniedPathInTheNextCall(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := executorOf(t, "writer", writes)
		if _, _, err := w.do(t, ex, "write_later", "path", w.home+"/.ssh/authorized_keys", "for", "30ms"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(60 * time.Millisecond)
		_, _, err := w.do(t, ex, "wait", "for", "5s") // it does not last that long
		wants(t, err, sdk.PolicyDenied, "executor_touched_denied")
		if exists(w.home + "/.ssh") {
			t.Error("the denied path is still there")
		}
		_, _, err = w.do(t, ex, "echo")
		wants(t, err, sdk.PolicyDenied, "executor_touched_denied")
	})
}

// What was there for a moment of a call counts.
func TestDeniedPathForAMoment(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := executorOf(t, "writer", writes)
		for _, d := range []string{"/.ssh", "/other"} { // the person's own, between two calls
			if len(running(t, w.Host)) > 0 {
				stopped(t, w)
			}
			if err := os.Mkdir(w.home+d, 0o700); err != nil {
				t.Fatal(err)
			}
			if _, _, err := w.do(t, ex, "echo"); err != nil {
				t.Fatal(err)
			}
			stopped(t, w)
			if err := os.Remove(w.home + d); err != nil {
				t.Fatal(err)
			}
		}
		if v, _, err := w.do(t, ex, "flash", "path", w.home+"/other"); text(v) != "made and removed" {
			t.Fatal(v, err)
		}
		_, _, err := w.do(t, ex, "flash", "path", w.home+"/.ssh")
		wants(t, err, sdk.PolicyDenied, "executor_touched_denied")
	})
}

// A link where a folder above a denied path would be is moved aside; what it leads to stays.
func TestDeniedPathBehindALink(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		outside := filepath.Join(shortDir(t), "outside")
		kept := put(t, outside+"/secret", "important")
		_, _, err := w.do(t, executorOf(t, "writer", writes), "link", "path", w.home+"/.config", "to", outside)
		wants(t, err, sdk.PolicyDenied, "executor_touched_denied")
		if !exists(kept) {
			t.Error("what lies outside was moved")
		}
		if _, err := os.Lstat(w.home + "/.config"); err == nil {
			t.Error("the link is still there")
		}
	})
}

// A process that never says hello is looked at like any other.
func TestDeniedPathAtTheStart(t *testing.T) {
	w := newWorld(t, sandbox.Bwrap)
	_, _, err := w.do(t, executorOf(t, "early", writes), "echo")
	wants(t, err, sdk.PolicyDenied, "executor_touched_denied")
	if exists(w.home + "/.ssh") {
		t.Error("the denied path is still there")
	}
}

// A process that may write starts no other, which would run on while it is stopped.
func TestWriterStartsNoProcess(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		v, _, err := w.do(t, executorOf(t, "writer", writes), "sleeper")
		refused(t, "starting a process", v, err)
	})
}

// A process with no business in files changes nothing about them by path, nor about other processes.
func TestMeddling(t *testing.T) {
	w := newWorld(t, sandbox.Landlock)
	path := put(t, w.data+"/key", "secret")
	if v, _, err := w.do(t, executorOf(t, "pure"), "meddle", "path", path); err != nil || v != "" {
		t.Errorf("it could %v (%v)", v, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || time.Since(info.ModTime()) > time.Hour {
		t.Errorf("mode or time changed: %v %v", info, err)
	}
	// A writer still sets times and modes of its own files.
	if v, _, err := w.do(t, executorOf(t, "writer", writes), "meddle", "path", put(t, w.home+"/a", "x")); err != nil || v != "chtimes" {
		t.Errorf("a writer could %v (%v), want chtimes", v, err)
	}
}

// The memory a process can take besides its own is bounded, and the kernel takes plugins first.
func TestMemoryFiles(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		ex := executorOf(t, "pure")
		v, _, err := w.do(t, ex, "memfd")
		refused(t, "a file in memory", v, err)
		if mode == sandbox.Bwrap {
			v, _, err = w.do(t, ex, "fill", "path", "/dev/file")
			refused(t, "a file in /dev", v, err)
		}
		if n, _, err := w.do(t, ex, "fill", "path", "/dev/shm/file"); err != nil || n == 100.0 {
			t.Errorf("%v MiB of shared memory (%v)", n, err)
		}
		pid := strconv.Itoa(running(t, w.Host)[0])
		if b, err := os.ReadFile("/proc/" + pid + "/oom_score_adj"); err != nil || string(b) != "1000\n" {
			t.Errorf("oom_score_adj %q %v", b, err)
		}
	})
}

// The folder of the handshake's socket is the host's disk: once the plugin is connected it is gone, and
// whoever writes no files of the person writes no large one.
func TestSocketFolderIsGone(t *testing.T) {
	confined(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		v, _, err := w.do(t, executorOf(t, "reader", reads), "fill", "path", "$PLUGIN_UNIX_SOCKET_DIR/file")
		refused(t, "a file beside the socket", v, err)
		if mode == sandbox.Bwrap {
			if n, _, err := w.do(t, executorOf(t, "reader", reads), "fill", "path", "/tmp/file"); err != nil || n != 64.0 {
				t.Errorf("a file of %v MiB (%v), want 64", n, err)
			}
		}
	})
}

// What a warm call of an executor that may write costs: in a row, and when it was stopped before.
func BenchmarkWarmWriter(b *testing.B) {
	for name, between := range map[string]func(){"row": nil, "stopped": func() { time.Sleep(10 * time.Millisecond) }} {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b, sandbox.Bwrap)
			ex := executorOf(b, "writer", writes)
			each(b, func() error { _, _, err := w.do(b, ex, "echo"); return err }, between)
		})
	}
}

func BenchmarkWarmReader(b *testing.B) {
	w := newWorld(b, sandbox.Bwrap)
	ex := executorOf(b, "reader", reads)
	each(b, func() error { _, _, err := w.do(b, ex, "echo"); return err }, nil)
}
