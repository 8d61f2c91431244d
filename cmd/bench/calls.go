package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/metnos/metnos/cmd/bench/floor"
	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// confineIfAsked turns this process into the launcher when the host started it as one.
func confineIfAsked() { host.RunConfine(os.Args) }

// calls measures one plugin process: its start, its calls, its memory.
func (b *bench) calls() error {
	ex, err := b.buildEcho()
	if err != nil {
		return err
	}
	empty, err := emptyProgram(b.dir)
	if err != nil {
		return err
	}
	b.section("cold start to the first answer, p50")
	if err := b.coldStart(ex, sandbox.Off, "plain process", runOnce(empty), 4.5); err != nil {
		return err
	}
	h, err := host.New(host.Config{Mode: sandbox.Auto})
	if err != nil {
		return err
	}
	level := h.Probe().Level()
	if err := h.Close(); err != nil {
		return err
	}
	if level == core.LevelBwrap {
		bwrap := runOnce("bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", empty)
		if err := b.coldStart(ex, sandbox.Bwrap, "under bwrap", bwrap, 2); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(b.out, "under bwrap: not measured, bwrap does not work here")
	}
	if err := b.coldStart(ex, sandbox.Landlock, "under landlock", runOnce(empty), 0); err != nil {
		fmt.Fprintln(b.out, "under landlock: not measured:", err)
	}
	return b.warm(ex)
}

// buildEcho compiles the echo executor and puts it in a store of its own.
func (b *bench) buildEcho() (core.Executor, error) {
	if b.echo.Manifest != nil {
		return b.echo, nil
	}
	built := filepath.Join(b.dir, "echo")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", built, "./cmd/bench/echo")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return core.Executor{}, fmt.Errorf("building the echo executor: %w: %s", err, bytes.TrimSpace(out))
	}
	data, err := os.ReadFile(built)
	if err != nil {
		return core.Executor{}, err
	}
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	dir := filepath.Join(b.dir, "store", "sha256-"+digest)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return core.Executor{}, err
	}
	binary := filepath.Join(dir, "plugin")
	if err := os.WriteFile(binary, data, 0o500); err != nil {
		return core.Executor{}, err
	}
	m, err := manifest.Decode("bench", []byte(echoManifest("get_texts", "sha256:"+digest)))
	if err != nil {
		return core.Executor{}, err
	}
	b.echo = core.Executor{Manifest: m, Dir: dir, Binary: binary, SignedBy: "bench"}
	return b.echo, nil
}

func request(ex core.Executor, size int) sdk.Call {
	return sdk.Call{
		Executor: ex.Manifest.Name, Args: map[string]any{"data": strings.Repeat("x", size)}, Owner: string(core.Host),
		Turn: "0123456789abcdef", Step: 1, Lang: "en", Zone: "Europe/Rome", Now: time.Now(),
	}
}

// coldStart measures a first call in a process started for it: every call names another instance.
func (b *bench) coldStart(ex core.Executor, mode sandbox.Mode, what string, floor func() error, target float64) error {
	h, err := host.New(host.Config{Mode: mode, MaxIdle: 1})
	if err != nil {
		return err
	}
	defer h.Close()
	n := 0
	start := func() error {
		n++
		one := ex
		one.Instance = strconv.Itoa(n)
		_, _, err := h.Invoke(b.ctx, one, request(ex, 8), nil)
		return err
	}
	ours, lowest, err := alternate(b.n(200), start, floor)
	if err != nil {
		return fmt.Errorf("cold start, %s: %w", what, err)
	}
	b.times(what, ours.at(.5), lowest.at(.5), target)
	return nil
}

// warm measures calls to a process that runs already.
func (b *bench) warm(ex core.Executor) error {
	h, err := host.New(host.Config{Mode: sandbox.Auto})
	if err != nil {
		return err
	}
	defer h.Close()
	f, err := floor.Start(b.dir)
	if err != nil {
		return err
	}
	defer f.Stop()
	invoke := func(size int) func() error {
		call := request(ex, size)
		return func() error { _, _, err := h.Invoke(b.ctx, ex, call, nil); return err }
	}
	raw := func(size int) func() error {
		payload := bytes.Repeat([]byte("x"), size)
		return func() error { return f.Call(payload) }
	}
	b.section("warm call under the strongest sandbox, against net/rpc on a unix socket")
	for _, s := range []struct {
		name   string
		size   int
		n      int
		target float64
	}{{"200 B", 200, 20000, 1.5}, {"10 KB", 10 << 10, 10000, 1.6}, {"1 MB", 1 << 20, 400, 1.6}} {
		ours, lowest, err := alternate(b.n(s.n), invoke(s.size), raw(s.size))
		if err != nil {
			return fmt.Errorf("warm call of %s: %w", s.name, err)
		}
		b.times(s.name+", p50", ours.at(.5), lowest.at(.5), s.target)
		b.times(s.name+", p99", ours.at(.99), lowest.at(.99), 0)
	}
	if err := b.throughput(invoke(200), raw(200)); err != nil {
		return err
	}
	return b.idle(h, ex)
}

// idleProcesses is how many executors of one family idle together: PSS counts the pages they share by share.
const idleProcesses = 12

func (b *bench) idle(h *host.Host, ex core.Executor) error {
	b.section(fmt.Sprintf("memory of %d idle executors of one family, PSS", idleProcesses))
	for i := range idleProcesses {
		one := ex
		one.Instance = strconv.Itoa(i)
		if _, _, err := h.Invoke(b.ctx, one, request(ex, 8), nil); err != nil {
			return err
		}
	}
	sum, n := 0.0, 0
	for _, p := range h.Status().Processes {
		kb, err := pss(p.PID)
		if err != nil {
			return err
		}
		sum, n = sum+kb, n+1
	}
	b.absolute("each", sum/1024/float64(n), "MB", 2.2)
	return nil
}

func (b *bench) throughput(ours, floor func() error) error {
	b.section("calls per second, 200 B")
	for _, callers := range []int{1, 8, 64} {
		span := 2 * time.Second
		if b.quick {
			span = 100 * time.Millisecond
		}
		lowest, err := rate(b.ctx, callers, span, floor)
		if err != nil {
			return err
		}
		got, err := rate(b.ctx, callers, span, ours)
		if err != nil {
			return err
		}
		target := 0.0
		if callers == 64 {
			target = 0.6
		}
		b.add(figure{what: fmt.Sprintf("%d callers", callers), ours: fmt.Sprintf("%.0f/s", got), floor: fmt.Sprintf("%.0f/s", lowest),
			ratio: got / lowest, target: target, more: true})
	}
	return nil
}

// pss is the proportional set size of a process in kB: shared pages count by share.
func pss(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "Pss:"); ok {
			return strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 64)
		}
	}
	return 0, fmt.Errorf("process %d reports no PSS", pid)
}
