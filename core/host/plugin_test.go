package host_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/serve"
	"github.com/metnos/metnos/sdk/wire"
)

// The test binary is the plugin, and the core that gets killed.
func TestMain(m *testing.M) {
	host.RunConfine(os.Args)
	if name := os.Getenv(wire.EnvExecutor); name != "" {
		beforeServe(name)
		if name == "oracle" {
			serve.Model(name, &oracle{})
			return
		}
		if name == "door" {
			serve.Channel(name, &door{})
			return
		}
		serve.Executors(serve.Entry{Name: name, Executor: work(name)})
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "core" {
		runCore(os.Args[2:])
		return
	}
	if len(os.Args) == 2 && os.Args[1] == "floor" {
		serveFloor()
		return
	}
	code := m.Run()
	if b, err := binary(); err == nil {
		_ = os.RemoveAll(filepath.Dir(b.path))
	}
	os.Exit(code)
}

// beforeServe is what misbehaving plugins do before they serve.
func beforeServe(name string) {
	say := func(line string) { // never returns: the collector would close the descriptor under the real handshake
		fd, _ := strconv.Atoi(os.Getenv(wire.EnvHandshakeFD))
		fmt.Fprintln(os.NewFile(uintptr(fd), "handshake"), line)
		time.Sleep(time.Hour)
	}
	switch name {
	case "early":
		homes, _ := filepath.Glob("/tmp/mt*/home") // the sandbox shows one
		for _, home := range homes {
			_ = os.Mkdir(home+"/.ssh", 0o700)
		}
		die(0)
	case "noisy":
		fmt.Println("a library says hello on standard output")
		fmt.Println(strings.Repeat("x", 70_000))
	case "long_line":
		say(strings.Repeat("x", 70_000))
	case "tcp":
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			say("1|1|tcp|127.0.0.1:9|netrpc")
		}
		go func() {
			if c, err := l.Accept(); err == nil {
				fmt.Fprintln(os.Stderr, "CONNECTED from", c.RemoteAddr())
			}
		}()
		say("1|1|tcp|" + l.Addr().String() + "|netrpc")
	case "elsewhere":
		say("1|1|unix|/run/dbus/system_bus_socket|netrpc")
	case "linked":
		dir := os.Getenv("PLUGIN_UNIX_SOCKET_DIR")
		_ = os.Symlink("/run/dbus/system_bus_socket", dir+"/s")
		say("1|1|unix|" + dir + "/s|netrpc")
	case "old_protocol":
		say("1|99|unix|" + os.Getenv("PLUGIN_UNIX_SOCKET_DIR") + "/s|netrpc")
	case "dies":
		fmt.Fprintln(os.Stderr, "cannot find my configuration; token=hunter2")
		die(7)
	case "silent":
		time.Sleep(time.Hour)
	}
}

// die ends the process at once; os.Exit takes a second under the race detector.
func die(code uintptr) { _, _, _ = unix.RawSyscall(unix.SYS_EXIT_GROUP, code, 0, 0) }

type work string

