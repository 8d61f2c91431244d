package host

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"

	"github.com/metnos/metnos/core"
	"github.com/metnos/metnos/core/host/guard"
	"github.com/metnos/metnos/core/host/jail"
	"github.com/metnos/metnos/core/host/measure"
	"github.com/metnos/metnos/core/host/pool"
	"github.com/metnos/metnos/core/host/proc"
	"github.com/metnos/metnos/core/host/socket"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
	"github.com/metnos/metnos/sdk/wire"
)

// startTimeout bounds a start, from fork to the answer of Open.
const startTimeout = 10 * time.Second

// begin starts a process for the pool: not while the executor is crash-looping, and only so many at once.
func (h *Host) begin(ex core.Executor, profile sandbox.Profile) (*process, error) {
	name := ex.Manifest.Name
	if left := h.breaker.Wait(name); left > 0 {
		return nil, sdk.Errorf(sdk.Unavailable, "executor_crash_loop", "%s crashed %d times in a row; it rests for %s", name, pool.CrashLimit, left.Round(time.Second)).
			With("executor", name).With("seconds", strconv.Itoa(int(left.Seconds())+1))
	}
	select {
	case h.starts <- struct{}{}:
		defer func() { <-h.starts }()
	case <-h.ctx.Done():
		return nil, errHostClosed()
	}
	p, err := h.start(ex, profile, nil)
	if err != nil && sdk.ClassOf(err) != sdk.PolicyDenied {
		h.breaker.Crashed(name)
	}
	return p, err
}

// start launches, connects and measures one process. Whatever fails, nothing stays behind.
func (h *Host) start(ex core.Executor, profile sandbox.Profile, listener *os.File) (*process, error) {
	level, reason, err := jail.Choose(h.cfg.Mode, h.Probe(), profile)
	if err != nil {
		return nil, err
	}
	layout, err := profile.Resolve(jail.Disk{})
	if err != nil {
		return nil, err
	}
	born := guard.Look(layout.Watches)
	prog, err := h.programs.Open(ex)
	if err != nil {
		return nil, err
	}
	s := &startup{h: h, ex: ex, Launch: jail.Launch{Program: prog, Layout: layout, Level: level, Listener: listener}}
	sentry := s.watch(born)
	p, err := s.run(reason)
	if err != nil {
		s.abandon()
		h.programs.Release(prog)
		if incident := h.inspect(ex, s.child, born, sentry); incident != nil {
			err = incident
		}
		sentry.Close()
		return nil, err
	}
	forget := h.dir.Record(s.identity())
	p.born, p.sentry = born, sentry
	p.look = func() error { return h.inspect(ex, p.child, born, sentry) }
	p.release = func() { forget(); sentry.Close(); h.programs.Release(prog) }
	if manifest.Kind(ex.Manifest) != manifest.KindExecutor {
		if listener == nil {
			p.attend(h.cfg.Broker)
		}
		return p, nil // it is never at rest
	}
	if len(born.Paths) > 0 {
		p.rest = guard.NewRest(p.child, sentry, func() {
			if p.look() != nil {
				p.Retire()
			}
		})
		p.rest.Sleep() // a start ends as a call does
	}
	if incident := p.look(); incident != nil {
		p.Shut()
		return nil, incident
	}
	return p, nil
}

// watch starts the sentry of an executor, nil where there is nothing to watch.
func (s *startup) watch(born guard.Guard) *guard.Sentry {
	if manifest.Kind(s.ex.Manifest) != manifest.KindExecutor {
		return nil
	}
	sentry, err := born.Watch(func() {
		if c := s.running.Load(); c != nil {
			c.Kill()
		}
	})
	if err != nil {
		return nil // no more inotify instances for this user: what stays at a denied path is still seen
	}
	sentry.Begin()
	return sentry
}

// startup is one start. It is the runner go-plugin drives.
type startup struct {
	jail.Launch
	h       *Host
	ex      core.Executor
	cmd     *exec.Cmd // go-plugin's: only its environment is used
	child   *jail.Child
	running atomic.Pointer[jail.Child] // child, for the sentry
	ends    jail.Ends
	peer    *wire.Peer
}

var _ runner.Runner = (*startup)(nil)

func (s *startup) run(reason string) (*process, error) {
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  wire.Handshake,
		Plugins:          wire.Plugins(),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolNetRPC},
		SkipHostEnv:      true,
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: s.h.dir.Path},
		StartTimeout:     startTimeout,
		Logger:           hclog.NewNullLogger(),
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, dir string) (runner.Runner, error) {
			s.cmd, s.SocketDir = cmd, dir
			return s, nil
		},
	})
	addr, err := client.Start()
	if err != nil {
		return nil, s.failed(err)
	}
	conn, err := socket.Dial(addr.String(), startTimeout, s.child.Is)
	// Nobody else connects, nothing is left should the core be killed, and in a folder that is gone the
	// plugin makes no file: one that keeps filling it does not start.
	gone := s.removeSocket()
	if err == nil && gone != nil {
		_ = conn.Close()
		err = gone
	}
	if err != nil {
		return nil, s.failed(err)
	}
	if s.peer, err = wire.ConnectLine(conn, s.ends.Line, wire.Limits{}); err != nil {
		_ = conn.Close()
		return nil, s.failed(err)
	}
	return s.open(reason)
}

