package main

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"syscall"

	"github.com/metnos/metnos/sdk"
)

// listen opens the socket a channel inherits. An address that other machines can reach is refused unless
// a proxy in front ends TLS: a session cookie would travel in the clear.
func listen(address string, https bool) (*net.TCPListener, error) {
	if err := listenable(address, https); err != nil {
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
func listenable(address string, https bool) error {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return listenFault(address, "listen_shape", err)
	}
	if _, err := net.ResolveTCPAddr("tcp", address); err != nil {
		return listenFault(address, "listen_shape", err)
	}
	if !https && !local(address) {
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