func (w work) Invoke(ctx context.Context, call sdk.Call, h sdk.Host) (sdk.Result, error) {
	arg := func(name string) string { s, _ := call.Args[name].(string); return s }
	done := func(v any, err error) (sdk.Result, error) {
		if err != nil {
			return sdk.Result{OK: true, Value: "error: " + err.Error()}, nil
		}
		return sdk.Result{OK: true, Value: v}, nil
	}
	switch op := arg("op"); op {
	case "", "echo":
		return done(call.Args["text"], nil)
	case "env":
		return done(strings.Join(os.Environ(), "\n"), nil)
	case "system":
		if call.System == nil || len(call.System.Processes) != 1 {
			return done(nil, errors.New("nothing was told"))
		}
		return done(call.System.Processes[0].Name, nil)
	case "pid":
		return done(os.Getpid(), nil)
	case "crash":
		fmt.Fprintln(os.Stderr, "fatal: about to fail; token=hunter2")
		die(3)
	case "found_large":
		return sdk.Result{}, sdk.Errorf(sdk.Oversize, "picture_too_large", "too many pixels")
	case "crash_once":
		if _, err := os.Stat(arg("path")); err == nil {
			return done("survived", nil)
		}
		if err := os.WriteFile(arg("path"), nil, 0o600); err != nil {
			return done(nil, err)
		}
		die(3)
	case "panic":
		panic("a bug")
	case "hang":
		time.Sleep(time.Hour)
	case "wait":
		d, _ := time.ParseDuration(arg("for"))
		select {
		case <-time.After(d):
			return done("waited", nil)
		case <-ctx.Done():
			return sdk.Result{}, ctx.Err()
		}
	case "stderr":
		for range 10 << 20 / 64 {
			fmt.Fprintln(os.Stderr, strings.Repeat("e", 63))
		}
		return done("printed", nil)
	case "giant":
		return done(strings.Repeat("g", 64<<20), nil)
	case "read":
		b, err := os.ReadFile(arg("path"))
		return done(string(b), err)
	case "list":
		entries, err := os.ReadDir(arg("path"))
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return done(strings.Join(names, " "), err)
	case "write":
		if err := os.MkdirAll(filepath.Dir(arg("path")), 0o700); err != nil {
			return done(nil, err)
		}
		return done("written", os.WriteFile(arg("path"), []byte("from the plugin"), 0o600))
	case "write_later": // the answer does not wait
		d, _ := time.ParseDuration(arg("for"))
		go func() {
			time.Sleep(d)
			_ = os.MkdirAll(filepath.Dir(arg("path")), 0o700)
			_ = os.WriteFile(arg("path"), []byte("after the answer"), 0o600)
		}()
		return done("will do", nil)
	case "flash":
		if err := os.Mkdir(arg("path"), 0o700); err != nil {
			return done(nil, err)
		}
		return done("made and removed", os.Remove(arg("path")))
	case "fill": // megabytes into a file, until it is refused
		f, err := os.OpenFile(os.ExpandEnv(arg("path")), os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return done(nil, err)
		}
		defer os.Remove(arg("path"))
		defer f.Close()
		signal.Ignore(syscall.SIGXFSZ)
		for n := range 100 {
			if _, err := f.Write(make([]byte, 1<<20)); err != nil {
				return done(n, nil)
			}
		}
		return done(100, nil)
	case "memfd":
		_, err := unix.MemfdCreate("x", 0)
		return done("made", err)
	case "meddle": // with what belongs to others
		pid := os.Getppid()
		tried := map[string]error{
			"chmod": os.Chmod(arg("path"), 0o666), "chtimes": os.Chtimes(arg("path"), time.Unix(1, 0), time.Unix(1, 0)),
			"setxattr": unix.Setxattr(arg("path"), "user.x", []byte("x"), 0), "chown": os.Chown(arg("path"), -1, os.Getgid()),
			"prlimit": unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil), "setpriority": unix.Setpriority(unix.PRIO_PROCESS, pid, 19),
		}
		var worked []string
		for name, err := range tried {
			if err == nil {
				worked = append(worked, name)
			}
		}
		return done(strings.Join(worked, " "), nil)
	case "link":
		return done("linked", os.Symlink(arg("to"), arg("path")))
	case "rename":
		return done("renamed", os.Rename(arg("path"), arg("to")))
	case "dial":
		c, err := net.DialTimeout(arg("network"), arg("path"), time.Second)
		if err == nil {
			c.Close()
		}
		return done("connected", err)
	case "sleeper":
		return done(startSleeper(arg("escape") != ""))
	case "syscalls":
		return done(syscalls(), nil)
	case "limits":
		var l unix.Rlimit
		err := unix.Getrlimit(unix.RLIMIT_NOFILE, &l)
		return done(l.Max, err)
	case "overwrite_self":
		f, err := os.OpenFile("/proc/self/exe", os.O_WRONLY, 0)
		if err == nil {
			_, err = f.Write([]byte("x"))
		}
		return done("overwritten", err)
	case "exec":
		out, err := exec.Command("sh", "-c", arg("command")).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}
		return done(string(out), err)
	case "broker":
		return throughBroker(ctx, h, arg)
	}
	return sdk.Result{}, errors.New("no such operation")
}

