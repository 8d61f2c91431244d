package wire_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/rpc"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/wire"
)

// liar is a plugin that speaks go-plugin well and then does as it likes with the line.
type liar struct {
	broker   *plugin.MuxBroker
	protocol int
	act      func(line net.Conn)
}

func (l *liar) Server(b *plugin.MuxBroker) (any, error)            { l.broker = b; return l, nil }
func (l *liar) Client(*plugin.MuxBroker, *rpc.Client) (any, error) { return nil, errors.New("no") }

// Attach opens the line and lets act have it.
func (l *liar) Attach(_ wire.Hello, w *wire.Welcome) error {
	w.Protocol, w.Stream = l.protocol, l.broker.NextId()
	go func() {
		if line, err := l.broker.Accept(w.Stream); err == nil {
			l.act(line)
		}
	}()
	return nil
}

// lie connects to a liar; conn is its end of the connection.
func lie(t *testing.T, l *liar, limits wire.Limits) (p *wire.Peer, conn net.Conn, err error) {
	t.Helper()
	if l.protocol == 0 {
		l.protocol = wire.ProtocolVersion
	}
	core, theirs := pair(t)
	r, w := io.Pipe()
	t.Cleanup(func() { w.Close(); theirs.Close() })
	s := &plugin.RPCServer{Plugins: map[string]plugin.Plugin{"metnos": l}, Stdout: r, Stderr: r}
	go s.ServeConn(theirs)
	p, err = wire.Connect(core, limits)
	if err == nil {
		t.Cleanup(func() { p.Close() })
	}
	return p, theirs, err
}

func frame(head string, bodyLen uint32, body string) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(head)))
	b = binary.BigEndian.AppendUint32(b, bodyLen)
	return append(append(b, head...), body...)
}

// request reads one frame and returns its sequence number.
func request(r *bufio.Reader) (seq uint64, err error) {
	var lengths [8]byte
	if _, err := io.ReadFull(r, lengths[:]); err != nil {
		return 0, err
	}
	head := make([]byte, binary.BigEndian.Uint32(lengths[:4]))
	if _, err := io.ReadFull(r, head); err != nil {
		return 0, err
	}
	if _, err := io.CopyN(io.Discard, r, int64(binary.BigEndian.Uint32(lengths[4:]))); err != nil {
		return 0, err
	}
	var h struct {
		S uint64 `json:"s"`
	}
	return h.S, json.Unmarshal(head, &h)
}

func TestHostileAnswers(t *testing.T) {
	answer := func(head, body string) func(calls net.Conn) {
		return func(calls net.Conn) {
			if _, err := request(bufio.NewReader(calls)); err == nil {
				calls.Write(frame(head, uint32(len(body)), body))
			}
		}
	}
	for _, tt := range []struct {
		name  string
		act   func(line net.Conn)
		class sdk.Class
		code  string
	}{
		{"head is no JSON", answer(`{"s":`, "{}"), sdk.ContractViolation, "malformed_message"},
		{"body is no JSON", answer(`{"i":1}`, `{"ok":`), sdk.ContractViolation, "malformed_message"},
		{"body of another shape", answer(`{"i":1}`, `{"ok":"yes"}`), sdk.ContractViolation, "malformed_message"},
		{"two bodies", answer(`{"i":1}`, `{"ok":true}{"ok":true}`), sdk.ContractViolation, "malformed_message"},
		{"empty body", answer(`{"i":1}`, ``), sdk.ContractViolation, "malformed_message"},
		{"invalid class of an error", answer(`{"i":1,"e":{"class":"oops","message":"x"}}`, ``), sdk.ContractViolation, "unknown_error_class"},
		{"M-13 length of 1 GiB", func(calls net.Conn) {
			calls.Write(frame(`{"i":1}`, 1<<30, ""))
		}, sdk.Oversize, "message_too_big"},
		{"head of 1 GiB", func(calls net.Conn) {
			calls.Write(binary.BigEndian.AppendUint64(nil, 1<<62))
		}, sdk.Oversize, "message_too_big"},
		{"hangs up", func(calls net.Conn) { calls.Close() }, sdk.Crashed, "plugin_crashed"},
		{"half a frame", func(calls net.Conn) { calls.Write([]byte{0, 0}); calls.Close() }, sdk.Crashed, "plugin_crashed"},
		{"half a request", func(callbacks net.Conn) {
			callbacks.Write(frame(`{"m":"Host.Ask"`, 0, ""))
		}, sdk.ContractViolation, "malformed_message"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, _, err := lie(t, &liar{act: tt.act}, wire.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Executor().Invoke(within(t, 5*time.Second), sdk.Call{}, nil)
			refused(t, err, tt.class, tt.code)
		})
	}
}

// A length alone takes no memory: 32 MiB announced, nothing sent.
func TestAnnouncedLengthTakesNoMemory(t *testing.T) {
	p, _, err := lie(t, &liar{act: func(calls net.Conn) { calls.Write(frame(`{"i":1}`, 32<<20, "")) }}, wire.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = p.Executor().Invoke(within(t, 200*time.Millisecond), sdk.Call{}, nil)
	refused(t, err, sdk.Timeout, wire.CodeUnresponsive)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
		t.Errorf("%d bytes were taken", took)
	}
}

