package broker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/net/idna"

	"github.com/metnos/metnos/sdk"
)

// rule is one destination a session may dial.
type rule struct {
	host    string // exact name or address; "*" any; "*.example.org" a subdomain
	port    string // "*" any
	granted bool   // it comes from the configuration, which may mean a private address
}

// rules reads the manifest's hosts. "${config.key}" is filled from the instance's block: a host, or a URL
// whose host and port are meant. What cannot be read allows nothing.
func rules(hosts []string, config map[string]any) []rule {
	var out []rule
	for _, h := range hosts {
		filled, granted, ok := fill(h, config)
		if !ok {
			continue
		}
		host, port, err := net.SplitHostPort(filled)
		if err != nil {
			host, port = strings.Trim(filled, "[]"), "443" // no port: TLS and nothing else
		}
		if host, err = canonical(host); err == nil {
			out = append(out, rule{host: host, port: port, granted: granted})
		}
	}
	return out
}

func fill(pattern string, config map[string]any) (filled string, granted, ok bool) {
	rest, found := strings.CutPrefix(pattern, "${config.")
	if !found {
		return pattern, false, true
	}
	key, tail, closed := strings.Cut(rest, "}")
	value, isText := config[key].(string)
	if !closed || !isText || value == "" {
		return "", false, false
	}
	if u, err := url.Parse(value); err == nil && u.Host != "" {
		port := u.Port()
		if port == "" {
			port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
		}
		return net.JoinHostPort(u.Hostname(), port), true, port != ""
	}
	if tail == "" {
		return value, true, true
	}
	return net.JoinHostPort(strings.Trim(value, "[]"), strings.TrimPrefix(tail, ":")), true, true
}

// canonical is the one spelling a host is compared in.
func canonical(host string) (string, error) {
	host = strings.TrimSuffix(host, ".")
	if a, err := netip.ParseAddr(host); err == nil {
		return a.WithZone("").String(), nil
	}
	if host == "*" {
		return host, nil
	}
	if sub, ok := strings.CutPrefix(host, "*."); ok {
		ascii, err := idna.Lookup.ToASCII(sub)
		return "*." + ascii, err
	}
	return idna.Lookup.ToASCII(host)
}

func (r rule) matches(host, port string) bool {
	if r.port != "*" && r.port != port {
		return false
	}
	if sub, ok := strings.CutPrefix(r.host, "*."); ok {
		return strings.HasSuffix(host, "."+sub)
	}
	return r.host == "*" || r.host == host
}

// Dial opens a TCP connection to a declared destination. The address is checked after the name was resolved
// and again on the socket that connects, so that no later answer of the resolver can move it.
func (s *Session) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := destination(network, address)
	if err != nil {
		return nil, err
	}
	allowed, granted := false, false
	for _, r := range s.rules {
		if r.matches(host, port) {
			allowed, granted = true, granted || r.granted
		}
	}
	if !allowed {
		return nil, sdk.Errorf(sdk.PolicyDenied, "host_not_declared", "the manifest of %s does not declare %s", s.scope.Executor, address).
			With("executor", s.scope.Executor).With("host", net.JoinHostPort(host, port))
	}
	select {
	case s.slots <- struct{}{}:
	default:
		return nil, sdk.Errorf(sdk.Quota, "too_many_connections", "%s has %d connections open", s.scope.Executor, cap(s.slots)).With("executor", s.scope.Executor)
	}
	free := sync.OnceFunc(func() { <-s.slots })
	conn, err := s.connect(ctx, network, host, port, granted)
	if err != nil {
		free()
		return nil, err
	}
	c := &metered{Conn: conn, closed: free}
	c.in.Store(s.broker.cfg.Bytes)
	c.out.Store(s.broker.cfg.Bytes)
	return c, nil
}

func destination(network, address string) (host, port string, err error) {
	if network != "tcp" && network != "tcp4" && network != "tcp6" {
		return "", "", sdk.Errorf(sdk.PolicyDenied, "network_not_tcp", "network %q, only TCP is dialled", network).With("network", network)
	}
	if host, port, err = net.SplitHostPort(address); err == nil {
		host, err = canonical(host)
	}
	if err != nil || host == "" || strings.ContainsAny(host, "*%") || port == "" || port == "*" {
		return "", "", sdk.Errorf(sdk.WrongArgs, "bad_address", "%q is no host:port", address).With("host", address)
	}
	return host, port, nil
}

func (s *Session) connect(ctx context.Context, network, host, port string, granted bool) (net.Conn, error) {
	addrs := []netip.Addr{}
	if a, err := netip.ParseAddr(host); err == nil {
		addrs = append(addrs, a)
	} else if addrs, err = s.broker.cfg.Resolve(ctx, host); err != nil {
		return nil, sdk.Errorf(sdk.Network, "host_not_found", "resolving %s: %w", host, err).With("host", host)
	}
	dialer := net.Dialer{Timeout: s.broker.cfg.DialTimeout, Control: func(_, address string, _ syscall.RawConn) error {
		final, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("final address %q: %w", address, err)
		}
		return admit(final.Addr(), host, granted)
	}}
	var errs []error
	for _, a := range addrs {
		if err := admit(a, host, granted); err != nil {
			return nil, err // one private answer among public ones is an attack, not an alternative
		}
	}
	for _, a := range addrs {
		conn, err := dialer.DialContext(ctx, network, net.JoinHostPort(a.String(), port))
		if err == nil {
			return conn, nil
		}
		errs = append(errs, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, dialFailed(ctx, host, errors.Join(errs...))
}

func admit(a netip.Addr, host string, granted bool) error {
	if forbidden(a) || (!public(a) && !granted) {
		return sdk.Errorf(sdk.PolicyDenied, "address_not_public", "%s leads to %s, which is not on the public internet", host, a).
			With("host", host).With("address", a.String())
	}
	return nil
}

func dialFailed(ctx context.Context, host string, err error) error {
	var refused *sdk.Error
	switch {
	case errors.As(err, &refused):
		return refused
	case err == nil:
		return sdk.Errorf(sdk.Network, "host_not_found", "%s has no address", host).With("host", host)
	case errors.Is(ctx.Err(), context.Canceled):
		return sdk.Errorf(sdk.Cancelled, "cancelled", "%w", ctx.Err())
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return sdk.Errorf(sdk.Timeout, "connect_timeout", "connecting to %s: %w", host, err).With("host", host)
	}
	return sdk.Errorf(sdk.Network, "connect_failed", "connecting to %s: %w", host, err).With("host", host)
}

func resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	return (&net.Resolver{PreferGo: true}).LookupNetIP(ctx, "ip", host)
}

// metered is a connection with a budget each way.
type metered struct {
	net.Conn
	in, out atomic.Int64
	closed  func()
}

func (m *metered) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	if m.in.Add(int64(-n)) < 0 {
		return 0, spent(m.Conn)
	}
	return n, err
}

func (m *metered) Write(b []byte) (int, error) {
	if m.out.Add(int64(-len(b))) < 0 {
		return 0, spent(m.Conn)
	}
	return m.Conn.Write(b)
}

func spent(c net.Conn) error {
	return sdk.Errorf(sdk.Quota, "connection_budget_spent", "too much data over the connection to %s", c.RemoteAddr()).With("address", c.RemoteAddr().String())
}

func (m *metered) Close() error {
	defer m.closed()
	return m.Conn.Close()
}
