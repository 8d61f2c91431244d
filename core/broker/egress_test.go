package broker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/metnos/metnos/sdk"
)

func wants(t *testing.T, err error, class sdk.Class, code string) {
	t.Helper()
	var e *sdk.Error
	if !errors.As(err, &e) || e.Class != class || e.Code != code {
		t.Fatalf("error %v, want %s/%s", err, class, code)
	}
}

// names is a resolver of a few names.
func names(table map[string][]string) func(context.Context, string) ([]netip.Addr, error) {
	return func(_ context.Context, host string) ([]netip.Addr, error) {
		var out []netip.Addr
		for _, a := range table[host] {
			out = append(out, netip.MustParseAddr(a))
		}
		if out == nil {
			return nil, errors.New("no such host")
		}
		return out, nil
	}
}

func TestPublic(t *testing.T) {
	inside := []string{
		"127.0.0.1", "127.8.9.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "169.254.1.1", "100.64.0.1", "0.0.0.0", "0.1.2.3",
		"224.0.0.1", "255.255.255.255", "240.0.0.1", "198.18.0.1", "192.0.2.1", "203.0.113.9",
		"::1", "::", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "2001::1", "fec0::1",
		"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1",
		"2002:7f00:1::", "2002:a00:1::1", "::127.0.0.1", "fe80::1%eth0",
	}
	for _, a := range inside {
		if public(netip.MustParseAddr(a)) {
			t.Errorf("%s counts as public", a)
		}
	}
	for _, a := range []string{"1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450:4002::200e", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1"} {
		if !public(netip.MustParseAddr(a)) {
			t.Errorf("%s does not count as public", a)
		}
	}
	for _, a := range []string{"169.254.169.254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "fd00:ec2::254", "0.0.0.0", "::", "ff02::1"} {
		if !forbidden(netip.MustParseAddr(a)) {
			t.Errorf("configuration could open %s", a)
		}
	}
}

func TestDeclaredHosts(t *testing.T) {
	b := New(Config{Resolve: names(nil)})
	s := b.Session(Scope{Executor: "x", Config: map[string]any{"host": "imap.example.net", "endpoint": "http://[::1]:8080/v1", "bad": 7}, Hosts: []string{
		"api.example.org:443", "*.example.com:443", "tls.example.org", "[2606:4700::1111]:443", "münchen.example:443",
		"${config.host}:993", "${config.endpoint}", "${config.missing}:1", "${config.bad}:1", "nonsense:a:b",
	}})
	cases := map[string]bool{
		"api.example.org:443": true, "API.Example.ORG.:443": true, "api.example.org:80": false, "evil-api.example.org:443": false,
		"api.example.org.evil.net:443": false, "a.example.com:443": true, "a.b.example.com:443": true, "example.com:443": false, "notexample.com:443": false,
		"tls.example.org:443": true, "tls.example.org:80": false, "[2606:4700:0::1111]:443": true, "xn--mnchen-3ya.example:443": true,
		"imap.example.net:993": true, "imap.example.net:143": false, "[::1]:8080": true, "[::1]:8081": false, "127.0.0.1:443": false,
	}
	for address, want := range cases {
		host, port, err := destination("tcp", address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		got := false
		for _, r := range s.rules {
			got = got || r.matches(host, port)
		}
		if got != want {
			t.Errorf("%s declared: %v, want %v", address, got, want)
		}
	}
	_, err := s.Dial(context.Background(), "tcp", "other.example.org:443")
	wants(t, err, sdk.PolicyDenied, "host_not_declared")
	_, err = s.Dial(context.Background(), "udp", "api.example.org:443")
	wants(t, err, sdk.PolicyDenied, "network_not_tcp")
	for _, bad := range []string{"", "api.example.org", "*:443", "*.example.com:443", ":443", "api.example.org:", "a%en0.example:443", "api.example.org:*"} {
		_, err = s.Dial(context.Background(), "tcp", bad)
		wants(t, err, sdk.WrongArgs, "bad_address")
	}
}

// INJECT-10: the address is checked where the connection is made; a name that leads inside is refused,
// also when it led outside a moment before.
func TestField_INJECT_10(t *testing.T) {
	var reached atomic.Bool
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			reached.Store(true)
			c.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	var asked atomic.Int32
	rebinding := func(ctx context.Context, host string) ([]netip.Addr, error) {
		if asked.Add(1) == 1 {
			return []netip.Addr{netip.MustParseAddr("192.88.98.1")}, nil // public, and answers nobody
		}
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
	}
	cases := []struct {
		name    string
		host    string
		resolve func(context.Context, string) ([]netip.Addr, error)
	}{
		{"a name for this machine", "home.example.org", names(map[string][]string{"home.example.org": {"127.0.0.1"}})},
		{"a private address among public ones", "mixed.example.org", names(map[string][]string{"mixed.example.org": {"1.1.1.1", "10.0.0.1"}})},
		{"IPv4 inside IPv6", "six.example.org", names(map[string][]string{"six.example.org": {"::ffff:127.0.0.1"}})},
		{"NAT64", "nat.example.org", names(map[string][]string{"nat.example.org": {"64:ff9b::7f00:1"}})},
		{"metadata", "meta.example.org", names(map[string][]string{"meta.example.org": {"169.254.169.254"}})},
		{"a literal", "127.0.0.1", names(nil)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := New(Config{Resolve: c.resolve}).Session(Scope{Executor: "x", Hosts: []string{"*:*"}})
			_, err := s.Dial(context.Background(), "tcp", net.JoinHostPort(c.host, port))
			wants(t, err, sdk.PolicyDenied, "address_not_public")
		})
	}
	t.Run("rebinding", func(t *testing.T) {
		s := New(Config{Resolve: rebinding, DialTimeout: 50 * time.Millisecond}).Session(Scope{Executor: "x", Hosts: []string{"*:*"}})
		if _, err := s.Dial(context.Background(), "tcp", net.JoinHostPort("rebind.example.org", port)); err == nil {
			t.Fatal("connected")
		}
		_, err := s.Dial(context.Background(), "tcp", net.JoinHostPort("rebind.example.org", port))
		wants(t, err, sdk.PolicyDenied, "address_not_public")
	})
	t.Run("redirect", func(t *testing.T) { // every hop dials through the same check
		inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Store(true) }))
		defer inner.Close()
		outer := httptest.NewServer(http.RedirectHandler(inner.URL, http.StatusFound))
		defer outer.Close()
		s := New(Config{}).Session(Scope{Executor: "x", Hosts: []string{"${config.endpoint}", "*:*"}, Config: map[string]any{"endpoint": outer.URL}})
		_, err := s.HTTP().Get(outer.URL)
		wants(t, err, sdk.PolicyDenied, "address_not_public")
	})
	if reached.Load() {
		t.Error("something on this machine was reached")
	}
}

