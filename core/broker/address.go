package broker

import "net/netip"

// never are the addresses no configuration opens: machines in a cloud answer them with their own keys.
var never = [...]netip.Prefix{
	netip.MustParsePrefix("169.254.169.254/32"), // metadata of most clouds
	netip.MustParsePrefix("169.254.170.2/32"),   // of container tasks
	netip.MustParsePrefix("100.100.100.200/32"),
	netip.MustParsePrefix("fd00:ec2::254/128"),
}

// special are the ranges that are not the public internet, besides those netip itself names.
var special = [...]netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"), // carrier-grade NAT
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("192.88.99.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("2001::/32"), // Teredo
	netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("3fff::/20"),
}

var (
	globalV6 = netip.MustParsePrefix("2000::/3")
	nat64    = netip.MustParsePrefix("64:ff9b::/96")
	sixToFor = netip.MustParsePrefix("2002::/16")
)

// standsFor returns the address packets really go to: an IPv4 address may travel inside an IPv6 one.
func standsFor(a netip.Addr) netip.Addr {
	a = a.WithZone("").Unmap()
	if !a.Is6() {
		return a
	}
	b := a.As16()
	switch {
	case nat64.Contains(a):
		return netip.AddrFrom4([4]byte(b[12:16]))
	case sixToFor.Contains(a):
		return netip.AddrFrom4([4]byte(b[2:6]))
	}
	return a
}

// public reports whether an address belongs to the internet and not to this machine, its networks or a
// range with a special meaning.
func public(a netip.Addr) bool {
	a = standsFor(a)
	if !a.IsValid() || !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() {
		return false
	}
	if a.Is6() && !globalV6.Contains(a) {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// forbidden reports whether no configuration may open the address.
func forbidden(a netip.Addr) bool {
	a = standsFor(a)
	for _, p := range never {
		if p.Contains(a) {
			return true
		}
	}
	return !a.IsValid() || a.IsUnspecified() || a.IsMulticast()
}
