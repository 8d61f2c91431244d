package wire_test

import (
	"context"
	"net"
	"net/http"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/serve"
	"github.com/metnos/metnos/sdk/wire"
)

// pair is a connected pair of unix sockets.
func pair(t testing.TB) (core, plugin net.Conn) {
	t.Helper()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	var ends [2]net.Conn
	for i, fd := range fds {
		f := os.NewFile(uintptr(fd), "pair")
		if ends[i], err = net.FileConn(f); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	return ends[0], ends[1]
}

// connect attaches to a backend served in this process.
func connect(t testing.TB, b wire.Backend, l wire.Limits) *wire.Peer {
	t.Helper()
	core, plugin := pair(t)
	go wire.ServeConn(plugin, b)
	p, err := wire.Connect(core, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(); plugin.Close() })
	return p
}

// executor connects to one executor and opens it.
func executor(t testing.TB, x sdk.Executor, l wire.Limits) *wire.Peer {
	t.Helper()
	p := connect(t, familyOf(x), l)
	if _, err := p.Open(context.Background(), wire.Opening{Executor: "try_wire"}); err != nil {
		t.Fatal(err)
	}
	return p
}

// do is an executor made of a function.
type do func(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error)

func (f do) Invoke(ctx context.Context, call sdk.Call, host sdk.Host) (sdk.Result, error) {
	return f(ctx, call, host)
}

var echo = do(func(_ context.Context, call sdk.Call, _ sdk.Host) (sdk.Result, error) {
	return sdk.Result{OK: true, Value: call.Args["v"]}, nil
})

func within(t testing.TB, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

// broker is a host of functions; a nil one refuses.
type broker struct {
	dial       func(ctx context.Context, network, address string) (net.Conn, error)
	credential func(name string) (sdk.Secret, error)
	progress   func(done, total int64, note string)
	ask        func(ctx context.Context, q sdk.Question) (sdk.Answer, error)
	backup     func(path string) (string, error)
	restore    func(ref, path string) error
	self       sdk.Self
}

var errRefused = sdk.Errorf(sdk.PolicyDenied, "refused", "refused")

func (b *broker) Self() sdk.Self     { return b.self }
func (b *broker) HTTP() *http.Client { return nil }
func (b *broker) Files() sdk.Files   { return nil }
func (b *broker) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if b.dial == nil {
		return nil, errRefused
	}
	return b.dial(ctx, network, address)
}
func (b *broker) Credential(_ context.Context, name string) (sdk.Secret, error) {
	if b.credential == nil {
		return nil, errRefused
	}
	return b.credential(name)
}
func (b *broker) Backup(_ context.Context, path string) (string, error) {
	if b.backup == nil {
		return "", errRefused
	}
	return b.backup(path)
}
func (b *broker) Restore(_ context.Context, ref, path string) error {
	if b.restore == nil {
		return errRefused
	}
	return b.restore(ref, path)
}
func (b *broker) Progress(done, total int64, note string) {
	if b.progress != nil {
		b.progress(done, total, note)
	}
}
func (b *broker) Ask(ctx context.Context, q sdk.Question) (sdk.Answer, error) {
	if b.ask == nil {
		return sdk.Answer{}, errRefused
	}
	return b.ask(ctx, q)
}

func familyOf(x sdk.Executor) wire.Backend {
	return serve.Family(serve.Entry{Name: "try_wire", Executor: x})
}