func (w work) Preview(context.Context, sdk.Call, sdk.Host) (sdk.Effects, error) {
	return sdk.Effects{Items: []sdk.Effect{{Action: "create", Target: "/x"}}, Total: 1}, nil
}

func (w work) Reverse(_ context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	return sdk.Result{OK: true, Value: "undone " + call.Undo.Pattern}, nil
}

// oracle is a model that may dial through the broker outside of any call.
type oracle struct{ host sdk.Host }

func (o *oracle) UseHost(h sdk.Host) { o.host = h }

func (o *oracle) Generate(ctx context.Context, req sdk.Request, delta func(sdk.Delta)) (sdk.Response, error) {
	if delta != nil {
		delta(sdk.Delta{Text: "yes"})
	}
	c, err := o.host.Dial(ctx, "tcp", req.Model)
	if err != nil {
		return sdk.Response{}, err
	}
	defer c.Close()
	b, err := io.ReadAll(c)
	return sdk.Response{Text: string(b), Stop: "end"}, err
}

func (o *oracle) Embed(_ context.Context, texts []string) ([][]float32, error) {
	return make([][]float32, len(texts)), nil
}

// startSleeper starts a grandchild that outlives a careless host, and returns its number.
func startSleeper(escape bool) (any, error) {
	cmd := exec.Command("/proc/self/exe", "-test.run=^$")
	cmd.Env = []string{wire.EnvExecutor + "=silent"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: escape}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return cmd.Process.Pid, nil
}

// syscalls tries what no plugin may do and returns what was allowed.
func syscalls() string {
	var allowed []string
	try := func(name string, errno error) {
		if errno == nil {
			allowed = append(allowed, name)
		}
	}
	call := func(nr, a, b, c uintptr) error {
		_, _, e := unix.Syscall(nr, a, b, c)
		if e == 0 {
			return nil
		}
		return e
	}
	try("unshare", unix.Unshare(unix.CLONE_NEWUSER))
	try("ptrace", call(unix.SYS_PTRACE, unix.PTRACE_TRACEME, 0, 0))
	try("keyctl", call(unix.SYS_KEYCTL, 0, ^uintptr(2), 0))
	try("mount", unix.Mount("none", "/tmp", "tmpfs", 0, ""))
	for name, family := range map[string]int{"vsock": unix.AF_VSOCK, "packet": unix.AF_PACKET, "alg": unix.AF_ALG} {
		fd, err := unix.Socket(family, unix.SOCK_STREAM, 0)
		if err == nil {
			unix.Close(fd)
		}
		try(name, err)
	}
	return strings.Join(allowed, " ")
}

func throughBroker(ctx context.Context, h sdk.Host, arg func(string) string) (sdk.Result, error) {
	c, err := h.Dial(ctx, "tcp", arg("address"))
	if err != nil {
		return sdk.Result{}, err
	}
	defer c.Close()
	b, err := io.ReadAll(c)
	return sdk.Result{OK: err == nil, Value: string(b)}, err
}

// door is a channel that serves its inherited socket: "ping" is answered, "die" ends the process.
type door struct{ l net.Listener }

func (d *door) Start(_ context.Context, core sdk.Core) error {
	l, err := core.Listener()
	if err != nil {
		return err
	}
	d.l = l
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			b := make([]byte, 4)
			n, _ := c.Read(b)
			if string(b[:n]) == "die\n" {
				die(9)
			}
			fmt.Fprintf(c, "pong %d", os.Getpid())
			c.Close()
		}
	}()
	return nil
}

func (d *door) Send(context.Context, sdk.Outbound) error { return nil }
func (d *door) Stop(context.Context) error               { return d.l.Close() }
