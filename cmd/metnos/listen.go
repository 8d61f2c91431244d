package main

import (
	"encoding/json"
	"errors"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/metnos/metnos/core/front"
	"github.com/metnos/metnos/sdk"
)

// channelListen are the keys of a channel's block the core itself reads.
type channelListen struct {
	Listen string     `json:"listen"`
	HTTPS  bool       `json:"https"` // a proxy in front ends TLS
	Hosts  []string   `json:"hosts"`
	TLS    []tlsFiles `json:"tls"` // the core ends TLS itself
}

// tlsFiles are the body of a tls block; without files the core makes a certificate.
type tlsFiles struct {
	Cert string `json:"cert"`
	Key  string `json:"key"`
}

func (l channelListen) secured() bool { return l.HTTPS || len(l.TLS) > 0 }

// check reports whether the block may be served, without trying it.
func (l channelListen) check() error {
	switch {
	case len(l.TLS) > 1, l.HTTPS && len(l.TLS) > 0, len(l.TLS) == 1 && (l.TLS[0].Cert == "") != (l.TLS[0].Key == ""):
		return sdk.Errorf(sdk.WrongArgs, "tls_block", "one tls block with both files or none, and no https").With("address", l.Listen)
	}
	return listenable(l.Listen, len(l.TLS) > 0) // a proxy in front is on this machine
}

// openAddress opens the address of a channel and returns the socket the channel inherits: that address itself, or
// what comes out of its TLS. The private key stays in the core.
func (in *Instance) openAddress(keys channelListen) (net.Listener, *os.File, error) {
	if err := keys.check(); err != nil {
		return nil, nil, err
	}
	listener, err := listen(keys.Listen, len(keys.TLS) > 0)
	if err != nil {
		return nil, nil, err
	}
	in.address = listener.Addr().String()
	in.origins, in.sites = origins(in.address, keys), sites(in.address, keys)
	if len(keys.TLS) == 0 {
		in.onClose(listener.Close)
		file, err := listener.File()
		return listener, file, err
	}
	names := hosts(keys)
	if in.certificate, err = in.certify(keys.TLS[0], names); err != nil {
		return nil, nil, errors.Join(err, listener.Close())
	}
	f, err := front.Listen(listener, in.certificate, in.Host.Folder(), names)
	if err != nil {
		return nil, nil, errors.Join(err, listener.Close())
	}
	in.onClose(f.Close)
	file, err := f.File()
	return listener, file, err
}

// hosts are what browsers may call the page by: those of the block, and what this machine is called.
func hosts(keys channelListen) []string {
	names := slices.Clone(keys.Hosts)
	for i, name := range names {
		if host, _, err := net.SplitHostPort(name); err == nil {
			names[i] = host
		}
	}
	return append(names, front.Names(keys.Listen)...)
}

func (in *Instance) certify(files tlsFiles, names []string) (*front.Certificate, error) {
	if files.Cert != "" {
		return front.Files(files.Cert, files.Key, time.Now)
	}
	return front.Own(filepath.Join(in.Config.Data, "tls"), names, time.Now)
}

// origins are the addresses to open in a browser, the one to be shown first.
func origins(address string, keys channelListen) []string {
	if keys.HTTPS && len(keys.Hosts) > 0 { // as the proxy is called
		var list []string
		for _, name := range keys.Hosts {
			list = append(list, "https://"+name)
		}
		return list
	}
	if len(keys.TLS) == 0 {
		return []string{"http://" + address}
	}
	_, port, _ := net.SplitHostPort(address)
	var list []string
	for _, name := range hosts(keys) {
		list = append(list, "https://"+withPort(name, port))
	}
	return list
}

// sites are the addresses a passkey may be used at: those above, or the name of a page only this machine reaches.
func sites(address string, keys channelListen) []string {
	if keys.secured() || !local(address) {
		return lower(origins(address, keys))
	}
	_, port, _ := net.SplitHostPort(address)
	return []string{"http://" + withPort("localhost", port)}
}

// withPort is how a browser writes a name with the port of TLS left out.
func withPort(name, port string) string {
	if port == "443" && !strings.Contains(name, ":") {
		return name
	}
	return net.JoinHostPort(name, port)
}

func lower(list []string) []string {
	for i, one := range list {
		list[i] = strings.ToLower(one)
	}
	return list
}

// reached is the channel's block with what only the core knows: the names this machine is reached by over its TLS,
// and the port that was opened. The paths of the key are none of the channel's business.
func (in *Instance) reached(settings json.RawMessage, keys channelListen) (json.RawMessage, error) {
	if len(keys.TLS) == 0 {
		return settings, nil
	}
	var block map[string]json.RawMessage
	if err := json.Unmarshal(settings, &block); err != nil {
		return nil, err
	}
	for key, value := range map[string]any{"listen": in.address, "hosts": hosts(keys), "tls": []struct{}{{}}} {
		raw, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		block[key] = raw
	}
	return json.Marshal(block)
}

// listen opens a socket. An address that other machines can reach is refused without TLS: a session cookie would
// travel in the clear.
func listen(address string, encrypted bool) (*net.TCPListener, error) {
	if err := listenable(address, encrypted); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, listenFault(address, "listen_in_use", err)
	}
	if err != nil {
		return nil, listenFault(address, "listen_failed", err)
	}
	return listener.(*net.TCPListener), nil
}

// listenable reports whether an address may be served, without trying it.
func listenable(address string, encrypted bool) error {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return listenFault(address, "listen_shape", err)
	}
	if _, err := net.ResolveTCPAddr("tcp", address); err != nil {
		return listenFault(address, "listen_shape", err)
	}
	if !encrypted && !local(address) {
		return sdk.Errorf(sdk.PolicyDenied, "listen_not_local", "%s is not a loopback address", address).With("address", address)
	}
	return nil
}

func listenFault(address, code string, err error) error {
	return sdk.Errorf(sdk.IOError, code, "%s: %w", address, err).With("address", address)
}

// local reports whether only this machine can reach the address.
func local(address string) bool {
	name, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.IsLoopback()
}
