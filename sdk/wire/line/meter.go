package line

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"github.com/metnos/metnos/sdk"
)

const (
	muxHeader   = 12        // bytes of a yamux header
	muxData     = 0         // its type for data
	muxSYN      = 1         // its flag for a new stream
	streamCost  = 4 << 10   // what a stream takes of the slack until it is accounted for
	streamSlack = 256 << 10 // yamux's window: bytes that may wait in an accounted stream
	frameExtra  = 128       // multiplexing overhead granted with every accounted piece
	refill      = 64 << 10  // slack regained per second
)

// Meter is the connection to a plugin with a budget: bytes received cost, bytes that turn out to belong to
// a message or an accepted stream are given back. What is left over is noise, and only Slack of it is borne.
type Meter struct {
	net.Conn
	onLost func(error)

	mu    sync.Mutex
	slack int64 // the bound
	left  int64
	since time.Time

	head [muxHeader]byte // header being received
	have int
	skip uint32 // data bytes until the next header
}

// NewMeter meters c; onLost hears why the connection is of no use any more.
func NewMeter(c net.Conn, slack int64, onLost func(error)) *Meter {
	return &Meter{Conn: Join(c, onLost), slack: slack, left: slack, since: time.Now(), onLost: onLost}
}

// errSpent reads as a closed connection, which yamux takes quietly.
var errSpent = errors.New("connection closed: too much unexpected data")

func (m *Meter) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	if n > 0 && !m.take(int64(n)+m.parse(b[:n])*streamCost) {
		m.onLost(flooded())
		return 0, errSpent
	}
	return n, err
}

// take charges n bytes and reports whether the budget bears them.
func (m *Meter) take(n int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.left -= n; m.left >= 0 {
		return true
	}
	now := time.Now()
	m.left = min(m.left+int64(now.Sub(m.since).Seconds()*refill), m.slack)
	m.since = now
	return m.left >= 0
}

// Count gives back bytes that belong to something.
func (m *Meter) Count(n int) { m.give(int64(n) + frameExtra) }

// Waste charges bytes that belong to nothing although they came in a frame, and reports whether they are borne.
func (m *Meter) Waste(n int) bool {
	if n < 0 {
		m.give(int64(-n))
		return true
	}
	return m.take(int64(n))
}

func flooded() error {
	return sdk.Errorf(sdk.Oversize, "plugin_flooded", "the plugin sent too many bytes that belong to nothing")
}

// Reader accounts for what is read from a stream.
func (m *Meter) Reader(r io.Reader) io.Reader { return &counted{r, m} }

type counted struct {
	io.Reader
	m *Meter
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.m.Count(n)
	return n, err
}

// Stream accounts for an accepted stream until the returned function is called.
func (m *Meter) Stream() (closed func()) {
	m.give(streamCost)
	m.mu.Lock()
	m.slack += streamSlack
	m.left += streamSlack
	m.mu.Unlock()
	return sync.OnceFunc(func() {
		m.mu.Lock()
		m.slack -= streamSlack
		m.left = min(m.left-streamSlack, m.slack)
		m.mu.Unlock()
	})
}

func (m *Meter) give(n int64) {
	m.mu.Lock()
	m.left = min(m.left+n, m.slack)
	m.mu.Unlock()
}

// parse follows the yamux headers and returns how many streams were opened. Read has one caller at a time.
func (m *Meter) parse(b []byte) (opened int64) {
	for len(b) > 0 {
		if m.skip > 0 {
			n := min(int(m.skip), len(b))
			m.skip -= uint32(n)
			b = b[n:]
			continue
		}
		n := copy(m.head[m.have:], b)
		m.have += n
		b = b[n:]
		if m.have < muxHeader {
			return opened
		}
		m.have = 0
		if m.head[1] == muxData {
			m.skip = binary.BigEndian.Uint32(m.head[8:])
		}
		if m.head[1] <= 1 && binary.BigEndian.Uint16(m.head[2:])&muxSYN != 0 {
			opened++
		}
	}
	return opened
}
