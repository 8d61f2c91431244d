package wire_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/rpc"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/serve"
	"github.com/metnos/metnos/sdk/wire"
)

// TestMain makes the test binary a plugin, or the net/rpc process it is measured against.
func TestMain(m *testing.M) {
	switch {
	case len(os.Args) == 3 && os.Args[1] == "floor":
		serveFloor(os.Args[2])
	case os.Getenv(wire.Handshake.MagicCookieKey) != "":
		serve.Executors(serve.Entry{Name: "try_wire", Executor: caller})
	default:
		os.Exit(m.Run())
	}
}

// caller echoes, or reads what an address says.
var caller = do(func(ctx context.Context, call sdk.Call, h sdk.Host) (sdk.Result, error) {
	address, dials := call.Args["dial"].(string)
	if !dials {
		return echo(ctx, call, h)
	}
	c, err := h.Dial(ctx, "tcp", address)
	if err != nil {
		return sdk.Result{}, err
	}
	defer c.Close()
	said, err := io.ReadAll(c)
	return sdk.Result{OK: err == nil, Value: string(said)}, err
})

// Stock is the floor: net/rpc with gob and bytes.
type Stock struct{}

// Echo answers what it gets.
func (Stock) Echo(in []byte, out *[]byte) error { *out = in; return nil }

func serveFloor(socket string) {
	l, err := net.Listen("unix", socket)
	if err != nil {
		os.Exit(1)
	}
	s := rpc.NewServer()
	s.Register(Stock{})
	go s.Accept(l)
	os.Stdin.Read(make([]byte, 1))
}

func startFloor(b *testing.B) *rpc.Client {
	dir, err := os.MkdirTemp("/tmp", "floor-")
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "floor", filepath.Join(dir, "s"))
	in, _ := cmd.StdinPipe()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); cmd.Wait(); os.RemoveAll(dir) })
	for range 400 {
		if c, err := net.Dial("unix", filepath.Join(dir, "s")); err == nil {
			return rpc.NewClient(c)
		}
		time.Sleep(5 * time.Millisecond)
	}
	b.Fatal("the floor does not start")
	return nil
}

// BenchmarkProcess measures a warm call between processes as a ratio to stock net/rpc on a unix socket that
// moves the same number of bytes and decodes nothing.
func BenchmarkProcess(b *testing.B) {
	p, err := wire.Launch{Path: os.Args[0]}.Start()
	if err != nil {
		b.Fatal(err)
	}
	defer p.Stop()
	if _, err := p.Open(context.Background(), wire.Opening{Executor: "try_wire"}); err != nil {
		b.Fatal(err)
	}
	floor := startFloor(b)
	for _, size := range sizes {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			call := sdk.Call{Executor: "try_wire", Args: map[string]any{"v": strings.Repeat("x", size)}, Owner: "host", Turn: "0123456789abcdef", Now: time.Now()}
			raw := bytes.Repeat([]byte("x"), size)
			var ours, lowest []time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := p.Executor().Invoke(context.Background(), call, nil); err != nil {
					b.Fatal(err)
				}
				middle := time.Now()
				var out []byte
				if err := floor.Call("Stock.Echo", raw, &out); err != nil {
					b.Fatal(err)
				}
				ours, lowest = append(ours, middle.Sub(start)), append(lowest, time.Since(middle))
			}
			slices.Sort(ours)
			slices.Sort(lowest)
			b.ReportMetric(float64(ours[len(ours)/2].Nanoseconds()), "p50-ns")
			b.ReportMetric(float64(lowest[len(ours)/2].Nanoseconds()), "floor-ns")
			b.ReportMetric(float64(ours[len(ours)/2])/float64(lowest[len(ours)/2]), "ratio")
		})
	}
}

// A launched plugin inherits a line of its own; killing it when it is gone already signals nobody.
func TestLaunchedPlugin(t *testing.T) {
	p, err := wire.Launch{Path: os.Args[0]}.Start()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Open(context.Background(), wire.Opening{Executor: "try_wire"}); err != nil {
		t.Fatal(err)
	}
	if r, err := p.Executor().Invoke(within(t, 5*time.Second), sdk.Call{Args: map[string]any{"v": "on"}}, nil); err != nil || r.Value != "on" {
		t.Errorf("answered %v, %v", r.Value, err)
	}
	// What needs more than calls opens go-plugin's session when it comes to it.
	for range 2 {
		b := &broker{dial: func(context.Context, string, string) (net.Conn, error) {
			near, far := pair(t)
			go func() { far.Write([]byte("hello")); far.Close() }()
			return named{near}, nil
		}}
		if r, err := p.Executor().Invoke(within(t, 5*time.Second), sdk.Call{Args: map[string]any{"dial": "there:1"}}, b); err != nil || r.Value != "hello" {
			t.Errorf("dialled %v, %v", r.Value, err)
		}
	}
	p.CloseStdin()
	<-p.Exited()
	p.Kill()
	p.Stop()
}

// named has addresses, which a pair of sockets has not.
type named struct{ net.Conn }

func (named) LocalAddr() net.Addr  { return &net.TCPAddr{} }
func (named) RemoteAddr() net.Addr { return &net.TCPAddr{} }
