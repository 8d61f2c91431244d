package guest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

	"github.com/hashicorp/yamux"
	"github.com/metnos/metnos/sdk/wire/contract"
	"github.com/metnos/metnos/sdk/wire/line"
)

// outputs is how many streams the core opens for what a plugin prints. Nothing is sent there: it goes to the
// process's stderr.
const outputs = 2

// session is one connection of the core.
type session struct {
	backend contract.Backend
	broker  *broker
	quit    func()
}

// ServeConn serves one connection in this process until it closes: what a harness uses in the place of a
// plugin process.
func ServeConn(conn net.Conn, b contract.Backend) { serveConn(conn, nil, b, func() {}) }

// serveConn serves calls on direct, when it is not nil, and whatever the core asks for on conn. It calls quit,
// once at most, when the core asks the process to end.
func serveConn(conn, direct net.Conn, b contract.Backend, quit func()) {
	defer conn.Close()
	s := &session{backend: b, broker: newBroker(), quit: sync.OnceFunc(quit)}
	if direct != nil {
		defer direct.Close()
		go s.serveDirect(direct)
	}
	// A core that calls on the inherited line multiplexes only when there is more than calls.
	var first [1]byte
	if _, err := io.ReadFull(conn, first[:]); err != nil {
		return
	}
	settings := yamux.DefaultConfig()
	settings.EnableKeepAlive = false // the core's own is enough to wake an idle plugin
	mux, err := yamux.Server(line.Join(&begun{Conn: conn, first: first[:]}, func(error) { conn.Close() }), settings)
	if err != nil {
		fmt.Fprintln(os.Stderr, "serving the connection:", err)
		return
	}
	defer mux.Close()
	control, err := mux.Accept()
	if err != nil {
		return
	}
	for range outputs {
		output, err := mux.Accept()
		if err != nil {
			return
		}
		defer output.Close()
	}
	go s.broker.run(mux)
	serveRPC(control, map[string]method{
		"Control.Ping":       s.ping,
		"Control.Quit":       s.leave,
		"Dispenser.Dispense": s.dispense,
	})
}

// begun is a connection of which something was read already.
type begun struct {
	net.Conn
	first []byte
}

func (b *begun) Read(p []byte) (int, error) {
	if len(b.first) > 0 {
		n := copy(p, b.first)
		b.first = b.first[n:]
		return n, nil
	}
	return b.Conn.Read(p)
}

// serveDirect answers the core on the inherited line.
func (s *session) serveDirect(direct net.Conn) {
	theirs, limits, err := greet(direct)
	switch {
	case errors.Is(err, net.ErrClosed), err == io.EOF:
	case err != nil:
		fmt.Fprintln(os.Stderr, "opening the line:", err)
	case theirs != contract.Protocol:
		refuse(theirs)
	default:
		contract.Serve(s.broker, s.backend, limits, direct)
	}
}

func refuse(theirs int) {
	fmt.Fprintln(os.Stderr, contract.Mismatch(contract.Protocol).Message, "offered:", theirs)
}

func (s *session) ping(decode func(any) error) (any, error) {
	var always bool
	return nil, decode(&always)
}

func (s *session) leave(decode func(any) error) (any, error) {
	s.quit()
	var always bool
	return nil, decode(&always)
}

// dispense answers the number of a stream on which Attach is served.
func (s *session) dispense(decode func(any) error) (any, error) {
	var name string
	if err := decode(&name); err != nil {
		return nil, err
	}
	if name != Dispensed {
		return nil, fmt.Errorf("unknown plugin type: %s", name)
	}
	id := s.broker.NextId()
	go func() {
		stream, err := s.broker.Accept(id)
		if err != nil {
			fmt.Fprintln(os.Stderr, "the core did not open its stream:", err)
			return
		}
		serveRPC(stream, map[string]method{"Plugin.Attach": s.attach})
	}()
	return id, nil
}

// attach checks the protocol and starts to serve.
func (s *session) attach(decode func(any) error) (any, error) {
	var hello Hello
	if err := decode(&hello); err != nil {
		return nil, err
	}
	w := Welcome{Protocol: contract.Protocol}
	if hello.Protocol != contract.Protocol {
		refuse(hello.Protocol)
		return w, nil
	}
	limits := line.Limits{Request: hello.Request, Response: hello.Response}.OrDefault()
	w.Stream = s.broker.NextId()
	go func() {
		stream, err := s.broker.Accept(w.Stream)
		if err != nil {
			fmt.Fprintln(os.Stderr, "the core did not open its line:", err)
			return
		}
		contract.Serve(s.broker, s.backend, limits, stream)
	}()
	return w, nil
}
