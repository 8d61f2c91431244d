package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	plugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"github.com/metnos/metnos/sdk"
	"golang.org/x/sys/unix"
)

// Launch starts a plugin process without confinement, for tests and for `metnos plugin test`. The core
// starts its plugins in package host, confined.
type Launch struct {
	Path   string
	Args   []string
	Entry  string   // of the family; "" leaves it to Open
	Env    []string // beside the handshake's own
	Limits Limits
	Within time.Duration // for the whole start; 10 s when zero
}

// Process is a launched plugin.
type Process struct {
	*Peer
	run *run
}

// Descriptors exec hands down beside the standard ones.
const (
	handshakeFD = 3
	lineFD      = 4
)

// maxSocketDir keeps a socket's path below the 108 bytes of sun_path.
const maxSocketDir = 60

// stopGrace is how long a process may take to end by itself.
const stopGrace = 300 * time.Millisecond

// Start starts the process and attaches to it. Whatever fails, nothing stays behind; the error carries the
// end of what the plugin printed.
func (l Launch) Start() (*Process, error) {
	if l.Within <= 0 {
		l.Within = 10 * time.Second
	}
	dir, err := socketDir()
	if err != nil {
		return nil, err
	}
	r := &run{launch: l, dir: dir, exited: make(chan struct{})}
	peer, err := r.attach()
	if err != nil {
		_ = r.Kill(context.Background())
		return nil, r.explain(err)
	}
	return &Process{Peer: peer, run: r}, nil
}

func socketDir() (string, error) {
	for _, base := range []string{os.TempDir(), "/tmp"} {
		dir, err := os.MkdirTemp(base, "metnos-")
		if err != nil {
			return "", sdk.Errorf(sdk.IOError, "socket_dir", "making a folder for the plugin's socket: %w", err).With("path", base)
		}
		if len(dir) <= maxSocketDir {
			return dir, nil
		}
		os.Remove(dir)
	}
	return "", sdk.Errorf(sdk.IOError, "socket_dir", "the temporary folder %s is too deep for a socket", os.TempDir()).With("path", os.TempDir())
}

// Stop ends the process and everything it started.
func (p *Process) Stop() {
	_ = p.Close()
	select {
	case <-p.run.exited:
	case <-time.After(stopGrace):
	}
	_ = p.run.Kill(context.Background())
}

// Kill ends the process at once.
func (p *Process) Kill() { _ = p.run.Kill(context.Background()) }

// CloseStdin closes the core's end of the process's stdin, as the core's death would.
func (p *Process) CloseStdin() { _ = p.run.stdin.Close() }

// HangUp cuts the connection without a word.
func (p *Process) HangUp() { p.fail(io.ErrClosedPipe) }

// Exited ends with the process.
func (p *Process) Exited() <-chan struct{} { return p.run.exited }

// Output is the end of what the plugin printed.
func (p *Process) Output() string { return p.run.output.String() }

// run is the runner go-plugin drives.
type run struct {
	launch    Launch
	dir       string
	cmd       *exec.Cmd
	stdin     io.Closer
	handshake *os.File
	line      net.Conn // our end
	output    tail
	exited    chan struct{}
	killed    sync.Once

	mu       sync.Mutex
	reaped   bool  // the process number may be another's
	greeting error // why the handshake line was refused
}

var _ runner.Runner = (*run)(nil)

func (r *run) attach() (*Peer, error) {
	client := plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  Handshake,
		Plugins:          Plugins(),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolNetRPC},
		SkipHostEnv:      true,
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: r.dir},
		StartTimeout:     r.launch.Within,
		Logger:           hclog.NewNullLogger(),
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, dir string) (runner.Runner, error) {
			r.prepare(cmd.Env, dir)
			return r, nil
		},
	})
	start := time.Now()
	addr, err := client.Start()
	if err != nil {
		if time.Since(start) >= r.launch.Within {
			return nil, sdk.Errorf(sdk.Timeout, "attach_timeout", "the plugin said nothing for %v", r.launch.Within)
		}
		if refused := r.refuse(nil); refused != nil {
			return nil, refused
		}
		return nil, sdk.Errorf(sdk.Crashed, "handshake_missing", "the plugin did not start: %w", err)
	}
	conn, err := net.DialTimeout(addr.Network(), addr.String(), r.launch.Within)
	if err != nil {
		return nil, sdk.Errorf(sdk.Crashed, "plugin_crashed", "connecting to the plugin: %w", err)
	}
	return ConnectLine(conn, r.line, r.launch.Limits)
}

