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
}

// Write has one caller at a time.
func (j *joined) Write(b []byte) (int, error) {
	if j.held == nil && len(b) == muxHeader && b[1] == muxData && binary.BigEndian.Uint32(b[8:]) > 0 {
		j.held = append(make([]byte, 0, muxHeader), b...)
		return len(b), nil
	}
	var err error
	if j.held == nil {
		_, err = j.Conn.Write(b)
	} else {
		both := net.Buffers{j.held, b}
		j.held = nil
		_, err = both.WriteTo(j.Conn)
	}
	if err != nil {
		j.onLost(err)
	}
	return len(b), nil
}
