package host_test

import (
	"context"
	"fmt"
	"net"
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

// A confined plugin has no network of its own and reaches what its manifest declares through the broker.
func TestBrokeredConnection(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
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
	modes(t, func(t *testing.T, mode sandbox.Mode) {
		var closed atomic.Int32
		var seen host.Session
		w := newWorld(t, mode, func(c *host.Config) {
			c.Broker = func(s host.Session) sdk.Host { seen = s; return desk{session: s, closed: &closed} }
		})
		online := executorOf(t, "online", func(m *manifest.Manifest) {
			m.Capabilities = []manifest.Capability{{Name: "network:http", Hosts: []string{l.Addr().String()}}}
		})
		v, box, err := w.do(t, online, "broker", "address", l.Addr().String())
		if err != nil || v != "from the world" {
			t.Fatalf("%v %v", v, err)
		}
		if want := map[bool]string{true: "broker", false: "host"}[mode != sandbox.Off]; box.Net != want {
			t.Errorf("network recorded as %q, want %q", box.Net, want)
		}
		if seen.Call.Owner != "host" || seen.Executor.Manifest.Name != "online" || closed.Load() != 1 {
			t.Errorf("session %+v, closed %d times", seen, closed.Load())
		}
		_, _, err = w.do(t, executorOf(t, "offline"), "broker", "address", l.Addr().String())
		wants(t, err, sdk.PolicyDenied, "host_not_declared")
	})
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