func TestConfiguredAddressMayBePrivate(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprint(c, strings.Repeat("x", 100))
			_, _ = io.Copy(io.Discard, c)
			c.Close()
		}
	}()
	b := New(Config{Connections: 2, Bytes: 60})
	s := b.Session(Scope{Executor: "x", Hosts: []string{"${config.endpoint}"}, Config: map[string]any{"endpoint": "http://" + l.Addr().String() + "/v1"}})
	dial := func() (net.Conn, error) { return s.Dial(context.Background(), "tcp", l.Addr().String()) }
	one, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	two, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	_, err = dial()
	wants(t, err, sdk.Quota, "too_many_connections")
	one.Close()
	one.Close() // twice gives one place back
	three, err := dial()
	if err != nil {
		t.Fatal(err)
	}
	_, err = dial()
	wants(t, err, sdk.Quota, "too_many_connections")
	_, err = io.ReadAll(two)
	wants(t, err, sdk.Quota, "connection_budget_spent")
	_, err = three.Write(make([]byte, 61))
	wants(t, err, sdk.Quota, "connection_budget_spent")
	meta := b.Session(Scope{Executor: "x", Hosts: []string{"${config.endpoint}"}, Config: map[string]any{"endpoint": "http://169.254.169.254"}})
	_, err = meta.Dial(context.Background(), "tcp", "169.254.169.254:80")
	wants(t, err, sdk.PolicyDenied, "address_not_public")
}

func FuzzRules(f *testing.F) {
	f.Add("*.example.org:443", "a.example.org:443", "x")
	f.Add("${config.k}:1", "127.0.0.1:1", "http://127.0.0.1")
	f.Fuzz(func(t *testing.T, pattern, address, value string) {
		host, port, err := destination("tcp", address)
		if err != nil {
			return
		}
		if host == "" || port == "" || strings.Contains(host, "*") {
			t.Fatalf("%q became %q %q", address, host, port)
		}
		for _, r := range rules([]string{pattern}, map[string]any{"k": value}) {
			if r.matches(host, port) && !strings.Contains(pattern, "*") && !strings.Contains(pattern, "${") {
				if want, err := canonical(r.host); err != nil || want != host {
					t.Fatalf("%q lets %q through", pattern, address)
				}
			}
		}
	})
}
