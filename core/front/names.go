package front

import (
	"net"
	"os"
	"slices"
	"strings"
)

// Names are what browsers may call the address by, the most useful first: where it listens on every address of this
// machine, those other machines reach it at, and the machine's own name. Loopback names come last.
func Names(address string) []string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil
	}
	var names []string
	ip := net.ParseIP(host)
	switch {
	case host == "" || ip != nil && ip.IsUnspecified():
		names = append(addresses(), machine()...)
	case ip != nil && !ip.IsLoopback():
		names = append([]string{host}, machine()...)
	case ip == nil:
		names = []string{strings.ToLower(host)}
	}
	for _, local := range []string{"localhost", "127.0.0.1", "::1"} {
		if !slices.Contains(names, local) {
			names = append(names, local)
		}
	}
	return names
}

// machine is how this machine is called in a house: its name, and the one found without a name server.
func machine() []string {
	name, err := os.Hostname()
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if err != nil || name == "" || name == "localhost" || strings.ContainsAny(name, " _/") {
		return nil
	}
	if strings.Contains(name, ".") {
		return []string{name}
	}
	return []string{name + ".local", name}
}

// addresses are those of the network cards, IPv4 first.
func addresses() []string {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var four, six []string
	for _, a := range list {
		n, ok := a.(*net.IPNet)
		switch {
		case !ok || n.IP.IsLoopback() || n.IP.IsLinkLocalUnicast() || n.IP.IsMulticast():
		case n.IP.To4() != nil:
			four = append(four, n.IP.String())
		default:
			six = append(six, n.IP.String())
		}
	}
	if mine := towards(); slices.Contains(four, mine) { // not the bridge of a container
		four = append([]string{mine}, slices.DeleteFunc(four, func(one string) bool { return one == mine })...)
	}
	return append(four, six...)
}

// towards is the address this machine speaks to others from. Nothing is sent.
func towards() string {
	conn, err := net.Dial("udp4", "192.0.2.1:9")
	if err != nil {
		return "" // no way to others
	}
	defer conn.Close()
	host, _, _ := net.SplitHostPort(conn.LocalAddr().String())
	return host
}
