package jail

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
)

func TestDrainKeepsTheEnd(t *testing.T) {
	for _, size := range []int{0, 10, drainBytes - 1, drainBytes, drainBytes + 1, 3*drainBytes + 17, 10 << 20} {
		r, w := io.Pipe()
		d := newDrain(r)
		var all bytes.Buffer
		for i := 0; all.Len() < size; i++ {
			fmt.Fprintf(&all, "line %d\n", i)
		}
		all.Truncate(size)
		for b := all.Bytes(); len(b) > 0; {
			n := min(len(b), 3000)
			if _, err := w.Write(b[:n]); err != nil {
				t.Fatal(err)
			}
			b = b[n:]
		}
		w.Close()
		<-d.done
		want := all.String()
		if cut := size - 1000; cut > 0 {
			want = fmt.Sprintf("[%d bytes before] %s", cut, want[cut:])
		}
		if got := d.tail(1000); got != want {
			t.Errorf("%d bytes written: tail %.80q, want %.80q", size, got, want)
		}
		if len(d.ring) > drainBytes {
			t.Errorf("%d bytes kept", len(d.ring))
		}
	}
}

// A child outlives the goroutine and the thread that asked for it: only the forking thread counts.
func TestForkingThreadStays(t *testing.T) {
	f := newForker()
	cmd := exec.Command("sleep", "600")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		started <- f.start(cmd)
	}()
	if err := <-started; err != nil {
		t.Skip(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		t.Fatalf("the child died with the thread of its caller: %v", err)
	case <-time.After(100 * time.Millisecond):
	}
	f.close()
	f.close()
	select {
	case <-ended:
	case <-time.After(30 * time.Second):
		t.Fatal("the child outlived the forking thread")
	}
	if err := f.start(exec.Command("true")); err == nil {
		t.Error("a closed forker started something")
	}
}

func TestChoose(t *testing.T) {
	good := Probe{Bwrap: "/usr/bin/bwrap", ABI: 7}
	noBwrap := Probe{Cause: sandbox.UserNamespaces, Detail: "no namespaces", ABI: 4}
	nothing := Probe{Cause: sandbox.NotInstalled, Detail: "none"}
	cases := []struct {
		mode  sandbox.Mode
		probe Probe
		min   core.Level
		want  core.Level
		class sdk.Class
	}{
		{sandbox.Auto, good, core.LevelProcess, core.LevelBwrap, ""},
		{sandbox.Auto, noBwrap, core.LevelLandlock, core.LevelLandlock, ""},
		{sandbox.Auto, noBwrap, core.LevelBwrap, 0, sdk.PolicyDenied},
		{sandbox.Auto, nothing, core.LevelProcess, core.LevelProcess, ""},
		{sandbox.Auto, nothing, core.LevelLandlock, 0, sdk.PolicyDenied},
		{sandbox.Bwrap, good, core.LevelProcess, core.LevelBwrap, ""},
		{sandbox.Bwrap, noBwrap, core.LevelProcess, 0, sdk.Unavailable},
		{sandbox.Landlock, good, core.LevelProcess, core.LevelLandlock, ""},
		{sandbox.Landlock, nothing, core.LevelProcess, 0, sdk.Unavailable},
		{sandbox.Landlock, good, core.LevelBwrap, 0, sdk.PolicyDenied},
		{sandbox.Off, good, core.LevelProcess, core.LevelProcess, ""},
		{sandbox.Off, good, core.LevelLandlock, 0, sdk.PolicyDenied},
		{"typo", nothing, core.LevelLandlock, 0, sdk.PolicyDenied},
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s %s needs %s", c.mode, c.probe.Level(), c.min), func(t *testing.T) {
			level, reason, err := Choose(c.mode, c.probe, sandbox.Profile{Executor: "x", Min: c.min})
			if sdk.ClassOf(err) != c.class || (err == nil && level != c.want) {
				t.Fatalf("level %s, error %v; want %s, %q", level, err, c.want, c.class)
			}
			if err == nil && (level < core.LevelBwrap) != (strings.TrimSpace(reason) != "") {
				t.Errorf("level %s with reason %q", level, reason)
			}
		})
	}
}
