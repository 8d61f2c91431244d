package wire

import (
	"io"
	"net"

	plugin "github.com/hashicorp/go-plugin"
)

// ServeConn serves one connection in this process until it closes: what a harness uses in the place of a
// plugin process.
func ServeConn(conn net.Conn, b Backend) {
	silent, end := io.Pipe()
	defer end.Close()
	server := &plugin.RPCServer{Plugins: Serving(b), Stdout: silent, Stderr: silent, DoneCh: make(chan struct{})}
	server.ServeConn(conn)
}
