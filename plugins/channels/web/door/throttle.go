package door

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// Throttle bounds sign-in attempts: a few a minute from one network, and a ceiling for all together so
// that many addresses gain nothing.
type Throttle struct {
	mu      sync.Mutex
	now     func() time.Time
	window  time.Duration
	perPeer int
	total   int
	began   time.Time
	all     int
	peers   map[string]int
}

// NewThrottle reads the time from now.
func NewThrottle(now func() time.Time) *Throttle {
	return &Throttle{now: now, window: time.Minute, perPeer: 10, total: 120, peers: map[string]int{}}
}

// Admit counts one attempt; when it is one too many it returns how long to wait.
func (t *Throttle) Admit(remote string) (wait time.Duration, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if now.Sub(t.began) >= t.window {
		t.began, t.all, t.peers = now, 0, map[string]int{}
	}
	peer := peerOf(remote)
	if t.all >= t.total || t.peers[peer] >= t.perPeer {
		return t.window - now.Sub(t.began), false
	}
	t.all++
	t.peers[peer]++
	return 0, true
}

// peerOf is the peer's address, an IPv6 one cut to the /64 a single subscriber controls.
func peerOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		host = remote
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if a = a.Unmap(); a.Is6() {
		if p, err := a.WithZone("").Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
