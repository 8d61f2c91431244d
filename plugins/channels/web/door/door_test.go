package door

import (
	"io"
	"net"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"
)

func TestUnspecifiedAddressIsNoName(t *testing.T) {
	d := New(false, "0.0.0.0:8770", "[::]:8770", "Chat.Example.org")
	for host, want := range map[string]bool{
		"0.0.0.0:8770": false, "[::]:8770": false, "": false, "evil.example": false,
		"chat.example.org": true, "CHAT.example.org:443": true, "localhost:1": true, "[::1]:8770": true, "127.0.0.1": true,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		if r.Host = host; d.hostAllowed(r) != want {
			t.Errorf("%q: allowed is %v", host, !want)
		}
	}
}

func TestThrottleCountsNetworks(t *testing.T) {
	th := NewThrottle(time.Now)
	for range th.perPeer {
		th.Admit("[2001:db8::1]:1")
	}
	if _, ok := th.Admit("[2001:db8::2]:9"); ok {
		t.Error("another address of the same /64 got through")
	}
	if _, ok := th.Admit("[2001:db8:1::1]:9"); !ok {
		t.Error("a different network was throttled")
	}
	for i := 0; i < th.total; i++ {
		th.Admit(net.IPv4(10, 0, byte(i>>8), byte(i)).String() + ":1")
	}
	if _, ok := th.Admit("192.0.2.1:1"); ok {
		t.Error("no ceiling for all addresses together")
	}
}

// Behind the core's TLS the peer is who the core says; what comes without a preface is not served.
func TestBehindNamesThePeer(t *testing.T) {
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, head := range [][]byte{
		{1, 2, 3},
		append(append(make([]byte, 10), 0xff, 0xff, 192, 0, 2, 7), 0x1f, 0x90),
	} {
		conn, err := net.Dial("unix", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.Write(append(head, "hello"...)); err != nil {
			t.Fatal(err)
		}
		if len(head) < prefaceSize {
			conn.Close()
		}
	}
	conn, err := Behind(l).Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	got := make([]byte, 5)
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != "hello" || conn.RemoteAddr().String() != "192.0.2.7:8080" {
		t.Errorf("%q of %s: %v", got, conn.RemoteAddr(), err)
	}
}
