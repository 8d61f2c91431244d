package door

import (
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"time"
)

// prefaceSize is what the core, which ends TLS, sends before each connection: the peer's address (16 bytes) and port.
const prefaceSize = 18

// Behind is the listener of a channel for which the core ends TLS: each connection is known by the peer's own address.
func Behind(l net.Listener) net.Listener { return behind{l} }

type behind struct{ net.Listener }

// Accept reads the preface, which the core sends at once.
func (b behind) Accept() (net.Conn, error) {
	for {
		conn, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		var head [prefaceSize]byte
		_ = conn.SetReadDeadline(time.Now().Add(time.Second))
		if _, err := io.ReadFull(conn, head[:]); err != nil {
			_ = conn.Close()
			continue
		}
		_ = conn.SetReadDeadline(time.Time{})
		peer := netip.AddrPortFrom(netip.AddrFrom16([16]byte(head[:16])).Unmap(), binary.BigEndian.Uint16(head[16:]))
		return forwarded{conn, net.TCPAddrFromAddrPort(peer)}, nil
	}
}

type forwarded struct {
	net.Conn
	peer net.Addr
}

func (f forwarded) RemoteAddr() net.Addr { return f.peer }