func (r *run) prepare(env []string, dir string) {
	r.cmd = exec.Command(r.launch.Path, r.launch.Args...)
	r.cmd.Env = append(env, r.launch.Env...)
	r.cmd.Env = append(r.cmd.Env, EnvHandshakeFD+"="+strconv.Itoa(handshakeFD), EnvLineFD+"="+strconv.Itoa(lineFD), "PATH=/usr/bin:/bin", "GOMAXPROCS=1",
		plugin.EnvUnixSocketDir+"="+dir)
	if r.launch.Entry != "" {
		r.cmd.Env = append(r.cmd.Env, EnvExecutor+"="+r.launch.Entry)
	}
	r.cmd.Stdout, r.cmd.Stderr = &r.output, &r.output
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r.cmd.WaitDelay = time.Second
}

// Start is called by go-plugin.
func (r *run) Start(context.Context) error {
	read, write, err := os.Pipe()
	if err != nil {
		return err
	}
	defer write.Close()
	r.handshake = read
	theirs, err := r.join()
	if err != nil {
		return err
	}
	defer theirs.Close()
	r.cmd.ExtraFiles = []*os.File{write, theirs}
	if r.stdin, err = r.cmd.StdinPipe(); err != nil {
		return err
	}
	if err := r.cmd.Start(); err != nil {
		return err
	}
	go r.wait()
	return nil
}

// wait ends what the process started before it reaps the process: until then its number names no other group.
func (r *run) wait() {
	defer close(r.exited)
	for unix.Waitid(unix.P_PID, r.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	r.mu.Lock()
	_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
	r.reaped = true
	r.mu.Unlock()
	_ = r.cmd.Wait()
}

// signal kills the group while its number is its own.
func (r *run) signal() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.reaped {
		_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL)
	}
}

// join makes the line and returns the plugin's end.
func (r *run) join() (*os.File, error) {
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	ours, theirs := os.NewFile(uintptr(pair[0]), "line"), os.NewFile(uintptr(pair[1]), "line")
	defer ours.Close()
	if r.line, err = net.FileConn(ours); err != nil {
		theirs.Close()
		return nil, err
	}
	return theirs, nil
}

// Stdout is the handshake line alone, once it has been checked.
func (r *run) Stdout() io.ReadCloser { return &greeter{run: r} }

// Stderr is drained by exec, so go-plugin gets none of it.
func (r *run) Stderr() io.ReadCloser { return io.NopCloser(bytes.NewReader(nil)) }

// Name is the path of the program.
func (r *run) Name() string { return r.launch.Path }

// ID is the process number.
func (r *run) ID() string { return strconv.Itoa(r.cmd.Process.Pid) }

// Diagnose adds nothing: Launch explains by itself.
func (r *run) Diagnose(context.Context) string { return "" }

// Wait waits for the process.
func (r *run) Wait(context.Context) error { <-r.exited; return nil }

// Kill ends the process group and removes the socket's folder.
func (r *run) Kill(context.Context) error {
	r.killed.Do(func() {
		if r.line != nil {
			r.line.Close()
		}
		if r.cmd != nil && r.cmd.Process != nil {
			r.signal()
			<-r.exited
		}
		if r.stdin != nil {
			r.stdin.Close()
		}
		if r.handshake != nil {
			r.handshake.Close()
		}
		os.RemoveAll(r.dir)
	})
	return nil
}

// PluginToHost accepts a socket in our own folder alone.
func (r *run) PluginToHost(network, address string) (string, string, error) {
	if network != "unix" || filepath.Dir(filepath.Dir(address)) != r.dir {
		return "", "", r.refuse(sdk.Errorf(sdk.ContractViolation, "handshake_malformed",
			"the plugin listens on %s %s, outside of its folder", network, address))
	}
	return network, address, nil
}

// refuse keeps the first reason against the handshake, and returns it.
func (r *run) refuse(reason error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.greeting == nil {
		r.greeting = reason
	}
	return r.greeting
}

// HostToPlugin changes nothing.
func (r *run) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// explain adds what the plugin printed last.
func (r *run) explain(err error) error {
	var e *sdk.Error
	if text := r.output.String(); errors.As(err, &e) && text != "" {
		told := *e
		told.Message += "\nthe plugin printed:\n" + text
		return &told
	}
	return err
}

// greeter hands go-plugin a line that ReadGreeting has accepted.
type greeter struct {
	run  *run
	line *bytes.Reader
}

func (g *greeter) Read(b []byte) (int, error) {
	if g.line == nil {
		found, err := ReadGreeting(g.run.handshake)
		if err != nil {
			return 0, g.run.refuse(err)
		}
		g.line = bytes.NewReader(fmt.Appendf(nil, "%d|%d|%s|%s|netrpc|\n", found.Core, found.Protocol, found.Network, found.Address))
	}
	return g.line.Read(b)
}

func (g *greeter) Close() error { return nil }

// tailSize is how much of a plugin's output is kept.
const tailSize = 16 << 10

// tail keeps the end of what is written to it and never blocks.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, b[max(0, len(b)-tailSize):]...)
	if over := len(t.kept) - tailSize; over > 0 {
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}
