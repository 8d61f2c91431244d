package wire

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	plugin "github.com/hashicorp/go-plugin"
	"github.com/metnos/metnos/sdk/wire/line"
)

// ServeConn serves one connection in this process until it closes: what a harness uses in the place of a
// plugin process.
func ServeConn(conn net.Conn, b Backend) { serveConn(conn, b, make(chan struct{})) }

func serveConn(conn net.Conn, b Backend, quit chan struct{}) {
	silent, end := io.Pipe() // what the process prints goes to its stderr, not over the wire
	defer end.Close()
	server := &plugin.RPCServer{Plugins: Serving(b), Stdout: silent, Stderr: silent, DoneCh: quit}
	server.ServeConn(line.Join(conn, func(error) { conn.Close() }))
}

// quitGrace is how long the core may take to hang up after it asked to quit.
const quitGrace = 300 * time.Millisecond

// Serve is the life of a plugin process: it listens in the folder dir, writes the handshake line to out, and serves the one
// connection of the core until the core asks to quit or hangs up.
func Serve(b Backend, dir string, out io.Writer) error {
	l, err := listen(dir)
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	if _, err := fmt.Fprintf(out, "%d|%d|unix|%s|netrpc|\n", plugin.CoreProtocolVersion, ProtocolVersion, l.Addr()); err != nil {
		return fmt.Errorf("writing the handshake: %w", errors.Join(err, l.Close()))
	}
	conn, err := l.Accept()
	if err = errors.Join(err, l.Close()); err != nil {
		return fmt.Errorf("waiting for the core: %w", err)
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		serveConn(conn, b, quit)
	}()
	select {
	case <-gone:
	case <-quit:
		select {
		case <-gone:
		case <-time.After(quitGrace):
		}
	}
	return nil
}

// listen makes a socket in dir; "" is the temporary folder.
func listen(dir string) (net.Listener, error) {
	f, err := os.CreateTemp(dir, "plugin")
	if err != nil {
		return nil, err
	}
	path := f.Name()
	if err := errors.Join(f.Close(), os.Remove(path)); err != nil {
		return nil, err
	}
	return net.Listen("unix", path)
}
