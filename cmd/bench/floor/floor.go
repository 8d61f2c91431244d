package floor

import (
	"fmt"
	"net"
	"net/rpc"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Echo is the floor's service: bytes in, the same bytes out, gob on a unix socket.
type Echo struct{}

// Echo answers with what it got.
func (Echo) Echo(in []byte, out *[]byte) error { *out = in; return nil }

// Serve is the other process: it serves Echo on the socket until stdin closes.
func Serve(socket string) error {
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	server := rpc.NewServer()
	if err := server.Register(Echo{}); err != nil {
		return err
	}
	go server.Accept(listener)
	_, _ = os.Stdin.Read(make([]byte, 1))
	return listener.Close()
}

// Floor is a running echo process and a client to it.
type Floor struct {
	client *rpc.Client
	Stop   func()
}

// Start runs this very program again as the other process, with the arguments "floor" and the socket's path.
func Start(dir string) (*Floor, error) {
	socket := filepath.Join(dir, "floor.sock")
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "floor", socket)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := func() { _ = stdin.Close(); _ = cmd.Wait() }
	for range 200 {
		if conn, err := net.Dial("unix", socket); err == nil {
			return &Floor{client: rpc.NewClient(conn), Stop: stop}, nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	stop()
	return nil, fmt.Errorf("the net/rpc floor did not start on %s", socket)
}

// Call sends a payload and waits for the same one.
func (f *Floor) Call(payload []byte) error {
	var out []byte
	if err := f.client.Call("Echo.Echo", payload, &out); err != nil {
		return err
	}
	if len(out) != len(payload) {
		return fmt.Errorf("floor echoed %d of %d bytes", len(out), len(payload))
	}
	return nil
}
