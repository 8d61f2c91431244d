package host_test

import (
	"context"
	"net"
	"net/rpc"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// The floors, in the same run: an empty Go program, bwrap around true, net/rpc over a unix socket.

func BenchmarkFloorEmptyGo(b *testing.B) {
	dir := b.TempDir()
	src := filepath.Join(dir, "main.go")
	if err := os.WriteFile(src, []byte("package main\nfunc main() {}\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	bin := build(b, src)
	each(b, func() error { return exec.Command(bin).Run() }, nil)
}

// each times fn, not between; the fastest run is what to compare on a busy machine.
func each(b *testing.B, fn func() error, between func()) {
	b.Helper()
	fastest := time.Hour
	for b.Loop() {
		if between != nil {
			b.StopTimer()
			between()
			b.StartTimer()
		}
		start := time.Now()
		if err := fn(); err != nil {
			b.Fatal(err)
		}
		fastest = min(fastest, time.Since(start))
	}
	b.ReportMetric(float64(fastest.Microseconds()), "min-µs")
}

func build(b *testing.B, src string) string {
	b.Helper()
	bin := filepath.Join(b.TempDir(), "plugin")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, src)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Skipf("no Go toolchain: %v %s", err, out)
	}
	return bin
}

func BenchmarkFloorBwrapTrue(b *testing.B) {
	newWorld(b, sandbox.Bwrap)
	each(b, func() error {
		return exec.Command("bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true").Run()
	}, nil)
}

type echoing struct{}

func (echoing) Echo(in string, out *string) error { *out = in; return nil }

// serveFloor is net/rpc and nothing else, in a process of its own.
func serveFloor() {
	server := rpc.NewServer()
	if err := server.RegisterName("E", echoing{}); err != nil {
		os.Exit(1)
	}
	conn, err := net.FileConn(os.NewFile(3, "socket"))
	if err != nil {
		os.Exit(1)
	}
	server.ServeConn(conn)
}

func BenchmarkFloorNetRPC(b *testing.B) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		b.Fatal(err)
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "ours"), os.NewFile(uintptr(pair[1]), "theirs")
	cmd := exec.Command("/proc/self/exe", "floor")
	cmd.Env, cmd.ExtraFiles = []string{"GOMAXPROCS=1"}, []*os.File{theirs}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	theirs.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		b.Fatal(err)
	}
	ours.Close()
	client := rpc.NewClient(conn)
	text, out := strings.Repeat("x", 200), ""
	for b.Loop() {
		if err := client.Call("E.Echo", text, &out); err != nil {
			b.Fatal(err)
		}
	}
	client.Close()
	_ = cmd.Wait()
}

func benchmarkModes(b *testing.B, fn func(b *testing.B, mode sandbox.Mode)) {
	for _, m := range []sandbox.Mode{sandbox.Off, sandbox.Landlock, sandbox.Bwrap} {
		b.Run(string(m), func(b *testing.B) { fn(b, m) })
	}
}

func BenchmarkColdStart(b *testing.B) {
	benchmarkModes(b, func(b *testing.B, mode sandbox.Mode) {
		w := newWorld(b, mode)
		ex := executorOf(b, "echo", reads)
		ex.Binary = filepath.Join(b.TempDir(), "plugin")
		digest, err := copyHashed(build(b, "./testdata/echo"), ex.Binary)
		if err != nil {
			b.Fatal(err)
		}
		ex.Manifest.Plugin.Digest = digest
		if _, _, err := w.do(b, ex, "echo"); err != nil {
			b.Fatal(err)
		}
		each(b, func() error {
			_, _, err := w.do(b, ex, "echo", "text", "x")
			return err
		}, func() {
			w.Retire(nil)
			noProcess(b, w)
		})
	})
}

// noProcess waits until the last process and its record are gone: its end must not be timed.
func noProcess(b *testing.B, w *world) {
	for {
		if left, _ := filepath.Glob(filepath.Join(w.runtime, "h*/p[0-9]*")); len(left) == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func BenchmarkWarmCall(b *testing.B) {
	benchmarkModes(b, func(b *testing.B, mode sandbox.Mode) {
		w := newWorld(b, mode)
		ex := executorOf(b, "echo", writes, func(m *manifest.Manifest) { m.Execution.Effect = "read_only" })
		text := strings.Repeat("x", 200)
		for b.Loop() {
			if _, _, err := w.do(b, ex, "echo", "text", text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkWarmCallsOf64Callers(b *testing.B) {
	w := newWorld(b, sandbox.Off)
	ex := executorOf(b, "echo", func(m *manifest.Manifest) { m.Execution.Parallelism = 64 })
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			call := sdk.Call{Owner: "host", Args: map[string]any{"op": "echo", "text": "x"}}
			if _, _, err := w.Invoke(context.Background(), ex, call, nil); err != nil {
				b.Error(err)
			}
		}
	})
}
