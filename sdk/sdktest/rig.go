package sdktest

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
	"github.com/metnos/metnos/sdk/sdktest/birth"
	"github.com/metnos/metnos/sdk/serve"
	"github.com/metnos/metnos/sdk/wire"
)

// Rig is one executor behind the real wire, in this process, with a folder granted for writing.
type Rig struct {
	Root   string   // absolute, no links
	Call   sdk.Call // what Invoke sends beside the arguments
	Broker *Broker

	t    testing.TB
	peer *wire.Peer
}

// Run serves x and connects to it. deny lists names below the root that stay hidden.
func Run(t testing.TB, x sdk.Executor, deny ...string) *Rig {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const name = "under_test"
	r := &Rig{t: t, Root: root, Broker: &Broker{}, Call: birth.Call(name, root)}
	core, plugin, err := socketPair()
	if err != nil {
		t.Fatal(err)
	}
	go wire.ServeConn(plugin, serve.Family(serve.Entry{Name: name, Executor: x}))
	if r.peer, err = wire.Connect(core, wire.Limits{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.peer.Close(); plugin.Close() })
	for i := range deny {
		deny[i] = r.Path(deny[i])
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	opening := wire.Opening{Executor: name, Roots: []sdk.Root{{Path: root, Write: true}}, Deny: deny}
	if _, err := r.peer.Open(ctx, opening); err != nil {
		t.Fatal(err)
	}
	return r
}

// Path is the absolute path of a name below the root.
func (r *Rig) Path(name string) string { return filepath.Join(r.Root, name) }

// Write makes a file and the folders above it, and returns its path.
func (r *Rig) Write(name, text string) string {
	r.t.Helper()
	path := r.Path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// Read returns the text of a file and whether it is there.
func (r *Rig) Read(name string) (string, bool) {
	b, err := os.ReadFile(r.Path(name))
	return string(b), err == nil
}

func (r *Rig) with(args map[string]any) (context.Context, sdk.Call) {
	c := r.Call
	c.Args = args
	return r.t.Context(), c
}

// Invoke makes one call.
func (r *Rig) Invoke(args map[string]any) (sdk.Result, error) {
	ctx, c := r.with(args)
	return r.InvokeContext(ctx, c)
}

// InvokeContext makes a call of the test's own making.
func (r *Rig) InvokeContext(ctx context.Context, c sdk.Call) (sdk.Result, error) {
	return r.peer.Executor().Invoke(ctx, c, r.Broker)
}

// Preview asks for the effects of a call.
func (r *Rig) Preview(args map[string]any) (sdk.Effects, error) {
	ctx, c := r.with(args)
	return r.peer.Executor().Preview(ctx, c, r.Broker)
}

// Reverse undoes a call from the evidence of its result.
func (r *Rig) Reverse(args map[string]any, evidence *sdk.Undo) (sdk.Result, error) {
	ctx, c := r.with(args)
	c.Undo = evidence
	return r.peer.Executor().Reverse(ctx, c, r.Broker)
}

func socketPair() (core, plugin net.Conn, err error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	var ends [2]net.Conn
	for i, fd := range fds {
		f := os.NewFile(uintptr(fd), "pair")
		if ends[i], err = net.FileConn(f); err != nil {
			return nil, nil, err
		}
		f.Close()
	}
	return ends[0], ends[1], nil
}
