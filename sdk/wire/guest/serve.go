package guest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/metnos/metnos/sdk/wire/contract"
)

// quitGrace is how long the core may take to hang up after it asked to quit.
const quitGrace = 300 * time.Millisecond

// Serve is the life of a plugin process: it listens in the folder dir, writes the handshake line to out, and
// serves the one connection of the core until the core asks to quit or hangs up. direct is the inherited line,
// or nil.
func Serve(b contract.Backend, dir string, out io.Writer, direct net.Conn) error {
	l, err := listen(dir)
	if err != nil {
		return fmt.Errorf("listening: %w", err)
	}
	if _, err := fmt.Fprintf(out, "%d|%d|unix|%s|netrpc|\n", CoreProtocol, contract.Protocol, l.Addr()); err != nil {
		return fmt.Errorf("writing the handshake: %w", errors.Join(err, l.Close()))
	}
	conn, err := l.Accept()
	if err = errors.Join(err, l.Close()); err != nil {
		return fmt.Errorf("waiting for the core: %w", err)
	}
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		serveConn(conn, direct, b, sync.OnceFunc(func() { close(quit) }))
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
