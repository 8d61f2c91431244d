package front

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/metnos/metnos/sdk"
)

const (
	greeting = 10 * time.Second // for a stranger to agree on TLS
	most     = 1024             // connections at once
	record   = 0x16             // the first byte of TLS
)

// PrefaceSize is how many bytes go before each forwarded connection: the peer's address (16 bytes, an IPv4 one mapped)
// and its port (2 bytes, big endian).
const PrefaceSize = 18

// Front forwards what arrives on an address over TLS. Close ends it.
type Front struct {
	outer  net.Listener
	inner  *net.UnixListener
	names  []string
	config *tls.Config
	room   chan struct{}
	ctx    context.Context
	cancel context.CancelFunc
	open   sync.WaitGroup
}

// Listen begins to forward connections of outer, which it owns from here on, to a socket in folder that nobody else
// may reach. names are the hosts a browser that forgot the s of https is sent on to.
func Listen(outer net.Listener, cert *Certificate, folder string, names []string) (*Front, error) {
	own, err := os.MkdirTemp(folder, "front")
	var inner *net.UnixListener
	if err == nil {
		inner, err = net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(own, "s"), Net: "unix"})
	}
	if err != nil {
		return nil, sdk.Errorf(sdk.IOError, "tls_front", "%w", err).With("path", folder)
	}
	f := &Front{outer: outer, inner: inner, names: names, room: make(chan struct{}, most),
		config: &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}, GetCertificate: cert.get}}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	f.open.Add(1)
	go f.accept()
	return f, nil
}

// File is the socket a channel inherits. The caller closes it.
func (f *Front) File() (*os.File, error) { return f.inner.File() }

// Close ends every connection and waits for the last.
func (f *Front) Close() error {
	f.cancel()
	err := errors.Join(f.outer.Close(), f.inner.Close())
	f.open.Wait()
	return err
}

func (f *Front) accept() {
	defer f.open.Done()
	for {
		select {
		case f.room <- struct{}{}:
		case <-f.ctx.Done():
			return
		}
		conn, err := f.outer.Accept()
		if err != nil {
			<-f.room
			if f.ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			select { // out of descriptors: a moment later there may be some
			case <-time.After(50 * time.Millisecond):
			case <-f.ctx.Done():
				return
			}
			continue
		}
		f.open.Add(1)
		go func() {
			defer func() { _ = conn.Close(); <-f.room; f.open.Done() }()
			defer context.AfterFunc(f.ctx, func() { _ = conn.Close() })()
			f.greet(conn)
		}()
	}
}

// greet agrees on TLS, or sends on a browser that did not think of it.
func (f *Front) greet(conn net.Conn) {
	_ = conn.SetDeadline(time.Now().Add(greeting))
	r := bufio.NewReaderSize(conn, 4096)
	first, err := r.Peek(1)
	if err != nil {
		return
	}
	if first[0] != record {
		f.redirect(conn, r)
		return
	}
	secure := tls.Server(peeked{conn, r}, f.config)
	if secure.HandshakeContext(f.ctx) != nil {
		return
	}
	_ = conn.SetDeadline(time.Time{})
	f.forward(secure)
}

// redirect answers a plain request at one of our names with the same address over TLS. Nothing of it is forwarded.
func (f *Front) redirect(conn net.Conn, r *bufio.Reader) {
	req, err := http.ReadRequest(bufio.NewReader(io.LimitReader(r, 8<<10)))
	if err != nil {
		return
	}
	host := req.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	answer := &http.Response{StatusCode: http.StatusMisdirectedRequest, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Close: true, Body: http.NoBody}
	if slices.Contains(f.names, strings.ToLower(strings.Trim(host, "[]"))) && (req.Method == http.MethodGet || req.Method == http.MethodHead) {
		answer.StatusCode = http.StatusTemporaryRedirect
		answer.Header.Set("Location", "https://"+req.Host+req.URL.RequestURI())
	}
	_ = answer.Write(conn)
}

// forward carries both ways until both have ended.
func (f *Front) forward(secure *tls.Conn) {
	inner, err := net.DialUnix("unix", nil, f.inner.Addr().(*net.UnixAddr))
	if err != nil {
		return
	}
	defer inner.Close()
	defer context.AfterFunc(f.ctx, func() { _ = inner.Close() })()
	if _, err := inner.Write(preface(secure.RemoteAddr())); err != nil {
		return
	}
	var both sync.WaitGroup
	carry := func(to, from half) {
		defer both.Done()
		if _, err := io.Copy(to, from); err != nil {
			_, _ = inner.Close(), secure.NetConn().Close()
		}
		_ = to.CloseWrite()
	}
	both.Add(2)
	go carry(inner, secure)
	carry(secure, inner)
	both.Wait()
}

// half is a connection whose two directions end apart.
type half interface {
	net.Conn
	CloseWrite() error
}

// peeked is a connection whose first bytes were looked at.
type peeked struct {
	net.Conn
	r *bufio.Reader
}

func (p peeked) Read(b []byte) (int, error) { return p.r.Read(b) }

func preface(peer net.Addr) []byte {
	at, err := netip.ParseAddrPort(peer.String())
	if err != nil {
		at = netip.AddrPortFrom(netip.IPv6Unspecified(), 0)
	}
	ip := at.Addr().As16()
	return binary.BigEndian.AppendUint16(ip[:], at.Port())
}
