package main

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"strings"
	"syscall"

	"github.com/metnos/metnos/sdk"
)

// listen opens the socket a channel inherits. An address that other machines can reach is refused unless
// a proxy in front ends TLS: a session cookie would travel in the clear.
func listen(address string, https bool) (*net.TCPListener, error) {
	if _, _, err := net.SplitHostPort(address); err != nil {
		return nil, listenFault(address, "listen_shape", err)
	}
	if !https && !local(address) {
		return nil, sdk.Errorf(sdk.PolicyDenied, "listen_not_local", "%s is not a loopback address", address).With("address", address)
	}
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, listenFault(address, "listen_in_use", err)
	}
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "listen_failed", "%w", err).With("address", address).With("why", err.Error())
	}
	return listener.(*net.TCPListener), nil
}

// listenError carries the reason as a key, because the sentence around it is in the person's language.
type listenError struct {
	address, why string
	error
}

func (e *listenError) Unwrap() error { return e.error }

func listenFault(address, why string, err error) error {
	return &listenError{address: address, why: why, error: sdk.Errorf(sdk.IOError, why, "%s: %w", address, err)}
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

// inheritable duplicates the listener's descriptor for a child process.
func inheritable(l *net.TCPListener) (*os.File, error) { return l.File() }
