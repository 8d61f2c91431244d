package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire"
)

// TestMain makes the test binary a plugin when it is started with arguments of one.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv(wire.Handshake.MagicCookieKey) != "", len(os.Args) == 2 && os.Args[1] == "describe", os.Getenv("AS_A_PERSON") != "":
		Executors(Entry{"find_things", &finder{}}, Entry{"move_things", mover{}})
	default:
		os.Exit(m.Run())
	}
}

type finder struct{}

func (*finder) Invoke(_ context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	// A plugin may print at any time; it must reach neither the handshake nor the wire.
	os.Stdout.WriteString("printed on stdout\n")
	list, err := host.Files().ReadDir(call.Args["path"].(string))
	return sdk.Result{OK: true, Value: len(list)}, err
}

func (*finder) ConfigSchema() sdk.Schema {
	return sdk.Schema{Attributes: map[string]sdk.Attribute{"host": {Type: "string", Required: true}}}
}

type mover struct{}

func (mover) Invoke(context.Context, sdk.Call, sdk.Host) (sdk.Result, error) {
	return sdk.Result{OK: true}, nil
}

func start(t *testing.T, entry string) *wire.Process {
	t.Helper()
	p, err := wire.Launch{Path: os.Args[0], Entry: entry}.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

func TestDescribePrintsAndExits(t *testing.T) {
	out, err := exec.Command(os.Args[0], "describe").Output()
	if err != nil {
		t.Fatal(err)
	}
	var d sdk.Description
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatal(err)
	}
	want := sdk.Description{Protocol: 1, Kind: "executor", Entries: []sdk.Entry{
		{Name: "find_things", Config: &sdk.Schema{Attributes: map[string]sdk.Attribute{"host": {Type: "string", Required: true}}}}, {Name: "move_things"},
	}}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("described as %+v", d)
	}
}

func TestPersonIsToldWhatItIs(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = []string{"AS_A_PERSON=1"}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		t.Errorf("it ends with %v", err)
	}
	for _, part := range []string{"metnos plugin", "find_things, move_things", "describe"} {
		if !strings.Contains(string(out), part) {
			t.Errorf("it says %q, without %q", out, part)
		}
	}
}

func TestEntryOfTheProcess(t *testing.T) {
	p := start(t, "find_things")
	_, err := p.Open(t.Context(), wire.Opening{Executor: "move_things"})
	var e *sdk.Error
	if !errors.As(err, &e) || e.Code != "wrong_entry" {
		t.Errorf("another entry than the sandbox was made for: %v", err)
	}
	dir := t.TempDir()
	opened, err := p.Open(t.Context(), wire.Opening{Roots: []sdk.Root{{Path: dir}}})
	if err != nil || opened.Entry != "find_things" || opened.Kind != wire.KindExecutor {
		t.Fatalf("%+v, %v", opened, err)
	}
	r, err := p.Executor().Invoke(t.Context(), sdk.Call{Args: map[string]any{"path": dir}}, nil)
	if err != nil || r.Value != 0.0 {
		t.Errorf("%+v, %v", r, err)
	}
	p.Stop()
	if !strings.Contains(p.Output(), "printed on stdout") {
		t.Errorf("what it printed is lost: %q", p.Output())
	}
	q := start(t, "no_such")
	if _, err = q.Open(t.Context(), wire.Opening{}); !errors.As(err, &e) || e.Code != "unknown_entry" {
		t.Errorf("an entry it does not have: %v", err)
	}
	_, err = start(t, "").Open(t.Context(), wire.Opening{})
	if !errors.As(err, &e) || e.Code != "unknown_entry" {
		t.Errorf("no entry chosen: %v", err)
	}
}

func TestOpenNeedsItsRoots(t *testing.T) {
	p := start(t, "find_things")
	_, err := p.Open(t.Context(), wire.Opening{Roots: []sdk.Root{{Path: filepath.Join(t.TempDir(), "none")}}})
	if sdk.ClassOf(err) != sdk.NotFound {
		t.Errorf("a root that is not there: %v", err)
	}
}

// The report comes from the kernel, not from what the host meant to do.
func TestIsolationIsMeasured(t *testing.T) {
	dir := t.TempDir()
	canary := filepath.Join(dir, "canary")
	if err := os.WriteFile(canary, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{canary: "readable", filepath.Join(dir, "none"): "absent", filepath.Join(canary, "x"): "denied", "": ""} {
		p := start(t, "move_things")
		opened, err := p.Open(t.Context(), wire.Opening{Canary: path})
		if err != nil {
			t.Fatal(err)
		}
		i := opened.Isolation
		if i.Canary != want {
			t.Errorf("the canary %q is %q, want %q", path, i.Canary, want)
		}
		if i.PID == 0 || i.PID == os.Getpid() || i.UserMap == "" || i.Interfaces == nil {
			t.Errorf("measured %+v", i)
		}
	}
	fields := status()
	want, err := strconv.ParseUint(fields["CapEff"], 16, 64)
	if err != nil || measure("").Caps != want || measure("").NoNewPrivs != (fields["NoNewPrivs"] == "1") {
		t.Errorf("measured %+v, the kernel says %v", measure(""), fields)
	}
}

// M-10, PLUGIN-08: the process ends when the core does, by either sign of it.
func TestEndsWithTheCore_PLUGIN08(t *testing.T) {
	for name, lose := range map[string]func(p *wire.Process){
		"stdin":      func(p *wire.Process) { p.CloseStdin() },
		"connection": func(p *wire.Process) { p.HangUp() },
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, "find_things")
			lose(p)
			select {
			case <-p.Exited():
			case <-time.After(30 * time.Second):
				t.Error("it is still running")
			}
		})
	}
}

func TestWorksWithoutAHandshakeDescriptor(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = []string{wire.Handshake.MagicCookieKey + "=" + wire.Handshake.MagicCookieValue, "PLUGIN_UNIX_SOCKET_DIR=" + t.TempDir()}
	if len(cmd.Env[1]) > 100 {
		t.Skip("the temporary folder is too deep for a socket")
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, _ := cmd.StdinPipe()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := wire.ReadGreeting(out); err != nil {
		t.Error(err)
	}
	in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestWrongHandshakeDescriptorIsSaid(t *testing.T) {
	for _, value := range []string{"x", "-1", "1"} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = []string{wire.Handshake.MagicCookieKey + "=" + wire.Handshake.MagicCookieValue, wire.EnvHandshakeFD + "=" + value}
		out, err := cmd.CombinedOutput()
		if err == nil || !bytes.Contains(out, []byte(wire.EnvHandshakeFD)) {
			t.Errorf("%q: %v, %s", value, err, out)
		}
	}
}

func TestListenerIsInherited(t *testing.T) {
	if _, err := listener(); sdk.ClassOf(err) != sdk.PolicyDenied {
		t.Errorf("without a socket: %v", err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	f, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(wire.EnvListenFD, strconv.Itoa(int(f.Fd())))
	got, err := listener()
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	if got.Addr().String() != l.Addr().String() {
		t.Errorf("it listens on %v, want %v", got.Addr(), l.Addr())
	}
}

// A confined process has no zone files; the binary carries them.
func TestZonesAreInTheBinary(t *testing.T) {
	t.Setenv("ZONEINFO", "/nonexistent")
	if _, err := time.LoadLocation("Europe/Rome"); err != nil {
		t.Error(err)
	}
}
