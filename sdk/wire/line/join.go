package line

import (
	"encoding/binary"
	"net"
)

// socketBuffer is what is asked of the system for one direction; it gives what it allows.
const socketBuffer = 1 << 20

// Join makes yamux write whole frames: it writes headers and data apart, which costs a system call here and
// a wakeup there. Writing never fails: a lost connection is reported to onLost, since yamux would print it.
func Join(c net.Conn, onLost func(error)) net.Conn {
	if u, ok := c.(*net.UnixConn); ok {
		_ = u.SetWriteBuffer(socketBuffer) // a smaller one is only slower
	}
	return &joined{Conn: c, onLost: onLost}
}

type joined struct {
	net.Conn
	onLost func(error)
	held   []byte // a data header waiting for its data
	spare  []byte // memory for the next one
}

// Write has one caller at a time.
func (j *joined) Write(b []byte) (int, error) {
	if j.held == nil && len(b) == muxHeader && b[1] == muxData && binary.BigEndian.Uint32(b[8:]) > 0 {
		j.held = append(j.spare, b...)
		return len(b), nil
	}
	var err error
	switch {
	case j.held == nil:
		_, err = j.Conn.Write(b)
	case len(b) < apart:
		j.held = append(j.held, b...)
		_, err = j.Conn.Write(j.held)
	default:
		_, err = (&net.Buffers{j.held, b}).WriteTo(j.Conn)
	}
	if j.held != nil {
		j.spare, j.held = j.held[:0], nil
	}
	if err != nil {
		j.onLost(err)
	}
	return len(b), nil
}