// open tells the process what it is and reads back how it is confined.
func (s *startup) open(reason string) (*process, error) {
	ctx, cancel := context.WithTimeout(s.h.ctx, startTimeout)
	defer cancel()
	config, err := json.Marshal(s.ex.Config)
	if err != nil {
		return nil, s.failed(err)
	}
	opened, err := s.peer.Open(ctx, wire.Opening{
		Executor: s.ex.Manifest.Name, Roots: s.Layout.Roots(), Deny: s.Layout.Profile.Deny, Canary: s.h.dir.Canary, Config: config,
	})
	if err != nil {
		return nil, s.failed(err)
	}
	box, err := measure.Sandbox(s.Launch, s.h.cfg.Mode, reason, opened.Isolation)
	if err != nil {
		return nil, err
	}
	return &process{
		executor: s.ex, layout: s.Layout, sandbox: box, child: s.child, peer: s.peer, since: time.Now(), grace: s.h.cfg.Grace,
		turns: make(chan struct{}, max(1, s.ex.Manifest.Execution.Parallelism)), release: func() {},
	}, nil
}

// failed completes the error of a start with what the plugin printed and how it ended.
func (s *startup) failed(err error) error {
	name, printed, status := s.ex.Manifest.Name, "", ""
	if s.child != nil {
		status = s.child.ExitStatus(300 * time.Millisecond)
		s.child.Kill()
		printed = s.h.cfg.Redact(s.child.Tail(tailBytes))
	}
	return sdk.Errorf(sdk.Unavailable, "executor_start_failed", "%s did not start (%s): %w\n%s", name, status, err, printed).
		With("executor", name).With("detail", firstLine(printed))
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// abandon leaves nothing of a failed start.
func (s *startup) abandon() {
	if s.peer != nil {
		go s.peer.Close() // says goodbye, which a stuck plugin does not answer
	}
	if s.child != nil {
		s.child.Kill()
		<-s.child.Exited
		_ = s.ends.Line.Close() // the peer's by now, if it came to that
	}
	_ = s.removeSocket()
}

func (s *startup) removeSocket() error {
	if s.SocketDir == "" {
		return nil
	}
	return os.RemoveAll(s.SocketDir)
}

// identity is the process to end should this core die badly: bwrap, whose end is the plugin's, or the
// plugin.
func (s *startup) identity() proc.ID {
	id, err := proc.Look(s.child.PID)
	if err != nil {
		return proc.ID{PID: s.child.PID}
	}
	return id
}

// environment is the whole environment of a plugin, built from nothing.
func (s *startup) environment() []string {
	env := []string{
		wire.EnvExecutor + "=" + s.ex.Manifest.Name,
		wire.EnvHandshakeFD + "=" + strconv.Itoa(jail.HandshakeFD),
		wire.EnvLineFD + "=" + strconv.Itoa(jail.LineFD),
		"GOMAXPROCS=" + processors(s.ex),
		"LANG=C.UTF-8",
		"PATH=/usr/bin:/bin",
		"TMPDIR=/tmp",
	}
	if s.Listener != nil {
		env = append(env, wire.EnvListenFD+"="+strconv.Itoa(jail.ListenFD))
	}
	for _, kv := range s.cmd.Env {
		if !strings.HasPrefix(kv, "PLUGIN_MIN_PORT=") && !strings.HasPrefix(kv, "PLUGIN_MAX_PORT=") {
			env = append(env, kv)
		}
	}
	return env
}

// Start implements runner.Runner.
func (s *startup) Start(context.Context) error {
	s.Env = s.environment()
	var err error
	if s.child, s.ends, err = s.h.jail.Spawn(s.Launch); err != nil {
		return err
	}
	s.running.Store(s.child)
	go func() {
		<-s.child.Exited
		_ = s.ends.Handshake.Close() // whoever else may still hold the other end
	}()
	return nil
}

// Stdout is the handshake pipe: what the plugin prints goes elsewhere.
func (s *startup) Stdout() io.ReadCloser { return s.ends.Handshake }

// Stderr is empty for go-plugin; the host drains the real one.
func (s *startup) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

func (s *startup) Name() string { return s.ex.Manifest.Name }
func (s *startup) ID() string   { return strconv.Itoa(s.child.PID) }

func (s *startup) Wait(context.Context) error { <-s.child.Exited; return nil }

// Kill ends a start that failed. A plugin that ended by itself may say how: under bwrap that takes a moment.
func (s *startup) Kill(context.Context) error {
	s.child.ExitStatus(100 * time.Millisecond)
	s.child.Kill()
	return nil
}

func (s *startup) Diagnose(context.Context) string { return "" }

// PluginToHost checks the address: the plugin chose it.
func (s *startup) PluginToHost(network, address string) (string, string, error) {
	path, err := socket.Check(network, address, s.SocketDir)
	return network, path, err
}

// HostToPlugin implements runner.AddrTranslator; the core never listens for a plugin.
func (s *startup) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
