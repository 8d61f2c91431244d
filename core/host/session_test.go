package host_test

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/metnos/metnos/core/host"
	"github.com/metnos/metnos/core/sandbox"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/manifest"
)

// desk is a broker that only dials.
type desk struct {
	sdk.Host
	session host.Session
	closed  *atomic.Int32
}

func (d desk) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if len(d.session.Profile.Hosts) == 0 || d.session.Profile.Hosts[0] != address {
		return nil, sdk.Errorf(sdk.PolicyDenied, "host_not_declared", "%s", address)
	}
	return (&net.Dialer{}).DialContext(ctx, network, address)
}

func (d desk) Close() error { d.closed.Add(1); return nil }

// speaker is a service that says one thing and hangs up.
func speaker(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(c, "from the world")
			c.Close()
		}
	}()
	return l.Addr().String()
}

// A confined plugin has no network of its own and reaches what its manifest declares through the broker.
func TestBrokeredConnection(t *testing.T) {
	world := speaker(t)
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		var closed atomic.Int32
		var seen host.Session
		w := newWorld(t, mode, func(c *host.Config) {
			c.Broker = func(s host.Session) sdk.Host { seen = s; return desk{session: s, closed: &closed} }
		})
		online := executorOf(t, "online", func(m *manifest.Manifest) {
			m.Capabilities = []manifest.Capability{{Name: "network:http", Hosts: []string{world}}}
		})
		v, box, err := w.do(t, online, "broker", "address", world)
		if err != nil || v != "from the world" {
			t.Fatalf("%v %v", v, err)
		}
		if want := map[bool]string{true: "broker", false: "host"}[mode != sandbox.Off]; box.Net != want {
			t.Errorf("network recorded as %q, want %q", box.Net, want)
		}
		if !slices.Contains(denied(t, w), w.data) {
			t.Error("the broker is not told that the core's own folder is denied")
		}
		if seen.Call.Owner != "host" || seen.Executor.Manifest.Name != "online" || closed.Load() != 1 {
			t.Errorf("session %+v, closed %d times", seen, closed.Load())
		}
		_, _, err = w.do(t, executorOf(t, "offline"), "broker", "address", world)
		wants(t, err, sdk.PolicyDenied, "host_not_declared")
	})
}

// denied is what the broker of a files executor may not touch.
func denied(t *testing.T, w *world) []string {
	t.Helper()
	var deny []string
	spy := newWorld(t, sandbox.Off, func(c *host.Config) {
		c.Hidden, c.Grants = w.config.Hidden, w.config.Grants
		c.Broker = func(s host.Session) sdk.Host { deny = s.Profile.Deny; return nil }
	})
	if _, _, err := spy.do(t, executorOf(t, "reader", reads), "echo"); err != nil {
		t.Fatal(err)
	}
	return deny
}

// A panic is the plugin's, answered as a crash; the process is not used again.
func TestPanicRetiresTheProcess(t *testing.T) {
	w := newWorld(t, sandbox.Off)
	ex := executorOf(t, "echo", func(m *manifest.Manifest) { m.Execution.Effect = "mutating" })
	before, _, err := w.do(t, ex, "pid")
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = w.do(t, ex, "panic")
	wants(t, err, sdk.Uncertain, "outcome_uncertain")
	after, _, err := w.do(t, ex, "pid")
	if err != nil || after == before {
		t.Errorf("process %v before, %v after a panic (%v)", before, after, err)
	}
}

func TestPreviewAndReverse(t *testing.T) {
	w := newWorld(t, sandbox.Auto)
	ex := executorOf(t, "echo")
	e, box, err := w.Preview(context.Background(), ex, sdk.Call{Owner: "host"})
	if err != nil || e.Total != 1 || e.Items[0].Target != "/x" || box.Level != w.Probe().Level().String() {
		t.Errorf("preview %+v in %+v: %v", e, box, err)
	}
	r, _, err := w.Reverse(context.Background(), ex, sdk.Call{Owner: "host", Undo: &sdk.Undo{Pattern: "swap"}}, nil)
	if err != nil || r.Value != "undone swap" {
		t.Errorf("reverse %+v: %v", r, err)
	}
}

// A model keeps its process warm and reaches its endpoint through the broker.
func TestModel(t *testing.T) {
	world := speaker(t)
	var closed atomic.Int32
	w := newWorld(t, sandbox.Auto, func(c *host.Config) {
		c.Broker = func(s host.Session) sdk.Host { return desk{session: s, closed: &closed} }
	})
	m := w.Model(executorOf(t, "oracle", func(m *manifest.Manifest) {
		m.Standard = "metnos.model/1.0"
		m.Capabilities = []manifest.Capability{{Name: "network:http", Hosts: []string{world}}}
	}))
	var shown string
	r, err := m.Generate(context.Background(), sdk.Request{Model: world}, func(d sdk.Delta) { shown += d.Text })
	if err != nil || r.Text != "from the world" || shown != "yes" {
		t.Fatalf("response %+v, shown %q: %v", r, shown, err)
	}
	if v, err := m.Embed(context.Background(), []string{"a", "b"}); err != nil || len(v) != 2 {
		t.Fatalf("embeddings %v: %v", v, err)
	}
	if n := len(running(t, w.Host)); n != 1 {
		t.Errorf("%d processes for one model", n)
	}
}

// PLUGIN-03: what a plugin printed before it ended without a handshake goes with the error, without secrets,
// instead of "Unrecognized remote plugin message".
func TestField_PLUGIN_03(t *testing.T) {
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		w := newWorld(t, mode)
		_, _, err := w.do(t, executorOf(t, "dies"), "echo")
		e := wants(t, err, sdk.Unavailable, "executor_start_failed")
		if detail := e.Params["detail"]; !strings.Contains(detail, "cannot find my configuration") || strings.Contains(detail, "hunter2") {
			t.Errorf("the detail says %q", detail)
		}
		for _, part := range []string{"exit status 7", "cannot find my configuration", "[redacted]"} {
			if !strings.Contains(e.Message, part) {
				t.Errorf("the error lacks %q: %s", part, e.Message)
			}
		}
		if strings.Contains(e.Message, "hunter2") {
			t.Errorf("the error tells a secret: %s", e.Message)
		}
	})
}

// M-02: the sandbox is on unless somebody turns it off, and is paid for once: at the start of a process, not
// at its calls.
func TestField_M_02(t *testing.T) {
	w := newWorld(t, "")
	ex := executorOf(t, "echo")
	var first any
	for range 20 {
		pid, box, err := w.do(t, ex, "pid")
		if err != nil {
			t.Fatal(err)
		}
		if strongest := w.Probe().Level().String(); box.Level != strongest {
			t.Fatalf("confined as %s, this machine can do %s", box.Level, strongest)
		}
		if first == nil {
			first = pid
		}
		if pid != first {
			t.Fatalf("process %v answered after %v: every call pays for a start", pid, first)
		}
	}
	if n := len(running(t, w.Host)); n != 1 {
		t.Errorf("%d processes for one executor", n)
	}
}