// M-13: bytes that belong to nothing end the connection, however they come.
func TestNoiseEndsTheConnection_M13(t *testing.T) {
	// ACKs of pings nobody sent: version 0, type 2, flag 2.
	pings := []byte(strings.Repeat("\x00\x02\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00", 1000))
	noises := map[string]func(l *liar, conn net.Conn) error{
		"pings": func(_ *liar, conn net.Conn) error { _, err := conn.Write(pings); return err },
		"streams": func(l *liar, _ net.Conn) error {
			go l.broker.Dial(1 << 20) // nobody waits for that number
			time.Sleep(20 * time.Microsecond)
			return nil
		},
	}
	for name, noise := range noises {
		t.Run(name, func(t *testing.T) {
			ready := make(chan struct{})
			l := &liar{act: func(net.Conn) { close(ready) }}
			// yamux readers of a lost session spin until it has closed them all: few streams.
			quiet := runtime.NumGoroutine()
			p, conn, err := lie(t, l, wire.Limits{Slack: 32 << 10})
			if err != nil {
				t.Fatal(err)
			}
			<-ready
			for until := time.Now().Add(30 * time.Second); p.Err() == nil && noise(l, conn) == nil; {
				if time.Now().After(until) {
					t.Fatal("the noise goes on")
				}
			}
			<-p.Done()
			refused(t, p.Err(), sdk.Oversize, "plugin_flooded")
			p.Close()
			conn.Close()
			for until := time.Now().Add(30 * time.Second); runtime.NumGoroutine() > quiet+20; time.Sleep(time.Millisecond) {
				if time.Now().After(until) {
					t.Fatalf("%d goroutines are left of a lost connection", runtime.NumGoroutine())
				}
			}
		})
	}
}

// Ordinary traffic never runs out of budget, whatever its volume.
func TestBudgetLastsForever(t *testing.T) {
	p := executor(t, echo, wire.Limits{Slack: 512 << 10})
	big := strings.Repeat("x", 200<<10)
	for range 100 {
		if _, err := invoke(t, p, big); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 5_000 {
		if _, err := invoke(t, p, i); err != nil {
			t.Fatal(err)
		}
	}
}

func TestProtocolMismatch(t *testing.T) {
	_, _, err := lie(t, &liar{protocol: 7, act: func(net.Conn) {}}, wire.Limits{})
	refused(t, err, sdk.ContractViolation, "protocol_mismatch")
	var e *sdk.Error
	if errors.As(err, &e); e.Params["plugin"] != "7" || e.Params["core"] != "1" {
		t.Errorf("parameters %v", e.Params)
	}
}

// The other side: a core of another protocol gets an answer it can report, and no panic.
func TestPluginRefusesAnotherCore(t *testing.T) {
	core, theirs := pair(t)
	go wire.ServeConn(theirs, familyOf(echo))
	c, err := plugin.NewRPCClient(core, map[string]plugin.Plugin{"metnos": asCore{}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	raw, err := c.Dispense("metnos")
	if err != nil {
		t.Fatal(err)
	}
	var w wire.Welcome
	if err := raw.(*rpc.Client).Call("Plugin.Attach", wire.Hello{Protocol: 99}, &w); err != nil {
		t.Fatal(err)
	}
	if w.Protocol != wire.ProtocolVersion || w.Stream != 0 {
		t.Errorf("the plugin answered %+v", w)
	}
}

type asCore struct{}

func (asCore) Server(*plugin.MuxBroker) (any, error)                  { return nil, errors.New("no") }
func (asCore) Client(_ *plugin.MuxBroker, c *rpc.Client) (any, error) { return c, nil }

func TestSilentPeerTimesOut(t *testing.T) {
	core, theirs := pair(t)
	defer theirs.Close()
	start := time.Now()
	_, err := wire.Connect(core, wire.Limits{Attach: 100 * time.Millisecond})
	refused(t, err, sdk.Timeout, "attach_timeout")
	if d := time.Since(start); d > 5*time.Second { // of the ten it would take otherwise
		t.Errorf("it took %v", d)
	}
}

// Requests without end are served a bounded number at a time.
func TestFloodOfCallbacksIsBounded(t *testing.T) {
	var serving, most atomic.Int64
	p := executor(t, do(func(ctx context.Context, _ sdk.Call, h sdk.Host) (sdk.Result, error) {
		for range 2_000 {
			go h.Ask(ctx, sdk.Question{})
		}
		<-ctx.Done()
		return sdk.Result{}, ctx.Err()
	}), wire.Limits{})
	ctx, cancel := context.WithCancel(within(t, time.Minute))
	_, err := p.Executor().Invoke(ctx, sdk.Call{}, &broker{ask: func(ctx context.Context, _ sdk.Question) (sdk.Answer, error) {
		n := serving.Add(1)
		if n == 128 { // as many as may be; one more would come at once
			time.AfterFunc(300*time.Millisecond, cancel)
		}
		defer serving.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		<-ctx.Done()
		return sdk.Answer{}, ctx.Err()
	}})
	if sdk.ClassOf(err) != sdk.Cancelled {
		t.Fatalf("%d requests were served at once: %v", most.Load(), err)
	}
	if n := most.Load(); n != 128 {
		t.Errorf("%d requests were served at once, want 128", n)
	}
}
